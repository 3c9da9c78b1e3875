"""Where the quadratic part begins to be learned, and the second spike to grow."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.onsets import ONSET, onset_of
from feature_learning.papers.moniri2023.shared.panels import BATCHES, FRESH, against_n, step_regimes
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_seed, fitted_logarithm, loglog_slope

_SPIKES = {1: r"$\alpha$", 2: r"$2\alpha - 1/2$", 3: r"$3\alpha - 1$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what is learned against the step, its onset against n, and the spike's exponents."""
    onset, learned, spike = figure.hero(2, height=3.2)
    runs, law = tables.runs("onset"), tables.theory("onset", batch="fresh")
    sizes = plot.ordered("n", runs["n"], "$n = {}$", palette="network")
    fresh = runs[runs["batch"] == "fresh"]
    plot.theory(learned, law, "eta", "rise", sizes)
    plot.simulation(learned, plot.estimates(fresh, "rise", ["n", "eta"], "log"), "eta", sizes)
    plot.level(learned, ONSET, "a tenth", at=0.02)
    plot.logarithmic(learned)
    learned.set(title="Quadratic part", xlabel=r"step $\eta$")
    learned.set_ylabel("learned fraction")

    starts = law.drop_duplicates("n")
    plot.theory(onset, starts, "n", "onset", FRESH, kinks=True)
    plot.simulation(onset, _onsets(runs), "n", BATCHES)
    at = np.array([runs["n"].min(), runs["n"].max()], dtype=float)
    steps = 0.8 * float(starts["onset"].min()) * (at / at[0]) ** 0.25
    plot.guide(onset, at, steps, "slope 1/4", at=None)
    plot.logarithmic(onset, "y", ticks=(4, 5, 6, 8, 10))
    against_n(onset, runs)
    onset.set(title="Step from which a tenth is learned", ylabel=r"step $\eta$")

    rest = tables.runs("remainder_talk")
    alphas = np.sort(rest["alpha"].unique())
    found = pd.concat(
        plot.exponents(part, "n", "second", "alpha").assign(
            batch=batch, seeds=part["seed"].nunique(), diverged=0, kind="exponent"
        )
        for batch, part in rest.groupby("batch")
    )
    plot.simulation(spike, found, "alpha", BATCHES)
    for power, name in _SPIKES.items():
        plot.guide(spike, alphas, power * alphas - (power - 1) / 2, name, at=None)
    step_regimes(spike)
    spike.set(title="Second spike", ylabel="exponent in $n$")
    sizes_at = starts["n"].to_numpy(dtype=float)
    figure.say(exponent=loglog_slope(sizes_at, starts["onset"].to_numpy()))


def _onsets(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the onset of each batch and n with its interval over seeds."""
    tables = []
    for (batch, n), part in runs.groupby(["batch", "n"]):
        curves = by_seed(part, "rise", "eta")
        etas = curves.columns.to_numpy(dtype=float)

        def fit(mean: np.ndarray, etas: np.ndarray = etas) -> float:
            return float(np.log(onset_of(etas, mean)))

        found = [fitted_logarithm(curves.to_numpy(), fit)]
        tables.append(plot.points(found, len(curves), "onset", batch=batch, n=n))
    return pd.concat(tables)

"""A gradient step as a start of the whitened flow, next to a random neuron and a step of noise."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.hues import structure_hue
from feature_learning.papers.mousavi2023.model import ISOTROPIC, Structure
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import fitted

_STARTS = {"start": "random neuron", "shuffled": "shuffled labels", "after": "gradient step"}
_HUE = plot.Hue(
    "from",
    dict(zip(_STARTS, ("#707070", plot.ORANGE, plot.BLUE), strict=True)),
    _STARTS,
    dict.fromkeys(_STARTS, "o"),
)
_FLOWS = {"aligned": "start", "aligned_step": "after"}
_DODGE = 14.0


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw overlaps of the three starts, every seed, and the fraction of runs that align from
    two.
    """
    overlaps, shares = figure.hero(1, share=0.62, height=2.8)
    runs = tables.runs("warm_start", ratio=tables.values("warm_start", "ratio")[-1])
    structures = Structure.in_rows(runs)
    names = structure_hue(structures.values()).names
    runs = runs.assign(place=runs["structure"].map(list(names).index))
    long = runs.melt(["seed", "place"], list(_STARTS), "from", "overlap")
    plot.runs(overlaps, long, "place", "overlap", _HUE, dodge=_DODGE, alpha=0.25)
    means = plot.estimates(long, "overlap", ["from", "place"], within=(0, 1))
    plot.simulation(overlaps, means, "place", _HUE, dodge=_DODGE)
    overlaps.set(title="Overlap at the start of the flow", ylabel=r"$|\omega_0|$", ylim=(0, 1.27))
    overlaps.set_yticks(np.linspace(0, 1, 6))
    for number, (start, name) in enumerate(_STARTS.items()):
        colour = plot.written(_HUE.colours[start])
        for ax in (overlaps, shares):
            if ax is overlaps or start in _FLOWS.values():
                ax.text(-0.4, 1.25 - 0.08 * number, name, color=colour, va="top")
    flows = runs.melt(["seed", "place"], list(_FLOWS), "flow", "found")
    flows = flows.assign(**{"from": flows["flow"].map(_FLOWS)})
    found = plot.estimates(flows, "found", ["from", "place"], "fraction")
    plot.simulation(shares, found, "place", _HUE, dodge=_DODGE)
    shares.set(title="Runs that the flow aligns", ylabel="share", ylim=(-0.02, 1.27))
    shares.set_yticks(np.linspace(0, 1, 6))
    pairs = {name: "({:g},\n{:g})".format(*structures[name].exponents) for name in names}
    pairs[ISOTROPIC.name] = "none"
    for ax in (overlaps, shares):
        ax.set_xticks(range(len(names)), [pairs[name] for name in names])
        ax.set_xlabel(r"spike, $(\gamma_1, \gamma_2)$")
        ax.set_xlim(-0.5, len(names) - 0.5)
    _say(figure, runs)


def _share_of_noise(mean: np.ndarray) -> float:
    """Return the fraction of the step's gain that the step with shuffled labels has."""
    start, shuffled, after = mean
    return float((shuffled - start) / (after - start))


def _say(figure: Sheet, runs: pd.DataFrame) -> None:
    shares = {
        place: fitted(part[list(_STARTS)].to_numpy(dtype=float), _share_of_noise)
        for place, part in runs[runs["place"] > 0].groupby("place")
    }
    ranked = sorted(shares.values(), key=lambda found: found.estimate)
    none = runs[runs["place"] == 0][list(_STARTS)].mean()
    aligned = runs.groupby("place")[list(_FLOWS)].mean()
    best = aligned.sort_values("aligned_step").iloc[-1]
    figure.say(
        least=plot.measured(ranked[0]),
        most=plot.measured(ranked[-1]),
        none=float(none["after"] - none["start"]),
        none_noise=float(none["shuffled"] - none["start"]),
        random=float(best["aligned"]),
        step=float(best["aligned_step"]),
        d=int(runs["d"].iloc[0]),
        ratio=int(runs["ratio"].iloc[0]),
        seeds=int(runs["seed"].nunique()),
    )

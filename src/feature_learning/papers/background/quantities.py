"""The quantities of this paper's figures, claims and captions."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import pandas as pd

from feature_learning.core.errors import MissingError
from feature_learning.papers.background.experiments.soft_committee import ESCAPED, PLATEAU
from feature_learning.papers.background.laws import distance_from_law
from feature_learning.papers.background.published import HISTOGRAM, PLATEAUS, SCATTER
from feature_learning.statistics import Tables, by_run
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, predictions, quantity

SYMBOLS = {"delta": "Delta", "steps": "steps/d", "width": "p"}
"""What coordinates are called in the names of points."""
_COMPARED = [0.1, 0.2, 0.5, 1.0]  # times in isotropic_gaussians; small separations start later
_ON_PLATEAU = (20.0, 30.0, 40.0, 50.0, 100.0)  # steps/d
_FLOOR = 5000.0  # steps/d from which on the second plateau is averaged


def flow_over_published(tables: Tables, weights: str = "authors") -> Quantity:
    """Risk of the flow of scatter relative to the stored one, by t, from the weights of the authors
    or those of the runs (``others``).
    """
    if weights == "authors":
        risks = tables.theory("animation").set_index("t")["risk"]
    else:
        risks = tables.runs("classic_limit").groupby("t")["ode_risk"].mean()
    stored = _published(SCATTER)
    found = risks.reindex(stored.points["t"]).rename("risk").reset_index()
    return exact(found, "risk", ["t"]).over(stored)


def largest_decades(tables: Tables) -> Quantity:
    """The largest absolute log10 of the ratio of a run's risk to that of the flow, up to t = 300
    without noise.
    """
    runs = by_run(tables.runs("classic_limit", noise=0.0))
    gaps = _with_decades(runs[runs["t"] <= 300]).set_index("seed")["decades"].abs()
    largest = gaps.groupby("seed").max().reset_index()
    return of_runs(largest, "decades", (), "classic_limit")


def curvature(tables: Tables) -> Quantity:
    """Least and largest eigenvalue of the Hessian at the saddle, by which."""
    return predictions(tables, "saddle", "curvature", ("which",))


def asymmetry(tables: Tables) -> Quantity:
    """Asymmetry of the mean neuron between two teachers, by t, at the largest label noise."""
    return of_runs(_noisiest(tables), "asymmetry", ("t",), "classic_limit")


def nearest_teacher(tables: Tables) -> Quantity:
    """Median over neurons of the cosine with the nearest teacher, by t, at the largest label
    noise.
    """
    runs, count = _noisiest(tables), tables.value("classic_limit", "teachers")
    nearest = [np.median(row.reshape(-1, count).max(axis=1)) for row in runs["cosines"]]
    return of_runs(runs.assign(nearest=nearest), "nearest", ("t",), "classic_limit")


def wide_risk(tables: Tables) -> Quantity:
    """Risk of a wide network of square neurons, by t, predicted in the limit of infinite width."""
    runs = by_run(tables.runs("square_histogram"))
    return of_runs(runs, "risk", ("t",), "square_histogram").predicted_by(wide_limit(tables))


def wide_limit(tables: Tables) -> Quantity:
    """The risk of the infinitely wide network, by t."""
    return predictions(tables, "square_histogram", "risk", ("t",))


def wide_over_published(tables: Tables) -> Quantity:
    """Risk of the wide network relative to the stored one, by t."""
    risk = wide_risk(tables).predicted_by(None)
    known = set(risk.points["t"])
    times = [t for t in HISTOGRAM if t in known]
    return risk.at(t=times).over(_published(HISTOGRAM))


def slow_over_published(tables: Tables) -> Quantity:
    """The value of `wide_over_published` if the risk fell as 1/t after the first stored time."""
    stored = _published(HISTOGRAM)
    times = stored.points["t"]
    slow = HISTOGRAM[times[0]] * times[0] / times.mask(times == times[0])
    return exact(pd.DataFrame({"t": times, "risk": slow}), "risk", ["t"]).over(stored)


def distance_of_cosines(tables: Tables, late: float = 1.0) -> Quantity:
    """Kolmogorov-Smirnov distance of the wide network's cosines from their law at a multiple of the
    time, times the root of the width, by t.
    """
    runs, theory = by_run(tables.runs("square_histogram")), tables.theory("square_histogram")
    law = pd.DataFrame({"t": sorted(runs["t"].unique())})
    for column in ("along", "across"):
        law[column] = np.interp(late * law["t"], theory["t"], theory[column])
    runs = runs.assign(distance=distance_from_law(runs, law))
    return of_runs(runs, "distance", ("t",), "square_histogram")


def fluctuation(tables: Tables) -> Quantity:
    """Squared distance of the finite network's function from the infinite one's, by p."""
    runs = by_run(tables.runs("width_fluctuations")).astype({"width": float})  # as in the theory
    found = of_runs(runs, "fluctuation", ("width",), "width_fluctuations")
    return found.predicted_by(fluctuation_limit(tables))


def fluctuation_limit(tables: Tables) -> Quantity:
    """The same in the linearised flow, by p."""
    return predictions(tables, "width_fluctuations", "fluctuation", ("width",))


def decades(tables: Tables, experiment: str) -> Quantity:
    """log10 of the ratio of simulated risk to that of the equations from the same start: of
    committees in the largest dimension by alpha, or from equal overlaps by d and t.
    """
    if experiment == "soft_committee":
        return of_runs(_with_decades(_committees(tables)), "decades", ("alpha",), experiment)
    return of_runs(_with_decades(tables.runs(experiment)), "decades", ("d", "t"), experiment)


def decades_of_start(tables: Tables) -> Quantity:
    """log10 of the ratio of the risk at the start to that of the flow from equal overlaps, by d and
    t.
    """
    flow = tables.runs("dimension_independence").groupby(["d", "t"])["ode_risk"].mean()
    start = flow.groupby("d").transform("first")
    return exact((start / flow).apply(np.log10).reset_index(), "ode_risk", ["d", "t"])


def plateau_over_published(tables: Tables) -> Quantity:
    """log10 of the risk on the first plateau relative to that of the notebook, in its dimension, by
    steps/d.
    """
    runs = _notebook(tables)
    runs = runs[runs["steps"].isin(_ON_PLATEAU)]
    gaps = np.log10(runs["risk"] / runs["steps"].map(PLATEAUS))
    return of_runs(runs.assign(gap=gaps), "gap", ("steps",), "plateaus")


def floor_over_published(tables: Tables) -> Quantity:
    """log10 of the mean risk on the second plateau relative to that of the notebook, in its
    dimension.
    """
    late = _notebook(tables).query("steps >= @_FLOOR")
    risks = late.groupby("seed", as_index=False)["risk"].mean()
    gaps = np.log10(risks["risk"] / _published_floor())
    return of_runs(risks.assign(gap=gaps), "gap", (), "plateaus")


def published_step(tables: Tables) -> Quantity:
    """log10 of the notebook's risk on the second plateau relative to that on the first."""
    step = np.log10(_published_floor() / PLATEAUS[50.0])
    return exact(pd.DataFrame({"step": [step]}), "step", [])


def growth_with_dimension(tables: Tables) -> Quantity:
    """log10 of the risk of the gradient flow at t = 100 in a dimension relative to that in the
    dimension before.
    """
    runs = tables.runs("plateau_by_dimension", t=100.0)
    risk = of_runs(runs.assign(log=np.log10(runs["risk"])), "log", ("d",), "plateau_by_dimension")
    pairs = list(pairwise(risk.points["d"]))
    steps = [risk.at(d=high).minus(risk.at(d=low)) for low, high in pairs]
    return joined(steps, d=[f"{high} over {low}" for low, high in pairs])


def committee_error(tables: Tables) -> Quantity:
    """Error of committees in the largest dimension, by alpha, predicted on the plateau."""
    found = of_runs(_committees(tables), "risk", ("alpha",), "soft_committee")
    return found.predicted_by(exact(found.points.assign(risk=PLATEAU), "risk", ["alpha"]))


def converged(tables: Tables) -> Quantity:
    """Fraction of committees in the smallest dimension whose error is below a tenth of the
    plateau's, by alpha.
    """
    runs = tables.runs("soft_committee")
    runs = by_run(runs[runs["dimension"] == runs["dimension"].min()])
    runs = runs.assign(converged=runs["risk"] < PLATEAU / 10)
    return of_runs(runs, "converged", ("alpha",), "soft_committee").averaged("fraction")


def left_plateau(tables: Tables, equations: bool = False) -> Quantity:
    """Fraction of committees in the largest dimension, or of their equations, that have been below
    half the plateau's error, by alpha.
    """
    runs = _committees(tables).sort_values("alpha")
    left = runs["escape"] <= runs["alpha"]
    if equations:
        left = runs.groupby("seed")["ode_risk"].cummin() < ESCAPED
    return of_runs(runs.assign(left=left.astype(float)), "left", ("alpha",), "soft_committee")


def spread_of_escape(tables: Tables) -> Quantity:
    """Mean difference between the escape times of two committees in the largest dimension relative
    to that in the smallest, times the root of the ratio of dimensions.
    """
    times = dict(iter(_escapes(tables).groupby("dimension")["escape"]))
    small, large = min(times), max(times)
    if small == large:
        raise MissingError("there is one dimension only")
    gaps = []
    for size in (small, large):
        first, second = (times[size].to_numpy()[start::2] for start in (0, 1))
        gaps.append(pd.DataFrame({"dimension": size, "gap": np.abs(first - second)}))
    pairs = pd.concat(gaps).rename_axis("seed").reset_index()
    gap = of_runs(pairs, "gap", ("dimension",), "soft_committee")
    # The absolute value makes it a ratio of averages, where `over` alone averages ratios.
    ratio = gap.at(dimension=large).absolute().over(gap.at(dimension=small))
    return ratio.over(np.sqrt(small / large))


def slope_of_escape(tables: Tables) -> Quantity:
    """Slope of the escape time against the logarithm of the dimension."""
    slopes = [
        {"seed": seed, "slope": np.polyfit(np.log(runs["dimension"]), runs["escape"], 1)[0]}
        for seed, runs in _escapes(tables).groupby("seed")
    ]
    found = of_runs(pd.DataFrame(slopes), "slope", (), "soft_committee")
    return found.predicted_by(exact(tables.theory("soft_committee")[:1], "log_slope", []))


def radial(tables: Tables, value: str) -> Quantity:
    """Risk or mean norm of the weights of a classifier of two isotropic Gaussians (``norm``), by
    separation and t, at the times that are compared with the law.
    """
    found = quantity(tables, "isotropic_gaussians", value, ("delta", "t"))
    parts = [
        found.at(delta=[delta], t=_COMPARED if delta > 0.5 else _COMPARED[1:])
        for delta in found.points["delta"].unique()
    ]
    return joined(parts).predicted_by(radial_law(tables, value))


def radial_law(tables: Tables, value: str) -> Quantity:
    """The same by the law of infinitely many neurons in d dimensions."""
    return predictions(tables, "isotropic_gaussians", value, ("delta", "t"))


def ridge_error(tables: Tables, inputs: str = "manifold") -> Quantity:
    """Test error of ridge regression by n: on the hidden manifold, on its Gaussian model
    (``gaussian``) or by the theory of each seed's manifold (``predicted``).
    """
    found = quantity(tables, "hidden_manifold", inputs, ("n",))
    return found.predicted_by(ridge_theory(tables))


def ridge_theory(tables: Tables, smaller: bool = False) -> Quantity:
    """The theory's error by n, averaged over seeds, or that at the next smaller n."""
    means = tables.runs("hidden_manifold").groupby("n")["predicted"].mean()
    means = means.shift() if smaller else means
    return exact(means.reset_index(), "predicted", ["n"])


def cosine_of_step(tables: Tables) -> Quantity:
    """Cosine of the first giant step with the target's linear part, by d and law of the inputs."""
    return quantity(tables, "step_universality", "cosine", ("d", "inputs"))


def _published(risks: Mapping[float, float]) -> Quantity:
    """Return stored risks by t."""
    return exact(pd.DataFrame({"t": risks.keys(), "risk": risks.values()}), "risk", ["t"])


def _published_floor() -> float:
    """Return the notebook's mean risk on the second plateau."""
    return float(np.mean([risk for steps, risk in PLATEAUS.items() if steps >= _FLOOR]))


def _notebook(tables: Tables) -> pd.DataFrame:
    """Return the runs in the dimension of the notebook's run."""
    return tables.runs("plateaus", d=100).rename(columns={"alpha": "steps"})


def _noisiest(tables: Tables) -> pd.DataFrame:
    noise = tables.values("classic_limit", "noise")[-1]
    return by_run(tables.runs("classic_limit", noise=noise))


def _committees(tables: Tables) -> pd.DataFrame:
    """Return the runs in the largest dimension."""
    runs = tables.runs("soft_committee")
    return by_run(runs[runs["dimension"] == runs["dimension"].max()])


def _escapes(tables: Tables) -> pd.DataFrame:
    """Return one row per run; a run that never escapes counts at the horizon."""
    runs = tables.runs("soft_committee")
    runs = runs[runs["alpha"] == runs["alpha"].max()]
    return runs.assign(escape=np.minimum(runs["escape"], runs["horizon"]))


def _with_decades(runs: pd.DataFrame) -> pd.DataFrame:
    return runs.assign(decades=np.log10(runs["risk"] / runs["ode_risk"]))

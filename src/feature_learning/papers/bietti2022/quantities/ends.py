"""The ends of the poster's flow."""

import pandas as pd

from feature_learning.data.relu_links import needed_samples
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.papers.bietti2022.summaries import geometric_mean_where, mean_where, pooled
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import joined, of_runs, predictions

_RUN = ("s", "d", "n")
_FEW = 4.0  # samples per dimension from which on the rate is compared
_SPLIT = 0.4  # an end below this is close to the equator
_STILL = 0.01  # of the gradient at the start of a search
_OFTEN = 0.1  # of all runs
_LARGER = ((1, 1000, 950), (2, 3162, 3000))  # s, n for it, n for s + 1


def pole(tables: Tables) -> Quantity:
    """Fraction of runs of the flow that end at a pole, by s, d, n and n over the theorem's."""
    ends = _flows(tables)
    rows = ends.assign(ratio=ends["ratio"].round(2))
    return of_runs(rows, "pole", [*_RUN, "ratio"], "flow").averaged("fraction")


def pole_far(tables: Tables) -> Quantity:
    """The same at the largest dimension for s = 3."""
    runs = tables.runs("flow_far")
    needed = [needed_samples(s, d) for s, d in zip(runs["s"], runs["d"], strict=True)]
    rows = runs.assign(pole=runs["overlap"] > RECOVERED, ratio=(runs["n"] / needed).round(2))
    return of_runs(rows, "pole", [*_RUN, "ratio"], "flow_far").averaged("fraction")


def pole_by_sign(tables: Tables) -> Quantity:
    """Fraction of runs of the flow that end at a pole with the favourable sign of c at the start
    minus that with the other, d = 10, all n, by s.
    """
    ends = tables.runs("signed_flow")
    ends = ends.assign(pole=ends["overlap"] > RECOVERED, other=~ends["favourable"])
    good, bad = (
        mean_where(ends, "pole", sign, ["s"], "signed_flow") for sign in ("favourable", "other")
    )
    return good.minus(bad)


def between(tables: Tables) -> Quantity:
    """Fraction of ends between equator and pole at ten times the theorem's n, all s and d."""
    runs = _at_ten(tables)
    found = (runs["overlap"] > _SPLIT) & ~runs["pole"]
    return pooled(found, "flow", "all s and d").averaged("fraction")


def bad_end(tables: Tables, value: str, experiment: str = "equator") -> Quantity:
    """Mean ``overlap`` or size of the ``second`` layer of the flow's ends near the equator, for s
    above 1, by s and n.
    """
    runs = from_equator(tables, experiment).query("s > 1")
    return mean_where(runs, value, "bad", ["s", "n"], experiment)


def bad_overlap_over_order(tables: Tables) -> Quantity:
    """Mean of this overlap over its predicted order (d/n)^(1/(2(s - 1))), all n, by s."""
    runs = from_equator(tables).query("s > 1")
    order = (runs["d"] / runs["n"]) ** (1 / (2 * (runs["s"] - 1)))
    runs = runs.assign(ratio=runs["overlap"] / order)
    return mean_where(runs, "ratio", "bad", ["s"], "equator")


def bad_fraction(tables: Tables) -> Quantity:
    """Fraction of flows from the equator that end near it, by s and n."""
    runs = from_equator(tables)
    return of_runs(runs, "bad", ["s", "n"], "equator").averaged("fraction")


def critical_between(tables: Tables) -> Quantity:
    """Fraction of critical points of the loss on a sample between equator and pole, by s."""
    return mean_where(_criticals(tables), "between", "critical", ["s"], "criticals")


def saddles_near_equator(tables: Tables) -> Quantity:
    """Fraction of saddles among the critical points near the equator, by s."""
    return mean_where(_criticals(tables), "saddle", "near", ["s"], "criticals")


def critical_points(tables: Tables) -> Quantity:
    """Fraction of the searches that end at a critical point, by s."""
    return mean_where(_criticals(tables), "critical", "search", ["s"], "criticals")


def pole_distance(tables: Tables) -> Quantity:
    """Geometric mean of the distance from the pole where the flow ends at one, by s, d and n."""
    return geometric_mean_where(_at_poles(tables), "distance", "pole", _RUN, "poles")


def pole_distance_over_theory(tables: Tables) -> Quantity:
    """Mean of this distance over V (d - 1)/n with the V of the run's own neurons, all d and n, by
    s.
    """
    return mean_where(_at_poles(tables), "distance_ratio", "pole", ["s"], "poles")


def distance_over_theory(tables: Tables) -> Quantity:
    """The same of the recovered runs of the learning curves, for s = 1 and 2, by s, d and n."""
    return mean_where(recovered(tables), "distance_ratio", "pole", _RUN, "learning_curves")


def fine_tuned(tables: Tables) -> Quantity:
    """Geometric mean of the excess risk after fine-tuning at these poles, by s, d and n."""
    return geometric_mean_where(_at_poles(tables), "refit", "pole", _RUN, "poles")


def fine_tuned_over_theory(tables: Tables, by: tuple[str, ...] = ("s",)) -> Quantity:
    """Mean of this risk over 2 E[f*'^2] V (d - 1)/n, by s."""
    return mean_where(_at_poles(tables), "risk_ratio", "pole", by, "poles")


def leading_part(tables: Tables) -> Quantity:
    """The part of the leading coefficient in E[f*'^2], by s."""
    return predictions(tables, "poles", "leading", ("s",))


def lead_over_next(tables: Tables) -> Quantity:
    """Fraction of runs at a pole for s minus that for s + 1 at about the same n, d = 10."""
    ends = of_runs(_flows(tables), "pole", _RUN, "flow").at(d=10)
    cells = _LARGER if _largest(tables) > 3000 else _LARGER[:1]
    parts = [ends.at(s=s, n=n).minus(ends.at(s=s + 1, n=more)) for s, n, more in cells]
    return joined(parts, s=[s for s, *_ in cells], n=[n for _, n, _ in cells])


def pole_distance_over_bound(tables: Tables) -> Quantity:
    """Distance from the pole over the theorem's bound at ten times its n, all s and d."""
    ends = _ended(_at_ten(tables))
    ends = ends[ends["bound"] < 0.5]
    return pooled(ends["distance"] / ends["bound"], "flow", "all s and d").averaged("median")


def from_equator(tables: Tables, experiment: str = "equator") -> pd.DataFrame:
    """Return the flows from the equator with whether they end away from the poles, ``bad``."""
    runs = tables.runs(experiment)
    return runs.assign(bad=runs["overlap"] <= RECOVERED)


def _criticals(tables: Tables) -> pd.DataFrame:
    """Return the ends of searches for critical points, with flags.

    An end is ``critical`` if its gradient is below 1 % of the mean one at the sample's starts. A
    critical end lies ``between`` equator and pole, ``near`` the equator, or at a pole. One near the
    equator is a ``saddle`` if it has curvatures of both signs.
    """
    runs = tables.runs("criticals")
    unit = runs.groupby(["s", "d", "n", "seed"])["first_gradient"].transform("mean")
    critical = runs["gradient"] < _STILL * unit
    near = critical & (runs["overlap"] <= _SPLIT)
    return runs.assign(
        search=True,
        critical=critical,
        between=critical & (runs["overlap"] > _SPLIT) & (runs["overlap"] <= RECOVERED),
        near=near,
        saddle=near & (runs["falling"] > 0) & (runs["falling"] < runs["d"] - 1),
    )


def _at_poles(tables: Tables) -> pd.DataFrame:
    """Return the flows with whether they end at a ``pole``, their ``distance`` from it, and the
    ratios of distance and risk to those predicted.
    """
    runs = tables.runs("poles").merge(tables.theory("poles"), on="s")
    runs = _over_theory(runs)
    risk = 2 * runs["square_slope"] * runs["predicted"]
    return runs.assign(risk_ratio=runs["refit"] / risk)


def recovered(tables: Tables) -> pd.DataFrame:
    """Return the runs of the learning curves for s = 1 and 2 in the same form, where there are
    enough samples and one in ten of the runs recovers, at least.
    """
    runs = tables.runs("learning_curves").query("s < 3")
    runs = _over_theory(runs[runs["n"] >= _FEW * (runs["d"] - 1)])
    return runs[runs.groupby(["s", "d", "n"])["pole"].transform("mean") >= _OFTEN]


def _over_theory(runs: pd.DataFrame) -> pd.DataFrame:
    pole, distance = runs["overlap"] > RECOVERED, 1 - runs["overlap"]
    predicted = (runs["constant"] * (runs["d"] - 1) / runs["n"]).where(pole, 1.0)
    ratio = distance / predicted
    return runs.assign(pole=pole, distance=distance, predicted=predicted, distance_ratio=ratio)


def _flows(tables: Tables) -> pd.DataFrame:
    """Return the runs of ``flow`` with, by case, the theorem's sample size ``needed``, the
    ``ratio`` of n to it, its ``bound`` on 1 - |m|, and whether the run ended at a ``pole``.
    """
    law = tables.theory("flow")[[*_RUN, "needed", "bound"]]
    runs = tables.runs("flow").merge(law, on=[*_RUN], how="left")
    return runs.assign(ratio=runs["n"] / runs["needed"], pole=runs["overlap"] > RECOVERED)


def _at_ten(tables: Tables) -> pd.DataFrame:
    """Return the flows with ten times the theorem's samples."""
    ends = _flows(tables)
    return ends[ends["ratio"].round(2) == 10]


def _ended(ends: pd.DataFrame) -> pd.DataFrame:
    """Return the flows that ended at a pole, with their ``distance`` from it."""
    ended = ends[ends["pole"]]
    return ended.assign(distance=1 - ended["overlap"])


def _largest(tables: Tables) -> int:
    """Return 3000, or 10000 where other dimensions were run for s = 3 as well."""
    return 10000 if len(tables.values("flow", "d", s=3)) > 1 else 3000

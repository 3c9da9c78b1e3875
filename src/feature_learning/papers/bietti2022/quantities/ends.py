"""The ends of the poster's flow."""

from feature_learning.data.relu_links import needed_samples
from feature_learning.papers.bietti2022.shared import ends, flows
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.summaries import (
    geometric_mean_where,
    mean_where,
    pooled,
)
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import joined, of_runs, predictions

_RUN = ("s", "d", "n")
_LARGER = ((1, 1000, 950), (2, 3162, 3000))  # s, n for it, n for s + 1


def pole(tables: Tables) -> Quantity:
    """Fraction of runs of the flow that end at a pole, by s, d, n and n over the theorem's."""
    ends = flows.flows(tables)
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
    runs = flows.at_ten(tables)
    found = (runs["overlap"] > ends.SPLIT) & ~runs["pole"]
    return pooled(found, "flow", "all s and d").averaged("fraction")


def bad_end(tables: Tables, value: str) -> Quantity:
    """Mean ``overlap`` or size of the ``second`` layer of the flow's ends near the equator, for s
    above 1, by s and n.
    """
    runs = ends.from_equator(tables).query("s > 1")
    return mean_where(runs, value, "bad", ["s", "n"], "equator")


def bad_overlap_over_order(tables: Tables) -> Quantity:
    """Mean of this overlap over its predicted order (d/n)^(1/(2(s - 1))), all n, by s."""
    runs = ends.from_equator(tables).query("s > 1")
    order = (runs["d"] / runs["n"]) ** (1 / (2 * (runs["s"] - 1)))
    runs = runs.assign(ratio=runs["overlap"] / order)
    return mean_where(runs, "ratio", "bad", ["s"], "equator")


def bad_fraction(tables: Tables) -> Quantity:
    """Fraction of flows from the equator that end near it, by s and n."""
    runs = ends.from_equator(tables)
    return of_runs(runs, "bad", ["s", "n"], "equator").averaged("fraction")


def critical_between(tables: Tables) -> Quantity:
    """Fraction of critical points of the loss on a sample between equator and pole, by s."""
    return mean_where(ends.criticals(tables), "between", "critical", ["s"], "criticals")


def saddles_near_equator(tables: Tables) -> Quantity:
    """Fraction of saddles among the critical points near the equator, by s."""
    return mean_where(ends.criticals(tables), "saddle", "near", ["s"], "criticals")


def critical_points(tables: Tables) -> Quantity:
    """Fraction of the searches that end at a critical point, by s."""
    return mean_where(ends.criticals(tables), "critical", "search", ["s"], "criticals")


def pole_distance(tables: Tables) -> Quantity:
    """Geometric mean of the distance from the pole where the flow ends at one, by s, d and n."""
    return geometric_mean_where(ends.at_poles(tables), "distance", "pole", _RUN, "poles")


def pole_distance_over_theory(tables: Tables) -> Quantity:
    """Mean of this distance over V (d - 1)/n with the V of the run's own neurons, all d and n, by
    s.
    """
    return mean_where(ends.at_poles(tables), "distance_ratio", "pole", ["s"], "poles")


def distance_over_theory(tables: Tables) -> Quantity:
    """The same of the recovered runs of the learning curves, for s = 1 and 2, by s, d and n."""
    return mean_where(ends.recovered(tables), "distance_ratio", "pole", _RUN, "learning_curves")


def fine_tuned(tables: Tables) -> Quantity:
    """Geometric mean of the excess risk after fine-tuning at these poles, by s, d and n."""
    return geometric_mean_where(ends.at_poles(tables), "refit", "pole", _RUN, "poles")


def fine_tuned_over_theory(tables: Tables, by: tuple[str, ...] = ("s",)) -> Quantity:
    """Mean of this risk over 2 E[f*'^2] V (d - 1)/n, by s."""
    return mean_where(ends.at_poles(tables), "risk_ratio", "pole", by, "poles")


def leading_part(tables: Tables) -> Quantity:
    """The part of the leading coefficient in E[f*'^2], by s."""
    return predictions(tables, "poles", "leading", ("s",))


def lead_over_next(tables: Tables) -> Quantity:
    """Fraction of runs at a pole for s minus that for s + 1 at about the same n, d = 10."""
    ends = of_runs(flows.flows(tables), "pole", _RUN, "flow").at(d=10)
    cells = _LARGER if flows.largest(tables) > 3000 else _LARGER[:1]
    parts = [ends.at(s=s, n=n).minus(ends.at(s=s + 1, n=more)) for s, n, more in cells]
    return joined(parts, s=[s for s, *_ in cells], n=[n for _, n, _ in cells])


def pole_distance_over_bound(tables: Tables) -> Quantity:
    """Distance from the pole over the theorem's bound at ten times its n, all s and d."""
    ends = flows.at_poles(flows.at_ten(tables))
    ends = ends[ends["bound"] < 0.5]
    return pooled(ends["distance"] / ends["bound"], "flow", "all s and d").averaged("median")

"""A verdict on a page: a small picture of points, intervals and region, and what would decide an
open one.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from feature_learning.statistics.intervals import SEEDS_FOR_AN_INTERVAL
from feature_learning.statistics.verdicts import INCONCLUSIVE

Point = Mapping[str, Any]
_NUMBERS = ("accepted_low", "accepted_high", "low", "high", "estimate")
# The white space on either side of what is drawn, as a fraction of its width.
_ROOM = 0.12


@dataclass(frozen=True)
class Row:
    """One point of a picture: positions as fractions of its width.

    Attributes
    ----------
    name
        The point.
    region, interval
        Their ends, cut at the picture's edges.
    estimate
        The estimate.
    inside
        Whether the interval lies in the region.
    rival
        What the point would be if the claim were false; None where nothing says that.
    """

    name: str
    region: tuple[float, float]
    interval: tuple[float, float]
    estimate: float
    inside: bool
    rival: float | None


@dataclass(frozen=True)
class Picture:
    """The picture of a verdict.

    Attributes
    ----------
    rows
        Its points.
    ticks
        Numbers to write below, each with its position.
    unit
        What the numbers are, if they are not the quantity's own.
    """

    rows: tuple[Row, ...]
    ticks: tuple[tuple[float, float], ...]
    unit: str


def picture(points: Sequence[Point]) -> Picture | None:
    """Return the picture of a verdict; None if there is nothing to draw.

    Points whose regions differ, each around its own prediction, are drawn in units of the margin,
    so that every region goes from -1 to 1.

    Parameters
    ----------
    points
        Rows with ``points`` (the name), ``estimate``, ``low``, ``high``, ``accepted_low``,
        ``accepted_high``, ``inside`` and, where there is one, ``rival``.
    """
    points = [point for point in points if math.isfinite(point["estimate"])]
    if not points:
        return None
    regions = [(point["accepted_low"], point["accepted_high"]) for point in points]
    own_units = len(set(regions)) > 1 and all(
        low < high and math.isfinite(high - low) for low, high in regions
    )
    values = [
        [*(point[name] for name in _NUMBERS), point.get("rival", math.nan)] for point in points
    ]
    if own_units:
        values = [
            [(2 * value - low - high) / (high - low) for value in row]
            for row, (low, high) in zip(values, regions, strict=True)
        ]
    finite = [value for row in values for value in row if math.isfinite(value)]
    first, last = min(finite), max(finite)
    room = _ROOM * (last - first) or 1.0

    def at(value: float) -> float:
        return min(1.0, max(0.0, (value - first + room) / (last - first + 2 * room)))

    rows = [
        Row(
            str(point["points"]),
            (at(row[0]), at(row[1])),
            (at(row[2]), at(row[3])),
            at(row[4]),
            bool(point["inside"]),
            at(row[5]) if math.isfinite(row[5]) else None,
        )
        for point, row in zip(points, values, strict=True)
    ]
    ends = {round(end, 12) for row in values for end in row[:2] if math.isfinite(end)}
    ticks = [(end, at(end)) for end in sorted(ends)] if len(ends) <= 2 else []
    return Picture(tuple(rows), tuple(ticks), "margins from the prediction" if own_units else "")


def what_would_decide(row: Mapping[str, Any]) -> str:
    """Return, for an inconclusive claim, what would decide it; for others nothing.

    Parameters
    ----------
    row
        A row of the verdict table.
    """
    if row["verdict"] != INCONCLUSIVE:
        return ""
    if row["seeds_needed"]:
        needed, now = row["seeds_needed"], row["seeds"]
        return (
            f"About {needed} seeds would settle the claim, if estimate and spread stay the same "
            f"(now {now})."
        )
    if row["seeds"] < SEEDS_FOR_AN_INTERVAL:
        return f"Fewer than {SEEDS_FOR_AN_INTERVAL} seeds never settle a claim."
    if row["diverged"]:
        return (
            "Diverged seeds leave its interval unbounded. Other sizes or steps may help, but more "
            "seeds do not."
        )
    if any(map(math.isinf, (*row["low"], *row["high"]))):
        return (
            f"{row['seeds']} seeds give no interval for this estimate: they are too few, or all "
            "agree."
        )
    return "The estimate lies on the threshold: no number of seeds settles the claim."

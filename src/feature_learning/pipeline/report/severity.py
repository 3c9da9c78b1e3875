"""How severely a claim was tested: how far its points are from the ends of their regions, and where
a threshold lies between the alternative and the measurement.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

KINDS = ("predictions with a margin", "exponents and orders", "thresholds and ranges")
_EXPONENTS = ("exponent", "limit")


def kind_of(row: Mapping[str, Any]) -> str:
    """Return which of `KINDS` a claim is.

    >>> kind_of({"test": "prediction ± 5%", "kind": "theory"})
    'predictions with a margin'
    >>> kind_of({"test": "within [-0.6, -0.4]", "kind": "exponent"})
    'exponents and orders'
    """
    if row["test"].startswith("prediction"):
        return KINDS[0]
    return KINDS[1] if row["kind"] in _EXPONENTS else KINDS[2]


def counts_by_kind(claims: Iterable[Mapping[str, Any]], verdict: str) -> dict[str, tuple[int, int]]:
    """Return how many claims of each of `KINDS` have a verdict, and how many there are."""
    found = dict.fromkeys(KINDS, (0, 0))
    for row in claims:
        kind = kind_of(row)
        have, every = found[kind]
        found[kind] = (have + (row["verdict"] == verdict), every + 1)
    return found


def severity(points: Sequence[Mapping[str, Any]]) -> str:
    """Return in words how far a claim's points are from the nearest ends of their regions.

    The distance of an estimate is in half-intervals: at 1 and above, a point is inside its region.
    Where a region has one end, the words say where this threshold lies on the way from the
    alternative (0) to the measurement (1), at the point whose estimate is nearest to the threshold.

    Parameters
    ----------
    points
        Rows with ``estimate``, ``low``, ``high``, ``accepted_low``, ``accepted_high`` and, if the
        claim names an alternative, ``rival``.

    Returns
    -------
    str
        Empty without points, and for computed numbers, which have no interval.
    """
    distances = [distance for point in points if math.isfinite(distance := _distance(point))]
    if not distances:
        return ""
    least = min(distances)
    said = f"{abs(least):.1f} half-intervals {'inside' if least >= 0 else 'outside'} its region"
    if len(distances) > 1:
        said = f"nearest point {said}"
    ways = [(_margin(point), way) for point in points if math.isfinite(way := _way(point))]
    if ways:
        said += f"; threshold at {min(ways)[1]:.0%} of the way from the alternative"
    return said


def _distance(point: Mapping[str, Any]) -> float:
    """Return the signed distance from the nearest end, positive inside, in half-intervals."""
    half = (point["high"] - point["low"]) / 2
    if not (math.isfinite(half) and half > 0 and math.isfinite(point["estimate"])):
        return math.nan
    return _margin(point) / half


def _margin(point: Mapping[str, Any]) -> float:
    """Return the distance from the nearest end, positive inside."""
    inside = (point["estimate"] - point["accepted_low"], point["accepted_high"] - point["estimate"])
    return float(min(inside))


def _way(point: Mapping[str, Any]) -> float:
    """Return where the only end of a region lies from the alternative (0) to the estimate (1)."""
    ends = [end for end in (point["accepted_low"], point["accepted_high"]) if math.isfinite(end)]
    rival = point.get("rival")
    if len(ends) != 1 or rival is None or not math.isfinite(rival):
        return math.nan
    whole = point["estimate"] - rival
    return float((ends[0] - rival) / whole) if whole else math.nan

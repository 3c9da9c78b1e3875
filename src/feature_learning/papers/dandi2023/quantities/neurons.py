"""The first gradient of each neuron, by leap, and the step size that finds the direction."""

import math

import numpy as np
import pandas as pd

from feature_learning.statistics import Tables, loglog_slope
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, predictions, quantity

_ALL = 99  # dimensions
_CLEAR = 0.7  # at smaller overlaps, times sqrt d, the drive is below its noise
_LISTS = ["overlap", "drive", "square", "radial"]


def power_of_overlap(tables: Tables) -> Quantity:
    """Power of a neuron's overlap in the gradient's part along the target: slope over neurons on
    logarithmic axes, mean of the two largest d, by leap.

    A drive near zero has a logarithm of any size, therefore the median over seeds.
    """
    rows = _neurons(tables, 2, ratio=_largest(tables))
    rows = rows[rows["overlap"].abs() * np.sqrt(rows["d"]) > _CLEAR]
    slopes = rows.groupby(["seed", "leap", "d"])[["overlap", "drive"]].apply(
        lambda part: loglog_slope(*part.abs().to_numpy().T)
    )
    powers = slopes.groupby(["seed", "leap"]).mean().rename("power").reset_index()
    return of_runs(powers, "power", ("leap",), "behind").averaged("median")


def drive_over_predicted(tables: Tables) -> Quantity:
    """Coefficient of the power l - 1, fitted over predicted, at the largest d, by leap."""
    rows = _neurons(tables, 1, ratio=_largest(tables))
    predicted = rows["strength"] * rows["overlap"] ** (rows["leap"] - 1)
    rows = rows.assign(cross=rows["drive"] * predicted, norm=predicted**2)
    sums = rows.groupby(["seed", "leap"])[["cross", "norm"]].sum()
    fitted = (sums["cross"] / sums["norm"]).rename("ratio").reset_index()
    return of_runs(fitted, "ratio", ("leap",), "behind")


def slide_over_predicted(tables: Tables) -> Quantity:
    """The coefficient of the slide over the predicted one, by leap."""
    law = tables.theory("behind")[["leap", "strength"]].drop_duplicates()
    slide = [math.sqrt(math.factorial(leap)) for leap in law["leap"]]
    return exact(law.assign(ratio=slide / law["strength"]), "ratio", ("leap",))


def norm_over_predicted(tables: Tables) -> Quantity:
    """Squared norm of the gradient over its noise plus the square of its part along the target,
    mean over neurons, at the largest d, by leap and n/d^l.
    """
    rows = _neurons(tables, 1)
    rows = rows.assign(ratios=rows["square"] / (rows["noise"] + _drive(rows)))
    means = rows.groupby(["seed", "leap", "ratio"])["ratios"].mean().reset_index()
    return of_runs(means, "ratios", ("leap", "ratio"), "behind")


def norm_without_noise(tables: Tables) -> Quantity:
    """The ratio of norms for a gradient without noise."""
    rows = _neurons(tables, 1)
    drive = _drive(rows)
    means = rows.assign(part=drive / (rows["noise"] + drive)).groupby(["leap", "ratio"])["part"]
    return exact(means.mean().reset_index(), "part", ("leap", "ratio"))


def half_step(tables: Tables) -> Quantity:
    """The step size at which the inner product with the direction that the step adds is one half
    (root mean square over neurons), by leap and d; geometric mean.

    It depends on the neurons' overlaps before the step in a known way: each seed's is divided by
    its prediction for these overlaps, and multiplied by the prediction for random ones.
    """
    rows = _neurons(tables, _ALL, ratio=_largest(tables))
    overlap, leap = rows["overlap"], rows["leap"]
    mean = rows["strength"] * overlap ** (leap - 1) + rows["own"] * overlap ** (leap + 1)
    squares = rows.assign(found=rows["drive"] ** 2, law=mean**2 + rows["along"])
    means = squares.groupby(["seed", "leap", "d"])[["found", "law", "step"]].mean().reset_index()
    steps = means.assign(step=means["step"] * np.sqrt(means["law"] / means["found"]))
    found = of_runs(steps, "step", ("leap", "d"), "behind").averaged("geometric mean")
    return found.predicted_by(_predictions(tables, "step"))


def cosine_at_step(tables: Tables) -> Quantity:
    """Root mean square cosine with the direction after a step of size p d^((l-1)/2) at n = 4 d^l,
    by leap and d.

    As in `half_step` each seed's is divided by its prediction for the neurons' own overlaps, and
    multiplied by the prediction for random ones.
    """
    rows = _neurons(tables, _ALL, ratio=_largest(tables))
    step, m = rows["d"] ** ((rows["leap"] - 1) / 2), rows["overlap"]
    norm = 1 + 2 * step * rows["radial"] + step**2 * rows["square"]
    kept = 1 + step * rows["own"] * m ** rows["leap"]
    drive = step * rows["strength"] * m ** (rows["leap"] - 1)
    law = (kept * m + drive) ** 2 + step**2 * rows["along"]
    law /= kept**2 + 2 * kept * drive * m + drive**2 + step**2 * rows["noise"]
    rows = rows.assign(found=(m + step * rows["drive"]) ** 2 / norm, law=law)
    means = rows.groupby(["seed", "leap", "d"])[["found", "law", "cosine"]].mean().reset_index()
    means = means.assign(size=means["cosine"] * np.sqrt(means["found"] / means["law"]))
    found = of_runs(means, "size", ("leap", "d"), "behind").averaged("geometric mean")
    return found.predicted_by(_predictions(tables, "cosine"))


def largest_reach(tables: Tables) -> Quantity:
    """The largest overlap that any step size gives at n = d^(l - 1/2), by leap and d."""
    return quantity(tables, "any_step", "reach", ("leap", "d"))


def _largest(tables: Tables) -> float:
    """Return the largest n/d^l, where the first gradient has the least noise."""
    return float(tables.values("behind", "ratio")[-1])


def _predictions(tables: Tables, name: str) -> Quantity:
    return predictions(tables, "behind", name, ("leap", "d"), ratio=_largest(tables))


def _drive(rows: pd.DataFrame) -> pd.Series:
    """Return the predicted square of the gradient's part along the target."""
    return (rows["strength"] * rows["overlap"] ** (rows["leap"] - 1)) ** 2


def _neurons(tables: Tables, dimensions: int, **where: float) -> pd.DataFrame:
    """Return one row per neuron and seed in the largest dimensions of each leap, with theory."""
    runs = tables.runs("behind", **where)
    rank = runs.groupby("leap")["d"].rank("dense", ascending=False)
    rows = runs[rank <= dimensions].explode(_LISTS).astype(dict.fromkeys(_LISTS, float))
    return rows.merge(tables.theory("behind"), how="left", on=["leap", "d", "ratio"])

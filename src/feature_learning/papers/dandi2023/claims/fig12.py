"""Evidence for fig12."""

import numpy as np
import pandas as pd

from feature_learning.papers.dandi2023.claims import exponents
from feature_learning.statistics import Evidence, Tables, by_seed, loglog_slope, slope_per_seed

_RATIO = 4.0
_CLEAR = 0.7  # at smaller overlaps, times sqrt d, the drive is below its noise
_LISTS = ["overlap", "drive", "square", "radial"]


def _neurons(tables: Tables, leap: int, ratio: float, dimensions: int) -> pd.DataFrame:
    """Return one row per neuron and seed in the largest dimensions."""
    runs = tables.runs("behind", leap=leap, ratio=ratio)
    largest = sorted(runs["d"].unique())[-dimensions:]
    return runs[runs["d"].isin(largest)].explode(_LISTS).astype(dict.fromkeys(_LISTS, float))


def _power(tables: Tables, leap: int) -> Evidence:
    """Return the slope of ln |<g, w*>| in ln |m| over neurons, the mean of two dimensions; its
    median over seeds, since a drive near zero has a logarithm of any size.
    """
    rows = _neurons(tables, leap, _RATIO, 2)
    rows = rows[rows["overlap"].abs() * np.sqrt(rows["d"]) > _CLEAR]
    slopes = rows.groupby(["seed", "d"])[["overlap", "drive"]].apply(
        lambda part: loglog_slope(*part.abs().to_numpy().T)
    )
    of_seed = slopes.groupby("seed").mean().to_numpy()
    return Evidence(of_seed[:, None], [f"l = {leap}"], estimate="median")


def power_1(tables: Tables) -> Evidence:
    return _power(tables, 1)


def power_2(tables: Tables) -> Evidence:
    return _power(tables, 2)


def power_3(tables: Tables) -> Evidence:
    return _power(tables, 3)


def overlap(tables: Tables) -> Evidence:
    parts, slides = [], []
    for leap in tables.values("behind", "leap"):
        rows = _neurons(tables, leap, _RATIO, 1)
        strength = tables.theory("behind", leap=leap)["strength"].iloc[0]
        predicted = strength * rows["overlap"] ** (leap - 1)
        products = pd.DataFrame({"cross": rows["drive"] * predicted, "square": predicted**2})
        sums = products.groupby(rows["seed"]).sum()
        parts.append((f"l = {leap}", (sums["cross"] / sums["square"]).to_numpy()))
        slides.append(float(np.prod(np.sqrt(np.arange(1, leap + 1)))) / strength)
    return Evidence.stacked(parts).against(slides)


def _step_exponent(tables: Tables, leap: int) -> Evidence:
    """Return the exponent in d of the step at which the overlap is one half, against theory's; the
    median over seeds, since at small d the neurons of some never reach it.
    """
    runs, law = (read("behind", leap=leap, ratio=_RATIO) for read in (tables.runs, tables.theory))
    predicted = loglog_slope(law["d"].to_numpy(dtype=float), law["step"].to_numpy())
    slopes = slope_per_seed(by_seed(runs, "step", "d"))
    return Evidence(slopes[:, None], [f"l = {leap}"], np.array([predicted]), "median")


def step_exponent_1(tables: Tables) -> Evidence:
    return _step_exponent(tables, 1)


def step_exponent_2(tables: Tables) -> Evidence:
    return _step_exponent(tables, 2)


def step_exponent_3(tables: Tables) -> Evidence:
    return _step_exponent(tables, 3)


def norm(tables: Tables) -> Evidence:
    parts, without = [], []
    for leap in tables.values("behind", "leap"):
        for ratio in tables.values("behind", "ratio"):
            rows = _neurons(tables, leap, ratio, 1)
            law = tables.theory("behind", leap=leap, ratio=ratio, d=rows["d"].iloc[0]).iloc[0]
            drive = (law["strength"] * rows["overlap"] ** (leap - 1)) ** 2
            predicted = law["noise"] + drive
            means = (rows["square"] / predicted).groupby(rows["seed"]).mean()
            parts.append((f"l = {leap}, n/d^l = {ratio:g}", means.to_numpy()))
            without.append(float((drive / predicted).mean()))
    return Evidence.stacked(parts).against(without)


def any_step(tables: Tables) -> Evidence:
    runs = tables.runs("any_step")
    return exponents({f"l = {leap}": (of_leap, "reach") for leap, of_leap in runs.groupby("leap")})

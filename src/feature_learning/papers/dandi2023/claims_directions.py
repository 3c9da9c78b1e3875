"""Evidence on what the first layer learns: alignments, and the sample sizes that they need (fig1, fig2, fig4, fig5, fig7)."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named, one_by_seed
from feature_learning.statistics.exponents import crossing, loglog_slope

_LINEAR = ("example-1", "example-2", "notebook-1")


def fig1_line(tables: Tables) -> Evidence:
    """The mean cosine with the line of the linear part, with the sign of the readout taken out."""
    d = int(tables.runs("one_step")["d"].max())
    parts = []
    for target in _LINEAR:
        runs, theory = tables.runs("one_step", d=d, target=target), tables.theory("one_step", d=d, target=target)
        parts.append(against_theory(runs, theory, "along", "alpha", symbol="alpha", of=target))
    return Evidence.joined(parts)


def fig1_rank_one(tables: Tables) -> Evidence:
    """The root mean square cosine across the line, times sqrt d."""
    d = int(tables.runs("one_step")["d"].max())
    parts = []
    for target in _LINEAR:
        matrix = by_seed(tables.runs("one_step", d=d, target=target), "off_line", "alpha")
        parts += [(f"{target}, alpha = {alpha}", math.sqrt(d) * matrix[alpha].to_numpy()) for alpha in matrix]
    return Evidence.stacked(parts)


def fig1_leap_two_exponent(tables: Tables) -> Evidence:
    """Minus the slope of the cosine's size against d, at n = 4d."""
    matrix = by_seed(tables.runs("one_step", target="leap-2", alpha=4.0), "size", "d")
    d = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["b"], fit=lambda sizes: -loglog_slope(d, sizes))


def _leap_two(tables: Tables, batch: str) -> dict[str, pd.DataFrame]:
    runs = tables.runs("leap_two", batch=batch)
    return {name: by_seed(runs, name, "d") for name in ("strength_1", "strength_2")}


def _two_largest(tables: Tables, batch: str) -> Evidence:
    matrices = _leap_two(tables, batch)
    return Evidence.stacked([(f"{name}, d = {d}", matrix[d].to_numpy()) for name, matrix in matrices.items() for d in list(matrix)[-2:]])


def fig1_leap_two_learned(tables: Tables) -> Evidence:
    """The strengths of both directions at n = 4d^2."""
    return _two_largest(tables, "square")


def fig1_leap_two_not_learned(tables: Tables) -> Evidence:
    """The strengths of both directions at n = 4d."""
    return _two_largest(tables, "linear")


def fig1_leap_two_stays(tables: Tables) -> Evidence:
    """The weaker strength at n = 4d^2 at the largest d minus that at the smallest."""
    matrix = _leap_two(tables, "square")["strength_2"]
    return Evidence.stacked([("largest minus smallest d", (matrix.iloc[:, -1] - matrix.iloc[:, 0]).to_numpy())])


def fig1_leap_two_decreases(tables: Tables) -> Evidence:
    """Both strengths at n = 4d at the smallest d minus those at the largest."""
    matrices = _leap_two(tables, "linear")
    return Evidence.stacked([(name, (matrix.iloc[:, 0] - matrix.iloc[:, -1]).to_numpy()) for name, matrix in matrices.items()])


def _exponent(tables: Tables, leap: int, threshold: float) -> Evidence:
    runs = tables.runs("transition", leap=leap)
    dimensions = sorted(runs["d"].unique())
    curves = [by_seed(runs[runs["d"] == d], "alignment", "n") for d in dimensions]
    sizes = [curve.columns.to_numpy(dtype=float) for curve in curves]
    ends = np.cumsum([len(size) for size in sizes])[:-1]

    def exponent(values: np.ndarray) -> float:
        at = [crossing(size, curve, threshold) for size, curve in zip(sizes, np.split(values, ends), strict=True)]
        return loglog_slope(np.array(dimensions, dtype=float), np.array(at))

    return Evidence(np.hstack([curve.to_numpy() for curve in curves]), ["exponent of n in d"], fit=exponent)


def fig2_exponent_1(tables: Tables) -> Evidence:
    """The exponent of the threshold in d for leap 1."""
    return _exponent(tables, 1, 0.25)


def fig2_exponent_2(tables: Tables) -> Evidence:
    """The exponent of the threshold in d for leap 2."""
    return _exponent(tables, 2, 0.25)


def fig2_exponent_3(tables: Tables) -> Evidence:
    """The exponent of the threshold in d for leap 3."""
    return _exponent(tables, 3, 0.35)


def fig2_exponent_3_sharp(tables: Tables) -> Evidence:
    """The exponent of the threshold in d for leap 3, in larger dimensions."""
    return _exponent(tables, 3, 0.35)


def _limit(tables: Tables, leaps: list[int]) -> Evidence:
    parts = []
    for leap in leaps:
        runs = tables.runs("transition", leap=leap)
        runs, theory = runs[runs["d"] == runs["d"].max()], tables.theory("transition", leap=leap)
        parts.append(against_theory(runs, theory, "alignment", "ratio", symbol="n/d^l", of=f"l = {leap}"))
    return Evidence.joined(parts)


def fig2_limit(tables: Tables) -> Evidence:
    """The squared cosines at the largest d for leaps 1 and 2."""
    return _limit(tables, [1, 2])


def fig2_limit_3(tables: Tables) -> Evidence:
    """The squared cosines at the largest d for leap 3."""
    return _limit(tables, [3])


def fig2_collapse(tables: Tables) -> Evidence:
    """The differences of the curves between the two largest dimensions."""
    parts = []
    for leap, runs in tables.runs("transition").groupby("leap"):
        near, far = (by_seed(runs[runs["factor"] == factor], "alignment", "ratio") for factor in sorted(runs["factor"].unique())[-2:])
        parts += [(f"l = {leap}, n/d^l = {ratio:g}", (near[ratio] - far[ratio]).to_numpy()) for ratio in near]
    return Evidence.stacked(parts)


def fig4_theory(tables: Tables) -> Evidence:
    """The mean cosines of the gradients, separately for each sign of the readout."""
    parts = []
    for target in ("notebook-1", "notebook-2"):
        for value in ("plus_first", "plus_second", "minus_first", "minus_second"):
            matrix = by_seed(tables.runs("multi_step", target=target), value, "time")
            times = list(matrix.columns)
            names = [f"{target}, {value.replace('_', ' ')}, T = {time}" for time in times]
            predicted = at_points(tables.theory("multi_step", target=target), value, "time", times)
            parts.append(Evidence(matrix.to_numpy(), names, predicted))
    return Evidence.joined(parts)


def _example(tables: Tables, target: str) -> tuple[np.ndarray, np.ndarray]:
    times = [2, 3]
    observed = by_seed(tables.runs("slide_examples", target=target), "new_direction", "time", times).to_numpy()
    return observed, at_points(tables.theory("slide_examples", target=target), "new_direction", "time", times)


def fig4_example_1(tables: Tables) -> Evidence:
    """The root mean square cosine with the new direction in example 1."""
    observed, predicted = _example(tables, "example-1")
    return Evidence(observed, ["T = 2", "T = 3"], predicted)


def fig4_example_2(tables: Tables) -> Evidence:
    """The root mean square cosine with the new direction in example 2, times sqrt d."""
    d = int(tables.runs("slide_examples")["d"].iloc[0])
    return Evidence(math.sqrt(d) * _example(tables, "example-2")[0], ["T = 2", "T = 3"])


def _strength(tables: Tables, target: str, value: str, time: int, readout: str = "spread") -> np.ndarray:
    return one_by_seed(tables.runs("direction_count", target=target, time=time, readout=readout), value)


def fig5_first_direction(tables: Tables) -> Evidence:
    """The strength of the first new direction."""
    return Evidence.stacked([(target, _strength(tables, target, "strength_1", 2)) for target in ("example-3a", "example-3b")])


def fig5_needs_spread(tables: Tables) -> Evidence:
    """The predicted second strength with varied readouts minus ten times that with equal ones."""
    varied, equal = (
        float(tables.theory("direction_count", target="example-3b", time=2, readout=readout)["strength_2"].iloc[0])
        for readout in ("spread", "equal")
    )
    return Evidence.exact([varied - 10 * equal], ["f2"])


def fig5_second_direction(tables: Tables) -> Evidence:
    """The second strength of f2 minus that of f1."""
    two, one = (_strength(tables, target, "strength_2", 2) for target in ("example-3b", "example-3a"))
    return Evidence.stacked([("f2 minus f1", two - one)])


def fig5_first_step(tables: Tables) -> Evidence:
    """Both strengths after one step, times sqrt d."""
    d = int(tables.runs("direction_count")["d"].iloc[0])
    return Evidence.stacked(
        [
            (f"{target}, {value.replace('_', ' ')}", math.sqrt(d) * _strength(tables, target, value, 1))
            for target in ("example-3a", "example-3b")
            for value in ("strength_1", "strength_2")
        ]
    )


def fig7_climb(tables: Tables) -> Evidence:
    """The overlap with w2 on the stand-in target."""
    where = {"target": "stand-in", "activation": "relu-0.5"}
    runs = tables.runs("climbing", **where)
    return against_theory(runs[runs["time"] >= 2], tables.theory("climbing", **where), "w2", "time", symbol="T")


def fig7_relu_blind(tables: Tables) -> Evidence:
    """The predicted overlap of the plain ReLU with w2 on z1 + He2(z1) z2."""
    predicted = tables.theory("climbing", target="even-climb", activation="relu")
    return Evidence.exact(predicted["w2"].tolist(), named("T", predicted["time"].tolist()))


def fig7_relu_blind_simulated(tables: Tables) -> Evidence:
    """The measured overlap of the plain ReLU with w2 on z1 + He2(z1) z2, times sqrt d."""
    runs = tables.runs("climbing", target="even-climb", activation="relu")
    matrix = by_seed(runs, "w2", "time")
    return Evidence(math.sqrt(int(runs["d"].iloc[0])) * matrix.to_numpy(), named("T", list(matrix.columns)))

"""The evidence for each claim of ``paper.yaml``: one function a claim, named after it."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.model import TARGETS
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named
from feature_learning.statistics.exponents import crossing, loglog_slope
from feature_learning.theory.harmonics import multiplicity

_LINEAR = ("example-1", "example-2", "notebook-1")
_PUBLISHED = {3326: 0.3360, 29532: 0.2068, 262144: 0.0774}


def _stack(parts: list[tuple[str, np.ndarray]]) -> Evidence:
    return Evidence(np.column_stack([values for _, values in parts]), [name for name, _ in parts])


def _column(runs: pd.DataFrame, value: str) -> np.ndarray:
    """One number a seed, in the order of the seeds."""
    return by_seed(runs.assign(point=0), value, "point")[0].to_numpy()


def fig1_line(tables: Tables) -> Evidence:
    """Mean cosine with the line, sign of the readout taken out."""
    d = int(tables.runs("one_step")["d"].max())
    observed, names, predicted = [], [], []
    for target in _LINEAR:
        matrix = by_seed(tables.runs("one_step", d=d, target=target), "along", "alpha")
        alphas = list(matrix.columns)
        observed.append(matrix.to_numpy())
        names += [f"{target}, {point}" for point in named("alpha", alphas)]
        predicted.append(at_points(tables.theory("one_step", d=d, target=target), "along", "alpha", alphas))
    return Evidence(np.hstack(observed), names, np.hstack(predicted))


def fig1_rank_one(tables: Tables) -> Evidence:
    """Cosine across the line times sqrt d."""
    d = int(tables.runs("one_step")["d"].max())
    parts = []
    for target in _LINEAR:
        matrix = by_seed(tables.runs("one_step", d=d, target=target), "off_line", "alpha")
        parts += [(f"{target}, alpha = {alpha}", math.sqrt(d) * matrix[alpha].to_numpy()) for alpha in matrix]
    return _stack(parts)


def fig1_leap_two_exponent(tables: Tables) -> Evidence:
    """Minus the slope of the cosine's size against d at n = 4d."""
    matrix = by_seed(tables.runs("one_step", target="leap-2", alpha=4.0), "size", "d")
    d = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["b"], fit=lambda sizes: -loglog_slope(d, sizes))


def _leap_two(tables: Tables, batch: str) -> dict[str, pd.DataFrame]:
    runs = tables.runs("leap_two", batch=batch)
    return {name: by_seed(runs, name, "d") for name in ("strength_1", "strength_2")}


def _two_largest(tables: Tables, batch: str) -> Evidence:
    matrices = _leap_two(tables, batch)
    return _stack([(f"{name}, d = {d}", matrix[d].to_numpy()) for name, matrix in matrices.items() for d in list(matrix)[-2:]])


def fig1_leap_two_learned(tables: Tables) -> Evidence:
    """Strengths at n = 4d^2."""
    return _two_largest(tables, "square")


def fig1_leap_two_not_learned(tables: Tables) -> Evidence:
    """Strengths at n = 4d."""
    return _two_largest(tables, "linear")


def fig1_leap_two_stays(tables: Tables) -> Evidence:
    """Weaker strength at n = 4d^2, largest d minus smallest."""
    matrix = _leap_two(tables, "square")["strength_2"]
    return _stack([("largest minus smallest d", (matrix.iloc[:, -1] - matrix.iloc[:, 0]).to_numpy())])


def fig1_leap_two_decreases(tables: Tables) -> Evidence:
    """Both strengths at n = 4d, smallest d minus largest."""
    return _stack([(name, (matrix.iloc[:, 0] - matrix.iloc[:, -1]).to_numpy()) for name, matrix in _leap_two(tables, "linear").items()])


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
    """Leap 1."""
    return _exponent(tables, 1, 0.25)


def fig2_exponent_2(tables: Tables) -> Evidence:
    """Leap 2."""
    return _exponent(tables, 2, 0.25)


def fig2_exponent_3(tables: Tables) -> Evidence:
    """Leap 3."""
    return _exponent(tables, 3, 0.35)


def _limit(tables: Tables, leaps: list[int]) -> Evidence:
    observed, names, predicted = [], [], []
    for leap in leaps:
        runs = tables.runs("transition", leap=leap)
        matrix = by_seed(runs[runs["d"] == runs["d"].max()], "alignment", "ratio")
        ratios = list(matrix.columns)
        observed.append(matrix.to_numpy())
        names += [f"l = {leap}, {point}" for point in named("n/d^l", ratios)]
        predicted.append(at_points(tables.theory("transition", leap=leap), "alignment", "ratio", ratios))
    return Evidence(np.hstack(observed), names, np.hstack(predicted))


def fig2_limit(tables: Tables) -> Evidence:
    """Leaps 1 and 2."""
    return _limit(tables, [1, 2])


def fig2_limit_3(tables: Tables) -> Evidence:
    """Leap 3."""
    return _limit(tables, [3])


def fig2_collapse(tables: Tables) -> Evidence:
    """Differences between the two largest dimensions."""
    parts = []
    for leap, runs in tables.runs("transition").groupby("leap"):
        near, far = (by_seed(runs[runs["factor"] == factor], "alignment", "ratio") for factor in sorted(runs["factor"].unique())[-2:])
        parts += [(f"l = {leap}, n/d^l = {ratio:g}", (near[ratio] - far[ratio]).to_numpy()) for ratio in near]
    return _stack(parts)


def _curve(tables: Tables, target: str, time: int) -> pd.DataFrame:
    return by_seed(tables.runs("learning_curves", target=target, time=time, rate=0.5), "error", "log_size")


def _linear_floor(target: str) -> float:
    return TARGETS[target].square_norm - float((TARGETS[target].linear() ** 2).sum()) - TARGETS[target].terms.get((0, 0), 0.0) ** 2


def fig3_left_levels(tables: Tables) -> Evidence:
    """Distances from both levels."""
    frozen, one = (_curve(tables, "quartic", time)[1.5].to_numpy() for time in (0, 1))
    return _stack([("T = 0", frozen - 0.55), ("T = 1", 0.35 - one)])


def fig3_floor_beaten(tables: Tables) -> Evidence:
    """Error after two steps."""
    return _stack([("T = 2", _curve(tables, "quartic", 2)[1.5].to_numpy())])


def fig3_right_levels(tables: Tables) -> Evidence:
    """Distances from all levels."""
    frozen, one, two = (_curve(tables, "notebook-2", time)[1.75].to_numpy() for time in (0, 1, 2))
    return _stack([("T = 0", frozen - 1.2), ("T = 1, below", one - 0.7), ("T = 1, above", 1.0 - one), ("T = 2", 0.5 - two)])


def fig3_staircase(tables: Tables) -> Evidence:
    """Error after one step minus that after two."""
    one, two = (_curve(tables, "notebook-2", time) for time in (1, 2))
    return _stack([(f"log n/log d = {size}", (one[size] - two[size]).to_numpy()) for size in (1.25, 1.5, 1.75)])


def fig3_random_features(tables: Tables) -> Evidence:
    """Error of random features minus the floor of linear functions."""
    parts = []
    for target in ("quartic", "notebook-2"):
        curve = _curve(tables, target, 0)
        parts += [(f"{target}, log n/log d = {size}", curve[size].to_numpy() - _linear_floor(target)) for size in curve]
    return _stack(parts)


def _notebook(tables: Tables, sizes: list[int]) -> Evidence:
    matrix = by_seed(tables.runs("preprocessed", weights="stepped"), "error", "n", sizes)
    return Evidence(matrix.to_numpy(), named("n", sizes), np.array([_PUBLISHED[n] for n in sizes]))


def fig_nb_published(tables: Tables) -> Evidence:
    """The first two sample sizes."""
    return _notebook(tables, [3326, 29532])


def fig_nb_published_square(tables: Tables) -> Evidence:
    """The largest sample size."""
    return _notebook(tables, [262144])


def fig_nb_beats_frozen(tables: Tables) -> Evidence:
    """Error with frozen weights minus that after a step."""
    frozen, stepped = (by_seed(tables.runs("preprocessed", weights=weights), "error", "n") for weights in ("frozen", "stepped"))
    return Evidence((frozen - stepped).to_numpy(), named("n", list(frozen.columns)))


def fig_nb_square(tables: Tables) -> Evidence:
    """Distances from both levels."""
    frozen, stepped = (_column(tables.runs("preprocessed", weights=weights, n=262144), "error") for weights in ("frozen", "stepped"))
    return _stack([("stepped", 0.12 - stepped), ("frozen", frozen - 0.25)])


def fig4_theory(tables: Tables) -> Evidence:
    """Mean gradient cosines, sign by sign."""
    observed, names, predicted = [], [], []
    for target in ("notebook-1", "notebook-2"):
        for value in ("plus_first", "plus_second", "minus_first", "minus_second"):
            matrix = by_seed(tables.runs("multi_step", target=target), value, "time")
            times = list(matrix.columns)
            observed.append(matrix.to_numpy())
            names += [f"{target}, {value.replace('_', ' ')}, T = {time}" for time in times]
            predicted.append(at_points(tables.theory("multi_step", target=target), value, "time", times))
    return Evidence(np.hstack(observed), names, np.hstack(predicted))


def _example(tables: Tables, target: str) -> tuple[np.ndarray, np.ndarray]:
    times = [2, 3]
    observed = by_seed(tables.runs("slide_examples", target=target), "new_direction", "time", times).to_numpy()
    return observed, at_points(tables.theory("slide_examples", target=target), "new_direction", "time", times)


def fig4_example_1(tables: Tables) -> Evidence:
    """The new direction's root mean square cosine."""
    observed, predicted = _example(tables, "example-1")
    return Evidence(observed, ["T = 2", "T = 3"], predicted)


def fig4_example_2(tables: Tables) -> Evidence:
    """The same in units of the floor."""
    d = int(tables.runs("slide_examples")["d"].iloc[0])
    return Evidence(math.sqrt(d) * _example(tables, "example-2")[0], ["T = 2", "T = 3"])


def _strength(tables: Tables, target: str, value: str, time: int, readout: str = "spread") -> np.ndarray:
    return _column(tables.runs("direction_count", target=target, time=time, readout=readout), value)


def fig5_first_direction(tables: Tables) -> Evidence:
    """Strength of the first new direction."""
    return _stack([(target, _strength(tables, target, "strength_1", 2)) for target in ("example-3a", "example-3b")])


def fig5_needs_spread(tables: Tables) -> Evidence:
    """Predicted second strength with varied readouts minus ten times that with equal ones."""
    varied, equal = (
        float(tables.theory("direction_count", target="example-3b", time=2, readout=readout)["strength_2"].iloc[0])
        for readout in ("spread", "equal")
    )
    return Evidence.exact([varied - 10 * equal], ["f2"])


def fig5_second_direction(tables: Tables) -> Evidence:
    """Second strength of f2 minus that of f1."""
    two, one = (_strength(tables, target, "strength_2", 2) for target in ("example-3b", "example-3a"))
    return _stack([("f2 minus f1", two - one)])


def fig5_first_step(tables: Tables) -> Evidence:
    """Both strengths after one step, in units of the floor."""
    d = int(tables.runs("direction_count")["d"].iloc[0])
    return _stack(
        [
            (f"{target}, {value.replace('_', ' ')}", math.sqrt(d) * _strength(tables, target, value, 1))
            for target in ("example-3a", "example-3b")
            for value in ("strength_1", "strength_2")
        ]
    )


def _few(tables: Tables, target: str) -> pd.DataFrame:
    return by_seed(tables.runs("finite_width", target=target), "error", "time")


def fig6_floor(tables: Tables) -> Evidence:
    """Error minus floor at every time."""
    parts = []
    for target in ("example-1", "example-2"):
        matrix = by_seed(tables.runs("finite_width", target=target), "above_floor", "time")
        parts += [(f"{target}, T = {time}", matrix[time].to_numpy()) for time in matrix]
    return _stack(parts)


def fig6_second_step(tables: Tables) -> Evidence:
    """Distances from 3."""
    matrix = _few(tables, "example-1")
    zero, one, two = (matrix[time].to_numpy() for time in (0, 1, 2))
    return _stack([("T = 0", zero - 3), ("T = 1", one - 3), ("T = 2", 3 - two)])


def fig6_staircase(tables: Tables) -> Evidence:
    """Drop by the second step in example 1 minus that in example 2."""
    one, two = (_few(tables, target) for target in ("example-1", "example-2"))
    return _stack([("T = 2", ((one[1] - one[2]) - (two[1] - two[2])).to_numpy())])


def fig6_never(tables: Tables) -> Evidence:
    """Errors of example 2."""
    matrix = _few(tables, "example-2")
    return Evidence(matrix.to_numpy(), named("T", list(matrix.columns)))


def fig7_table(tables: Tables) -> Evidence:
    """The five regimes of the talk."""
    cases = [("w1", 0, 56.0), ("w1", 1, 54.0), ("w1-w2", 0, 52.0), ("w1-w2", 1, 4.0), ("w1-w2", 2, 0.0)]
    floors = [float(tables.theory("regimes", target="regimes", known=known, degree=degree)["floor"].iloc[0]) for known, degree, _ in cases]
    return Evidence.exact(floors, [f"{known}, degree {degree}" for known, degree, _ in cases], [value for *_, value in cases])


def _given(tables: Tables, known: str) -> pd.DataFrame:
    return by_seed(tables.runs("given_subspace", known=known), "error", "width")


def fig7_none(tables: Tables) -> Evidence:
    """1000 neurons, nothing known."""
    return _stack([("p = 1000", _given(tables, "none")[1000].to_numpy())])


def fig7_one(tables: Tables) -> Evidence:
    """1000 neurons, w1 known."""
    return _stack([("p = 1000", _given(tables, "w1")[1000].to_numpy())])


def fig7_few(tables: Tables) -> Evidence:
    """Distances from the levels up to d/3 neurons."""
    d = int(tables.runs("given_subspace")["d"].iloc[0])
    parts = []
    for known, level in (("w1", 3.8), ("w1-w2", 1.9)):
        matrix = _given(tables, known)
        parts += [(f"{known}, p = {width}", matrix[width].to_numpy() - level) for width in map(int, matrix.columns) if width <= d / 3]
    return _stack(parts)


def fig7_ordering(tables: Tables) -> Evidence:
    """Differences between subspaces."""
    none, one, two = (_given(tables, known) for known in ("none", "w1", "w1-w2"))
    parts = []
    for width in [width for width in map(int, none.columns) if width >= 30]:
        parts.append((f"none minus w1, p = {width}", (none[width] - one[width]).to_numpy()))
        parts.append((f"w1 minus w1-w2, p = {width}", (one[width] - two[width]).to_numpy()))
    return _stack(parts)


def fig7_climb(tables: Tables) -> Evidence:
    """Overlap with w2 on the stand-in target."""
    where = {"target": "stand-in", "activation": "relu-0.5"}
    matrix = by_seed(tables.runs("climbing", **where), "w2", "time")
    times = [time for time in map(int, matrix.columns) if time >= 2]
    return Evidence(matrix[times].to_numpy(), named("T", times), at_points(tables.theory("climbing", **where), "w2", "time", times))


def fig7_relu_blind(tables: Tables) -> Evidence:
    """Predicted overlap with w2 on z1 + He2(z1) z2."""
    predicted = tables.theory("climbing", target="even-climb", activation="relu")
    return Evidence.exact(predicted["w2"].tolist(), named("T", predicted["time"].tolist()))


def fig7_relu_blind_simulated(tables: Tables) -> Evidence:
    """The same measured, in units of the floor."""
    runs = tables.runs("climbing", target="even-climb", activation="relu")
    matrix = by_seed(runs, "w2", "time")
    return Evidence(math.sqrt(int(runs["d"].iloc[0])) * matrix.to_numpy(), named("T", list(matrix.columns)))


def fig8_theory(tables: Tables) -> Evidence:
    """Share of points near the deterministic equivalent; undecided below five seeds."""
    near = []
    for varied in ("samples", "width"):
        matrix = by_seed(tables.runs("random_features", varied=varied), "error", "size")
        predicted = at_points(tables.theory("random_features", varied=varied), "error", "size", list(matrix.columns))
        error = matrix.std(ddof=1).to_numpy() / math.sqrt(len(matrix))
        near += list(np.abs(matrix.mean().to_numpy() - predicted) < 3.5 * error)
    share = float(np.mean(near)) if len(matrix) >= 5 else math.nan
    return Evidence.exact([share], ["share of points"])


def fig8_floors(tables: Tables) -> Evidence:
    """Error minus the norm of the degrees of more harmonics than samples or features."""
    parts = []
    for varied in ("samples", "width"):
        runs = tables.runs("random_features", varied=varied)
        d = int(runs["d"].iloc[0])
        matrix = by_seed(runs, "error", "size")
        for size in map(int, matrix.columns):
            floor = sum(multiplicity(d, degree) > size for degree in (1, 2, 3))
            parts.append((f"{varied} = {size}", matrix[size].to_numpy() - floor))
    return _stack(parts)


def _model(tables: Tables, model: str) -> pd.DataFrame:
    return by_seed(tables.runs("equivalence", model=model), "error", "alpha")


def fig9_conditional(tables: Tables) -> Evidence:
    """Paired difference over the true features' mean error."""
    true = _model(tables, "true-features")
    return Evidence(((_model(tables, "conditional") - true) / true.mean()).to_numpy(), named("n/d", list(true.columns)))


def _plain(tables: Tables) -> Evidence:
    difference = _model(tables, "plain") - _model(tables, "true-features")
    return Evidence(difference.to_numpy(), named("n/d", list(difference.columns)))


def fig9_plain(tables: Tables) -> Evidence:
    """Paired difference of errors, against a level."""
    return _plain(tables)


def fig9_plain_sign(tables: Tables) -> Evidence:
    """Paired difference of errors, against zero."""
    return _plain(tables)


def _gain(tables: Tables, target: str) -> pd.DataFrame:
    frozen, stepped = (
        by_seed(tables.runs("step_gain", target=target, weights=weights), "error", "alpha") for weights in ("frozen", "stepped")
    )
    return (frozen - stepped) / frozen


def fig10_gain(tables: Tables) -> Evidence:
    """Share of the error removed at n = 16 d."""
    return _stack([("n = 16 d", _gain(tables, "linear-quadratic")[16.0].to_numpy())])


def fig10_helps(tables: Tables) -> Evidence:
    """Share of the error removed at every n."""
    gain = _gain(tables, "linear-quadratic")
    return Evidence(gain.to_numpy(), named("n/d", list(gain.columns)))


def fig10_nothing(tables: Tables) -> Evidence:
    """Share of the error removed from the cubic target."""
    return _stack([("n = 16 d", _gain(tables, "cubic")[16.0].to_numpy())])

"""Evidence on the errors of the readout, their floors and levels (fig3, fig-nb, fig6 to fig10)."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.model import linear_floor
from feature_learning.papers.dandi2023.published import PUBLISHED
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, named, one_by_seed
from feature_learning.theory.harmonics import multiplicity


def _curve(tables: Tables, target: str, time: int) -> pd.DataFrame:
    return by_seed(tables.runs("learning_curves", target=target, time=time, rate=0.5), "error", "log_size")


def fig3_one_step(tables: Tables) -> Evidence:
    """The error after one step at n = d^1.75 over the floor of linear functions."""
    parts = [(target, _curve(tables, target, 1)[1.75].to_numpy() / linear_floor(target)) for target in ("quartic", "notebook-2")]
    return Evidence.stacked(parts)


def fig3_floor_beaten(tables: Tables) -> Evidence:
    """The error after two steps, left target."""
    return Evidence.stacked([("T = 2", _curve(tables, "quartic", 2)[1.5].to_numpy())])


def fig3_staircase(tables: Tables) -> Evidence:
    """The error after one step minus that after two."""
    one, two = (_curve(tables, "notebook-2", time) for time in (1, 2))
    return Evidence.stacked([(f"log n/log d = {size}", (one[size] - two[size]).to_numpy()) for size in (1.25, 1.5, 1.75)])


def fig3_random_features(tables: Tables) -> Evidence:
    """The error of random features minus the floor of linear functions."""
    parts = []
    for target in ("quartic", "notebook-2"):
        curve = _curve(tables, target, 0)
        parts += [(f"{target}, log n/log d = {size}", curve[size].to_numpy() - linear_floor(target)) for size in curve]
    return Evidence.stacked(parts)


def _notebook(tables: Tables, sizes: list[float]) -> Evidence:
    """The error as the notebook takes it, over the one it prints, less one."""
    matrix = by_seed(tables.runs("preprocessed", weights="stepped"), "as_published", "log_size", sizes)
    return Evidence((matrix / [PUBLISHED[size].mean for size in sizes] - 1).to_numpy(), named("log n/log d", sizes))


def fig_nb_published(tables: Tables) -> Evidence:
    """The relative difference after a step at the first two sample sizes."""
    return _notebook(tables, [1.3, 1.65])


def fig_nb_published_square(tables: Tables) -> Evidence:
    """The relative difference after a step at the largest sample size."""
    return _notebook(tables, [2.0])


def _at_square(tables: Tables, weights: str) -> list[tuple[str, np.ndarray]]:
    runs = pd.concat([tables.runs(name, weights=weights) for name in ("preprocessed_sizes", "preprocessed")])
    matrix = by_seed(runs[runs["log_size"] == 2.0], "error", "d")
    return [(f"d = {d}", matrix[d].to_numpy()) for d in matrix]


def fig_nb_square(tables: Tables) -> Evidence:
    """The error after a step at n = d^2 over the floor of linear functions."""
    return Evidence.stacked([(name, error / linear_floor("quartic")) for name, error in _at_square(tables, "stepped")])


def fig_nb_square_frozen(tables: Tables) -> Evidence:
    """The error of frozen weights at n = d^2 minus the floor of linear functions."""
    return Evidence.stacked([(name, error - linear_floor("quartic")) for name, error in _at_square(tables, "frozen")])


def _few(tables: Tables, target: str, column: str = "error") -> dict[int, pd.DataFrame]:
    """Return the runs with varied readouts of a target by width, one column per time."""
    runs = tables.runs("finite_width", target=target)
    return {width: by_seed(runs[runs["width"] == width], column, "time") for width in sorted(map(int, runs["width"].unique()))}


def fig6_finite_p(tables: Tables) -> Evidence:
    """The error at every number of neurons and steps, with readouts of varied and of one size."""
    parts = []
    for name, kind in (("finite_width", "varied"), ("finite_width_equal", "equal")):
        for target, width in itertools.product(("example-1", "example-2"), sorted(map(int, tables.runs(name)["width"].unique()))):
            where: dict[str, str | int] = {"target": target, "width": width}
            runs, law = tables.runs(name, **where), tables.theory(name, **where)
            parts.append(against_theory(runs, law, "error", "time", symbol="T", of=f"{target}, {kind}, p = {width}"))
    return Evidence.joined(parts)


def fig6_floor(tables: Tables) -> Evidence:
    """The error minus the floor of few neurons, at every time and number of neurons."""
    return Evidence.stacked(
        [
            (f"{target}, p = {width}, T = {time}", matrix[time].to_numpy())
            for target in ("example-1", "example-2")
            for width, matrix in _few(tables, target, "above_floor").items()
            for time in matrix
        ]
    )


def fig6_converse(tables: Tables) -> Evidence:
    """The error of few neurons minus that of more, after two steps of example 1 with varied readouts."""
    found = _few(tables, "example-1")
    least, most = min(found), max(width for width in found if width <= 100)
    return Evidence.stacked([(f"p = {least} minus p = {most}", (found[least][2] - found[most][2]).to_numpy())])


def fig6_equal_readouts(tables: Tables) -> Evidence:
    """The same with readouts of one size."""
    matrix = by_seed(tables.runs("finite_width_equal", target="example-1", time=2), "error", "width")
    least, most = matrix.columns.min(), matrix.columns.max()
    return Evidence.stacked([(f"p = {least} minus p = {most}", (matrix[least] - matrix[most]).to_numpy())])


def fig6_staircase(tables: Tables) -> Evidence:
    """The drop of the error by the second step in example 1 minus that in example 2."""
    one, two = (_few(tables, target) for target in ("example-1", "example-2"))
    return Evidence.stacked([(f"p = {p}", ((one[p][1] - one[p][2]) - (two[p][1] - two[p][2])).to_numpy()) for p in one])


def fig6_never(tables: Tables) -> Evidence:
    """The errors of example 2."""
    return Evidence.stacked(
        [(f"p = {p}, T = {t}", matrix[t].to_numpy()) for p, matrix in _few(tables, "example-2").items() for t in matrix]
    )


_SIMULATED = ("random_features", "random_features_medium", "random_features_large")


def _risks(tables: Tables, name: str) -> Evidence:
    parts = []
    for varied in ("samples", "width"):
        runs, law = tables.runs(name, varied=varied), tables.theory(name, varied=varied)
        symbol = "log n/log d" if varied == "samples" else "log p/log d"
        parts.append(against_theory(runs, law, "error", "log_size", symbol=symbol))
    return Evidence.joined(parts)


def fig8_theory(tables: Tables) -> Evidence:
    """The risks in the smallest dimension beside the deterministic equivalent."""
    return _risks(tables, "random_features")


def fig8_theory_medium(tables: Tables) -> Evidence:
    """The risks in the dimension between."""
    return _risks(tables, "random_features_medium")


def fig8_theory_large(tables: Tables) -> Evidence:
    """The risks in the largest dimension."""
    return _risks(tables, "random_features_large")


def fig8_plateau(tables: Tables) -> Evidence:
    """The risk at n = d^1.5 in the smallest dimension minus that in the next, seed by seed."""
    small, medium = (one_by_seed(tables.runs(name, varied="samples", log_size=1.5), "error") for name in _SIMULATED[:2])
    seeds = min(len(small), len(medium))
    return Evidence.stacked([("n = d^1.5", small[:seeds] - medium[:seeds])])


def fig8_plateau_limit(tables: Tables) -> Evidence:
    """The deterministic equivalent at n = d^1.5 in the largest dimension of the theory."""
    law = tables.theory("plateaus", varied="samples")
    law = law[law["d"] == law["d"].max()]
    middle = law.iloc[(law["log_size"] - 1.5).abs().argmin()]
    return Evidence.exact([float(middle["error"])], [f"d = {int(middle['d'])}"])


def fig8_floors(tables: Tables) -> Evidence:
    """The risk minus the squared norm of the degrees with more harmonics than samples or features, in the smallest dimension."""
    parts = []
    for varied in ("samples", "width"):
        runs = tables.runs("random_features", varied=varied)
        d = int(runs["d"].iloc[0])
        matrix = by_seed(runs, "error", "size")
        for size in map(int, matrix.columns):
            floor = sum(multiplicity(d, degree) > size for degree in (1, 2, 3))
            parts.append((f"{varied} = {size}", matrix[size].to_numpy() - floor))
    return Evidence.stacked(parts)


def _model(tables: Tables, model: str) -> pd.DataFrame:
    return by_seed(tables.runs("equivalence", model=model), "error", "alpha")


def _difference(tables: Tables, model: str, other: str) -> Evidence:
    """The paired difference of errors of two models over the mean error with the true features."""
    true = _model(tables, "true-features")
    difference = (_model(tables, model) - _model(tables, other)) / true.mean()
    return Evidence(difference.to_numpy(), named("n/d", list(true.columns)))


def fig9_conditional(tables: Tables) -> Evidence:
    """The relative difference of the features that are Gaussian given the spike from the true ones."""
    return _difference(tables, "conditional", "true-features")


def fig9_teacher_not_needed(tables: Tables) -> Evidence:
    """The relative difference that conditioning on the teacher as well makes."""
    return _difference(tables, "both", "conditional")


def fig9_plain_sign(tables: Tables) -> Evidence:
    """The relative difference of plainly Gaussian features from the true ones."""
    return _difference(tables, "plain", "true-features")


def _gain(tables: Tables, target: str) -> pd.DataFrame:
    frozen, stepped = (
        by_seed(tables.runs("step_gain", target=target, weights=weights), "error", "alpha") for weights in ("frozen", "stepped")
    )
    return (frozen - stepped) / frozen


def fig10_beyond_linear(tables: Tables) -> Evidence:
    """How far the errors at n = 16 d are from that of the best linear function, 1, on the expected side, for leap 1."""
    frozen, stepped = (
        by_seed(tables.runs("step_gain", target="linear-quadratic", weights=weights), "error", "alpha")[16.0].to_numpy()
        for weights in ("frozen", "stepped")
    )
    return Evidence.stacked([("1 minus one step", 1 - stepped), ("random features minus 1", frozen - 1)])


def fig10_helps(tables: Tables) -> Evidence:
    """The share of the error that a step removes, at every n."""
    gain = _gain(tables, "linear-quadratic")
    return Evidence(gain.to_numpy(), named("n/d", list(gain.columns)))


def fig10_nothing(tables: Tables) -> Evidence:
    """The share of the error on the cubic target that a step removes."""
    return Evidence.stacked([("n = 16 d", _gain(tables, "cubic")[16.0].to_numpy())])

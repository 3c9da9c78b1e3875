"""Experiments with a method: tables of the direct and of the reduced one agree in law, row by row
and column by column.
"""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from scipy.stats import ks_2samp

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.papers.mousavi2022.experiments import orthogonal
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.run.experiment import simulate
from feature_learning.training import reduction
from papers.running import CPU, begin

CATALOGUE = load({})
RUNS = 300
# What differs from the laptop scale: a few neurons in a few dimensions.
SMALL = {
    "dandi2023/one_step": (
        {"d": [10], "target": ["example-1", "leap-2"], "alpha": [1.0, 4.0]},
        {"width": 6},
    ),
    "dandi2023/leap_two": ({"d": [10]}, {"width": 6}),
    "dandi2023/transition": (
        {
            "leaps": [
                {"leap": 1, "activation": "relu", "smallest": 12},
                {"leap": 3, "activation": "relu-1", "smallest": 5},
            ],
            "factor": [1.0],
            "ratio": [0.5, 2.0],
        },
        {"width": 3},
    ),
    "dandi2023/learning_curves": (
        {"target": ["notebook-2"], "log_size": [1.5], "rate": [0.5, 1.0]},
        {"d": 14, "width": 4, "steps": 3},
    ),
    "dandi2023/behind": (
        {
            "cases": [
                {"leap": 1, "activation": "relu", "d": 12},
                {"leap": 2, "activation": "relu", "d": 8},
            ],
            "ratio": [2.0],
        },
        {"width": 3},
    ),
    "dandi2023/full_rank": (
        {
            "cases": [
                {"leap": 2, "activation": "relu", "directions": 3, "d": 12},
                {"leap": 3, "activation": "relu-1", "directions": 2, "d": 6},
            ]
        },
        {"width": 4},
    ),
    "dandi2023/any_step": ({"cases": [{"leap": 2, "activation": "relu", "d": 10}]}, {"width": 3}),
    "dandi2023/spaces": (
        {
            "staircases": [
                {"target": "example-1", "step": 1.0},
                {"target": "example-3a", "step": 2.0},
            ],
            "d": [12],
            "time": [1, 2],
        },
        {"width": 4, "alpha": 4.0},
    ),
    "dandi2023/spheres": (
        {"target": ["sphere-first", "sphere-both"], "time": [1, 2]},
        {"d": 12, "width": 4, "alpha": 4.0, "draws": 5000},
    ),
    "dandi2023/multi_step": ({"time": [1, 2, 3]}, {"d": 14, "width": 4, "alpha": 3.0}),
    "dandi2023/growing_batch": ({"log_size": [0.75, 1.5]}, {"d": 10, "width": 4}),
    "dandi2023/batch_stairs": ({"log_size": [1.0, 1.5]}, {"d": 12, "width": 4}),
    "dandi2023/planes": ({"time": [1, 2]}, {"d": 14, "width": 4, "alpha": 3.0}),
    "dandi2023/slide_examples": ({"time": [1, 2]}, {"d": 10, "width": 4}),
    "dandi2023/finite_width": ({}, {"d": 14, "width": 4, "alpha": 4.0, "refit_size": 60}),
    "dandi2023/finite_width_equal": (
        {"time": [0, 1, 2]},
        {"d": 14, "width": 4, "alpha": 4.0, "refit_size": 60},
    ),
    "dandi2023/exclusion": ({"d": [10]}, {"width": 6}),
    "dandi2023/regimes_trained": ({"d": [12]}, {"width": 6}),
    "dandi2023/regimes_square": ({"d": [12]}, {"width": 6, "ratio": 4}),
    "dandi2023/direction_count": ({"time": [1, 2]}, {"d": 12, "width": 4, "alpha": 8.0}),
    "dandi2023/never": ({"d": [10], "time": [1, 2]}, {"width": 4}),
    "dandi2023/floors": ({}, {"d": 14, "width": 4, "alpha": 4.0, "refit_size": 60, "draws": 5000}),
    "dandi2023/three_stairs": ({"time": [1, 2, 3]}, {"d": 14, "width": 4, "alpha": 4.0}),
    "dandi2023/two_directions": ({}, {"d": 12, "width": 4, "alpha": 4.0}),
    "dandi2023/worked_example": ({"d": [10]}, {"width": 6, "ratio": 4}),
    "dandi2023/schedules": (
        {"schedules": [{"d": 12, "first": 1.5, "second": 1.2, "third": 1.0, "fourth": 1.0}]},
        {"width": 4, "draws": 5000},
    ),
    "mousavi2022/perp_time": ({"d": [12, 16], "t_over_d": [0, 2, 5]}, {"width": 4, "horizon": 5}),
    "mousavi2022/perp_width": ({"width": [2, 4], "t_over_d": [0, 2, 5]}, {"d": 12, "horizon": 5}),
    "mousavi2022/decay": (
        {"decay": [0.0, 0.5], "t_over_d": [0, 2, 5]},
        {"d": 12, "width": 4, "horizon": 5, "test_size": 50},
    ),
}


def with_method():
    return {
        f"{paper}/{name}"
        for paper, declared in CATALOGUE.papers.items()
        for name, experiment in declared.experiments.items()
        if "method" in experiment.fixed
    }


def small(name: str, method: str) -> Setting:
    paper, experiment = name.split("/")
    declared = CATALOGUE.settings(paper, experiment)[0]
    grid, fixed = SMALL[name]
    known = {**declared.fixed, **fixed, "method": method}
    return replace(
        declared,
        swept={},
        fixed=known,
        grid={**declared.grid, **{key: tuple(values) for key, values in grid.items()}},
    )


def measured(name: str, method: str) -> dict[tuple[str, ...], np.ndarray]:
    """Every number of every row over the runs, by the grid point of the row and the column."""
    # Independent of the other method's runs: another master seed.
    setting = replace(small(name, method), master_seed=["direct", "reduced"].index(method))
    points = {*next(setting.points()), "time"}
    found: dict[tuple[str, ...], list[float]] = {}
    for run in range(RUNS):
        for row in simulate(setting, run, CPU):
            point = tuple(f"{key} = {value}" for key, value in row.items() if key in points)
            for column, value in row.items():
                if column not in points:
                    found.setdefault((*point, column), []).append(float(np.ravel(value)[0]))
    return {key: np.array(values) for key, values in found.items()}


@pytest.fixture(autouse=True)
def short_flow(monkeypatch):
    """The prediction from a run's own draws, which costs far more than so short a run, stops early,
    in both methods alike, where it means nothing yet.
    """
    monkeypatch.setattr(orthogonal, "end_positions", partial(orthogonal.end_positions, most=20))
    monkeypatch.setattr(orthogonal, "_GROWN", np.inf)


def least_p_value(name: str) -> float:
    """Over all numbers, times their number (Bonferroni); rounded, since what is constant but for
    rounding has no law.
    """
    direct, reduced = (measured(name, method) for method in ("direct", "reduced"))
    assert direct.keys() == reduced.keys()
    assert (
        {len(values) for values in direct.values()}
        == {RUNS}
        == {len(values) for values in reduced.values()}
    )
    return len(direct) * min(
        ks_2samp(direct[key].round(9), reduced[key].round(9)).pvalue for key in direct
    )


def test_every_experiment_with_a_method_is_held_here():
    assert with_method() == set(SMALL)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SMALL)
def test_both_methods_have_the_same_law(name):
    assert least_p_value(name) > 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dandi2023/multi_step", "dandi2023/leap_two"])
def test_a_wrong_degree_of_freedom_is_noticed(monkeypatch, name):
    bartlett = reduction.bartlett
    monkeypatch.setattr(
        reduction, "bartlett", lambda size, freedom, rng: bartlett(size, max(freedom - 4, 0), rng)
    )
    assert least_p_value(name) < 1e-6


@pytest.mark.parametrize("name", ["dandi2023/one_step", "mousavi2022/decay"])
def test_an_unknown_method_is_refused(name):
    with pytest.raises(UserError, match=r"unknown method 'redcued'\. Did you mean reduced\?"):
        begin(small(name, "redcued"))

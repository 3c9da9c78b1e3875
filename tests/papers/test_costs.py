"""Costs, declared or computed: positive, growing with the sizes, and read without anything heavy."""

import ast
import importlib
import inspect
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

import feature_learning
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.forecast.costs import CostModel, Job

SCALES = ("smoke", "laptop", "paper")
AT = {scale: load({"scale": scale}) for scale in SCALES}
MODELS = {scale: CostModel(catalogue, {}) for scale, catalogue in AT.items()}
SIMULATED = [(key, name) for key, paper in AT["laptop"].papers.items() for name, design in paper.experiments.items() if design.seeds]
PAPERS = Path(feature_learning.__file__).parent / "papers"
COMPUTED = [
    (path.parent.name, name)
    for path in sorted(PAPERS.glob("*/costs.py"))
    for name in sorted(vars(importlib.import_module(f"feature_learning.papers.{path.parent.name}.costs")))
    if (path.parent.name, name) in SIMULATED
]
# Bounds that leave out the largest jobs: lifted, so that twice a size is not one job fewer.
BOUNDS = ("reach", "largest_cubic_d", "most_steps")
# Whole numbers that are not sizes, such as when a schedule changes, or what is shown.
NO_SIZE = {"warmup", "shown", "burn_in"}


def costs(paper, name, scale):
    settings = AT[scale].settings(paper, name)
    return [MODELS[scale].cost(paper, name, setting.label) for setting in settings]


@pytest.mark.parametrize(("paper", "name"), SIMULATED)
def test_costs_are_positive_and_larger_at_larger_scales(paper, name):
    found = [sum(cost.flops for cost in costs(paper, name, scale)) for scale in SCALES]
    assert 0 < found[0] <= found[1] <= found[2]
    assert all(0 <= cost.bytes < 64e9 for scale in SCALES for cost in costs(paper, name, scale))
    assert MODELS["smoke"].forecast(Job("train", paper, name, AT["smoke"].settings(paper, name)[0].label)).seconds < 60


@pytest.mark.parametrize(("paper", "name"), SIMULATED)
def test_every_experiment_declares_its_cost_or_computes_it(paper, name):
    assert bool(AT["laptop"].experiment(paper, name).cost) != ((paper, name) in COMPUTED)


@pytest.mark.parametrize(("paper", "name"), COMPUTED)
def test_computed_costs_grow_with_every_size(paper, name):
    """Twice a size costs more, or as much where it is a bound or decides over nothing here; some size costs more."""
    cost = getattr(importlib.import_module(f"feature_learning.papers.{paper}.costs"), name)
    setting = AT["laptop"].settings(paper, name)[0]
    setting = replace(setting, fixed={**setting.fixed, **{bound: 10**9 for bound in BOUNDS if bound in setting.fixed}})
    before, grew = cost(setting), []
    changes = [
        {"fixed": {**setting.fixed, key: 2 * value}}
        for key, value in setting.fixed.items()
        if type(value) is int and value > 1 and key not in NO_SIZE
    ]
    changes += [
        {"grid": {**setting.grid, key: tuple(2 * value for value in values)}}
        for key, values in setting.grid.items()
        if all(type(value) is int and value > 3 for value in values)
    ]
    for change in changes:
        after = cost(replace(setting, **change))
        assert after.flops >= before.flops, change
        assert after.bytes >= before.bytes, change
        grew.append(after.flops > before.flops)
    assert any(grew)


@pytest.mark.parametrize(("paper", "name"), SIMULATED)
def test_what_says_it_can_use_a_gpu_hands_the_device_on(paper, name):
    train = importlib.import_module(f"feature_learning.papers.{paper}.{name}").train
    tree = ast.parse(textwrap.dedent(inspect.getsource(train)))
    used = any(isinstance(node, ast.Name) and node.id == "device" for node in ast.walk(tree))
    assert AT["laptop"].experiment(paper, name).gpu == used


def test_costs_are_read_without_anything_heavy():
    papers = sorted({paper for paper, _ in COMPUTED})
    code = f"import sys, importlib; [importlib.import_module(f'feature_learning.papers.{{p}}.costs') for p in {papers}]; "
    code += "print(*({'numpy', 'torch', 'pandas', 'scipy'} & set(sys.modules)))"
    source = Path(feature_learning.__file__).parents[1]
    found = subprocess.run([sys.executable, "-c", code], cwd=source, capture_output=True, text=True, check=True)
    assert found.stdout.split() == []

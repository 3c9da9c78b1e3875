"""Costs that papers state: positive, growing with the sizes, and read without anything heavy."""

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

SCALES = ("smoke", "laptop", "paper")
AT = {scale: load({"scale": scale}) for scale in SCALES}
SIMULATED = [(key, name) for key, paper in AT["laptop"].papers.items() for name, design in paper.experiments.items() if design.seeds]
# Whole numbers that are no sizes: an exponent, a place where something else happens, a part that costs less than the rest.
NO_SIZE = {"k", "task", "warmup", "restarts_at", "least_power", "burn_in", "shown", "record_every", "points", "batch"}
# Bounds that leave out the largest jobs: lifted, so that twice a size is not one job fewer.
BOUNDS = ("most_entries", "most_samples", "reach", "no_bias_n", "largest_cubic_d", "wide_samples")


def cost(paper, name, setting):
    return getattr(importlib.import_module(f"feature_learning.papers.{paper}.costs"), name)(setting)


@pytest.mark.parametrize(("paper", "name"), SIMULATED)
def test_costs_are_positive_and_larger_at_larger_scales(paper, name):
    found = [sum(cost(paper, name, setting).flops for setting in AT[scale].settings(paper, name)) for scale in SCALES]
    assert 0 < found[0] < found[1] <= found[2]
    assert all(1 < cost(paper, name, setting).bytes < 64e9 for scale in SCALES for setting in AT[scale].settings(paper, name))


@pytest.mark.parametrize(("paper", "name"), SIMULATED)
def test_costs_grow_with_every_size(paper, name):
    """Twice a size costs more, or as much where it is a bound or decides over nothing here; some size costs more."""
    setting = AT["laptop"].settings(paper, name)[0]
    setting = replace(setting, fixed={**setting.fixed, **{bound: 10**9 for bound in BOUNDS if bound in setting.fixed}})
    before, grew = cost(paper, name, setting), []
    sizes = [key for key, value in setting.fixed.items() if type(value) is int and value > 1 and key not in NO_SIZE]
    for key in sizes:
        after = cost(paper, name, replace(setting, fixed={**setting.fixed, key: 2 * setting.fixed[key]}))
        assert after.flops >= before.flops, key
        assert after.bytes >= before.bytes, key
        grew.append(after.flops > before.flops)
    for key, values in setting.grid.items():
        if all(type(value) is int and value > 3 for value in values):
            after = cost(paper, name, replace(setting, grid={**setting.grid, key: tuple(2 * value for value in values)}))
            assert after.flops >= before.flops, key
            grew.append(after.flops > before.flops)
    assert any(grew)


@pytest.mark.parametrize(("paper", "name"), SIMULATED)
def test_what_says_it_can_use_a_gpu_hands_the_device_on(paper, name):
    train = importlib.import_module(f"feature_learning.papers.{paper}.{name}").train
    used = any(
        isinstance(node, ast.Name) and node.id == "device" for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(train))))
    )
    assert cost(paper, name, AT["laptop"].settings(paper, name)[0]).gpu == used


def test_costs_are_read_without_anything_heavy():
    papers = sorted({paper for paper, _ in SIMULATED})
    code = f"import sys, importlib; [importlib.import_module(f'feature_learning.papers.{{p}}.costs') for p in {papers}]; "
    code += "print(*({'numpy', 'torch', 'pandas', 'scipy'} & set(sys.modules)))"
    source = Path(feature_learning.__file__).parents[1]
    found = subprocess.run([sys.executable, "-c", code], cwd=source, capture_output=True, text=True, check=True)
    assert found.stdout.split() == []

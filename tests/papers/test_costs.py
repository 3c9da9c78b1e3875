"""Costs, declared or computed: positive, growing with the sizes, and read without anything heavy."""

import ast
import importlib
import inspect
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import feature_learning
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.forecast.costs import CostModel
from papers.running import experiment_function

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


def doubled(setting):
    """Changes of a setting that double one size each."""
    fixed = {
        key: {"fixed": {**setting.fixed, key: 2 * value}}
        for key, value in setting.fixed.items()
        if type(value) is int and value > 1 and key not in NO_SIZE
    }
    grid = {
        key: {"grid": {**setting.grid, key: tuple(2 * value for value in values)}}
        for key, values in setting.grid.items()
        if all(type(value) is int and value > 3 for value in values)
    }
    return fixed | grid


def test_costs_are_positive_and_larger_at_larger_scales():
    def plausible(paper, name):
        found = {scale: costs(paper, name, scale) for scale in SCALES}
        flops = [sum(cost.flops for cost in found[scale]) for scale in SCALES]
        held = [cost.bytes for scale in SCALES for cost in found[scale]]
        return 0 < flops[0] <= flops[1] <= flops[2] and 0 <= min(held) <= max(held) < 64e9

    assert [one for one in SIMULATED if not plausible(*one)] == []


def test_every_experiment_declares_its_cost_or_computes_it():
    assert [one for one in SIMULATED if bool(AT["laptop"].experiment(*one).cost) == (one in COMPUTED)] == []


def test_computed_costs_grow_with_every_size():
    """Twice a size costs more, or as much where it is a bound or decides over nothing here; some size costs more."""

    def faults(paper, name):
        cost = getattr(importlib.import_module(f"feature_learning.papers.{paper}.costs"), name)
        setting = AT["laptop"].settings(paper, name)[0]
        setting = replace(setting, fixed={**setting.fixed, **{bound: 10**9 for bound in BOUNDS if bound in setting.fixed}})
        before = cost(setting)
        after = {key: cost(replace(setting, **change)) for key, change in doubled(setting).items()}
        yield from (key for key, it in after.items() if it.flops < before.flops or it.bytes < before.bytes)
        if not any(it.flops > before.flops for it in after.values()):
            yield "no size"

    assert [(*one, fault) for one in COMPUTED for fault in faults(*one)] == []


def test_what_says_it_can_use_a_gpu_hands_the_device_on():
    def hands_on(paper, name):
        tree = ast.parse(inspect.getsource(experiment_function(AT["laptop"], paper, name)))
        return any(isinstance(node, ast.Name) and node.id == "device" for node in ast.walk(tree))

    assert [one for one in SIMULATED if AT["laptop"].experiment(*one).gpu != hands_on(*one)] == []


def test_costs_are_read_without_anything_heavy():
    papers = sorted({paper for paper, _ in COMPUTED})
    code = f"import sys, importlib; [importlib.import_module(f'feature_learning.papers.{{p}}.costs') for p in {papers}]; "
    code += "print(*({'numpy', 'torch', 'pandas', 'scipy'} & set(sys.modules)))"
    source = Path(feature_learning.__file__).parents[1]
    found = subprocess.run([sys.executable, "-c", code], cwd=source, capture_output=True, text=True, check=True)
    assert found.stdout.split() == []

"""The same experiment through numpy and through torch: the array interface must not show in the
numbers.
"""

from dataclasses import replace

import numpy as np
import pytest

from feature_learning.core.device import Device, device
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.run.experiment import simulate

SIZES = {"n": 60, "d": 18, "width": 30}
CATALOGUE = load({"scale": "smoke", "papers": ["moniri2023"]})
ONE = {"problem": {"task": 1, "link": "he1", "noise": 1.0}}
TWO = {"problem": {"task": 2, "link": "monic_0_1_0.7071067811865475", "noise": 0.0}}
FITTED = {**TWO, "ridge": 0.01, "dtype": "float64", **SIZES}
EXPERIMENTS = {
    "one_step": (
        FITTED,
        {"network": ("slides",), "batch": ("same", "fresh"), "alpha": (0.0, 0.39)},
    ),
    "universality": (
        {"ridge": 0.01, "dtype": "float64", **SIZES},
        {
            "problem": (TWO["problem"],),
            "model": ("talk", "spikes", "noise"),
            "batch": ("same",),
            "alpha": (0.2, 0.39),
        },
    ),
    "onset": (
        {**TWO, "ridge": 0.01, "dtype": "float64"},
        {"n": (40, 60), "batch": ("same",), "eta": (2.0, 5.0)},
    ),
    "remainder_talk": (
        {**ONE, "dtype": "float64"},
        {"n": (40, 60), "batch": ("same", "fresh"), "alpha": (0.2, 0.36)},
    ),
    "models": (FITTED, {"model": ("rank-one", "spikes", "surrogate"), "alpha": (0.0, 0.39)}),
    "spectra": ({**ONE, **SIZES}, {"network": ("slides", "simplified"), "alpha": (-np.inf, 0.39)}),
    "barrier": (
        {**TWO, **SIZES},
        {"network": ("slides",), "batch": ("fresh",), "alpha": (0.2,), "ridge": (0.01, 1.0)},
    ),
    "remainder": (
        {**ONE, "dtype": "float64"},
        {"n": (40, 60), "network": ("slides", "rank-one"), "alpha": (0.2,), "degree": (0, 2)},
    ),
    "gradient_rank": ({**ONE, "phi": 0.3, "psi": 0.6, "dtype": "float64"}, {"n": (40, 80)}),
}


def run(name, place, **other):
    fixed, grid = EXPERIMENTS[name]
    declared = CATALOGUE.settings("moniri2023", name)[0]
    setting = replace(declared, swept={}, fixed=declared.fixed | fixed | other, grid=grid)
    return list(simulate(setting, 0, place))


def assert_equal_rows(found, expected, precision):
    assert len(found) == len(expected) > 0
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.keys() == theirs.keys()
        for column, value in theirs.items():
            if isinstance(value, str):
                assert ours[column] == value
            else:
                assert type(ours[column]) is type(value), column
                assert ours[column] == pytest.approx(value, rel=precision, abs=precision), column


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_torch_on_the_processor_equals_numpy(name):
    xp = pytest.importorskip("array_api_compat.torch")
    assert_equal_rows(run(name, Device("cpu", xp)), run(name, Device("cpu", np)), 1e-10)


@pytest.mark.parametrize("name", ["one_step", "models", "gradient_rank"])
@pytest.mark.parametrize("namespace", ["numpy", "array_api_compat.torch"])
def test_single_precision_moves_the_fourth_digit_at_most(name, namespace):
    place = Device("cpu", pytest.importorskip(namespace))
    assert_equal_rows(run(name, place, dtype="float32"), run(name, Device("cpu", np)), 1e-3)


@pytest.mark.cuda
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_cuda_equals_numpy(name):
    place = device("cuda")
    assert place.name == "cuda"
    assert_equal_rows(run(name, place), run(name, Device("cpu", np)), 1e-8)


@pytest.mark.cuda
def test_auto_takes_cuda_where_there_is_one():
    place = device("auto")
    assert place.name == "cuda"
    array = np.arange(6.0).reshape(2, 3)
    assert place.put(array).is_cuda
    assert np.array_equal(place.get(place.put(array)), array)

"""The same experiment through numpy and through torch: the array interface must not show in the numbers."""

import numpy as np
import pytest

from feature_learning.core.device import Device, device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.moniri2023.experiments import barrier, gradient_rank, models, one_step, remainder, spectra
from feature_learning.pipeline.declare.catalogue import load

SIZES = {"n": 60, "d": 18, "width": 30}
CATALOGUE = load({"scale": "smoke", "papers": ["moniri2023"]})
FITTED = {"task": 2, "ridge": 0.01, "dtype": "float64", **SIZES}
EXPERIMENTS = {
    "one_step": (one_step, FITTED, {"network": ("slides", "simplified"), "alpha": (0.0, 0.39)}),
    "models": (models, FITTED, {"model": ("rank-one", "spikes", "surrogate"), "alpha": (0.0, 0.39)}),
    "spectra": (spectra, {"task": 1, **SIZES}, {"network": ("slides", "simplified"), "alpha": (-np.inf, 0.39)}),
    "barrier": (barrier, {"task": 2, **SIZES}, {"network": ("slides",), "alpha": (0.2,), "ridge": (0.01, 1.0)}),
    "remainder": (
        remainder,
        {"task": 1, "dtype": "float64"},
        {"n": (40, 60), "network": ("slides", "rank-one"), "alpha": (0.2,), "degree": (0, 2)},
    ),
    "gradient_rank": (gradient_rank, {"task": 1, "phi": 0.3, "psi": 0.6, "dtype": "float64"}, {"n": (40, 80)}),
}


def rows(name, place, **other):
    module, fixed, grid = EXPERIMENTS[name]
    declared = CATALOGUE.settings("moniri2023", name)[0].values
    setting, rng = Setting("moniri2023", name, {}, declared | fixed | other, grid), Streams("moniri2023", name, 0)
    instance = module.sample(setting, rng)
    if hasattr(module, "data"):
        instance |= module.data(setting, instance, rng)
    return list(module.train(setting, instance, rng, place))


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
    assert_equal_rows(rows(name, Device("cpu", xp)), rows(name, Device("cpu", np)), 1e-10)


@pytest.mark.parametrize("name", ["one_step", "models", "gradient_rank"])
@pytest.mark.parametrize("namespace", ["numpy", "array_api_compat.torch"])
def test_single_precision_moves_the_fourth_digit_at_most(name, namespace):
    place = Device("cpu", pytest.importorskip(namespace))
    assert_equal_rows(rows(name, place, dtype="float32"), rows(name, Device("cpu", np)), 1e-3)


@pytest.mark.cuda
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_cuda_equals_numpy(name):
    place = device("cuda")
    assert place.name == "cuda"
    assert_equal_rows(rows(name, place), rows(name, Device("cpu", np)), 1e-8)


@pytest.mark.cuda
def test_auto_takes_cuda_where_there_is_one():
    place = device("auto")
    assert place.name == "cuda"
    array = np.arange(6.0).reshape(2, 3)
    assert place.put(array).is_cuda
    assert np.array_equal(place.get(place.put(array)), array)

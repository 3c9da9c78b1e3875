"""Where arrays live, and what is said where they cannot."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import feature_learning
from feature_learning.core import device as module
from feature_learning.core.device import Device, device
from feature_learning.core.errors import UserError


def test_the_processor_is_numpy():
    place = device("cpu")
    assert place == Device("cpu", np)
    array = np.arange(3.0)
    assert place.put(array) is array
    assert place.get(array) is array


def test_an_unknown_device_is_refused():
    with pytest.raises(UserError, match="device 'gpu' is not one of auto, cpu, cuda"):
        device("gpu")


def test_cuda_without_a_device_says_what_to_do(monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(UserError, match="torch sees no CUDA device here; set device: cpu or auto"):
        device("cuda")


def test_auto_falls_back_where_a_driver_has_no_device(monkeypatch, tmp_path):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(module, "_DRIVERS", (tmp_path / "absent", tmp_path))
    assert device("auto") == Device("cpu", np)


def test_torch_is_not_imported_where_there_is_no_driver():
    """The import takes a second, and most jobs on a processor take less."""
    program = (
        "import sys, pathlib; from feature_learning.core import device as m;"
        "m._DRIVERS = (pathlib.Path('/nowhere'),);"
        "m.device('auto'); m.device('cpu'); print('torch' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(feature_learning.__file__).parents[1])}
    found = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "False"


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
def test_torch_arrays_come_and_go_with_their_dtype(dtype):
    xp = pytest.importorskip("array_api_compat.torch")
    place, array = Device("cpu", xp), np.arange(6).reshape(2, 3).astype(dtype)
    back = place.get(place.put(array))
    assert type(place.put(array)).__module__ == "torch"
    assert back.dtype == dtype
    assert np.array_equal(back, array)


@pytest.mark.parametrize("driver", module._DRIVERS, ids=str)
def test_torch_is_asked_wherever_a_driver_may_be(driver, monkeypatch, tmp_path):
    """Of NVIDIA on Linux, under WSL2, and of AMD, whose devices torch calls cuda, too."""
    torch = pytest.importorskip("torch")
    there = tmp_path / driver.name
    there.touch()
    known = [there if each == driver else tmp_path / "absent" for each in module._DRIVERS]
    monkeypatch.setattr(module, "_DRIVERS", known)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert device("auto").name == "cuda"

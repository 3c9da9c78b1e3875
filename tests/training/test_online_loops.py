"""The compiled loops are made of the table of activations: when a formula changes, so do they."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import feature_learning

PACKAGE = Path(feature_learning.__file__).parent
STEP = """
import numpy as np
from feature_learning.networks.activations import SQUARE
from feature_learning.training.online_loops import number_of, recursion
fields, ones = np.array([[3.0]]), np.ones(1)
recursion(number_of(SQUARE), ones, 0 * ones, fields, ones[:, None], 0 * ones, ones, ones)
print(fields[0, 0])
"""


def stepped(folder: Path) -> float:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return float(
        subprocess.run(
            [sys.executable, "-c", STEP],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    )


@pytest.mark.slow
def test_a_changed_formula_is_compiled_anew(tmp_path):
    """At x = 3 a step on ``x^2``, label 0, is ``-9 * 6``; on ``2 x^2`` with the old slope it is
    twice that.
    """
    shutil.copytree(
        PACKAGE, tmp_path / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__", "papers")
    )
    assert stepped(tmp_path) == stepped(tmp_path) == -54
    table = tmp_path / PACKAGE.name / "networks/activations.py"
    table.write_text(table.read_text().replace("lambda x, m: x * x,", "lambda x, m: 2 * x * x,"))
    assert stepped(tmp_path) == -108


AFTER = """
import sys
import numba
import numpy as np
from feature_learning.networks.activations import ACTIVATIONS
from feature_learning.training.online_loops import number_of, recursion, value_and_slope
for _ in range(int(sys.argv[1])):
    numba.njit(lambda x: x + 1)(1.0)
if sys.argv[1] != "0":
    value_and_slope(0, 1.0)
for activation in ACTIVATIONS.values():
    at, fields, ones = np.array([0.7]), np.array([[0.7]]), np.ones(1)
    recursion(number_of(activation), ones, 0 * ones, fields, ones[:, None], 0 * ones, ones, ones)
    assert np.allclose(fields, -activation(at) * activation.derivative(at)), activation.name
"""


@pytest.mark.slow
def test_a_loop_from_a_file_is_not_mixed_up_with_what_the_process_has_compiled(tmp_path):
    """numba links functions by name and a counter of the process, so that formulas of one name
    would be taken for each other.
    """
    environment = {
        **os.environ,
        "PYTHONPATH": str(PACKAGE.parent),
        "NUMBA_CACHE_DIR": str(tmp_path),
    }
    for before in range(5):
        subprocess.run([sys.executable, "-c", AFTER, str(before)], env=environment, check=True)

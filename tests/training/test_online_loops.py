"""The compiled loops are made of the table of activations: when a formula changes, so do they."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

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
    return float(subprocess.run([sys.executable, "-c", STEP], env=environment, capture_output=True, text=True, check=True).stdout)


def test_a_changed_formula_is_compiled_anew(tmp_path):
    """At x = 3 a step on ``x^2``, label 0, is ``-9 * 6``; on ``2 x^2`` with the old slope it is twice that."""
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__", "papers"))
    assert stepped(tmp_path) == stepped(tmp_path) == -54
    table = tmp_path / PACKAGE.name / "networks/activations.py"
    table.write_text(table.read_text().replace("lambda x, m: x * x,", "lambda x, m: 2 * x * x,"))
    assert stepped(tmp_path) == -108

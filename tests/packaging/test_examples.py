"""The examples run, without a warning, and print what their papers say."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def columns(example: str) -> list[list[str]]:
    command = [sys.executable, "-W", "error", str(ROOT / "examples" / example)]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()[1:]]


def test_double_descent():
    rows = {
        float(ratio): (float(theory), float(error))
        for ratio, theory, error in columns("double_descent.py")
    }
    for theory, error in rows.values():
        assert abs(error - theory) < 0.25 * theory
    assert rows[0.5][1] < rows[0.8][1] > rows[4.0][1]


def test_one_giant_step():
    errors = {alpha: float(error) for alpha, error in columns("one_giant_step.py")}
    assert errors["untrained"] > errors["0.2"] > errors["0.39"]
    assert errors["untrained"] - errors["0.39"] > 0.3


def test_all_examples_are_run():
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == {
        "double_descent.py",
        "one_giant_step.py",
    }

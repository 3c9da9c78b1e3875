"""The study of cost runs, and sees cost that grows too fast."""

import importlib
import math
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def scaling(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("scaling")


def test_every_kernel_runs_at_its_smallest_sizes(scaling):
    for name, kernel in scaling.KERNELS.items():
        found = scaling.costs(name, [1], rounds=1)
        assert found["variable"].tolist() == list(kernel.time)
        assert (found["seconds"] > 0).all()
        assert (found["mb"].isna() | (found["mb"] > 0)).all()


def test_memory_of_a_matrix_grows_with_its_entries(scaling):
    found = scaling.exponents(scaling.costs("kernel-ridge", [1, 2], rounds=1))
    assert found["memory"].tolist() == pytest.approx([2], abs=0.1)


def test_cost_that_grows_too_fast_is_noticed(scaling):
    sizes, law = np.array([64, 128, 256]), scaling.KERNELS["ridge-path"]
    for excess, noticed in ((0.2, 0), (0.3, 4)):
        parts = [
            pd.DataFrame({"kernel": "ridge-path", "variable": variable, "size": sizes})
            .assign(
                seconds=sizes ** (law.time[variable] + excess),
                mb=sizes ** (law.memory[variable] + excess),
            )
            .astype({"size": int})
            for variable in law.time
        ]
        assert len(scaling.too_fast(scaling.exponents(pd.concat(parts)))) == noticed


def test_report_and_picture_are_written(scaling, tmp_path, monkeypatch):
    (tmp_path / "report.md").write_text("# Overhead\n\nkept\n\n# Scaling\n\nold\n")
    monkeypatch.setattr(
        sys,
        "argv",
        [
            "scaling.py",
            "--kernels",
            "theory-curve",
            "--factors",
            "1",
            "2",
            "--rounds",
            "1",
            "--out",
            str(tmp_path),
        ],
    )
    monkeypatch.setattr(scaling, "SLACK", math.inf)  # two short calls tell no exponent
    scaling.main()
    text = (tmp_path / "report.md").read_text()
    assert "kept" in text
    assert "old" not in text
    assert "theory-curve" in text
    assert (tmp_path / "scaling.png").stat().st_size > 1000

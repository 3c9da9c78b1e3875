"""A run under another master seed than the record's is held to verdicts alone."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.pipeline.record import compare

OPTIONS = dict.fromkeys(("configfile", "scale", "seed", "name"))
CLAIM = {
    "claim": "figure-1-peak",
    "verdict": "reproduced",
    "points": ["all"],
    "estimate": [1.0],
    "low": [0.9],
    "high": [1.1],
}


@pytest.fixture
def compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.yaml").write_text("scale: smoke\npapers: [mei2019]\n")
    moved = {**CLAIM, "estimate": [2.0], "low": [1.9], "high": [2.1]}
    parquet.write_rows([moved], tmp_path / "results/smoke/claims/mei2019.parquet", {})
    parquet.write_rows([CLAIM], tmp_path / "record/smoke/claims/mei2019.parquet", {})

    def run(seed: int) -> None:
        record = tmp_path / "record/smoke"
        (record / "record.json").write_text(json.dumps({"scale": "smoke", "master_seed": seed}))
        compare.run(argparse.Namespace(**OPTIONS, against=record))

    return run


def test_under_the_same_master_seed_intervals_are_held(compared):
    with pytest.raises(UserError, match=r"1 differ from .*mei2019/figure-1-peak"):
        compared(0)


def test_under_another_master_seed_verdicts_are_held(compared, capsys):
    compared(1)
    assert "verdicts only" in capsys.readouterr().out

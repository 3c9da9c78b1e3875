"""What a job records about itself."""

import json
import os
from pathlib import Path

import numpy as np

from feature_learning.pipeline.run.timing import recorded


def grown(megabytes: int, record: Path) -> float:
    """Return the memory that a fork records after it has held that much, on top of what this
    process holds.
    """
    child = os.fork()
    if not child:
        try:
            with recorded(record, "train"):
                np.ones(megabytes * 2**17).sum()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    return float(json.loads(record.read_text())["grown_mb"])


def test_memory_is_what_the_job_took_not_what_its_fork_shares(tmp_path):
    held = np.ones(100 * 2**17)  # 100 MB that every fork has from the start
    assert grown(0, tmp_path / "none") < 20
    assert 60 < grown(64, tmp_path / "some") < 90
    assert held.sum() > 0


def test_science_and_the_rest_are_told_apart(tmp_path):
    with recorded(tmp_path / "record", "train") as watch:
        sum(range(10**6))
        with watch.science():
            sum(range(10**6))
    found = json.loads((tmp_path / "record").read_text())
    assert found["stage"] == "train"
    assert 0 < found["science_cpu_s"] < found["cpu_s"]


def test_a_job_that_fails_records_nothing(tmp_path):
    try:
        with recorded(tmp_path / "record", "train"):
            raise ValueError("as asked")
    except ValueError:
        pass
    assert not (tmp_path / "record").exists()

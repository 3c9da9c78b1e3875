"""The profiles, read as Snakemake reads them."""

from pathlib import Path

import psutil
import pytest
import yte

PROFILES = Path(__file__).resolve().parents[2] / "profiles"


def test_local_jobs_may_take_the_memory_of_the_machine_or_of_a_container_and_no_more(
    tmp_path: Path,
) -> None:
    text = (PROFILES / "default/profile.yaml").read_text()
    total = psutil.virtual_memory().total // 2**20
    limit = tmp_path / "memory.max"
    for said, most in ((str(64 * 2**20), 64), (str(2**60), total), ("max", total), (None, total)):
        limit.unlink(missing_ok=True)
        if said:
            limit.write_text(said)
        given = yte.process_yaml(text.replace("/sys/fs/cgroup/memory.max", str(limit)))
        assert given["resources"]["mem_mb"] == pytest.approx(most, abs=1)


def test_a_cluster_s_jobs_are_not_bounded_by_the_machine_that_submits_them() -> None:
    assert "resources" not in yte.process_yaml((PROFILES / "slurm/profile.yaml").read_text())

"""After a kill the next run goes on from there, and ends as if nothing had happened."""

from __future__ import annotations

import os
import signal
import time

import pytest

from workflow.copies import PRODUCTS, Copy

pytestmark = pytest.mark.slow

HELD = "toy2020/line/slope=2.0+start_at=0.0"


def test_a_killed_run_resumes_to_the_same_bytes(original: Copy, toy: Copy) -> None:
    hold = toy.root / "hold"
    hold.write_text("")  # one job waits for as long as this file lies here
    process = toy.start("--cores", "2", "figures/all")
    # Kill when the other runs are finished, in Snakemake's memory too, in the middle of the one
    # that waits.
    last = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < last:
        runs = toy.bytes("results/laptop/runs/**/*.parquet")
        if (
            len(runs) == 9
            and f"{HELD}/train-1" in toy.logs()
            and len(toy.bytes(".snakemake/incomplete/**/*")) == 1
        ):
            break
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGKILL)
    output, _ = process.communicate()
    hold.unlink()
    before = {path: path.stat().st_mtime_ns for path in toy.root.glob("results/**/*.parquet")}
    assert len([path for path in before if "/runs/" in str(path)]) == 9, output

    locked = toy.run("figures/all")
    assert locked.rc != 0
    assert "--unlock" in locked.output
    assert not locked.jobs
    assert toy.run("--unlock").rc == 0

    jobs = toy.done("figures/all")
    assert f"{HELD}/train-1" in jobs
    assert not {job for job in jobs if "/train-" in job} - {f"{HELD}/train-1"}
    assert all(
        path.stat().st_mtime_ns == written
        for path, written in before.items()
        if "/runs/" in str(path)
    )
    assert toy.bytes(*PRODUCTS) == original.bytes(*PRODUCTS)
    assert not list(toy.root.glob("results/**/data/**/*.npz"))

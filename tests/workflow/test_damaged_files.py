"""Damaged, foreign and missing files: named, set aside, and made anew by the next run, to the same
bytes.
"""

from __future__ import annotations

import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from workflow.copies import PRODUCTS, Copy

pytestmark = pytest.mark.slow

FLAT, STEEP = "slope=1.0+start_at=0.0", "slope=2.0+start_at=0.0"


def test_damaged_runs(original: Copy, finished: Copy) -> None:
    runs = finished.runs("line")
    cut, foreign, twice = (
        runs / FLAT / "seed-0.parquet",
        runs / FLAT / "seed-1.parquet",
        runs / STEEP / "seed-2.parquet",
    )
    cut.write_bytes(cut.read_bytes()[:300])
    pq.write_table(pa.table({"y": [1.0]}), foreign)
    shutil.copy(runs / STEEP / "seed-1.parquet", twice)

    ran = finished.run("figures/all")
    assert ran.rc != 0
    assert ran.jobs == {"toy2020/line/aggregate"}
    for path, reason in (
        (cut, "is truncated"),
        (foreign, "was not written by this pipeline"),
        (twice, "contains seed 1"),
    ):
        assert ran.output.count(f"{path.relative_to(finished.root)} {reason}") == 1
    assert "Traceback (most recent call last)" not in ran.output

    again = {f"toy2020/line/{FLAT}/train-{seed}" for seed in (0, 1)}
    again |= {f"toy2020/line/{STEEP}/train-2"}
    jobs = finished.done("figures/all")
    assert {job for job in jobs if "=" in job} == again
    assert finished.bytes(*PRODUCTS) == original.bytes(*PRODUCTS)


def test_damaged_and_missing_tables(original: Copy, finished: Copy) -> None:
    results = finished.root / "results/laptop"
    (results / "theory/toy2020/powers.parquet").write_bytes(b"PAR1")
    ran = finished.run("figures/all")
    assert ran.rc != 0
    assert "results/laptop/theory/toy2020/powers.parquet is truncated" in ran.output
    assert "Traceback (most recent call last)" not in ran.output

    # A run that is gone, and with it the table that held its rows.
    (results / "metrics/toy2020/cloud.parquet").unlink()
    (finished.runs("cloud") / "only/seed-1.parquet").unlink()
    jobs = finished.done("figures/all")
    expected = {
        "powers/theory",
        "powers",
        "cloud/only/train-1",
        "cloud/aggregate",
        "line-and-cloud",
        "claims",
        "page",
    }
    assert jobs == {"gallery", *(f"toy2020/{job}" for job in expected)}
    assert finished.bytes(*PRODUCTS) == original.bytes(*PRODUCTS)


def test_damaged_draws(original: Copy, toy: Copy) -> None:
    run = "results/laptop/runs/toy2020/cloud/only/seed-1.parquet"
    folder = toy.root / "results/laptop/data/toy2020/cloud/only"
    toy.done("results/laptop/data/toy2020/cloud/only/drawn.json")
    draws = folder / "seed-1.npz"
    draws.write_bytes(draws.read_bytes()[:100])
    ran = toy.run(run)
    assert ran.rc != 0
    assert "error in train of toy2020/cloud, setting only, seed 1: " in ran.output
    assert "seed-1.npz is truncated or not a file of draws" in ran.output
    assert "Traceback (most recent call last)" not in ran.output
    # Its file is gone now, so the job draws for itself.
    assert toy.done(run) == {"toy2020/cloud/only/train-1"}
    assert toy.bytes(run) == original.bytes(run)
    # What no run has used is still there.
    assert [path.name for path in folder.glob("*.npz")] == ["seed-0.npz"]


def test_draws_of_other_values_are_not_used(toy: Copy) -> None:
    marker = "results/laptop/data/toy2020/line/slope=1.0+start_at=0.0/drawn.json"
    toy.done(marker)
    folder = (toy.root / marker).parent
    assert len(list(folder.glob("*.npz"))) == 3
    toy.configure("overrides: {toy2020: {experiments: {line: {noise: 0.2, seeds: 2}}}}")
    toy.done(marker)
    assert sorted(path.name for path in folder.glob("*.npz")) == ["seed-0.npz", "seed-1.npz"]

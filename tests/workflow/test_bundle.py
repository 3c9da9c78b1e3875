"""Pairs made in bundles, as on a cluster: nothing that was finished is lost, and the bytes are
those of single jobs.
"""

from __future__ import annotations

import re
import shutil

import pytest

from workflow.copies import Copy

pytestmark = pytest.mark.slow

BUNDLE = "results/laptop/bundles/toy2020/line/0.made"
RUNS = "results/laptop/runs/toy2020/line/*/*.parquet"
STORED = "results/laptop/bundles/toy2020/line/*/*.parquet"
EIGHT = "overrides: {toy2020: {experiments: {line: {seeds: 4}}}}"


def told(copy: Copy) -> dict[str, list[str]]:
    """Return the pairs that the bundle's log names as made, kept and failed."""
    lines = re.findall(
        r"^(made|kept|failed): (.*)$", copy.log("toy2020/line/bundle-0"), re.MULTILINE
    )
    return {
        what: [pair for kind, pair in lines if kind == what] for what in ("made", "kept", "failed")
    }


@pytest.mark.parametrize(("trouble", "reason"), [("kill", ""), ("fail", "ValueError: as asked")])
def test_of_eight_pairs_one_fails_and_only_that_one_is_made_again(
    toy: Copy, trouble: str, reason: str
) -> None:
    toy.configure(EIGHT)
    (toy.root / trouble).touch()
    broken = toy.run(BUNDLE)
    assert broken.rc != 0
    assert "1 of 8 pairs failed; the other 7 are kept:" in broken.output
    assert "setting slope=2.0+start_at=0.0, seed 1" in broken.output
    assert reason in toy.log("toy2020/line/slope=2.0+start_at=0.0/train-1")
    assert len(toy.bytes(STORED)) == 7

    (toy.root / trouble).unlink()
    toy.done(BUNDLE)
    assert told(toy)["made"] == ["setting slope=2.0+start_at=0.0, seed 1"]
    assert len(told(toy)["kept"]) == 7
    toy.done("figures/toy2020/lines")
    assert not toy.bytes(STORED)
    taken = toy.bytes(RUNS)
    for folder in ("results/laptop", "figures/laptop"):
        shutil.rmtree(toy.root / folder)
    toy.done("figures/toy2020/lines")
    assert toy.bytes(RUNS) == taken


def test_a_bundle_of_other_code_or_settings_is_not_taken(toy: Copy) -> None:
    toy.done(BUNDLE)
    assert len(told(toy)["made"]) == 6
    toy.edit("experiments/line.py", '"y": float(', '"y": 1.0 + float(')
    toy.done(BUNDLE, "--force")
    assert len(told(toy)["made"]) == 6
    toy.edit("experiments.yaml", "noise: 0.1", "noise: 0.2")
    toy.done(BUNDLE, "--force")
    assert len(told(toy)["made"]) == 6
    toy.done(BUNDLE, "--force")
    assert len(told(toy)["kept"]) == 6


def test_runs_without_draws_are_taken_from_a_bundle(original: Copy, toy: Copy) -> None:
    ring = "results/laptop/{}/toy2020/ring/only/*.parquet"
    toy.done("results/laptop/bundles/toy2020/ring/0.made")
    assert len(toy.bytes(ring.format("bundles"))) == 2
    toy.done("results/laptop/metrics/toy2020/ring.parquet")
    assert not toy.bytes(ring.format("bundles"))
    assert toy.bytes(ring.format("runs")) == original.bytes(ring.format("runs"))

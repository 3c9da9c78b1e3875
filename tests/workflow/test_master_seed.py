"""Another master seed: a whole independent replication that overwrites nothing."""

from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import load
from workflow.copies import PRODUCTS, Copy


@pytest.mark.slow
def test_a_replication_stands_beside_the_first(toy: Copy) -> None:
    smoke = replace(toy, scale="smoke")
    smoke.done("figures/all", "--config", "scale=smoke")
    first = smoke.bytes(*PRODUCTS)
    smoke.done("figures/all", "--config", "scale=smoke", "seed=1")
    both = smoke.bytes(*PRODUCTS)
    assert {path: both[path] for path in first} == first
    ours = {path for path in first if path.startswith("results/smoke/runs/")}
    assert ours
    for path in ours:
        other = path.replace("/smoke/", "/smoke-seed1/")
        numbers = [pq.read_table(toy.root / file).to_pydict() for file in (path, other)]
        assert numbers[0] != numbers[1], path
    assert smoke.done("figures/all", "--config", "scale=smoke") == set()
    page = (toy.root / "figures/smoke-seed1/index.html").read_text()
    assert "smoke scale, master seed 1" in page
    assert "--config scale=smoke seed=1" in page


@pytest.mark.parametrize("value", [-1, 1.5, "one"])
def test_a_master_seed_is_a_whole_number(value: object) -> None:
    with pytest.raises(UserError, match="seed"):
        load({"seed": value})


@pytest.mark.slow
def test_a_variant_has_folders_of_its_own(toy: Copy) -> None:
    toy.done("figures/toy2020/line-and-cloud")
    own = ["--config", "scale=smoke", "name=half"]
    jobs = toy.run("figures/toy2020/line-and-cloud", *own).output
    assert (toy.root / "results/smoke-half/metrics/toy2020/line.parquet").exists(), jobs
    assert (toy.root / "figures/smoke-half/toy2020/line-and-cloud.pdf").exists()
    assert toy.done("figures/toy2020/line-and-cloud") == set()

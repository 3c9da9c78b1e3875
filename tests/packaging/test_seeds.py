"""The choice of seeds by their price."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from feature_learning.core import parquet
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.run.timing import recorded

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def tools(monkeypatch) -> tuple[ModuleType, ModuleType]:
    """The choice and the pilot that it is made from."""
    monkeypatch.syspath_prepend(str(PROJECT / "benchmarks"))
    return importlib.import_module("seeds"), importlib.import_module("seeds_pilot")


@dataclass
class Needs:
    """A pilot of which each claim needs so many seeds of its experiments."""

    declared: dict[str, int]
    needs: dict[str, dict[str, int]]

    @property
    def tested(self) -> list[SimpleNamespace]:
        return [
            SimpleNamespace(name=name, reads=frozenset(need), counts=True)
            for name, need in self.needs.items()
        ]

    def judged(self, kept, experiment=""):
        return {
            name: all(kept[one] >= seeds for one, seeds in need.items())
            for name, need in self.needs.items()
            if not experiment or experiment in need
        }

    def lost(self, judged):
        return {name for name, held in judged.items() if not held}


def choice(seeds: ModuleType):
    """One dear seed decides a single claim, cheap ones three; and one experiment is no claim's."""
    pilot = Needs(
        {"dear": 8, "cheap": 20, "drawn": 16, "tiny": 30},
        {
            "one": {"dear": 8},
            "two": {"cheap": 15},
            "three": {"cheap": 15},
            "both": {"dear": 6, "cheap": 6},
        },
    )
    prices = {"mine/dear": 10.0, "mine/cheap": 1.0, "mine/drawn": 2.0, "mine/tiny": 0.1}
    return seeds.Choice({"mine": pilot}, prices, dict.fromkeys(prices, 5))


def test_seeds_that_cost_most_per_lost_claim_go_first(tools):
    seeds, _ = tools
    own = choice(seeds)
    assert (own.seconds, own.decided) == (135.0, 4)
    (unread, *rest) = own.shrink(90.0)
    assert (unread.experiment, unread.seeds, unread.saved, unread.lost) == ("drawn", 5, 22.0, set())
    assert [(one.experiment, one.seeds, one.lost) for one in rest] == [
        ("cheap", 15, set()),
        ("dear", 6, {"one"}),
    ]
    assert (own.seconds, own.decided) == (88.0, 3)
    assert own.kept["mine"]["tiny"] == 30


def test_seeds_stop_at_their_floor(tools):
    seeds, _ = tools
    own = choice(seeds)
    steps = list(own.shrink(0.0))
    assert own.kept["mine"] == {"dear": 5, "cheap": 5, "drawn": 5, "tiny": 30}
    assert own.decided == 0
    said = seeds.report(own, steps, [(own.seconds, own.decided)])
    assert "mine/dear                                8     5     30.0  one, both" in said


def test_the_first_seeds_of_an_experiment_are_those_below_their_number(tools, tmp_path):
    _, pilot = tools
    rows = [{"seed": seed, "x": x} for seed in range(5) for x in (1, 2)]
    for name in ("line", "cloud"):
        parquet.write_rows(rows, tmp_path / f"metrics/mine/{name}.parquet", {})
    found = pilot.FirstSeeds(Tables(tmp_path, "mine"), {"line": 2})
    assert found.runs("line", x=2)["seed"].tolist() == [0, 1]
    assert len(found.runs("cloud")) == 10
    assert found.read == {"line", "cloud"}


def test_a_claim_is_judged_with_fewer_seeds_until_its_interval_is_lost(tools):
    _, pilot = tools
    catalogue = load({"papers": ["mei2019"]})
    (own,) = pilot.pilots(catalogue, PROJECT / "record/laptop").values()
    every = [one for one in own.tested if one.counts]
    assert every
    assert own.lost({one.name: one.whole for one in every}) == set()
    one = next(one for one in every if len(one.reads) == 1)
    (experiment,) = one.reads
    fewer = own.judged({**own.declared, experiment: 5}, experiment)
    assert fewer[one.name].seeds == 5
    assert own.lost(own.judged({**own.declared, experiment: 1}, experiment)) is None


def test_a_seed_costs_its_part_of_sampling_and_training(tools, tmp_path):
    _, pilot = tools
    catalogue = load({"papers": ["mei2019"]})
    jobs = {"noise/only/train-0": "train", "noise/only/sample": "sample", "noise/theory": "theory"}
    for name, stage in jobs.items():
        with recorded(tmp_path / f"mei2019/{name}.jsonl", stage) as watch, watch.science():
            sum(range(100_000))
    assert list(pilot.prices(tmp_path, catalogue)) == ["mei2019/noise"]


def test_replicas_are_rows_and_a_drawn_fit_needs_five(tools, tmp_path):
    _, pilot = tools
    catalogue = load({"papers": ["suzuki2023"]})
    rows = pilot.floors(catalogue, tmp_path)
    assert (rows["suzuki2023/xor"], rows["suzuki2023/chaos"]) == (4, 2)
    drawn = catalogue.papers["suzuki2023"].figures
    figure = next(own for own, declared in drawn.items() if "xor" in declared.reads)
    points = tmp_path / f"suzuki2023/{figure}.csv"
    points.parent.mkdir()
    points.write_text("low,kind\n0.1,mean\n0.2,fit\n")
    assert pilot.floors(catalogue, tmp_path)["suzuki2023/xor"] == 5

"""What is finished is kept, checked against today's code, restored and compared."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pytest

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.config import Config
from feature_learning.pipeline.forecast.measured import core_seconds
from feature_learning.pipeline.record.check import check
from feature_learning.pipeline.record.compare import column_gap, judged
from feature_learning.pipeline.record.kept import SUMS, Record
from workflow.copies import Copy

RECORD = "record/laptop/record.json"
POINTS = "experiments/points.py"
# Another expression of the same numbers.
SAME_POINTS = ("standard_normal(COUNT)", "standard_normal(2 * COUNT // 2)")
PRODUCTS = ("results/*/claims/*.parquet", "results/*/metrics/*/*.parquet", "figures/*/*/*.csv")


def said(copy: Copy, *arguments: str, fails: bool = False) -> str:
    environment = os.environ | {"PYTHONPATH": str(copy.root / "src")}
    called = [sys.executable, "-m", "feature_learning", *arguments]
    done = subprocess.run(called, cwd=copy.root, env=environment, capture_output=True, text=True)
    assert done.returncode == fails, done.stdout + done.stderr
    return done.stdout + done.stderr


def content(copy: Copy) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((copy.root / RECORD).read_text())
    return found


def forget(copy: Copy) -> None:
    for folder in ("results", "figures", ".snakemake"):
        shutil.rmtree(copy.root / folder)
        (copy.root / folder).mkdir()


def trained(copy: Copy) -> list[str]:
    """Return the jobs that trained, by their own records; a restored run has none."""
    records = copy.root / "results/laptop/benchmarks"
    return sorted(str(path.relative_to(records)) for path in records.rglob("train-*"))


@pytest.fixture(scope="module")
def once(original: Copy, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The finished copy with its record; look, but do not touch."""
    root = tmp_path_factory.mktemp("kept") / "project"
    shutil.copytree(original.root, root)
    assert "record/laptop: 4 experiments, 1 papers" in said(Copy(root), "record")
    return Copy(root)


@pytest.fixture
def kept(once: Copy, tmp_path: Path) -> Copy:
    """A copy of the finished copy with its record."""
    shutil.copytree(once.root, tmp_path / "project")
    return Copy(tmp_path / "project")


@pytest.mark.slow
def test_a_record_says_what_made_it_and_its_pages_are_written_from_its_tables(kept: Copy) -> None:
    found = content(kept)
    assert found["papers"]["toy2020"]["verdicts"]["inconclusive"] == 1
    cloud = found["experiments"]["toy2020/cloud"]
    assert cloud["seeds"] == 2
    assert all(cloud[name] for name in ("code", "settings", "packages", "core_s", "kept"))
    pages = kept.bytes("record/**/*.html", "record/laptop/statements.parquet")
    assert {"record/laptop/index.html", "record/laptop/papers/toy2020.html"} < pages.keys()
    for page, text in pages.items():
        ends = text.decode(errors="ignore").replace('href="', 'src="').split('src="')[1:]
        for link in (end.split('"')[0] for end in ends):
            if not link.startswith(("#", "http", "data:")):
                assert ((kept.root / page).parent / link.partition("#")[0]).exists(), link
    for page in pages:
        (kept.root / page).unlink()
    said(kept, "record", "--pages")
    assert kept.bytes("record/**/*.html", "record/laptop/statements.parquet") == pages


@pytest.mark.slow
def test_without_pictures_a_record_is_compared_and_across_scales_by_verdicts(
    finished: Copy,
) -> None:
    assert "record/laptop has no record.json" in said(finished, "compare", fails=True)
    assert "keeps no experiments" in said(finished, "record", "--check", fails=True)
    said(finished, "record", "--no-pictures")
    folder = finished.root / "record/laptop"
    parts = {path.relative_to(folder).parts[0] for path in folder.rglob("*.*")}
    tables = {"metrics", "theory", "claims", "statements.parquet", "verdicts.csv"}
    assert parts == {"record.json", *tables}
    assert "tables: 5 same bytes\nclaims: 3 same bytes\n" in said(finished, "compare")

    folder = folder.rename(folder.with_name("paper"))
    path = folder / "record.json"
    path.write_text(path.read_text().replace('"scale": "laptop"', '"scale": "paper"'))
    shown = said(finished, "compare")
    assert shown.startswith("results/laptop against record/paper, verdicts only\n")
    assert shown.endswith("\nclaims: 3 same verdict\n")
    assert "table" not in shown
    table, provenance = parquet.read(folder / "claims/toy2020.parquet")
    del provenance["layout"]
    verdicts = [
        "not reproduced" if one == "reproduced" else one for one in table["verdict"].to_pylist()
    ]
    opposite = table.set_column(table.column_names.index("verdict"), "verdict", [verdicts])
    parquet.write(opposite, folder / "claims/toy2020.parquet", provenance)
    assert "opposite verdict: reproduced, not reproduced" in said(finished, "compare", fails=True)


@pytest.mark.slow
def test_numbers_that_moved_are_named_and_rounding_is_told_apart(kept: Copy) -> None:
    def compared(**factors: tuple[str, str, float]) -> dict[str, str]:
        """Return the answer for each experiment after a column of its table has been scaled."""
        for experiment, (kind, column, factor) in factors.items():
            table, provenance = parquet.read(folder / f"{kind}/toy2020/{experiment}.parquet")
            place, numbers = table.column_names.index(column), pc.multiply(table[column], factor)
            del provenance["layout"]
            path = kept.root / f"results/laptop/{kind}/toy2020/{experiment}.parquet"
            parquet.write(table.set_column(place, column, numbers), path, provenance)
        shown = said(kept, "compare", "--against", "record/laptop", fails=True).splitlines()
        return {
            experiment: line.split(maxsplit=2)[2]
            for experiment, (kind, _, _) in factors.items()
            for line in shown
            if line.startswith(f"table   {kind}/toy2020/{experiment} ")
        }

    folder = kept.root / "record/laptop"
    assert compared(
        cloud=("metrics", "mean", 1.001),
        ring=("metrics", "distance", 1 + 1e-7),
        line=("metrics", "x", 1.1),
        powers=("theory", "x", 1.1),
    ) == {
        "cloud": "differs: mean by 0.001",
        "ring": "same to rounding: distance by 1e-07",
        "line": "other settings or seeds",
        "powers": "other settings or seeds",
    }
    for name in ("line", "cloud", "powers"):
        kept.edit("experiments.yaml", f"\n{name}:\n", f"\n{name}:\n  rounding: paths part\n")
    assert compared(
        cloud=("metrics", "mean", 1.001),
        powers=("theory", "y", 1.001),
        line=("theory", "y", 1.001),  # theory of an experiment with runs, whose paths may part
    ) == {
        "cloud": "amplifies rounding: mean by 0.001 (paths part)",
        "powers": "amplifies rounding: y by 0.001 (paths part)",
        "line": "differs: y by 0.001",
    }


@pytest.mark.slow
def test_changed_code_is_tried_again_and_changed_settings_do_not_hold(kept: Copy) -> None:
    def cloud(*arguments: str, fails: bool = False) -> str:
        shown = said(kept, "record", "--check", *arguments, fails=fails)
        assert ("1 experiments must run again: toy2020/cloud\n" in shown) == fails
        return next(line for line in shown.splitlines() if line.startswith("toy2020/cloud: "))

    assert cloud().endswith(": same code")
    kept.edit(POINTS, *SAME_POINTS)
    assert cloud().endswith(": holds: 1 of 2 jobs run again, same numbers")
    kept.edit(POINTS, SAME_POINTS[1], "uniform(size=COUNT)")
    shown = cloud("--sample", "2", fails=True)
    assert "must run again: 2 of 2 jobs run again, which differ by" in shown
    kept.edit(POINTS, "uniform(size=COUNT)", SAME_POINTS[0])
    changed = "must run again: its settings or seeds have changed"
    for before, after, answer in (
        ("centre: 3.0}\n  seeds: 2", "centre: 3.0}\n  seeds: 1", "same code"),
        ("centre: 3.0}\n  seeds: 1", "centre: 3.0}\n  seeds: 3", changed),
        ("centre: 3.0}\n  seeds: 3", "centre: 4.0}\n  seeds: 2", changed),
    ):
        kept.edit("experiments.yaml", before, after)
        assert cloud(fails=answer == changed).endswith(answer)


def test_papers_that_are_not_selected_are_not_checked(tmp_path: Path, capsys) -> None:
    (tmp_path / SUMS).write_text("")
    record = Record(tmp_path, {}, {"suzuki2023/xor": {"seeds": 1, "settings": []}})
    catalogue = load({"scale": "smoke", "papers": ["mei2019"]})
    check(record, catalogue, 1, restore=True)
    assert "suzuki2023" not in capsys.readouterr().out
    check(record, load({"scale": "smoke"}), 1, restore=True)
    assert "suzuki2023/xor: must run again: its settings" in capsys.readouterr().out


@pytest.mark.slow
def test_a_restored_record_is_judged_and_drawn_without_training(kept: Copy) -> None:
    before, record = kept.bytes(*PRODUCTS), content(kept)
    forget(kept)
    assert "toy2020/cloud: same code; 2 runs restored" in said(kept, "record", "--restore")
    kept.done("figures/all")
    assert not trained(kept)
    assert kept.bytes(*PRODUCTS) == before
    assert "toy2020/cloud: same code; 0 runs restored" in said(kept, "record", "--restore")
    picture = kept.root / "record/laptop/toy2020/gone.png"
    picture.write_bytes(b"of a figure that is not declared any more")
    said(kept, "record")
    assert not picture.exists()
    assert content(kept)["experiments"] == record["experiments"]  # what it cost, among others

    # Seeds that are added run alone, and what was restored keeps its cost.
    cost = record["experiments"]["toy2020/cloud"]["cost"]
    kept.edit("experiments.yaml", "centre: 3.0}\n  seeds: 2", "centre: 3.0}\n  seeds: 3")
    kept.done("figures/all")
    assert trained(kept) == ["toy2020/cloud/only/train-2.jsonl"]
    for _ in range(2):
        said(kept, "record")
        own = content(kept)["experiments"]["toy2020/cloud"]
        assert own["seeds"] == 3
        assert own["cost"].keys() == cost.keys()
        assert own["cost"]["sample/only"] == cost["sample/only"]
        assert own["core_s"] == pytest.approx(core_seconds(own["cost"], 3), abs=0.051)


@pytest.mark.slow
def test_runs_of_older_code_are_renewed_by_a_record_that_holds(kept: Copy) -> None:
    kept.edit(POINTS, *SAME_POINTS)
    kept.edit(POINTS, "uniform(0, 2 * np.pi, COUNT)", "uniform(0, np.pi, COUNT)")
    shown = said(kept, "record", "--restore")
    assert "toy2020/cloud: holds: 1 of 2 jobs run again, same numbers; 2 runs restored" in shown
    assert "toy2020/ring: must run again" in shown
    shutil.rmtree(kept.root / "results/laptop/benchmarks")
    kept.done("figures/all")
    assert trained(kept) == [f"toy2020/ring/only/train-{seed}.jsonl" for seed in range(2)]


@pytest.mark.slow
def test_verdicts_of_older_claims_go_and_tables_stay(kept: Copy) -> None:
    folder, record = kept.root / "record/laptop", content(kept)
    path = folder / "claims/toy2020.parquet"
    parquet.write(parquet.read(path)[0].drop_columns(["rival_value"]), path, {})
    gone = {"toy2020/gone": record["experiments"]["toy2020/ring"]}
    (kept.root / RECORD).write_text(
        json.dumps(record | {"experiments": record["experiments"] | gone})
    )
    shutil.copy(folder / "metrics/toy2020/ring.parquet", folder / "metrics/toy2020/gone.parquet")
    (kept.root / "results/laptop/metrics/toy2020/cloud.parquet").unlink()
    assert "older declarations" in said(kept, "record")
    assert content(kept)["papers"] == {}
    assert content(kept)["experiments"] == record["experiments"]
    assert not [*folder.glob("claims/*"), *folder.glob("toy2020/*"), *folder.glob("papers/*")]
    assert not (folder / "metrics/toy2020/gone.parquet").exists()
    assert (folder / "metrics/toy2020/cloud.parquet").exists()


@pytest.mark.slow
def test_what_is_not_finished_is_not_kept_and_papers_that_are_not_selected_stay(toy: Copy) -> None:
    assert "no experiment is finished" in said(toy, "record", fails=True)
    assert not (toy.root / "record").exists()
    toy.done(*(f"results/laptop/{kind}/toy2020/line.parquet" for kind in ("metrics", "theory")))
    assert "record/laptop: 1 experiments, 0 papers\n" in said(toy, "record")
    assert content(toy)["experiments"].keys() == {"toy2020/line"}
    other = {"other2020/line": content(toy)["experiments"]["toy2020/line"]}
    (toy.root / RECORD).write_text(json.dumps({"experiments": other}))
    toy.edit("config.yaml", "papers: all", "papers: [toy2020]")
    said(toy, "record")
    assert content(toy)["experiments"].keys() == {"other2020/line", "toy2020/line"}


def claim(verdict: str, *points: tuple[str, float, float]) -> dict[str, object]:
    names, low, high = zip(*points, strict=True)
    middle = [(one + two) / 2 for one, two in zip(low, high, strict=True)]
    return {
        "verdict": verdict,
        "points": list(names),
        "estimate": middle,
        "low": list(low),
        "high": list(high),
    }


@pytest.mark.parametrize(
    ("own", "kept", "expected"),
    [
        (
            claim("reproduced", ("d = 2", 0, 1)),
            claim("reproduced", ("d = 2", 0, 1)),
            "same bytes: reproduced",
        ),
        (
            claim("reproduced", ("d = 2", 0, 1)),
            claim("inconclusive", ("d = 2", 0.5, 3)),
            "agrees within intervals: reproduced, inconclusive",
        ),
        (
            claim("reproduced", ("d = 2", 0, 1)),
            claim("reproduced", ("d = 2", 2, 3)),
            "differs: reproduced; apart at d = 2",
        ),
        (
            claim("reproduced", ("d = 2", 0, 1)),
            claim("not reproduced", ("d = 8", 5, 6)),
            "differs: reproduced, not reproduced",
        ),
        (
            claim("reproduced", ("d = 2", 0, 1)),
            claim("inconclusive", ("d = 8", 5, 6)),
            "agrees within intervals: reproduced, inconclusive",
        ),
    ],
)
def test_claims_differ_where_their_intervals_are_apart(own, kept, expected) -> None:
    assert judged(own, kept) == expected


@pytest.mark.parametrize(
    ("one", "other", "gap"),
    [
        ([1.0, 4.0], [1.0, 4.0], 0.0),
        ([float("nan"), None], [float("nan"), None], 0.0),
        ([1e-9, 4.0], [2e-9, 4.0], 1e-9 / 4),  # over the largest of the column
        ([1e-15, 0.0], [-3e-15, 0.0], 4e-9),  # what is left of numbers that cancel
        ([[1.0, 2.0], [4.0]], [[1.0, 2.2], [4.0]], 0.2 / 4),
        ([float("inf")], [1.0], float("inf")),
        ([1.0], [1.0, 1.0], float("inf")),
        ([[1.0]], [[1.0, 1.0]], float("inf")),
        (["relu"], ["relu"], 0.0),
        (["relu"], ["tanh"], float("inf")),
        ([True, False], [True, True], 1.0),
    ],
)
def test_columns_are_compared_as_numbers_where_they_are(one, other, gap) -> None:
    assert column_gap(one, other) == pytest.approx(gap)


def test_a_file_of_a_record_that_has_changed_is_named(tmp_path: Path) -> None:
    """What ``sha256sum --check`` finds, and files that were added or are gone."""
    folder = shutil.copytree(Path(__file__).parents[2] / "record/smoke", tmp_path / "smoke")
    record = Record(folder, {}, {})
    assert record.damaged() == []
    table = folder / "claims/mei2019.parquet"
    table.write_bytes(table.read_bytes()[:-1] + b"x")
    (folder / "verdicts.csv").unlink()
    (folder / "more.txt").touch()
    assert record.damaged() == ["claims/mei2019.parquet", "more.txt", "verdicts.csv"]
    checked = subprocess.run(
        ["sha256sum", "--check", "--quiet", SUMS], cwd=folder, capture_output=True, text=True
    )
    assert "claims/mei2019.parquet: FAILED" in checked.stdout


@pytest.mark.parametrize("scale", ["laptop", "paper", "smoke"])
def test_the_records_are_whole(scale: str) -> None:
    folder = Path(__file__).parents[2] / "record" / scale
    assert Record(folder, {}, {}).damaged() == []


def test_the_record_of_a_scale_may_be_of_another_master_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "record/laptop"
    folder.mkdir(parents=True)
    (folder / "record.json").write_text('{"master_seed": 7, "papers": {}, "experiments": {"a": 1}}')
    assert Record.of(Config(seed=7)).experiments == {"a": 1}
    assert Record.of(Config(seed=3)).folder == Path("record/laptop-seed3")
    assert Record.of(Config(seed=7, name="mine")).folder == Path("record/laptop-seed7-mine")
    with pytest.raises(UserError, match="record/laptop is of master seed 7: add --seed 7"):
        Record.of(Config())

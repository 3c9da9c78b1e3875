"""What is finished is kept, checked against today's code, and compared with other runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pyarrow.compute as pc
import pytest

from feature_learning.core import parquet
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.report.compare import _reason, judged
from feature_learning.pipeline.report.rounding import column_gap
from workflow.copies import Copy


def command(copy: Copy, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(copy.root / "src")}
    called = [sys.executable, "-m", "feature_learning", *arguments]
    return subprocess.run(called, cwd=copy.root, env=environment, capture_output=True, text=True)


def said(copy: Copy, *arguments: str, fails: bool = False) -> str:
    done = command(copy, *arguments)
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
def test_a_finished_run_is_kept_and_a_rerun_has_the_same_bytes(finished: Copy) -> None:
    assert "figures and verdicts" in said(finished, "record")
    folder = finished.root / "record/laptop"
    found = json.loads((folder / "record.json").read_text())
    assert set(found["experiments"]) == {
        "toy2020/line",
        "toy2020/cloud",
        "toy2020/ring",
        "toy2020/powers",
    }
    own = found["experiments"]["toy2020/cloud"]
    assert own["seeds"] == 2
    assert all(own[name] for name in ("code", "settings", "packages", "core_s", "kept"))
    assert found["papers"]["toy2020"]["verdicts"]["inconclusive"] == 1
    for file in (folder / "index.html", folder / "papers/toy2020.html"):
        page = file.read_text()
        linked = [word.split('"')[0] for word in page.split('src="')[1:] + page.split('href="')[1:]]
        absent = [
            link
            for link in linked
            if not link.startswith(("#", "http", "data:"))
            and not (file.parent / link.partition("#")[0]).exists()
        ]
        assert not absent
    shown = said(finished, "compare")
    assert shown.startswith("results/laptop against record/laptop\n")
    assert "differs" not in shown
    assert all(
        "same bytes" in line for line in shown.splitlines() if line.startswith(("table ", "claim "))
    )


@pytest.mark.slow
def test_the_pages_of_a_record_are_written_from_its_tables(finished: Copy) -> None:
    said(finished, "record")
    folder = finished.root / "record/laptop"
    pages = {path: path.read_bytes() for path in folder.rglob("*.html")}
    pages[folder / "statements.parquet"] = (folder / "statements.parquet").read_bytes()
    for path in pages:
        path.unlink()
    said(finished, "record", "--pages")
    assert {path: path.read_bytes() for path in pages} == pages


@pytest.mark.slow
def test_tables_and_verdicts_are_kept_without_pictures(finished: Copy) -> None:
    assert "4 of 4 experiments, verdicts\n" in said(finished, "record", "--no-pictures")
    folder = finished.root / "record/laptop"
    kept = {path.relative_to(folder).parts[0] for path in folder.rglob("*.*")}
    assert kept == {"record.json", "metrics", "theory", "claims"}
    assert "tables: 5 same bytes\nclaims: 3 same bytes\n" in said(finished, "compare")


@pytest.mark.slow
def test_across_scales_and_master_seeds_verdicts_alone_are_compared(finished: Copy) -> None:
    assert "there is no record of laptop" in said(finished, "compare", fails=True)
    said(finished, "record", "--no-pictures")
    folder = finished.root / "record"
    (folder / "laptop").rename(folder / "paper")
    path = folder / "paper/record.json"
    path.write_text(path.read_text().replace('"scale": "laptop"', '"scale": "paper"'))
    shown = said(finished, "compare")
    assert shown.startswith("results/laptop against record/paper, verdicts only\n")
    assert "table" not in shown
    verdicts = [line for line in shown.splitlines() if line.startswith("claim ")]
    assert verdicts
    assert all("same verdict" in line for line in verdicts)
    claims = folder / "paper/claims/toy2020.parquet"
    table, provenance = parquet.read(claims)
    reproduced = table["verdict"].to_pylist()
    assert "reproduced" in reproduced
    opposite = ["not reproduced" if one == "reproduced" else one for one in reproduced]
    parquet.write(
        table.set_column(table.column_names.index("verdict"), "verdict", [opposite]),
        claims,
        {key: value for key, value in provenance.items() if key != "layout"},
    )
    assert "opposite verdict: reproduced, not reproduced" in said(finished, "compare", fails=True)


def test_theory_amplifies_rounding_where_no_runs_do() -> None:
    design = Experiment(about="A search.", theory={"d": [1]}, seeds=0, rounding="it ends anywhere")
    assert _reason(design, "theory") == "it ends anywhere"
    assert _reason(design.model_copy(update={"seeds": 2}), "theory") == ""
    assert _reason(design.model_copy(update={"seeds": 2}), "metrics") == "it ends anywhere"


@pytest.mark.slow
def test_numbers_that_moved_are_named_and_rounding_is_told_apart(finished: Copy) -> None:
    said(finished, "record")
    path = finished.root / "results/laptop/metrics/toy2020/cloud.parquet"
    declared = finished.root / "src/feature_learning/papers/toy2020/experiments.yaml"
    table, provenance = parquet.read(path)

    def compared(factor: float, *, fails: bool = False) -> str:
        moved = table.set_column(
            table.column_names.index("mean"), "mean", pc.multiply(table["mean"], factor)
        )
        parquet.write(
            moved, path, {key: value for key, value in provenance.items() if key != "layout"}
        )
        shown = said(finished, "compare", "--against", "record/laptop", fails=fails)
        return next(line for line in shown.splitlines() if "metrics/toy2020/cloud" in line)

    assert "differs: mean by 0.001" in compared(1.001, fails=True)
    assert "same to rounding: mean by 1e-07" in compared(1 + 1e-7)
    declared.write_text(
        declared.read_text().replace("cloud:\n", "cloud:\n  rounding: its points part\n", 1)
    )
    assert "amplifies rounding: mean by 0.001 (its points part)" in compared(1.001)


@pytest.mark.slow
def test_changed_code_is_tried_again(finished: Copy) -> None:
    said(finished, "record")
    module = finished.root / "src/feature_learning/papers/toy2020/experiments/points.py"
    text = module.read_text()
    assert "toy2020/cloud: same code" in said(finished, "record", "--check")
    module.write_text(text.replace('draws["points"].mean()', 'np.mean(draws["points"])'))
    assert "toy2020/cloud: holds: 1 of 2 jobs run again, same numbers" in said(
        finished, "record", "--check"
    )
    module.write_text(text.replace("standard_normal(", "uniform(size="))
    shown = said(finished, "record", "--check", "--sample", "2", fails=True)
    assert "toy2020/cloud: must run again: 2 of 2 jobs run again, which differ by" in shown
    assert "1 of 4 experiments must run again: toy2020/cloud" in shown


@pytest.mark.slow
def test_a_record_holds_with_seeds_that_decide_has_added_but_not_with_fewer_than_declared(
    finished: Copy,
) -> None:
    said(finished, "record")
    path = finished.root / "record/laptop/record.json"
    text = path.read_text()
    for seeds, expected in (
        (3, "same code"),
        (1, "must run again: its settings or seeds have changed"),
    ):
        found = json.loads(text)
        found["experiments"]["toy2020/cloud"]["seeds"] = seeds
        path.write_text(json.dumps(found))
        assert f"toy2020/cloud: {expected}" in said(finished, "record", "--check", fails=seeds == 1)


def forget(copy: Copy) -> None:
    for folder in ("results", "figures", ".snakemake"):
        shutil.rmtree(copy.root / folder)
        (copy.root / folder).mkdir()


@pytest.mark.slow
def test_a_restored_record_is_judged_and_drawn_without_training(finished: Copy) -> None:
    said(finished, "record")
    before = finished.bytes(
        "results/laptop/claims/*.parquet", "results/laptop/metrics/*/*.parquet", "figures/*/*/*.csv"
    )
    record = json.loads((finished.root / "record/laptop/record.json").read_text())
    forget(finished)
    assert "toy2020/cloud: same code; 2 runs restored" in said(finished, "record", "--restore")
    finished.done("figures/all")
    assert not list(finished.root.glob("results/laptop/benchmarks/**/train-*"))
    after = finished.bytes(
        "results/laptop/claims/*.parquet", "results/laptop/metrics/*/*.parquet", "figures/*/*/*.csv"
    )
    assert after == before
    assert "toy2020/cloud: same code; its runs are there" in said(finished, "record", "--restore")
    # what is the same keeps what the record says of it, its cost among others
    said(finished, "record")
    assert (
        json.loads((finished.root / "record/laptop/record.json").read_text())["experiments"]
        == record["experiments"]
    )


@pytest.mark.slow
def test_of_a_restored_experiment_only_further_seeds_run(finished: Copy) -> None:
    said(finished, "record")
    path = finished.root / "record/laptop/record.json"
    cost = json.loads(path.read_text())["experiments"]["toy2020/cloud"]["core_s"]
    forget(finished)
    said(finished, "record", "--restore")
    more = finished.root / "more.yaml"
    more.write_text("overrides: {toy2020: {experiments: {cloud: {seeds: 3}}}}")
    finished.done("figures/all", "--configfile", "more.yaml")
    assert [
        run.name for run in finished.root.glob("results/laptop/benchmarks/toy2020/cloud/*/train-*")
    ] == ["train-2.jsonl"]
    for _ in range(2):  # what it cost is not counted twice
        said(finished, "record", "--configfile", "more.yaml")
        own = json.loads(path.read_text())["experiments"]["toy2020/cloud"]
        assert own["seeds"] == 3
        assert cost <= own["core_s"] <= 3 * cost + 1
    forget(finished)
    said(finished, "record", "--restore", "--configfile", "more.yaml")
    finished.done("figures/all", "--configfile", "more.yaml")
    assert not list(finished.root.glob("results/laptop/benchmarks/**/train-*"))


@pytest.mark.slow
def test_runs_of_older_code_are_renewed_by_a_record_that_holds(finished: Copy) -> None:
    said(finished, "record")
    finished.edit(
        "experiments/points.py", "standard_normal(COUNT)", "standard_normal(2 * COUNT // 2)"
    )
    assert "same numbers; 2 runs restored" in said(finished, "record", "--restore")
    shutil.rmtree(finished.root / "results/laptop/benchmarks")
    finished.done("figures/all")
    assert not list(finished.root.glob("results/laptop/benchmarks/**/train-*"))


@pytest.mark.slow
def test_what_does_not_hold_is_not_restored(finished: Copy) -> None:
    said(finished, "record")
    forget(finished)
    module = finished.root / "src/feature_learning/papers/toy2020/experiments/points.py"
    module.write_text(module.read_text().replace("standard_normal(", "uniform(size="))
    assert "toy2020/cloud: must run again" in said(finished, "record", "--restore")
    assert not list(finished.root.glob("results/laptop/restored/toy2020/cloud/*/*"))
    assert list(finished.root.glob("results/laptop/restored/toy2020/line/*/*"))


@pytest.mark.slow
def test_verdicts_of_older_claims_go_and_tables_stay(finished: Copy) -> None:
    said(finished, "record")
    folder = finished.root / "record/laptop"
    path = folder / "claims/toy2020.parquet"
    verdicts = parquet.read(path)[0]
    parquet.write(verdicts.drop_columns(["rival_value"]), path, {})
    record = json.loads((folder / "record.json").read_text())
    record["experiments"]["toy2020/gone"] = record["experiments"]["toy2020/ring"]
    (folder / "record.json").write_text(json.dumps(record))
    shutil.copy(folder / "metrics/toy2020/ring.parquet", folder / "metrics/toy2020/gone.parquet")
    (finished.root / "results/laptop/metrics/toy2020/cloud.parquet").unlink()
    assert "older declarations" in said(finished, "record")
    found = json.loads((folder / "record.json").read_text())
    assert found["papers"] == {}
    assert sorted(found["experiments"]) == sorted(record["experiments"].keys() - {"toy2020/gone"})
    assert not [*folder.glob("claims/*"), *folder.glob("toy2020/*"), *folder.glob("papers/*")]
    assert not (folder / "metrics/toy2020/gone.parquet").exists()
    assert (folder / "metrics/toy2020/cloud.parquet").exists()


@pytest.mark.slow
def test_what_is_not_finished_is_not_kept(toy: Copy) -> None:
    assert "no experiment of laptop is finished" in said(toy, "record", fails=True)
    assert not (toy.root / "record").exists()
    toy.done(
        "results/laptop/metrics/toy2020/line.parquet", "results/laptop/theory/toy2020/line.parquet"
    )
    assert "toy2020: 1 of 4 experiments\n" in said(toy, "record")
    assert set(json.loads((toy.root / "record/laptop/record.json").read_text())["experiments"]) == {
        "toy2020/line"
    }


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

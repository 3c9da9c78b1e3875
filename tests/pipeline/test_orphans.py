"""Results without a setting are found, listed, and removed only when told to."""

from pathlib import Path

import pytest

from feature_learning.pipeline.commands import main
from feature_learning.pipeline.declare.catalogue import load

CATALOGUE = load({"scale": "smoke", "papers": ["moniri2023"]})
LABEL = CATALOGUE.settings("moniri2023", "one_step")[0].label
KEPT = [
    f"runs/moniri2023/one_step/{LABEL}/seed-0.parquet",
    f"logs/moniri2023/one_step/{LABEL}/train-0.log",
    "logs/moniri2023/one_step/theory.log",
    "logs/moniri2023/fig1.log",
    "logs/moniri2023/claims.log",
    "benchmarks/moniri2023/fig1.jsonl",
    "metrics/moniri2023/one_step.parquet",
    "claims/moniri2023.parquet",
    "logs/gallery.log",
]
ORPHANS = [
    "runs/moniri2023/one_step/alpha=77/seed-0.parquet",
    "runs/moniri2023/no_such_experiment/only/seed-0.parquet",
    "metrics/moniri2023/no_such_experiment.parquet",
    "theory/nobody1999/curve.parquet",
]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("config.yaml").write_text("papers: [moniri2023]\n")
    for name in KEPT + ORPHANS:
        path = Path("results/smoke", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return tmp_path / "results/smoke"


def test_orphans_are_listed_and_stay(folder, capsys):
    assert main(["clean", "--orphans"]) == 0
    listed = capsys.readouterr().out
    for name in ("alpha=77", "no_such_experiment", "nobody1999"):
        assert name in listed
    assert LABEL not in listed
    assert all((folder / name).exists() for name in KEPT + ORPHANS)


def test_orphans_are_removed_when_told_to_and_nothing_else(folder, capsys):
    assert main(["clean", "--orphans", "--remove"]) == 0
    assert all((folder / name).exists() for name in KEPT)
    assert not any((folder / name).exists() for name in ORPHANS)
    capsys.readouterr()
    assert main(["clean", "--orphans"]) == 0
    assert "all results belong to a setting" in capsys.readouterr().out


def test_outside_the_project_it_says_where_to_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["clean", "--orphans"]) == 1
    assert "no config.yaml here" in capsys.readouterr().err

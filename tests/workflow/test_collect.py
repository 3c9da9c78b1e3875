"""Aggregation names every run that does not belong; such runs are set aside and made anew."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.core.tables import Tables
from feature_learning.pipeline.run.aggregate import collect
from feature_learning.pipeline.run.runfiles import run_file
from feature_learning.pipeline.run.train import load

SETTINGS = [
    Setting("toy2020", "line", {"slope": slope}, {"size": 4}, {"x": (0.0, 1.0)})
    for slope in (1.0, 2.0)
]
SEEDS = 3


def write(
    path: Path,
    setting: Setting,
    seed: int,
    rows: list[dict[str, Any]] | None = None,
    **changed: Any,
) -> None:
    provenance: Mapping[str, Any] = {"setting": setting.to_json(), "seed": seed, **changed}
    parquet.write_rows(rows or [{"x": x, "y": seed + x} for x in (0.0, 1.0)], path, provenance)


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    for setting, seed in itertools.product(SETTINGS, range(SEEDS)):
        write(run_file(tmp_path, setting, seed), setting, seed)
    return tmp_path


def refusal(runs: Path) -> str:
    with pytest.raises(UserError) as caught:
        collect(runs, SETTINGS, SEEDS)
    return str(caught.value)


def check_refused(runs: Path, path: Path, *parts: str) -> None:
    """One line names the culprit and the reason; the file is kept under another name, the others
    are untouched.
    """
    message = refusal(runs)
    assert len(message.splitlines()) == 1
    assert message.startswith(f"{path} ")
    for part in (*parts, f"set aside as {path.name}.refused"):
        assert part in message
    assert not path.exists()
    assert path.with_name(f"{path.name}.refused").exists()
    assert len(list(runs.rglob("*.parquet"))) == len(SETTINGS) * SEEDS - 1


def test_every_row_of_every_run_in_order(runs: Path) -> None:
    table = collect(runs, SETTINGS, SEEDS)
    assert table.column_names == ["size", "slope", "seed", "x", "y"]
    assert table["slope"].to_pylist() == [1.0] * 6 + [2.0] * 6
    assert table["seed"].to_pylist() == [0, 0, 1, 1, 2, 2] * 2
    assert not table.schema.metadata


def test_a_missing_run(runs: Path) -> None:
    path = run_file(runs, SETTINGS[1], 2)
    path.unlink()
    assert refusal(runs) == f"{path} is missing: its job has not run or has failed"


@pytest.mark.parametrize("size", [0, 3, 200])
def test_a_truncated_run(runs: Path, size: int) -> None:
    path = run_file(runs, SETTINGS[0], 1)
    path.write_bytes(path.read_bytes()[:size])
    check_refused(runs, path, "truncated, damaged or not a Parquet file")


def test_a_foreign_parquet_file(runs: Path) -> None:
    path = run_file(runs, SETTINGS[0], 0)
    pq.write_table(pa.table({"x": [0.0], "y": [1.0]}), path)
    check_refused(runs, path, "not written by this pipeline")


def test_a_run_of_another_layout(runs: Path) -> None:
    path = run_file(runs, SETTINGS[0], 0)
    write(path, SETTINGS[0], 0, layout=0)
    check_refused(runs, path, "layout 0", f"reads layout {parquet.LAYOUT}")


def test_a_seed_twice(runs: Path) -> None:
    path = run_file(runs, SETTINGS[0], 2)
    path.write_bytes(run_file(runs, SETTINGS[0], 1).read_bytes())
    check_refused(runs, path, "contains seed 1", "counted twice")


def test_a_run_of_another_setting(runs: Path) -> None:
    path = run_file(runs, SETTINGS[0], 1)
    path.write_bytes(run_file(runs, SETTINGS[1], 1).read_bytes())
    check_refused(runs, path, "another setting")


@pytest.mark.parametrize("seed", [0, 1])
def test_other_columns_even_in_the_first_run(runs: Path, seed: int) -> None:
    path = run_file(runs, SETTINGS[0], seed)
    write(path, SETTINGS[0], seed, [{"x": 0.0, "z": 1.0}, {"x": 1.0, "z": 1.0}])
    check_refused(runs, path, "differs from the other runs in its columns", "z double", "y double")


def test_another_type(runs: Path) -> None:
    path = run_file(runs, SETTINGS[1], 1)
    write(path, SETTINGS[1], 1, [{"x": 0.0, "y": 1}, {"x": 1.0, "y": 2}])
    check_refused(runs, path, "y int64", "y double")


@pytest.mark.parametrize("seed", [0, 2])
def test_another_number_of_rows(runs: Path, seed: int) -> None:
    path = run_file(runs, SETTINGS[1], seed)
    write(path, SETTINGS[1], seed, [{"x": 0.0, "y": 1.0}])
    check_refused(runs, path, "differs from the other runs in its number of rows (1; they have 2)")


def test_all_culprits_are_named_at_once(runs: Path) -> None:
    paths = [run_file(runs, SETTINGS[0], 1), run_file(runs, SETTINGS[1], 0)]
    for path in paths:
        path.write_bytes(b"no run")
    assert [line.split()[0] for line in refusal(runs).splitlines()] == [str(path) for path in paths]


def test_a_column_that_the_setting_has_too(tmp_path: Path) -> None:
    for setting, seed in itertools.product(SETTINGS, range(SEEDS)):
        write(run_file(tmp_path, setting, seed), setting, seed, [{"size": 4, "y": 1.0}])
    assert "toy2020/line yields columns that its setting already has: size" in refusal(tmp_path)


def test_a_damaged_table_is_set_aside_for_the_figures(tmp_path: Path) -> None:
    path = tmp_path / "metrics/toy2020/line.parquet"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(
        UserError,
        match=r"line\.parquet is truncated, .* set aside as line\.parquet\.refused; run again",
    ):
        Tables(tmp_path, "toy2020").runs("line")
    assert not path.exists()
    with pytest.raises(UserError, match=r"line\.parquet is missing$"):
        Tables(tmp_path, "toy2020").runs("line")


@pytest.mark.parametrize("damage", ["cut", "text", "flipped", "array", "pickle"])
def test_damaged_draws_are_removed(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "seed-0.npz"
    np.savez(path, weights=np.arange(1000.0))
    assert load(path)["weights"][-1] == 999
    content = path.read_bytes()
    if damage == "cut":
        path.write_bytes(content[: len(content) // 2])
    elif damage == "text":
        path.write_text("no draws")
    elif damage == "flipped":
        path.write_bytes(content[:600] + bytes(8 * [255]) + content[608:])
    elif damage == "array":
        with path.open("wb") as file:
            np.save(file, np.arange(3))
    else:
        np.savez(path, weights=np.array([{"not": "numbers"}], dtype=object))
    with pytest.raises(
        UserError, match=r"seed-0\.npz is truncated or not a file of draws .* same command again"
    ):
        load(path)
    assert not path.exists()


def test_a_value_may_be_whole_in_one_setting_and_a_fraction_in_another(tmp_path: Path) -> None:
    """In the value that is split, and in what a run yields."""
    settings = [Setting("toy2020", "line", {"slope": slope}, {}, {}) for slope in (0, 0.5)]
    for setting, y in zip(settings, (1, 1.5), strict=True):
        write(run_file(tmp_path, setting, 0), setting, 0, [{"y": float(y)}])
    table = collect(tmp_path, settings, 1)
    assert table["slope"].to_pylist() == [0.0, 0.5]
    assert table["slope"].type == pa.float64()

"""Run files: equal rows are equal bytes, and what does not belong is refused by name."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from feature_learning.core import parquet
from feature_learning.core.errors import UserError


def rows():
    yield {
        "alpha": 0.1,
        "label": "fresh",
        "values": np.array([3.0, 1.0]),
        "diverged": False,
        "n": 4,
    }
    yield {
        "alpha": float("nan"),
        "label": "reuse",
        "values": np.array([]),
        "diverged": True,
        "n": 5,
    }


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "runs" / "seed-0.parquet"
    parquet.write_rows(rows(), path, {"seed": 0, "setting": "x"})
    return path


def test_rows_come_back(written):
    table, provenance = parquet.read(written)
    assert provenance == {"layout": parquet.LAYOUT, "seed": 0, "setting": "x"}
    assert table.column_names == ["alpha", "label", "values", "diverged", "n"]
    first, second = table.to_pylist()
    assert first == {
        "alpha": 0.1,
        "label": "fresh",
        "values": [3.0, 1.0],
        "diverged": False,
        "n": 4,
    }
    assert np.isnan(second["alpha"])  # a diverged number stays NaN, not null
    assert table["alpha"].null_count == 0
    assert second["values"] == []


def test_columns_can_be_chosen(written):
    table, _ = parquet.read(written, ["label"])
    assert table.column_names == ["label"]


def test_equal_rows_are_equal_bytes(written, tmp_path):
    again = tmp_path / "elsewhere.parquet"
    parquet.write_rows(rows(), again, {"setting": "x", "seed": 0})  # provenance in another order
    assert again.read_bytes() == written.read_bytes()


@pytest.mark.parametrize("provenance", [{"seed": 1, "setting": "x"}, {"seed": 0, "setting": "y"}])
def test_other_provenance_is_other_bytes(written, tmp_path, provenance):
    parquet.write_rows(rows(), tmp_path / "other.parquet", provenance)
    assert (tmp_path / "other.parquet").read_bytes() != written.read_bytes()


def test_writing_leaves_one_file(written):
    assert [path.name for path in written.parent.iterdir()] == ["seed-0.parquet"]


def test_no_rows_are_refused(tmp_path):
    with pytest.raises(UserError, match=r"there are no rows to write to .*empty\.parquet"):
        parquet.write_rows([], tmp_path / "empty.parquet", {})
    assert list(tmp_path.iterdir()) == []


def test_differing_columns_are_refused_by_name(tmp_path):
    with pytest.raises(UserError, match="rows 0 and 2 have different columns: gain, gian"):
        parquet.write_rows(
            [{"gain": 1.0}, {"gain": 2.0}, {"gian": 3.0}], tmp_path / "x.parquet", {}
        )
    assert list(tmp_path.iterdir()) == []


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UserError, match=r"seed-9\.parquet is missing"):
        parquet.read(tmp_path / "seed-9.parquet")


@pytest.mark.parametrize("kept", [0, 3, 100, -1, -20])
def test_a_truncated_file_is_named(written, kept):
    content = written.read_bytes()
    written.write_bytes(content[:kept])
    with pytest.raises(
        UserError, match=r"seed-0\.parquet is truncated, damaged or not a Parquet file"
    ):
        parquet.read(written)


def test_another_sort_of_file_is_named(tmp_path):
    path = tmp_path / "notes.parquet"
    path.write_text("these are notes, and enough of them to look like a file\n" * 5)
    with pytest.raises(
        UserError, match=r"notes\.parquet is truncated, damaged or not a Parquet file"
    ):
        parquet.read(path)


def test_a_foreign_parquet_file_is_named(tmp_path):
    path = tmp_path / "foreign.parquet"
    pq.write_table(pa.table({"alpha": [1.0]}), path)
    with pytest.raises(UserError, match=r"foreign\.parquet was not written by this pipeline"):
        parquet.read(path)


def test_another_layout_is_named(written, tmp_path):
    table, provenance = parquet.read(written)
    path = tmp_path / "old.parquet"
    parquet.write(table, path, {**provenance, "layout": parquet.LAYOUT + 1})
    said = f"has layout {parquet.LAYOUT + 1}, but this version reads layout {parquet.LAYOUT}"
    with pytest.raises(UserError, match=rf"old\.parquet {said}"):
        parquet.read(path)


def test_a_failing_write_keeps_what_was_there(written):
    before = written.read_bytes()
    with pytest.raises(UserError):
        parquet.write_rows([{"a": 1}, {"b": 2}], written, {})
    with pytest.raises(TypeError):
        parquet.write_rows([{"a": 1}], written, {"not json": object()})
    assert written.read_bytes() == before
    assert len(list(written.parent.iterdir())) == 1


def test_no_flipped_bit_changes_a_number(tmp_path):
    """Pages carry checksums; what a flip in the footer can still change is a name or the
    provenance, which readers check.
    """
    path = tmp_path / "seed-0.parquet"
    rows = [{"x": float(x), "y": x**2 / 3, "values": np.arange(4.0) * x} for x in range(60)]
    parquet.write_rows(rows, path, {"setting": "s", "seed": 0})
    whole, (table, _) = path.read_bytes(), parquet.read(path)
    refused = 0
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        try:
            found, _ = parquet.read(path)
        except UserError:
            refused += 1
        else:
            assert found.rename_columns(table.schema.names).equals(
                table.replace_schema_metadata(found.schema.metadata)
            )
    assert refused > len(whole) / 7 / 3

"""Files that are whole or absent, in UTF-8 and strict JSON."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from feature_learning.core.files import dumps, loads, read_text, replacing, write_text

ROOT = Path(__file__).resolve().parents[2]


def test_a_finished_block_replaces_the_file(tmp_path):
    path = tmp_path / "deep" / "er" / "file.txt"
    for text in ("one", "two"):
        with replacing(path) as temporary:
            assert temporary.parent == path.parent
            temporary.write_text(text)
            assert not path.exists() or path.read_text() != text
        assert path.read_text() == text
    assert [entry.name for entry in path.parent.iterdir()] == ["file.txt"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("existing", [True, False])
def test_an_exception_leaves_nothing_behind(tmp_path, error, existing):
    path = tmp_path / "file.txt"
    if existing:
        path.write_text("old")

    def interrupted():
        with replacing(path) as temporary:
            temporary.write_text("half of the n")
            raise error

    with pytest.raises(error):
        interrupted()
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == (
        [("file.txt", "old")] if existing else []
    )


def test_a_block_that_writes_nothing_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError), replacing(tmp_path / "file.txt"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_json_is_strict_and_texts_are_utf_8(tmp_path):
    said = {"a": [math.nan, np.float64(-math.inf), np.int64(3)], "b": {"c": math.inf, "σ": "ü"}}
    write_text(tmp_path / "said.json", dumps(said, ensure_ascii=False))
    raw = (tmp_path / "said.json").read_bytes().decode("utf-8")
    assert json.loads(raw, parse_constant=pytest.fail)["a"] == [None, "-Infinity", 3]
    assert loads(read_text(tmp_path / "said.json"))["b"] == said["b"]


def test_a_terminal_without_a_letter_shows_a_question_mark():
    program = "from feature_learning.core.files import print_anything as f; f(); print('1 σ')"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(ROOT / "src")}
    said = subprocess.check_output([sys.executable, "-c", program], env=environment)
    assert said == b"1 ?\n"


def test_the_records_are_strict_json():
    files = [*(ROOT / "record").rglob("*.json")]
    assert files
    for path in files:
        assert strict(path), path


def strict(path):
    try:
        return bool(json.loads(path.read_text("utf-8"), parse_constant=int))
    except ValueError:  # int("NaN")
        return False

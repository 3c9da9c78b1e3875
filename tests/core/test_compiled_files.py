"""Compiled code is kept where that is possible, and made anew where it is damaged."""

import importlib.util
from collections.abc import Callable
from pathlib import Path

import numba
import pytest

from feature_learning.core import compiled_files
from feature_learning.core.compiled_files import mending

LOOP = """
from feature_learning.core.compiled import compiled


@compiled
def total(n):
    found = 0.0
    for k in range(n):
        found += k
    return found
"""


def imported(file: Path) -> Callable[[int], float]:
    """Return a module's function as a new process has it: compiled code comes from files."""
    spec = importlib.util.spec_from_file_location("loop", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[[int], float] = module.total
    return found


def test_damaged_compiled_code_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "loop.py"
    file.write_text(LOOP)
    assert imported(file)(4) == 6.0
    (index,), (code,) = tmp_path.rglob("*.nbi"), tmp_path.rglob("*.nbc")
    for damaged, length in ((index, 10), (index, 0), (code, 100)):
        whole = damaged.read_bytes()
        damaged.write_bytes(whole[:length])
        total = imported(file)
        assert mending(lambda total=total: total(4)) == 6.0  # type: ignore[misc]
        assert capsys.readouterr().err == f"{index} is damaged and is made anew\n"
        assert len(damaged.read_bytes()) > length


def test_an_error_of_the_work_itself_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        mending(lambda: 1 / 0)


def test_without_a_home_in_a_folder_that_cannot_be_written_it_goes_to_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(compiled_files.tempfile, "tempdir", str(tmp_path))
    assert compiled_files.place() == ""
    monkeypatch.setenv("HOME", "/dev/null/nowhere")
    assert compiled_files.place() == ""  # the package's own folder can be written
    monkeypatch.setattr(compiled_files, "__file__", "/proc/nowhere/compiled_files.py")
    folder = Path(compiled_files.place())
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o777 == 0o700
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert compiled_files.place() == str(folder)  # the next job finds what this one has compiled

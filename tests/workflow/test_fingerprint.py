"""What changes a fingerprint: code that a result can depend on, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from feature_learning.pipeline.run import fingerprint as subject
from feature_learning.pipeline.run.fingerprint import closure, fingerprint

MODEL = '''"""A model."""

from feature_learning.core import numbers


def twice(x):
    """Double it."""
    # for once
    return 2 * x
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for folder in ("core", "papers"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text("")
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "core/numbers.py").write_text("ONE = 1\n")
    (tmp_path / "core/lazy.py").write_text("TWO = 2\n")
    (tmp_path / "core/other.py").write_text("THREE = 3\n")
    (tmp_path / "papers/model.py").write_text(MODEL)
    return tmp_path


@pytest.fixture
def changed(package: Path) -> Callable[[str, str], bool]:
    """Whether a file's new text changes the model's fingerprint."""

    def _fingerprint() -> str:
        for cached in (subject._file, subject._facts, subject._imports):
            cached.cache_clear()
        return fingerprint("feature_learning.papers.model", root=package)

    def _changed(path: str, text: str) -> bool:
        before = _fingerprint()
        (package / path).write_text(text)
        return _fingerprint() != before

    return _changed


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# for once", "# for ever and ever"),
        ("    # for once\n", ""),
        ('"""Double it."""', '"""Multiply by two.\n\n    At length.\n    """'),
        ('    """Double it."""\n', ""),
        ('"""A model."""', ""),
        ("2 * x", "(2   *   x)"),
        ("\n\n\ndef", "\n\n\n\n\ndef"),
    ],
)
def test_comments_docstrings_and_layout_do_not_count(changed: Callable[[str, str], bool], before: str, after: str) -> None:
    assert MODEL.count(before) == 1
    assert not changed("papers/model.py", MODEL.replace(before, after))


@pytest.mark.parametrize(
    ("before", "after"), [("2 * x", "3 * x"), ("2 * x", "2.0 * x"), ("return", 'y = "text"\n    return'), ("twice", "double")]
)
def test_code_counts(changed: Callable[[str, str], bool], before: str, after: str) -> None:
    assert changed("papers/model.py", MODEL.replace(before, after))


def test_an_imported_module_counts_and_a_stranger_does_not(changed: Callable[[str, str], bool]) -> None:
    assert changed("core/numbers.py", "ONE = 1.0\n")
    assert changed("core/__init__.py", "X = 1\n")
    assert not changed("core/other.py", "THREE = 4\n")


def test_an_import_inside_a_function_counts(changed: Callable[[str, str], bool]) -> None:
    assert changed("papers/model.py", MODEL.replace("# for once", "from feature_learning.core.lazy import TWO"))
    assert changed("core/lazy.py", "TWO = 2.0\n")


def test_a_function_that_only_has_a_docstring_still_stands(changed: Callable[[str, str], bool]) -> None:
    changed("papers/model.py", 'def nothing():\n    """Do nothing."""\n')
    assert not changed("papers/model.py", "def nothing():\n    pass\n")


def test_the_closure_stays_inside_the_package(package: Path) -> None:
    (package / "core/numbers.py").write_text("import math\nimport numpy as np\nimport feature_learning.papers.model\n")
    for cached in (subject._file, subject._facts, subject._imports):
        cached.cache_clear()
    # The cycle ends, and the packages on the way belong to it.
    assert closure(("feature_learning.papers.model",), package) == {
        f"feature_learning{name}" for name in ("", ".core", ".core.numbers", ".papers", ".papers.model")
    }


def test_the_order_of_the_entries_does_not_count(package: Path) -> None:
    entries = ("feature_learning.papers.model", "feature_learning.core.other")
    assert fingerprint(*entries, root=package) == fingerprint(*reversed(entries), root=package)


def test_a_missing_module_is_named(package: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"feature_learning\.papers\.nothing"):
        fingerprint("feature_learning.papers.nothing", root=package)


def test_code_that_does_not_parse_has_a_fingerprint(changed: Callable[[str, str], bool]) -> None:
    # Its own jobs will fail; to read the workflow must not, or one broken module would stop all papers.
    assert changed("papers/model.py", "def broken(:\n")
    assert changed("papers/model.py", "def broken(:\n    1\n")


def test_what_is_kept_of_a_module_is_not_taken_for_another_text(package, monkeypatch):
    def of(text: str) -> tuple[str, frozenset[str]]:
        subject._file.cache_clear()
        subject._facts.cache_clear()
        (package / "core/kept.py").write_text(text)
        return subject._facts("feature_learning.core.kept", package)

    first = of("x = 1\n")
    with monkeypatch.context() as patched:
        patched.setattr(subject, "_parsed", lambda text, path: pytest.fail("parsed again"))
        assert of("x = 1\n") == first
    assert of("import feature_learning.core.other\nx = 1\n") != first
    (kept,) = (package / "core/__pycache__").glob("kept.*.syntax")
    kept.write_text("")
    assert of("x = 1\n") == first

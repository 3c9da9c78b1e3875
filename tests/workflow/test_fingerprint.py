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


FAMILY = '''"""Two experiments."""

from feature_learning.core.numbers import ONE
from feature_learning.core.other import THREE

SIZE = ONE
SHARED = [SIZE]
SHARED.append(2)


def draw_first(rng):
    """Draw."""
    return rng(SIZE)


def first(draws, rng):
    """Run."""
    return draws + _half(SIZE)


def _half(x):
    return x / 2


def second(rng):
    """Run without draws."""
    return rng(THREE)
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
    (tmp_path / "papers/family.py").write_text(FAMILY)
    return tmp_path


@pytest.fixture
def changed(package: Path) -> Callable[[str, str], bool]:
    """Whether a file's new text changes the model's fingerprint."""
    entries = ("feature_learning.papers.model",)

    def _changed(path: str, text: str) -> bool:
        before = anew(package, *entries)
        (package / path).write_text(text)
        return anew(package, *entries) != before

    return _changed


def anew(package: Path, *entries: str) -> str:
    """Return the fingerprint of files that may have changed."""
    for cached in (subject._file, subject._facts, subject._imports, subject._part):
        cached.cache_clear()
    return fingerprint(*entries, root=package)


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
def test_comments_docstrings_and_layout_do_not_count(
    changed: Callable[[str, str], bool], before: str, after: str
) -> None:
    assert MODEL.count(before) == 1
    assert not changed("papers/model.py", MODEL.replace(before, after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("2 * x", "3 * x"),
        ("2 * x", "2.0 * x"),
        ("return", 'y = "text"\n    return'),
        ("twice", "double"),
    ],
)
def test_code_counts(changed: Callable[[str, str], bool], before: str, after: str) -> None:
    assert changed("papers/model.py", MODEL.replace(before, after))


def test_an_imported_module_counts_and_a_stranger_does_not(
    changed: Callable[[str, str], bool],
) -> None:
    assert changed("core/numbers.py", "ONE = 1.0\n")
    assert changed("core/__init__.py", "X = 1\n")
    assert not changed("core/other.py", "THREE = 4\n")


def test_an_import_inside_a_function_counts(changed: Callable[[str, str], bool]) -> None:
    assert changed(
        "papers/model.py", MODEL.replace("# for once", "from feature_learning.core.lazy import TWO")
    )
    assert changed("core/lazy.py", "TWO = 2.0\n")


def test_a_function_that_only_has_a_docstring_still_stands(
    changed: Callable[[str, str], bool],
) -> None:
    changed("papers/model.py", 'def nothing():\n    """Do nothing."""\n')
    assert not changed("papers/model.py", "def nothing():\n    pass\n")


def test_the_closure_stays_inside_the_package(package: Path) -> None:
    (package / "core/numbers.py").write_text(
        "import math\nimport numpy as np\nimport feature_learning.papers.model\n"
    )
    for cached in (subject._file, subject._facts, subject._imports):
        cached.cache_clear()
    # The cycle ends, and the packages on the way belong to it.
    assert closure(("feature_learning.papers.model",), package) == {
        f"feature_learning{name}"
        for name in ("", ".core", ".core.numbers", ".papers", ".papers.model")
    }


def test_the_order_of_the_entries_does_not_count(package: Path) -> None:
    entries = ("feature_learning.papers.model", "feature_learning.core.other")
    assert fingerprint(*entries, root=package) == fingerprint(*reversed(entries), root=package)


def test_a_missing_module_is_named(package: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"feature_learning\.papers\.nothing"):
        fingerprint("feature_learning.papers.nothing", root=package)


def test_code_that_does_not_parse_has_a_fingerprint(changed: Callable[[str, str], bool]) -> None:
    # Its own jobs will fail; to read the workflow must not, or one broken module would stop all
    # papers.
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


@pytest.fixture
def reruns(package: Path) -> Callable[..., set[str]]:
    """Which experiments of the family a file's new text changes."""

    def _fingerprints() -> dict[str, str]:
        family = "feature_learning.papers.family"
        return {
            name: anew(package, f"{family}:{name}", f"{family}:draw_{name}", f"{family}:draw")
            for name in ("first", "second")
        }

    def _reruns(path: str, *edits: tuple[str, str]) -> set[str]:
        before, text = _fingerprints(), (package / path).read_text()
        for old, new in edits:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (package / path).write_text(text)
        return {name for name, after in _fingerprints().items() if after != before[name]}

    return _reruns


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("draws + _half(SIZE)", "draws - _half(SIZE)", {"first"}),
        ("rng(SIZE)", "2 * rng(SIZE)", {"first"}),
        ("x / 2", "0.5 * x", {"first"}),
        ("rng(THREE)", "rng(2 * THREE)", {"second"}),
        # What is added to serves whatever it was added to.
        ("append(2)", "append(3)", {"first", "second"}),
        # So does a statement that gives no single name, and what it needs.
        ("SHARED.append(2)\n", "for x in range(2):\n    SHARED.append(x)\n", {"first", "second"}),
        ("SIZE = ONE\n", "SIZE = ONE\nSIZE += 1\n", {"first", "second"}),
        (
            "def second(rng):",
            "def draw(rng):\n    return rng(1)\n\n\ndef second(rng):",
            {"first", "second"},
        ),
        (
            "def second(rng):",
            "def draw_second(rng):\n    return rng(1)\n\n\ndef second(rng):",
            {"second"},
        ),
        ("def second(rng):", "UNUSED = 1\n\n\ndef second(rng):", set()),
        ('"""Run."""', '"""Run at length."""  # and stop', set()),
        ('"""Two experiments."""', '"""A family."""', set()),
        ("def second(rng):", "def second(rng:", {"first", "second"}),
    ],
)
def test_of_a_shared_module_counts_what_a_function_needs(
    reruns: Callable[..., set[str]], before: str, after: str, expected: set[str]
) -> None:
    assert reruns("papers/family.py", (before, after)) == expected


def test_what_only_one_function_imports_counts_for_it_alone(
    reruns: Callable[..., set[str]],
) -> None:
    assert reruns("core/other.py", ("THREE = 3", "THREE = 4")) == {"second"}
    late = ("return rng(THREE)", "from feature_learning.core.lazy import TWO\n    return rng(TWO)")
    assert reruns("papers/family.py", late) == {"second"}
    assert reruns("core/lazy.py", ("TWO = 2", "TWO = 3")) == {"second"}


def test_a_name_that_is_given_twice_counts_each_time(reruns: Callable[..., set[str]]) -> None:
    reruns(
        "papers/family.py",
        ("def second(rng):", "LEVEL = THREE\nLEVEL += 1\n\n\ndef second(rng):"),
        ("rng(THREE)", "rng(LEVEL)"),
    )
    assert reruns("papers/family.py", ("LEVEL += 1", "LEVEL += 2")) == {"second"}
    assert reruns("papers/family.py", ("LEVEL = THREE", "LEVEL = 2 * THREE")) == {"second"}
    assert reruns("core/other.py", ("THREE = 3", "THREE = 4")) == {"second"}


def test_a_function_that_is_defined_under_a_condition_counts(
    reruns: Callable[..., set[str]],
) -> None:
    half = "def _half(x):\n    return x / 2\n"
    reruns(
        "papers/family.py",
        (half, "if SIZE:\n    def _half(x):\n        y = x / 2\n        return y\n"),
    )
    assert "first" in reruns("papers/family.py", ("x / 2", "x / 3"))

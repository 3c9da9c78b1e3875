"""What changes a fingerprint: code that a result can depend on, and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.run.definitions import read
from feature_learning.pipeline.run.dependencies import Dependencies
from feature_learning.pipeline.run.fingerprint import ROOT, fingerprint, forget, used

CATALOGUE = load({})
# With texts that Python 3.12 takes to pieces in another way.
MODULES = [
    "feature_learning.plotting.residual",
    "feature_learning.papers.dandi2023.figures.fig12",
    "feature_learning.papers.mei2019.experiments.limits",
]
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
    forget()
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


def test_what_is_used_counts_and_what_is_only_imported_does_not(
    changed: Callable[[str, str], bool],
) -> None:
    assert not changed("core/numbers.py", "ONE = 1.0\n")
    assert changed("papers/model.py", MODEL.replace("2 * x", "numbers.ONE * x"))
    assert changed("core/numbers.py", "ONE = 1\n")
    assert not changed("core/numbers.py", "ONE = 1\nTEN = 10\n")
    # A statement without a name may do anything to the package's modules.
    assert changed("core/__init__.py", "print()\n")
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


def test_what_is_used_stays_inside_the_package(package: Path) -> None:
    (package / "core/numbers.py").write_text(
        "import math\nimport feature_learning.papers.model\n"
        "ONE = feature_learning.papers.model.twice(math.pi)\n"
    )
    (package / "papers/model.py").write_text(MODEL.replace("2 * x", "numbers.ONE * x"))
    forget()
    # The cycle ends, and the packages on the way belong to it.
    assert {module for module, _ in used("feature_learning.papers.model", root=package)} == {
        f"feature_learning{name}"
        for name in ("", ".core", ".core.numbers", ".papers", ".papers.model")
    }


def test_a_name_is_followed_through_the_package_that_passes_it_on(package: Path) -> None:
    (package / "core/__init__.py").write_text(
        "from feature_learning.core.numbers import ONE\nfrom .lazy import TWO as DEUX\n"
    )
    model = "from feature_learning import core as c\n\n\ndef twice(x):\n    return c.DEUX * x\n"
    (package / "papers/model.py").write_text(model)
    forget()
    names = used("feature_learning.papers.model:twice", root=package)
    assert ("feature_learning.core.lazy", "TWO") in names
    assert ("feature_learning.core.numbers", "ONE") not in names


def test_an_entry_of_a_package_is_followed_into_its_modules(package: Path) -> None:
    (package / "core/__init__.py").write_text(
        "from feature_learning.core.lazy import TWO\n"
        "from feature_learning.core.numbers import ONE\n"
    )
    before = anew(package, "feature_learning.core:TWO")
    (package / "core/numbers.py").write_text("ONE = 1.0\n")
    assert anew(package, "feature_learning.core:TWO") == before
    (package / "core/lazy.py").write_text("TWO = 2.0\n")
    assert anew(package, "feature_learning.core:TWO") != before


def test_a_function_that_a_decorator_of_the_package_notes_down_counts(package: Path) -> None:
    noted = (
        "TABLE = []\n\n\ndef note(f):\n    TABLE.append(f)\n\n\n@note\ndef one():\n    return 1\n"
    )
    (package / "core/numbers.py").write_text(noted)
    (package / "papers/model.py").write_text(
        "from feature_learning.core.numbers import TABLE\n\n\ndef f():\n    return TABLE[0]()\n"
    )
    before = anew(package, "feature_learning.papers.model:f")
    (package / "core/numbers.py").write_text(noted.replace("return 1", "return 2"))
    assert anew(package, "feature_learning.papers.model:f") != before


def test_the_words_of_an_error_do_not_count(changed: Callable[[str, str], bool]) -> None:
    text = MODEL.replace("return 2 * x", 'raise ValueError(f"{x} is no number")')
    assert changed("papers/model.py", text)
    assert not changed("papers/model.py", text.replace("is no number", "must be a number"))
    assert changed("papers/model.py", text.replace("ValueError", "TypeError"))


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
        ("def first(draws, rng):", "def first(draws: dict[str, int], rng: str) -> ONE:", set()),
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


def test_later_versions_of_python_have_the_same_fingerprint(tmp_path: Path) -> None:
    """Python 3.12 has ``type_params``, and other pieces of the texts of f-strings."""
    file = tmp_path / "model.py"
    file.write_text('def f(x):\n    return f"{x}a" f"b{{{x:g}}}"\n')
    (found,) = read(file, "feature_learning.model").definitions["f"]
    # What Python 3.12.1 and 3.13.0 give.
    assert found.text == "1e3bf8980de0f71da8c94aabe67d0a82d70e5cca6dc2f2afe23106a9a734202c"


@pytest.mark.parametrize("version", ["3.12", "3.13"])
def test_modules_have_the_same_fingerprint_on_another_python(version: str) -> None:
    script = (
        "from feature_learning.pipeline.run.fingerprint import fingerprint\n"
        f"print(*map(fingerprint, {MODULES!r}))"
    )
    places = Path(os.environ.get("PYENV_ROOT", "")) / "versions"
    named = [shutil.which(f"python{version}"), *map(str, places.glob(f"{version}.*/bin/python"))]
    for other in filter(None, named):
        found = subprocess.run(
            [other, "-c", script],
            env={"PYTHONPATH": str(ROOT.parent), "PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            check=False,
        )
        if found.returncode == 0:
            assert found.stdout.split() == [*map(fingerprint, MODULES)]
            return
    pytest.skip(f"there is no Python {version}")


@pytest.fixture
def affected(tmp_path: Path) -> Callable[..., set[str]]:
    """Which results of the project an edit of its code changes."""
    root = shutil.copytree(ROOT, tmp_path / "copy", ignore=shutil.ignore_patterns("__pycache__"))

    def _affected(path: str, before: str, after: str) -> set[str]:
        old, file = _all(CATALOGUE, root), root / path
        text = file.read_text()
        assert text.count(before) == 1
        file.write_text(text.replace(before, after))
        new = _all(CATALOGUE, root)
        return {name for name, code in old.items() if new[name] != code}

    return _affected


def _all(catalogue: Catalogue, root: Path) -> dict[str, str]:
    """Return the fingerprint of each result."""
    forget()
    code, found = Dependencies(catalogue, root), {}
    for key, paper in catalogue.papers.items():
        for name, design in paper.experiments.items():
            if design.seeds:
                found[f"runs of {key}/{name}"] = code.training(key, name)
            if design.theory is not None:
                found[f"theory of {key}/{name}"] = code.theory(key, name)
        for name in paper.figures:
            found[f"figure {key}/{name}"] = code.figure(key, name)
    return found


def test_an_edit_of_one_prediction_computes_its_table_alone(
    affected: Callable[..., set[str]],
) -> None:
    start = '"""Yield the best penalty; no ridge is best above ``zeta^2``."""\n'
    edited = f"{start}        print()\n"
    assert affected("papers/mei2019/experiments/limits.py", start, edited) == {
        "theory of mei2019/phase_diagram"
    }


def test_an_edit_of_a_method_counts_where_it_is_called(affected: Callable[..., set[str]]) -> None:
    start = '"""Return the number of features at each N/n, from the smallest."""\n'
    edited = f"{start}        print()\n"
    assert affected("papers/mei2019/experiments/widths.py", start, edited) == {
        "runs of mei2019/double_descent",
        "runs of mei2019/noise",
        "runs of mei2019/other_features",
    }


def test_another_bound_of_a_value_computes_nothing(affected: Callable[..., set[str]]) -> None:
    start, edited = "    psi2: Positive  # n/d\n", "    psi2: float\n"
    assert affected("papers/mei2019/experiments/widths.py", start, edited) == set()


def test_an_edit_of_one_helper_draws_its_figures_alone(affected: Callable[..., set[str]]) -> None:
    start = "def _beside(ax: Axes, value: float, row: float, text: str) -> None:\n"
    found = affected("plotting/forest.py", start, f"{start}    print()\n")
    assert "figure background/bg5" in found
    assert "figure moniri2023/figure-2" not in found
    assert {name.partition(" ")[0] for name in found} == {"figure"}
    assert len(found) < len(_all(CATALOGUE, ROOT)) / 10


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("core/streams.py", "there is no random stream", "unknown random stream"),
        ("pipeline/run/timing.py", "import time\n", "import math\nimport time\n"),
        ("pipeline/run/train.py", "_SILENT_S = 5.0\n", "_SILENT_S = 6.0\n"),
        ("training/second_layer.py", "import numpy as np\n", "import numpy as np  # arrays\n"),
    ],
)
def test_a_message_a_log_and_a_comment_make_nothing_anew(
    affected: Callable[..., set[str]], path: str, before: str, after: str
) -> None:
    assert affected(path, before, after) == set()

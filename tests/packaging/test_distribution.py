"""What pip and other projects get: a wheel that works in any folder, and a source distribution with
all that a test needs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from feature_learning.core.packages import commit, versions

ROOT = Path(__file__).resolve().parents[2]
_BUILD = (
    "from setuptools import build_meta; import sys; "
    "print(getattr(build_meta, sys.argv[1])(sys.argv[2]))"
)
_USE = """
from feature_learning import load, predict, run
import feature_learning
rows = run("mei2019", "noise", scale="smoke")
print(feature_learning.__file__, len(rows) > 0)
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tracked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the files that the repository has, in which building leaves its traces."""
    copy = tmp_path_factory.mktemp("source")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", ":!record"], cwd=ROOT, capture_output=True, check=True
    )
    for name in listed.stdout.decode().split("\0")[:-1]:
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    return copy


def build(source: Path, kind: str, out: Path) -> Path:
    done = subprocess.run(
        [sys.executable, "-c", _BUILD, f"build_{kind}", str(out)],
        cwd=source,
        capture_output=True,
        text=True,
        check=True,
    )
    return out / done.stdout.splitlines()[-1]


def test_a_wheel_works_in_another_folder(tracked: Path, tmp_path: Path) -> None:
    wheel = build(tracked, "wheel", tmp_path)
    installed = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target"]
    subprocess.run([*install, str(installed), str(wheel)], check=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = os.environ | {"PYTHONPATH": str(installed)}
    used = subprocess.run(
        [sys.executable, "-c", _USE], cwd=elsewhere, env=environment, capture_output=True, text=True
    )
    assert used.returncode == 0, used.stderr
    assert used.stdout.split() == [str(installed / "feature_learning/__init__.py"), "True"]
    new = subprocess.run(
        [sys.executable, "-m", "feature_learning", "--version"],
        cwd=elsewhere,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert new.returncode == 0, new.stderr
    own = versions(["feature-learning"]).popitem()[1]
    assert new.stdout.startswith(f"feature-learning {own}, commit unknown: ")


def test_the_source_distribution_has_tests_and_workflow(tracked: Path, tmp_path: Path) -> None:
    with tarfile.open(build(tracked, "sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in ("Snakefile", "config.yaml", "workflow/rules/train.smk", "tests/papers/pin.py"):
        assert name in names
    assert {"docs/claims.md", "requirements.lock", "tests/papers/evidence/mei2019.csv"} <= names


def test_a_commit_is_known_in_a_repository_alone(tmp_path: Path) -> None:
    assert len(commit(ROOT).removesuffix("-dirty")) >= 40
    assert commit(tmp_path).startswith("unknown: fatal: not a git repository")
    # Within another project's repository, such as an unpacked archive.
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    inner = tmp_path / "project"
    inner.mkdir()
    assert commit(inner) == "unknown: no repository of its own"
    assert versions(["no-such-package"]) == {"no-such-package": "absent"}

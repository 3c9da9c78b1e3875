"""One set of requirements in three files: ranges in pyproject.toml and environment.yml, exact versions in the lock file."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
TORCH = "2.13.0"
# Where conda's name is another one; the -base and -minimal packages are what the plain names are on PyPI.
CONDA_NAMES = {"matplotlib": "matplotlib-base", "seaborn": "seaborn-base", "snakemake": "snakemake-minimal", "torch": "pytorch"}

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
DECLARED = [Requirement(line) for line in [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]]
LOCK = [line for line in (ROOT / "requirements.lock").read_text().splitlines() if not line.startswith("#")]


def locked() -> dict[str, str]:
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in LOCK)}


def conda() -> dict[str, SpecifierSet]:
    entries = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    found = [re.fullmatch(r"([A-Za-z0-9_.-]+)(.*)", entry) for entry in entries if isinstance(entry, str)]
    return {match[1]: SpecifierSet(match[2]) for match in found if match}


def test_conda_has_the_same_names_and_ranges():
    expected = {CONDA_NAMES.get(name := canonicalize_name(r.name), name): r.specifier for r in DECLARED}
    assert conda() == {**expected, "python": SpecifierSet(PROJECT["requires-python"]), "pip": SpecifierSet()}


def test_conda_installs_the_package_itself():
    entries = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    assert {"pip": ["--editable ."]} in entries


def test_lock_is_exact():
    """No ranges, no local builds such as +cpu, no files: plain pip finds each."""
    assert [line for line in LOCK if not re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][0-9A-Za-z.]*", line)] == []
    assert len(locked()) == len(LOCK)


@pytest.mark.parametrize("requirement", DECLARED, ids=lambda requirement: requirement.name)
def test_lock_is_within_the_ranges(requirement):
    assert requirement.specifier.contains(locked()[canonicalize_name(requirement.name)])


def test_lock_builds_the_package():
    """The Makefile builds without isolation, so the build's requirement is locked too."""
    (build,) = map(Requirement, tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"])
    assert build.specifier.contains(locked()[build.name])


def test_lock_has_slurm_alone():
    """The profile that is shipped needs its executor and that one's job step; other executors are the user's choice."""
    executors = {name for name in locked() if name.startswith("snakemake-executor-plugin")}
    assert executors == {"snakemake-executor-plugin-slurm", "snakemake-executor-plugin-slurm-jobstep"}


def test_torch_is_the_same_everywhere():
    (torch,) = [requirement for requirement in DECLARED if requirement.name == "torch"]
    assert (str(torch.specifier), str(conda()["pytorch"]), locked()["torch"]) == (f"=={TORCH}", f"=={TORCH}", TORCH)

"""One set of requirements in three files: ranges in pyproject.toml and environment.yml, exact
versions in the lock file.
"""

import itertools
import re
import tomllib
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
# Where conda's name is another one; the -base and -minimal packages are what the plain names are on
# PyPI.
CONDA_NAMES = {
    "griffelib": "griffe",
    "matplotlib": "matplotlib-base",
    "seaborn": "seaborn-base",
    "snakemake": "snakemake-minimal",
    "torch": "pytorch",
}

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
DECLARED = [
    Requirement(line)
    for line in itertools.chain(
        PROJECT["dependencies"],
        *(PROJECT["optional-dependencies"][extra] for extra in ("pipeline", "torch", "dev")),
    )
]


def test_conda_has_the_same_names_and_ranges():
    entries = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    found = [
        re.fullmatch(r"([A-Za-z0-9_.-]+)(.*)", entry) for entry in entries if isinstance(entry, str)
    ]
    expected = {
        CONDA_NAMES.get(name := canonicalize_name(r.name), name): r.specifier for r in DECLARED
    }
    expected |= {"python": SpecifierSet(PROJECT["requires-python"]), "pip": SpecifierSet()}
    assert {match[1]: SpecifierSet(match[2]) for match in found} == expected


def test_the_lock_is_exact_and_within_the_ranges():
    """No ranges, no local builds such as +cpu, no files: plain pip finds each.

    The Makefile builds without isolation, so the build's requirement is locked too.
    """
    text = (ROOT / "requirements.lock").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    exact = re.compile(r"[A-Za-z0-9_.-]+==[0-9][0-9A-Za-z.]*")
    assert [line for line in lines if not exact.fullmatch(line)] == []
    locked = {canonicalize_name(line.split("==")[0]): line.split("==")[1] for line in lines}
    assert len(locked) == len(lines)
    needed = [*DECLARED, *map(Requirement, PYPROJECT["build-system"]["requires"])]
    versions = [(one, locked[canonicalize_name(one.name)]) for one in needed]
    assert [str(one) for one, version in versions if version not in one.specifier] == []

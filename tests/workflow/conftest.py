"""Copies of the project for each test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from workflow.copies import Copy, copy_project, with_toy

# The throw-away paper's modules import themselves as part of the package, which they are only in a
# copy.
collect_ignore = ["toy2020"]


@pytest.fixture
def toy(tmp_path: Path) -> Copy:
    """A fresh copy with the throw-away paper alone."""
    return with_toy(copy_project(tmp_path / "project"))


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy in which everything was made once, undisturbed; look, but do not touch."""
    copy = with_toy(copy_project(tmp_path_factory.mktemp("original") / "project"))
    copy.done("figures/all")
    return copy


@pytest.fixture
def finished(original: Copy, tmp_path: Path) -> Copy:
    """A copy of the finished copy, times and Snakemake's memory included."""
    shutil.copytree(original.root, tmp_path / "project")
    return Copy(tmp_path / "project")

"""One Slurm for all tests of this folder, empty at the start of each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cluster.slurm import Slurm, obstacle, running
from workflow.conftest import toy

__all__ = ["toy"]


@pytest.fixture(scope="session")
def cluster() -> Iterator[Slurm]:
    """A Slurm with this machine as its only node."""
    if reason := obstacle():
        pytest.skip(reason)
    with running() as slurm:
        yield slurm


@pytest.fixture
def slurm(cluster: Slurm) -> Slurm:
    """That Slurm, with nothing in its queue."""
    cluster.empty()
    return cluster

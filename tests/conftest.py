"""Shared by all tests: repeatable property tests, long tests first, CUDA tests skipped without a
device.
"""

import os

import pytest
from hypothesis import settings

os.environ["MPLBACKEND"] = "agg"  # before any import of matplotlib, whatever a notebook names
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items):
    # Whole workflows first: started last, they would leave the other workers without work.
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    chosen = [item for item in items if item.get_closest_marker("cuda")]
    if not chosen:
        return
    import torch

    if not torch.cuda.is_available():
        for item in chosen:
            item.add_marker(pytest.mark.skip(reason="torch sees no CUDA device"))

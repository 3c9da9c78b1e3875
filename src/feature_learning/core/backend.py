"""The backend of matplotlib that the environment names."""

import os
from importlib.util import find_spec


def leave_out_missing_backend() -> None:
    """Make matplotlib choose its backend if the one in ``MPLBACKEND`` is not installed.

    A notebook's kernel names its own backend to every program that it starts. In an environment
    without this backend, every import of matplotlib would fail.
    """
    named = os.environ.get("MPLBACKEND", "")
    module = named.removeprefix("module://").split(".")[0]
    if named.startswith("module://") and find_spec(module) is None:
        del os.environ["MPLBACKEND"]

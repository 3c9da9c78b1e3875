"""Reproductions of the papers on feature learning in two-layer neural networks.

``run``, ``predict`` and ``load`` are the functions of `feature_learning.api`, for notebooks. They
are loaded at their first use: a job imports this package as well, and needs none of them.
"""

import importlib

from feature_learning.core.backend import leave_out_missing_backend
from feature_learning.core.compiled_files import place

__version__ = "0.1.0"
__all__ = ["load", "predict", "run"]
COMPILED = place()  # before any compiled function is defined
leave_out_missing_backend()  # before any import of matplotlib


def __getattr__(name):  # type: ignore[no-untyped-def]
    # By name, because the import of the API takes time that jobs need not spend.
    if name in __all__:
        return getattr(importlib.import_module("feature_learning.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Loops that are compiled: recursions whose steps are too small for numpy, whose every call costs a microsecond."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def compiled(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Compile a function of arrays and numbers at its first call; later runs load it from a file in ``__pycache__``.

    The file is made anew where the function's own module has changed, not where another has: a compiled function calls compiled
    functions of its own module only, and takes constants of other modules as arguments.

    Divisions by zero give inf and nan as in numpy. Operations keep their order (no ``fastmath``), so equal machines give equal
    bytes.
    """
    return cast(Callable[_Arguments, _Result], numba.njit(cache=True, error_model="numpy")(function))


def vectorised(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Compile as `compiled` does, for loops over long arrays that are to become vector instructions.

    As in a matrix product, sums may be taken in another order and a product be joined with an addition; which, differs between kinds
    of machines, so that equal bytes need an equal machine.
    """
    free = {"contract", "reassoc", "nsz"}
    return cast(Callable[_Arguments, _Result], numba.njit(cache=True, error_model="numpy", fastmath=free)(function))

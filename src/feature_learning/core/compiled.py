"""Compiled loops: recursions whose steps are so short that numpy's microsecond per call would
dominate.
"""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def compiled(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Compile a function of arrays and numbers at its first call.

    Later runs load it from a file in ``__pycache__``. Loops over elements compile in half a second.
    An expression on whole arrays, such as ``a[:] = b``, pulls in numba's broadcasting and takes
    four seconds.

    numba renews the file when the function's own module changes, but not when another module does.
    So a compiled function only calls compiled functions of its own module, and takes constants of
    other modules as arguments.

    Divisions by zero give inf and nan, as in numpy. Operations keep their order (no ``fastmath``),
    so equal machines give byte-identical results.
    """
    return _made(function)


def vectorised(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Compile as `compiled` does, for loops over long arrays that should become vector
    instructions.

    As in a matrix product, sums may be taken in another order, and a multiplication and an addition
    may be fused. Different machines do this differently; equal machines give byte-identical
    results.
    """
    return _made(function, fastmath={"contract", "reassoc", "nsz"})


def _made(function: Callable[_Arguments, _Result], **options: Any) -> Callable[_Arguments, _Result]:
    return cast(
        Callable[_Arguments, _Result],
        numba.njit(cache=True, error_model="numpy", **options)(function),
    )

"""Loops that are compiled: recursions whose steps are too small for numpy, whose every call costs a microsecond."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def compiled(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Compile a function of arrays and numbers at its first call; later runs load it from a file in ``__pycache__``.

    Loops over elements compile in half a second; an expression on whole arrays, such as ``a[:] = b``, brings numba's broadcasting
    with it, which takes four.

    The file is made anew where the function's own module has changed, not where another has: a compiled function calls compiled
    functions of its own module only, and takes constants of other modules as arguments.

    Divisions by zero give inf and nan as in numpy. Operations keep their order (no ``fastmath``), so equal machines give equal
    bytes.
    """
    return _made(function)


def vectorised(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Compile as `compiled` does, for loops over long arrays that are to become vector instructions.

    As in a matrix product, sums may be taken in another order and a product be joined with an addition. Machines of different kinds
    do so differently; equal machines give equal bytes.
    """
    return _made(function, fastmath={"contract", "reassoc", "nsz"})


def _made(function: Callable[_Arguments, _Result], **options: Any) -> Callable[_Arguments, _Result]:
    dispatcher: Any = numba.njit(cache=True, error_model="numpy", **options)(function)
    dispatcher.compile = _one_at_a_time(dispatcher.compile, Path(dispatcher.stats.cache_path, f"{function.__qualname__}.lock"))
    return cast(Callable[_Arguments, _Result], dispatcher)


def _one_at_a_time(compile_: Callable[_Arguments, _Result], path: Path) -> Callable[_Arguments, _Result]:
    """Let of several processes that need the same function one compile it; the others wait, and then load it."""

    def alone(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w") as file:
            with suppress(OSError):  # file systems without locks: both compile
                fcntl.flock(file, fcntl.LOCK_EX)
            return compile_(*args, **kwargs)

    return alone

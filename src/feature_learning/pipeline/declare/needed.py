"""What a figure needs of the values of an experiment: certain ones, or how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, StrictInt

from feature_learning.pipeline.declare.quantity import Scalar

Needed = Annotated[StrictInt, Field(ge=2)] | Annotated[list[Scalar], Field(min_length=1)]
"""A least number of values, such as two sizes for an exponent, or the values themselves."""


def lacking(
    experiment: str, name: str, needed: int | Sequence[Scalar], held: Sequence[object]
) -> Iterator[str]:
    """Yield one sentence for each value that is needed and not held.

    >>> list(lacking("spaces", "d", 2, [100]))
    ['it needs 2 values of d in spaces: add 1']
    >>> list(lacking("spaces", "d", [50, 100], [100]))
    ['it needs d = 50: add 50 to d of spaces']
    """
    if isinstance(needed, int):
        if (found := len({repr(value) for value in held})) < needed:
            yield f"it needs {needed} values of {name} in {experiment}: add {needed - found}"
    else:
        for one in needed:
            if one not in held:
                yield f"it needs {name} = {one}: add {one} to {name} of {experiment}"

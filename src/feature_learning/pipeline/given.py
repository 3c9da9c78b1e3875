"""What is given to `run` and `predict`: seeds, values, and what cannot be computed with them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from numbers import Integral
from typing import Any

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.networks import own


@contextmanager
def computing(paper: str, experiment: str, changed: Mapping[str, Any]) -> Iterator[None]:
    """Name the experiment and the values where arithmetic fails with values other than the declared
    ones.
    """
    try:
        yield
    except (ArithmeticError, IndexError, ValueError, np.linalg.LinAlgError) as error:
        if not changed:
            raise
        given = ", ".join(f"{name} = {value!r}" for name, value in changed.items())
        raise UserError(
            f"{paper}/{experiment} cannot be computed with {given}: {type(error).__name__}: {error}"
        ) from error


def seeds_of(seed: int | Iterable[int]) -> list[int]:
    """Return the seeds that were given, one or several whole numbers of at least 0."""
    given = list(seed) if isinstance(seed, Iterable) and not isinstance(seed, str) else [seed]
    for number in given:
        if isinstance(number, bool) or not isinstance(number, Integral) or number < 0:
            raise UserError(f"seed: must be a whole number of at least 0 (found {number!r})")
    if not given:
        raise UserError("seed: must be a whole number of at least 0, or several (found none)")
    return [int(number) for number in given]


def plain(given: Any) -> Any:
    """Return numpy's numbers and arrays as Python's, and functions by names of their own."""
    if callable(given):
        return own.named(given)
    if isinstance(given, Mapping):
        return {key: plain(item) for key, item in given.items()}
    if hasattr(given, "tolist"):
        return given.tolist()
    return [plain(item) for item in given] if isinstance(given, list | tuple | range) else given

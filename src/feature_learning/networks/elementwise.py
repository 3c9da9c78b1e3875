"""Operations on arrays for the formulas of the activations; `scalars` has the same ones for single
numbers.
"""

from typing import Any

import numpy as np


class Arrays:
    """Elementwise operations of an array namespace; all keep shape and dtype.

    Parameters
    ----------
    xp
        `numpy`, or another namespace of the Python array API that has ``erf``.
    """

    def __init__(self, xp: Any) -> None:
        self.exp, self.log1p, self.magnitude, self.tanh = xp.exp, xp.log1p, xp.abs, xp.tanh
        self._xp = xp

    def at_least(self, x: Any, bound: float) -> Any:
        """Return the larger of each entry and a bound.

        Parameters
        ----------
        x
            An array of any shape.
        bound
            A number.
        """
        return np.maximum(x, _row(x, bound)) if self._xp is np else self._xp.clip(x, min=bound)

    def at_most(self, x: Any, bound: float) -> Any:
        """Return the smaller of each entry and a bound.

        Parameters
        ----------
        x
            An array of any shape.
        bound
            A number.
        """
        return np.minimum(x, _row(x, bound)) if self._xp is np else self._xp.clip(x, max=bound)

    def above(self, x: Any, bound: float) -> Any:
        """Return 1 where an entry is above a bound, else 0.

        Parameters
        ----------
        x
            An array of any shape.
        bound
            A number.
        """
        return self._xp.astype(x > bound, x.dtype)

    def erf(self, x: Any) -> Any:
        """Return the error function. numpy has none, and SciPy's is loaded here because few jobs
        need it.
        """
        if self._xp is not np:
            return self._xp.erf(x)
        if np.asarray(x).dtype == np.float32:
            from feature_learning.core.fastmath import erf as single

            return single(x)
        from scipy.special import erf

        return erf(x)


def _row(x: Any, value: float) -> np.ndarray:
    """Return a row filled with one value: numpy compares two arrays four times as fast as an array
    and a number.
    """
    return np.full(np.shape(x)[-1:], value, np.asarray(x).dtype)

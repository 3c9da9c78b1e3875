"""Initial weights of a two-layer network ``f(x) = a . sigma(W x)``."""

from __future__ import annotations

import math

import numpy as np

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.data.covariates import on_sphere


def first_layer(width: int, d: int, law: str, rng: np.random.Generator) -> np.ndarray:
    """Return initial first-layer weights.

    Parameters
    ----------
    width, d
        Number of neurons, dimension.
    law
        ``sphere``: rows uniform on the unit sphere; ``gaussian``: entries N(0, 1/d). The same draws serve both.
    rng
        The stream.

    Returns
    -------
    weights : (width, d)

    Raises
    ------
    UserError
        The law is unknown.
    """
    draws = rng.standard_normal((width, d))
    if law == "sphere":
        return on_sphere(draws)
    if law == "gaussian":
        return draws / math.sqrt(d)
    raise UserError(f"unknown law of the initial weights {law!r}.{did_you_mean(law, ('sphere', 'gaussian'))}")


def second_layer(width: int, rng: np.random.Generator) -> np.ndarray:
    """Return second-layer weights ``a ~ N(0, I/width)``, shape (width,)."""
    return rng.standard_normal(width) / math.sqrt(width)

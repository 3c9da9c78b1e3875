"""Initial weights of a two-layer network ``f(x) = a . sigma(W x)``."""

import math

import numpy as np

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.data.covariates import on_sphere


def first_layer(width: int, d: int, law: str, rng: np.random.Generator) -> np.ndarray:
    """Return initial first-layer weights.

    Parameters
    ----------
    width, d
        The number of neurons and the dimension.
    law
        ``sphere``: rows uniform on the unit sphere; ``gaussian``: entries N(0, 1/d). The same draws
        serve both.
    rng
        The random stream.

    Returns
    -------
    weights : (width, d)

    Raises
    ------
    UserError
        The law is unknown.
    """
    return scaled(rng.standard_normal((width, d)), d, law)


def scaled(draws: np.ndarray, d: int, law: str) -> np.ndarray:
    """Return standard Gaussian rows as weights of a law; raises as `first_layer` does.

    Parameters
    ----------
    draws : (width, d) or (width, coordinates)
        Standard Gaussian rows, or their coordinates in a subspace.
    d
        The dimension.
    law
        As in `first_layer`.

    Returns
    -------
    weights : shape of the draws
    """
    if law == "sphere":
        return on_sphere(draws)
    if law == "gaussian":
        return draws / math.sqrt(d)
    raise UserError(
        f"unknown law of the initial weights {law!r}.{did_you_mean(law, ('sphere', 'gaussian'))}"
    )


def second_layer(width: int, rng: np.random.Generator) -> np.ndarray:
    """Return second-layer weights ``a ~ N(0, I/width)``.

    Parameters
    ----------
    width
        The number of neurons.
    rng
        The random stream.

    Returns
    -------
    weights : (width,)
    """
    return rng.standard_normal(width) / math.sqrt(width)


def mirrored(first: np.ndarray, second: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Return pairs of neurons with equal first and opposite second layers: the output is zero
    before training.

    Parameters
    ----------
    first : (width/2, d)
    second : (width/2,)
        One neuron of each pair.
    width
        The number of neurons.

    Returns
    -------
    first, second : (width, d), (width,)
        The mirror images come after the originals.

    Raises
    ------
    UserError
        The width is odd, or not twice the number of pairs.
    """
    if width % 2:
        raise UserError(f"mirror pairs need an even number of neurons, not {width}")
    if len(first) != width // 2 or len(second) != width // 2:
        raise UserError(
            f"{width} neurons are {width // 2} pairs, but {len(first)} first and {len(second)} "
            "second layers were given"
        )
    return np.concatenate([first, first]), np.concatenate([second, -second])

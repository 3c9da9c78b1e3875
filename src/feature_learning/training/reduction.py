"""Giant steps and online SGD, exact in law, at a cost that does not depend on the dimension.

On fresh Gaussian inputs a network sees its data only through the fields ``W x`` and ``W* x``. Let B
be an orthonormal basis of the span of W and W*, of dimension k. A batch is ``X = Z B^T + X_out``,
where Z is standard Gaussian in k dimensions, and X_out is independent of it, in the other d - k.
The gradient ``C^T X / n`` has coefficients C that Z determines. Given C, ``C^T X_out = F G`` in
law, with ``F F^T = C^T C`` and G standard Gaussian of d - k columns, and only the inner products of
G's rows matter: ``G G^T`` is a Wishart matrix, which is drawn by its Bartlett factor.

So weights and teacher are held in coordinates of the space that they span. A step enlarges it, and
a rotation shrinks it again. Whatever is measured on fresh inputs (overlaps, errors, a ridge
regression on the features) is measured in these coordinates, as if they were the whole space.

The derivation, with equations, is in ``docs/reduction.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import Activation
from feature_learning.networks.initialisation import scaled

_APART = 1e6  # the ratio of norms at which a Gram matrix keeps the smaller to a part in 10^4


@dataclass(frozen=True)
class Reduced:
    """A network and its teacher in coordinates of a space that holds both.

    Attributes
    ----------
    first_layer : (p, k)
        The weights.
    teacher : (r, k)
        Orthonormal rows.
    d
        The dimension of the inputs, at least k.
    target
        Takes the projections on the teacher (n, r), returns labels (n,).
    activation
        sigma.
    readout : (p,), optional
        b, including any scaling by the width. Without it the output counts as zero (mirror pairs
        before training).

    Raises
    ------
    UserError
        Weights and teacher differ in their number of coordinates, or there are more coordinates
        than dimensions.

    References
    ----------
    Derived here, in ``docs/reduction.md``: on fresh Gaussian inputs, a step and all that is
    measured depend on weights and teacher through their inner products alone.
    """

    first_layer: np.ndarray
    teacher: np.ndarray
    d: int
    target: Callable[[np.ndarray], np.ndarray]
    activation: Activation
    readout: np.ndarray | None = None

    def __post_init__(self) -> None:
        k = self.first_layer.shape[1]
        if self.teacher.shape[1] != k:
            raise UserError(f"weights have {k} coordinates and the teacher {self.teacher.shape[1]}")
        if k > self.d:
            raise UserError(f"{k} coordinates do not fit into d = {self.d} dimensions")

    @property
    def coordinates(self) -> int:
        """k, the dimension in which inputs are to be drawn."""
        return self.first_layer.shape[1]

    def labels(self, inputs: np.ndarray) -> np.ndarray:
        """Return the labels of inputs (n, k), shape (n,)."""
        return self.target(inputs @ self.teacher.T.astype(inputs.dtype))

    def moved(self, gradient: np.ndarray, push: np.ndarray, keep: float = 1.0) -> Reduced:
        """Return the network after ``w_i <- keep w_i + push_i g_i``.

        It has as few coordinates as hold it.

        Parameters
        ----------
        gradient : (p, k + m)
            g, with m new coordinates.
        push : (p,)
            Step size times readout.
        keep
            One minus step size times weight decay.
        """
        new = gradient.shape[1] - self.coordinates
        first = keep * np.pad(self.first_layer, ((0, 0), (0, new))) + push[:, None] * gradient
        teacher = np.pad(self.teacher, ((0, 0), (0, new)))
        rows = fewest(np.vstack([teacher, first]))
        return replace(self, first_layer=rows[len(teacher) :], teacher=rows[: len(teacher)])


class Outside:
    """The part of gradients outside the coordinates, drawn as a batch grows.

    Parameters
    ----------
    freedom
        d - k, the number of outer dimensions.
    rng
        The stream.
    """

    def __init__(self, freedom: int, rng: np.random.Generator) -> None:
        self._freedom, self._rng = freedom, rng
        self._sum: np.ndarray | None = None

    def add(self, gram: np.ndarray) -> np.ndarray:
        """Return the outside part of ``C^T X`` with further inputs.

        Parameters
        ----------
        gram : (p, p)
            ``C^T C`` of the new inputs alone. They are independent of the earlier ones. Their part
            lies in coordinates of the earlier part and, if there are dimensions left, in new ones.

        Returns
        -------
        outside : (p, m)
            m grows with each call.
        """
        earlier = np.zeros((len(gram), 0)) if self._sum is None else self._sum
        m, old = len(gram), earlier.shape[1]
        rows = np.hstack(
            [self._rng.standard_normal((m, old)), bartlett(m, self._freedom - old, self._rng)]
        )
        self._sum = np.pad(earlier, ((0, 0), (0, rows.shape[1] - old))) + _root(gram) @ rows
        return self._sum


@dataclass(frozen=True)
class Coordinates:
    """How to follow networks that are held in coordinates, with the teacher's directions first.

    Attributes
    ----------
    d
        The dimension of the inputs.
    directions
        r.
    stream
        Takes the number of a step and returns the generator for what lies outside the coordinates.
    """

    d: int
    directions: int
    stream: Callable[[int], np.random.Generator]

    def outside(self, coordinates: int, time: int = 0) -> Outside:
        """Return what draws the outside part of the gradients of one batch.

        Parameters
        ----------
        coordinates
            k.
        time
            The number of the step.
        """
        return Outside(self.d - coordinates, self.stream(time))

    def compressed(self, layers: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Return the weights of several networks in as few coordinates as hold them all.

        The teacher's coordinates stay.

        Parameters
        ----------
        layers : (p, k) each
            Some may have fewer columns. They are zero in the coordinates that they lack.

        Raises
        ------
        UserError
            Some weights are so much larger than others that the Gram matrix of all would lose the
            small ones to rounding.
        """
        columns = max(layer.shape[1] for layer in layers)
        rows = np.vstack(
            [np.pad(layer, ((0, 0), (0, columns - layer.shape[1]))) for layer in layers]
        )
        norms = np.linalg.norm(rows[:, self.directions :], axis=1)
        if norms.max() > _APART * norms[norms > 0].min(initial=np.inf):
            raise UserError(
                f"weights of norms from {norms[norms > 0].min():.2g} to {norms.max():.2g} do not "
                "go into the same coordinates: rounding would lose the small ones; follow these "
                "networks apart"
            )
        both = np.hstack([rows[:, : self.directions], fewest(rows[:, self.directions :])])
        return np.split(both, np.cumsum([len(layer) for layer in layers])[:-1])


def fewest(rows: np.ndarray) -> np.ndarray:
    """Return vectors (count, k) rotated into at most as many coordinates as there are vectors."""
    return rows if rows.shape[1] <= rows.shape[0] else _root(rows @ rows.T)


def bartlett(size: int, freedom: int, rng: np.random.Generator) -> np.ndarray:
    """Return T with ``T T^T`` a Wishart matrix of unit scale.

    In law it is ``G G^T`` for a standard Gaussian G (size, freedom).

    Parameters
    ----------
    size, freedom
        Rows and columns of G.
    rng
        The stream.

    Returns
    -------
    factor : (size, min(size, freedom))

    References
    ----------
    Bartlett (1933), "On the theory of statistical regression", Proc. R. Soc. Edinburgh 53: the
    factor L of ``G = L Q``, Gaussian below the diagonal, with roots of chi-squared variables of
    freedom, freedom - 1, ... on it.
    """
    columns = min(size, freedom)
    factor = np.tril(rng.standard_normal((size, columns)), -1)
    diagonal = np.arange(columns)
    factor[diagonal, diagonal] = np.sqrt(rng.chisquare(freedom - diagonal))
    return factor


def _root(gram: np.ndarray) -> np.ndarray:
    """Return the symmetric R of ``R R = gram``.

    Mirror pairs make the Gram matrix singular, and so do fewer samples than neurons. This root is
    the one that does not hang on which basis of the null space, or of a repeated eigenvalue, is
    found: another processor draws the same network.
    """
    values, vectors = np.linalg.eigh(gram)
    return np.asarray((vectors * np.sqrt(np.clip(values, 0, None))) @ vectors.T)


def initial_coordinates(
    width: int, directions: int, d: int, law: str, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return initial weights and an orthonormal teacher, in coordinates.

    Parameters
    ----------
    width, directions, d
        p, r and the dimension.
    law
        ``sphere`` or ``gaussian``, as in `networks.initialisation.first_layer`.
    rng
        The stream.

    Returns
    -------
    first_layer, teacher : (p, k), (r, k)
        k is at most p + r; the teacher is the first r axes.

    Raises
    ------
    UserError
        The law is unknown, or the teacher has more directions than there are dimensions.
    """
    if directions > d:
        raise UserError(
            f"a teacher of {directions} directions does not fit into d = {d} dimensions"
        )
    draws = np.hstack(
        [rng.standard_normal((width, directions)), bartlett(width, d - directions, rng)]
    )
    return scaled(draws, d, law), np.eye(directions, draws.shape[1])

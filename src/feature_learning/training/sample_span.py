"""Langevin dynamics in the span of the samples, for fewer samples than dimensions.

The loss sees a weight ``w`` through ``<w, z_i>`` only. With an orthonormal basis Q of the span of
the samples, ``Q^T w`` follows the same dynamics on the inputs ``Q^T z_i``, of n numbers each. The
remainder ``(1 - Q Q^T) w`` only shrinks and diffuses. After T steps it is ``a^T`` times its start
plus Gaussian noise of variance ``s^2 (1 + a^2 + .. + a^(2T-2))`` per coordinate, where a is the
factor of a step and s the standard deviation of its noise. Together they have exactly the law of
all coordinates.
"""

import numpy as np


class SampleSpan:
    """The span of each network's samples, and the remainders of its weights.

    Parameters
    ----------
    inputs : (networks, n, d)
        The samples, n < d.
    start : (networks, N, d + 2)
        The neurons. The first d numbers of each are its weight.

    Attributes
    ----------
    inputs : (networks, n, n)
        The samples in the basis.
    start : (networks, N, n + 2)
        The neurons in the basis.

    References
    ----------
    Derived here: for rotation-invariant noise the parts of a weight inside and outside the span are
    independent, and the loss's gradient lies inside.
    """

    def __init__(self, inputs: np.ndarray, start: np.ndarray) -> None:
        d = inputs.shape[2]
        self._basis = np.linalg.qr(inputs.transpose(0, 2, 1))[0]
        self.inputs = inputs @ self._basis
        self.start = np.concatenate([start[..., :d] @ self._basis, start[..., d:]], axis=2)
        self._rest = self._outside(start[..., :d])

    def _outside(self, weights: np.ndarray) -> np.ndarray:
        return weights - (weights @ self._basis) @ self._basis.transpose(0, 2, 1)

    def advance(
        self, shrink: np.ndarray, spread: np.ndarray, steps: int, rng: np.random.Generator
    ) -> None:
        """Take that many steps with the remainders.

        Parameters
        ----------
        shrink, spread : (parts, networks of a part)
            a and s. All parts take the same noise.
        steps
            T.
        rng
            The noise.
        """
        gathered = spread * np.sqrt((shrink[..., None] ** (2 * np.arange(steps))).sum(axis=-1))
        noise = np.concatenate(
            [rng.standard_normal((shrink.shape[1], *self._rest.shape[1:]))] * len(shrink)
        )
        kept = shrink**steps
        self._rest = kept.reshape(-1, 1, 1) * self._rest + gathered.reshape(
            -1, 1, 1
        ) * self._outside(noise)

    def whole(self, neurons: np.ndarray, share: float = 1.0) -> np.ndarray:
        """Return neurons in all coordinates, shape (networks, N, d + 2).

        Parameters
        ----------
        neurons : (networks, N, n + 2)
            In the basis.
        share
            Factor of the remainders.
        """
        n = self._basis.shape[2]
        weights = neurons[..., :n] @ self._basis.transpose(0, 2, 1) + share * self._rest
        return np.concatenate([weights, neurons[..., n:]], axis=2)

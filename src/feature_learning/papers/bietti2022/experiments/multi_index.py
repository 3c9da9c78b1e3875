"""Two directions and a quadratic readout, as in a notebook of the public code."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive

_DIRECTIONS = 2


class MultiIndex(Experiment):
    """The overlap matrix of two directions, against the steps.

    The target is ``h_2(z_1) + h_2(z_2)`` without noise. The readout of all polynomials of degree 2
    in the two projections is the best one throughout, with the population's covariance of the
    polynomials, as in the notebook. Therefore the loss is ``-|W^T b|^2 - |W^T A W|^2/2`` up to a
    constant, with ``b`` and ``A`` the means of ``y x`` and of ``y (x x^T - I)``. A step goes along
    its gradient, and a QR decomposition brings W back to orthonormal columns.

    References
    ----------
    abietti/sim at 11ea8d8, multi_index.ipynb (public code): target, features, step, QR, d and n.
    Derived here: the loss in terms of b and A, for polynomials that are orthonormal.
    """

    d: Count
    n: Grid[Count]
    eta: Positive
    steps: Grid[Count]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size and number of steps: the two singular values."""
        start = np.linalg.qr(rng("init").standard_normal((self.d, _DIRECTIONS)))[0]
        for n in self.n:
            linear, square = _moments(rng("train", n), n, self.d)
            w = start
            for number in range(1, max(self.steps) + 1):
                pulled = square @ w
                slope = linear[:, None] * (linear @ w) + pulled @ (w.T @ pulled)
                w = np.linalg.qr(w + 2 * self.eta * slope)[0]
                if number in self.steps:
                    first, second = np.linalg.svd(w[:_DIRECTIONS], compute_uv=False)
                    row = {"n": n, "steps": number, "first": float(first)}
                    yield {**row, "second": float(second)}


def _moments(rng: np.random.Generator, n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the means of ``y x`` and of ``y (x x^T - I)`` over a sample."""
    x = rng.standard_normal((n, d))
    y = (x[:, :_DIRECTIONS] ** 2 - 1).sum(axis=1) / 2**0.5
    return y @ x / n, (x.T * y) @ x / n - y.mean() * np.eye(d)

"""Full-batch gradient descent of a two-layer ReLU network close to its initialisation."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class LazyNetwork:
    """A network ``f(x) = width^(-1/2) sum_j a_j relu(<w_j, x>/sqrt d + b_j)``.

    Attributes
    ----------
    first : (width, d + 1)
        w and, in the last column, b.
    second : (width,)
        a.
    movement
        ``|W - W_0|/|W_0|``, Frobenius, without b.
    """

    first: np.ndarray
    second: np.ndarray
    movement: float

    def predict(self, inputs: np.ndarray) -> np.ndarray:
        """Return f, shape (n,).

        Parameters
        ----------
        inputs : (n, d)
            Where to.
        """
        units = np.maximum(_extended(inputs) @ self.first.T, 0)
        found: np.ndarray = units @ self.second / np.sqrt(len(self.second))
        return found


def lazy_descent(
    inputs: np.ndarray,
    labels: np.ndarray,
    width: int,
    ridge: float,
    step: float,
    iterations: int,
    rng: np.random.Generator,
) -> LazyNetwork:
    """Return a trained network, whose parameters all start as N(0, 1).

    The second half of the neurons are the first with the opposite second layer, so the network
    starts at zero. The loss is ``mean (f - y)^2/2 + (ridge/2) |parameters - start|^2``.

    Parameters
    ----------
    inputs, labels : (n, d), (n,)
        The sample.
    width
        How many neurons, an even number.
    ridge
        The penalty on the distance from the start.
    step, iterations
        How gradient descent moves.
    rng
        Source of the start.

    References
    ----------
    Jacot, Gabriel and Hongler (2018), "Neural tangent kernel", NeurIPS: as the width grows this
    converges to ridge regression, of penalty n ridge, with the kernel of `kernels.relu_tangent`.
    """
    half, rows, scale = width // 2, _extended(inputs), 1 / np.sqrt(width)
    first = np.tile(rng.standard_normal((half, rows.shape[1])), (2, 1))
    second = np.concatenate([row := rng.standard_normal(half), -row])
    start = first.copy(), second.copy()
    for _ in range(iterations):
        units = rows @ first.T
        active = units > 0
        units *= active
        errors = (scale * (units @ second) - labels) / len(labels)
        pull = errors[:, None] * active
        in_first = scale * second[:, None] * (pull.T @ rows)
        in_second = scale * (errors @ units)
        first -= step * (in_first + ridge * (first - start[0]))
        second = second - step * (in_second + ridge * (second - start[1]))
    d = inputs.shape[1]
    moved = np.linalg.norm((first - start[0])[:, :d]) / np.linalg.norm(start[0][:, :d])
    return LazyNetwork(first, second, float(moved))


def _extended(inputs: np.ndarray) -> np.ndarray:
    """Return inputs over sqrt d, with a one for the bias."""
    n, d = inputs.shape
    return np.hstack([inputs / np.sqrt(d), np.ones((n, 1))])

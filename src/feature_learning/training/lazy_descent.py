"""Full-batch gradient descent of a two-layer ReLU network from an output of zero."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class LazyNetwork:
    """A network ``f(x) = scale sum_j a_j relu(<w_j, x>/sqrt d + b_j)``.

    Attributes
    ----------
    first : (width, d + 1)
        w and, in the last column, b.
    second : (width,)
        a.
    scale
        Of the output.
    movement
        ``|W - W_0|/|W_0|``, Frobenius, without b.
    movement_with_biases
        The same with b as a further column of W.
    """

    first: np.ndarray
    second: np.ndarray
    scale: float
    movement: float
    movement_with_biases: float

    def predict(self, inputs: np.ndarray) -> np.ndarray:
        """Return f, shape (n,).

        Parameters
        ----------
        inputs : (n, d)
            Where to.
        """
        units = np.maximum(_extended(inputs) @ self.first.T, 0)
        found: np.ndarray = self.scale * (units @ self.second)
        return found


def lazy_descent(
    inputs: np.ndarray,
    labels: np.ndarray,
    width: int,
    ridge: float,
    step: float,
    iterations: int,
    rng: np.random.Generator,
    power: float = 0.5,
) -> LazyNetwork:
    """Return a trained network, whose parameters all start as N(0, 1).

    The output has the scale ``width^-power``, and the step is longer by ``width^(2 power - 1)``, so
    the function starts to change at one speed for every power. The network is lazy with 1/2, and
    has the mean-field parameterisation with 1, where the ridge is over the width.

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
    power
        Of the width in the output's scale.

    References
    ----------
    Jacot, Gabriel and Hongler (2018), "Neural tangent kernel", NeurIPS: as the width grows this
    converges to ridge regression, of penalty n ridge, with the kernel of `kernels.relu_tangent`.
    Chizat, Oyallon and Bach (2019), "On lazy training in differentiable programming", NeurIPS: the
    two scales of the output.
    """
    half, rows, scale = width // 2, _extended(inputs), float(width) ** -power
    first = np.tile(rng.standard_normal((half, rows.shape[1])), (2, 1))
    second = np.concatenate([row := rng.standard_normal(half), -row])
    start = first.copy(), second.copy()
    pushed = scale * float(width) ** (2 * power - 1)
    for _ in range(iterations):
        units = rows @ first.T
        active = units > 0
        units *= active
        errors = (scale * (units @ second) - labels) / len(labels)
        pull = errors[:, None] * active
        in_first = pushed * second[:, None] * (pull.T @ rows)
        in_second = pushed * (errors @ units)
        first -= step * (in_first + ridge * (first - start[0]))
        second = second - step * (in_second + ridge * (second - start[1]))
    d = inputs.shape[1]
    moved, moved_with = (
        float(np.linalg.norm((first - start[0])[:, :end]) / np.linalg.norm(start[0][:, :end]))
        for end in (d, d + 1)
    )
    return LazyNetwork(first, second, scale, moved, moved_with)


def _extended(inputs: np.ndarray) -> np.ndarray:
    """Return inputs over sqrt d, with a one for the bias."""
    n, d = inputs.shape
    return np.hstack([inputs / np.sqrt(d), np.ones((n, 1))])

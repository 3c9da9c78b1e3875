"""Gradient flow of a tied network on a sample: theta alone, then c and theta at equal rates."""

from dataclasses import dataclass

import numpy as np

from feature_learning.training.tied_network import Segments, TiedNetworks
from feature_learning.training.tied_readout import moments

_FIRST, _LARGEST = 0.05, 1e6  # steps of the joint flow
_GROWTH = 1.4
_STILL = 1e-12  # a step that moves theta less than this does not move it


@dataclass(frozen=True)
class Control:
    """How far the flow is followed, and in what steps.

    Attributes
    ----------
    warmup
        T_0: how long theta moves alone, in steps of 1.
    steps
        How many steps of the joint flow are taken at most.
    reach
        How far theta may move in one of them, so none leaves its basin.
    gradient
        The norm of theta's gradient at which the flow has ended.
    """

    warmup: int
    steps: int
    reach: float
    gradient: float = 1e-9


@dataclass(frozen=True)
class End:
    """Where a flow has come.

    Attributes
    ----------
    theta, c : (d,), (width,)
        The network.
    time
        How long the joint flow was followed.
    gradient
        The norm of theta's gradient on the sphere in the last step.
    """

    theta: np.ndarray
    c: np.ndarray
    time: float
    gradient: float


class TiedFlow:
    """The loss ``L_n = mean (y - f)^2 + ridge |c|^2`` of one network on one sample.

    Parameters
    ----------
    inputs, labels : (n, d), (n,)
        The sample.
    offsets, signs : (width,)
        b and e of the neurons ``width^(-1/2) relu(e u - b)``.
    ridge
        The penalty.

    References
    ----------
    Bietti, Bruna, Sanford and Song (2022), "Learning single-index models with shallow neural
    networks", NeurIPS: the flow. Derived here: its steps. At a fixed theta the loss is quadratic in
    c, with the moments of `tied_readout.moments`, so c takes an implicit step, which is stable
    however long; theta takes an explicit one.
    """

    def __init__(
        self,
        inputs: np.ndarray,
        labels: np.ndarray,
        offsets: np.ndarray,
        signs: np.ndarray,
        ridge: float,
    ) -> None:
        self.inputs, self.labels, self.ridge = inputs, labels, ridge
        self.neurons = offsets, signs
        self._networks = TiedNetworks(Segments(offsets, signs), inputs, labels[None])

    def slope(self, theta: np.ndarray, c: np.ndarray) -> np.ndarray:
        """Return the gradient in theta on the sphere, shape (d,).

        Parameters
        ----------
        theta, c : (d,), (width,)
            The network.
        """
        _, (gradient,), _ = self._networks.gradients(theta[None], c[None], second=False)
        return gradient - (gradient @ theta) * theta

    def loss(self, theta: np.ndarray, c: np.ndarray) -> float:
        """Return ``L_n``.

        Parameters
        ----------
        theta, c : (d,), (width,)
            The network.
        """
        (error,), _, _ = self._networks.gradients(theta[None], c[None], second=False)
        return float(error + self.ridge * c @ c)

    def followed(self, theta: np.ndarray, c: np.ndarray, control: Control) -> End:
        """Return where the flow comes from an initialisation.

        A step is taken if theta moves by no more than the control's reach, and the loss falls by at
        least half of what the gradient promises. The next one is then longer; otherwise it is tried
        again with half the length.

        Parameters
        ----------
        theta, c : (d,), (width,)
            The initialisation; theta has norm 1.
        control
            Where to end, and in what steps.
        """
        for _ in range(control.warmup):
            theta = _moved(theta, self.slope(theta, c), 1.0)
        step, time, taken, size = _FIRST, 0.0, 0, np.inf
        now = moments(self.inputs @ theta, self.labels, *self.neurons)
        ridge = self.ridge * np.eye(len(c))
        while taken < control.steps:
            second = np.linalg.solve(
                np.eye(len(c)) + 2 * step * (now.gram + ridge), c + 2 * step * now.projected
            )
            slope = self.slope(theta, second)
            size = float(np.linalg.norm(slope))
            if size < control.gradient or step * size < _STILL:
                return End(theta, second, time, size)
            if step * size <= control.reach:
                next_theta = _moved(theta, slope, step)
                there = moments(self.inputs @ next_theta, self.labels, *self.neurons)
                gain = float(now.errors(second) - there.errors(second))
                if gain >= step * size**2 / 2:
                    theta, c, now, time, taken = next_theta, second, there, time + step, taken + 1
                    step = min(_GROWTH * step, _LARGEST)
                    continue
            step /= 2
        return End(theta, c, time, size)


def _moved(theta: np.ndarray, slope: np.ndarray, step: float) -> np.ndarray:
    moved = theta - step * slope
    found: np.ndarray = moved / np.linalg.norm(moved)
    return found

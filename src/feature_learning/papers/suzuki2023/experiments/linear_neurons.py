"""Linear neurons with squared loss, whose stationary excess is known (figure 4)."""

from typing import Annotated

import numpy as np

from feature_learning.core.compiled import compiled
from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive, whole
from feature_learning.theory.fokker_planck import linear_excess

_NUMBERS_AT_ONCE = 1 << 16


class LinearNeurons(Experiment):
    """Excess energy of N neurons, whose target is 0."""

    width: Grid[Count]
    d: Count
    temperature: Positive
    penalty: Positive
    dt: Positive
    horizon: Positive
    burn_in: Positive
    replicas: Annotated[int, whole(least=2)]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per width and replica: the time average of ``f^T S f/2``, S = I/d, after
        the burn-in.
        """
        d, replicas, dt = self.d, self.replicas, self.dt
        pull = np.float32(dt / d)
        shrink = np.float32(1 - 2 * dt * self.temperature * self.penalty)
        spread = np.float32(np.sqrt(2 * self.temperature * dt))
        steps, burnt = round(self.horizon / dt), round(self.burn_in / dt)
        for width in self.width:
            stream, shape = rng("noise", width), (replicas, width, d)
            neurons = rng("init", width).standard_normal(shape, dtype=np.float32)
            squares, at_once = np.zeros((steps, replicas)), max(1, _NUMBERS_AT_ONCE // neurons.size)
            for first in range(0, steps, at_once):
                count = min(at_once, steps - first)
                noise = stream.standard_normal((count, *shape), dtype=np.float32)
                _steps(neurons, noise, pull, shrink, spread, squares[first : first + at_once])
            for replica, excess in enumerate(squares[burnt:].mean(axis=0) / (2 * d)):
                yield {"width": width, "replica": replica, "excess": float(excess)}

    def predict(self) -> Rows:
        """Yield the excess energy at stationarity, and that of independent neurons."""
        of_one = linear_excess(np.eye(self.d) / self.d, self.temperature, self.penalty, 1)
        for width in self.width:
            # Neurons that do not see each other have the variance 1/(2 lam1) along each axis
            independent = 1 / (4 * self.penalty * width)
            yield {"width": width, "excess": of_one / width, "independent": independent}


@compiled
def _steps(
    neurons: np.ndarray,
    noise: np.ndarray,
    pull: np.floating,
    shrink: np.floating,
    spread: np.floating,
    squares: np.ndarray,
) -> None:
    """Take one step per noise, shape (steps, replicas, width, d); first write the squared norm of
    the mean, (steps, replicas).
    """
    steps, replicas, width, d = noise.shape
    mean, share = np.empty(d, np.float32), np.full(width, 1 / width, np.float32)
    for step in range(steps):
        for replica in range(replicas):
            np.dot(share, neurons[replica], mean)
            for i in range(d):
                squares[step, replica] += mean[i] * mean[i]
            for j in range(width):
                for i in range(d):
                    drift = shrink * neurons[replica, j, i] - pull * mean[i]
                    neurons[replica, j, i] = drift + spread * noise[step, replica, j, i]

"""Linear neurons with squared loss, whose stationary excess is known (figure 4)."""

import numpy as np

from feature_learning.core.compiled import compiled
from feature_learning.core.experiment import Device, Rows, Setting, Streams

_NUMBERS_AT_ONCE = 1 << 16


def linear_neurons(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per width and replica: the time average of ``f^T S f/2``, S = I/d, after the
    burn-in.
    """
    d, replicas, dt = setting["d"], setting["replicas"], setting["dt"]
    pull = np.float32(dt / d)
    shrink = np.float32(1 - 2 * dt * setting["temperature"] * setting["penalty"])
    spread = np.float32(np.sqrt(2 * setting["temperature"] * dt))
    steps, burnt = (round(setting[name] / dt) for name in ("horizon", "burn_in"))
    for width in setting.ints("width"):
        stream, shape = rng("noise", width), (replicas, width, d)
        neurons = rng("init", width).standard_normal(shape, dtype=np.float32)
        squares, at_once = np.zeros((steps, replicas)), max(1, _NUMBERS_AT_ONCE // neurons.size)
        for first in range(0, steps, at_once):
            count = min(at_once, steps - first)
            noise = stream.standard_normal((count, *shape), dtype=np.float32)
            _steps(neurons, noise, pull, shrink, spread, squares[first : first + at_once])
        for replica, excess in enumerate(squares[burnt:].mean(axis=0) / (2 * d)):
            yield {"width": width, "replica": replica, "excess": float(excess)}


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

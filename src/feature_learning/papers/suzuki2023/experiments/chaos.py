"""Particles of the one-dimensional problem: fluctuations of networks of finite width about the
limit (figure 4).
"""

from typing import Annotated

import numpy as np

from feature_learning.core.compiled import compiled
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Positive, whole
from feature_learning.papers.suzuki2023.line import FromOneStart, stationary
from feature_learning.theory.fokker_planck import LineProblem

_EVERY = 5  # steps between records


class Chaos(FromOneStart):
    """Output of N neurons, compared with their distribution on a grid."""

    width: Grid[Count]
    t: Grid[NotNegative]  # recorded times
    horizon: Positive
    burn_in: Positive
    replicas: Annotated[int, whole(least=2)]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per width and replica: the variance at stationarity, and at the recorded
        times the output and its mean square distance from that of the law.
        """
        problem = self.problem
        start = problem.gaussian(self.start_mean, self.start_variance)
        laws = problem.flow(start, self.t, self.dt)
        limits = problem.spacing * (laws @ problem.neurons)
        for width in self.width:
            times, outputs = self._trajectories(problem, width, rng)
            late = outputs[times > self.burn_in]
            # About the mean over times and replicas; the mean over one window would remove a tenth
            # of the slow fluctuations
            variances = ((late - late.mean(axis=(0, 1))) ** 2).mean(axis=(0, 2)).tolist()
            shown = np.searchsorted(times, np.array(self.t) - 1e-9)
            distances = ((outputs[shown] - limits[:, None]) ** 2).mean(axis=2)
            for replica, variance in enumerate(variances):
                yield {
                    "width": width,
                    "replica": replica,
                    "variance": variance,
                    "times": times[shown].tolist(),
                    "outputs": outputs[shown, replica].ravel().tolist(),
                    "distances": distances[:, replica].tolist(),
                }

    def _trajectories(
        self, problem: LineProblem, width: int, rng: Streams
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return times (times,) and the replicas' outputs at the inputs (times, replicas, n), at
        every fifth step.
        """
        dt, replicas, n = self.dt, self.replicas, len(problem.inputs)
        inputs, labels = problem.inputs.astype(np.float32), problem.labels.astype(np.float32)
        start = rng("init", width).standard_normal((replicas, width))
        neurons = (self.start_mean + np.sqrt(self.start_variance) * start).astype(np.float32)
        shrink = np.float32(1 - 2 * problem.temperature * problem.penalty * dt)
        rate, spread = np.float32(dt / n), np.float32(np.sqrt(2 * problem.temperature * dt))
        values = np.empty((replicas, width, n), np.float32)
        output = np.empty((replicas, n), np.float32)
        stream, records = rng("noise", width), []
        for step in range(round(self.horizon / dt) + 1):
            now = step % _EVERY
            if now == 0:
                noise = stream.standard_normal((_EVERY, replicas, width), dtype=np.float32)
            np.multiply(neurons[:, :, None], inputs, out=values)
            np.tanh(values, out=values)
            _move(neurons, values, inputs, labels, noise[now], shrink, rate, spread, output)
            if now == 0:
                records.append(output.copy())
        return _EVERY * dt * np.arange(len(records)), np.stack(records)

    def predict(self) -> Rows:
        """Yield the variance of the output at stationarity, to leading order, mean over the inputs,
        and that of independent neurons.
        """
        problem = self.problem
        law = stationary(problem)
        constant = float(problem.fluctuation(law).mean())
        alone = float(np.diag(problem.covariance(law)).mean())
        for width in self.width:
            row = {"width": width, "variance": constant / width, "constant": constant}
            yield {**row, "independent": alone / width}


@compiled
def _move(
    neurons: np.ndarray,
    values: np.ndarray,
    inputs: np.ndarray,
    labels: np.ndarray,
    noise: np.ndarray,
    shrink: np.floating,
    rate: np.floating,
    spread: np.floating,
    output: np.ndarray,
) -> None:
    """Write the outputs, (replicas, n), of neurons (replicas, width) whose tanh are the values
    (overwritten), and move the neurons.
    """
    replicas, width, n = values.shape
    ones, push = np.ones(width, np.float32), np.empty(width, np.float32)
    pull = np.empty(n, np.float32)
    for replica in range(replicas):
        tanh = values[replica]
        np.dot(ones, tanh, output[replica])
        for i in range(n):
            output[replica, i] /= np.float32(width)
            pull[i] = (labels[i] - output[replica, i]) * inputs[i] * rate
        for j in range(width):
            for i in range(n):
                tanh[j, i] = np.float32(1) - tanh[j, i] * tanh[j, i]
        np.dot(tanh, pull, push)
        for j in range(width):
            drift = shrink * neurons[replica, j] + push[j]
            neurons[replica, j] = drift + spread * noise[replica, j]

"""Particles of the one-dimensional problem: fluctuations of networks of finite width about the limit (figure 4)."""

import numpy as np

from feature_learning.core.compiled import compiled
from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.line import line_problem
from feature_learning.theory.fokker_planck import LineProblem

_KEPT = 5


def chaos(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per width and replica: the variance at stationarity, and the output at the recorded times."""
    problem, replicas = line_problem(setting), int(setting["replicas"])
    for width in map(int, setting.grid["width"]):
        times, outputs = trajectories(problem, setting, width, rng)
        late = outputs[times > setting["burn_in"]]
        # About the mean over times and replicas; the mean over one window would remove a tenth of the slow fluctuations
        squares = ((late - late.mean(axis=(0, 1))) ** 2).mean(axis=(0, 2))
        shown = np.searchsorted(times, np.array(setting.grid["t"], dtype=float) - 1e-9)
        for replica in range(replicas):
            record = outputs[shown, replica]
            yield {
                "width": width,
                "replica": replica,
                "variance": float(squares[replica]),
                "times": times[shown].tolist(),
                "outputs": record.ravel().tolist(),
            }


def trajectories(problem: LineProblem, setting: Setting, width: int, rng: Streams) -> tuple[np.ndarray, np.ndarray]:
    """Return times (times,) and the replicas' outputs at the inputs (times, replicas, n), at every `_KEPT`-th step."""
    dt, replicas, n = float(setting["dt"]), int(setting["replicas"]), len(problem.inputs)
    noise, spread = rng("noise", width), np.float32(np.sqrt(2 * problem.temperature * dt))
    inputs, labels = problem.inputs.astype(np.float32), problem.labels.astype(np.float32)
    start = rng("init", width).standard_normal((replicas, width))
    neurons = (setting["start_mean"] + np.sqrt(setting["start_variance"]) * start).astype(np.float32)
    shrink, rate = np.float32(1 - 2 * problem.temperature * problem.penalty * dt), np.float32(dt / n)
    values, output = np.empty((replicas, width, n), np.float32), np.empty((replicas, n), np.float32)
    kept = []
    for step in range(round(float(setting["horizon"]) / dt) + 1):
        if step % _KEPT == 0:
            drawn = noise.standard_normal((_KEPT, replicas, width), dtype=np.float32)
        np.multiply(neurons[:, :, None], inputs, out=values)
        np.tanh(values, out=values)
        _move(neurons, values, inputs, labels, drawn[step % _KEPT], shrink, rate, spread, output)
        if step % _KEPT == 0:
            kept.append(output.copy())
    return _KEPT * dt * np.arange(len(kept)), np.stack(kept)


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
    """Write the outputs, (replicas, n), of neurons (replicas, width) whose tanh are the values (overwritten), and move the neurons."""
    replicas, width, n = values.shape
    ones, pull, push = np.ones(width, np.float32), np.empty(n, np.float32), np.empty(width, np.float32)
    for replica in range(replicas):
        own = values[replica]
        np.dot(ones, own, output[replica])
        for i in range(n):
            output[replica, i] /= np.float32(width)
            pull[i] = (labels[i] - output[replica, i]) * inputs[i] * rate
        for j in range(width):
            for i in range(n):
                own[j, i] = np.float32(1) - own[j, i] * own[j, i]
        np.dot(own, pull, push)
        for j in range(width):
            neurons[replica, j] = shrink * neurons[replica, j] + push[j] + spread * noise[replica, j]

"""Particles of the one-dimensional problem: fluctuations of networks of finite width about the limit (figure 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.suzuki2023.line import checked_line, line_problem
from feature_learning.theory.fokker_planck import LineProblem


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Hold nothing: neurons are drawn in `train`."""
    checked_line(setting, "temperature", "penalty", "dt", "horizon", "replicas", "width")
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a width and replica: the variance at stationarity, and the output at the recorded times."""
    problem, replicas = line_problem(setting), int(setting["replicas"])
    for width in map(int, setting.grid["width"]):
        times, outputs = trajectories(problem, setting, width, rng)
        late = outputs[times > setting["burn_in"]]
        # About the mean over times and replicas: that over one window would take a tenth of the slow fluctuations away
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
    """Return times and the outputs of every replica at the inputs, shapes (times,), (times, replicas, n); every fifth step is kept."""
    dt, replicas, n = float(setting["dt"]), int(setting["replicas"]), len(problem.inputs)
    noise, spread = rng("noise", width), np.float32(np.sqrt(2 * problem.temperature * dt))
    inputs, labels = problem.inputs.astype(np.float32), problem.labels.astype(np.float32)
    start = rng("init", width).standard_normal((replicas, width))
    neurons = (setting["start_mean"] + np.sqrt(setting["start_variance"]) * start).astype(np.float32)
    shrink, kept = np.float32(1 - 2 * problem.temperature * problem.penalty * dt), []
    steps = round(float(setting["horizon"]) / dt)
    for step in range(steps + 1):
        values = np.tanh(neurons[:, :, None] * inputs)
        output = values.mean(axis=1)
        if step % 5 == 0:
            kept.append(output)
        pull = (output - labels) * inputs * np.float32(dt / n)
        np.square(values, out=values)
        push = (values @ pull[:, :, None])[:, :, 0] - pull.sum(axis=1, keepdims=True)
        neurons = shrink * neurons + push + spread * noise.standard_normal(neurons.shape, dtype=np.float32)
    return 5 * dt * np.arange(len(kept)), np.stack(kept)

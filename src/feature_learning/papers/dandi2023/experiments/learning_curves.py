"""Exact error against log n/log d after 0 to 6 steps (fig3)."""

import itertools
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import batch, coordinates, labels, target, unpaired
from feature_learning.theory.relu_risk import relu_risk
from feature_learning.training.streamed_readout import refitted
from feature_learning.training.streamed_step import Student, streamed_steps


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and network; as in the authors' code, without mirror pairs."""
    return unpaired(setting, rng, setting["width"], setting["method"])


def learning_curves(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target, sample size, step size and time; every step and the readout use fresh batches.

    Errors are exact risks, without test points.
    """
    d, width = setting["d"], setting["width"]
    first, second = draws["first"], draws["second"]
    cases = [(str(name), float(rate)) for name in setting.grid["target"] for rate in setting.grid["rate"]]
    truth = {name: labels(target(name, 2), draws["teacher"]) for name, _ in cases}
    held = coordinates(setting["method"], d, 2, rng)
    sigma = activation(setting["activation"])
    # In d dimensions all cases share the inputs; in coordinates each case has its own, since together they need too many coordinates.
    for log_size, own in itertools.product(map(float, setting.grid["log_size"]), [cases] if held is None else [[case] for case in cases]):
        n = round(d**log_size)
        students = [Student(first, truth[name], sigma, second / width) for name, _ in own]

        def batches(time: int, n: int = n) -> Any:
            return batch(n, d, rng, "train", n, time)

        pushes = [rate * (n / d) ** 0.5 * second for _, rate in own]
        moves = streamed_steps(batches, students, pushes, setting["steps"], device, held)
        states = [students, *(moved for _, _, moved in moves)]
        followed = list(itertools.chain(*states))
        seen = max(student.first_layer.shape[1] for student in followed)
        # The readout acts on features over sqrt(p): a penalty on it equals p times that penalty with plain features.
        learned = refitted(batch(n, seen, rng, "refit", n), followed, setting["ridge"] * width)
        for (time, (name, rate)), student in zip(itertools.product(range(len(states)), own), learned, strict=True):
            assert student.readout is not None
            axes = np.pad(draws["teacher"], ((0, 0), (0, student.first_layer.shape[1] - draws["teacher"].shape[1])))
            (error,) = relu_risk(target(name, 2), axes, student.first_layer, [student.readout], sigma)
            yield {"target": name, "log_size": log_size, "rate": rate, "time": time, "n": n, "error": float(error)}

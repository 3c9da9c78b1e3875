"""The part of the weights orthogonal to the target's direction against time, by dimension, by width
and by weight decay.
"""

from collections.abc import Iterator

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.mousavi2022.shared.model import (
    Network,
    Schedule,
    draw_by_method,
    fresh_samples,
    network,
    parts,
    squared_error,
    trained_afresh,
)
from feature_learning.papers.mousavi2022.shared.targets import link_of
from feature_learning.theory.orthogonal_part import OrthogonalPart
from feature_learning.theory.principal_subspace import end_positions, frozen_risk

_GROWN = 2.0
"""A predicted orthogonal part, in units of untrained ones, that only unstable weights have."""


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the widest network in most dimensions; the others are its first neurons and columns."""
    return draw_by_method(setting, rng)


def perp_time(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and time."""
    for d in setting.ints("d"):
        _, run = _run(setting, network(draws, setting["width"], d), d, setting["decay"], rng)
        for row, _, predicted in run:
            yield {"d": d, **row, "predicted": predicted}


def perp_width(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per width and time."""
    d = setting["d"]
    for width in setting.ints("width"):
        _, run = _run(setting, network(draws, width, d), d, setting["decay"], rng)
        for row, _, predicted in run:
            yield {"width": width, **row, "predicted": predicted}


def decay(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per decay and time; ``risk`` is half the squared error of the frozen readout
    without label noise, on fresh inputs.

    Predictions are for this network: where the flow along the target ends, its risk, and the
    orthogonal part at each time. Small decays take longer than the run.
    """
    d, start = setting["d"], network(draws, setting["width"], setting["d"])
    link = link_of(setting["target"], d)
    samples = fresh_samples((link,), setting["test_size"], start.first_layer.shape[1], rng)
    for decay in setting.floats("decay"):
        ends, run = _run(setting, start, d, decay, rng)
        risk = frozen_risk(ends, start.readout, start.bias, link)
        for row, weights, predicted in run:
            error = squared_error(samples, weights, start.bias, start.readout / start.width)
            yield {
                "decay": decay,
                **row,
                "risk": error / 2,
                "predicted_par": float(np.sqrt(np.mean(ends**2))),
                "predicted_risk": risk,
                "predicted_perp": predicted,
            }


def _run(
    setting: Setting, start: Network, d: int, decay: float, rng: Streams
) -> tuple[np.ndarray, Iterator[tuple[dict[str, float], np.ndarray, float]]]:
    """Return where the flow along the target ends, and at each time a row with both parts, the
    weights, and the orthogonal part as predicted from these draws.
    """
    link = link_of(setting["target"], d)
    times, noise = setting.floats("t_over_d"), setting["noise"]
    schedule = Schedule.of(setting, d, decay, times, setting["horizon"])
    ends = end_positions(start.readout, start.bias, start.first_layer[:, 0], link, decay)
    flow = OrthogonalPart.about(ends, start.readout, start.bias, link, noise)
    predicted = np.sqrt(flow.curve(schedule.sizes, decay, d, schedule.snapshots))
    if predicted.max() > _GROWN:
        raise UserError(
            f"target {setting['target']}, decay {decay:g}: weights along the target are unstable, "
            "so what is predicted about them does not hold; subspace simulates such targets"
        )
    run = trained_afresh(start, (link,), noise, d, rng, schedule)
    return ends, (
        ({"t_over_d": time, **parts(weights, 1)}, weights, perp)
        for time, weights, perp in zip(times, run, predicted.tolist(), strict=True)
    )

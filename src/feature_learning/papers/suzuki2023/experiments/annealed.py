"""Constant temperatures against one that is halved again and again, at the same total time
(figure 5).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, rows


def annealed(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per case, schedule and replica. All schedules share data, first neurons and noise."""
    schedules = setting.mappings("schedule")
    phases = heats(schedules)
    ends = np.rint(np.linspace(0, setting["horizon"] / setting["eta"], len(phases) + 1)).astype(int)
    for case in setting.mappings("case"):
        trials = Trials(setting, rng, case["d"], case["k"], case["n"])
        network = trials.network(
            [(case["n"], heat) for heat in phases[0]], setting["width"], device
        )
        for phase, steps in zip(phases, np.diff(ends).tolist(), strict=True):
            network.set_temperature(np.repeat(phase * trials.heat_unit, trials.replicas))
            network.run(steps)
        by_schedule = trials.accuracy(network, len(schedules))
        for schedule, accuracies in zip(schedules, by_schedule, strict=True):
            yield from rows({**case, **schedule}, accuracies)


def heats(schedules: Sequence[Mapping[str, Any]]) -> np.ndarray:
    """Return lam d in each phase, (phases, schedules): it begins at ``heat`` and is halved
    ``halvings`` times, 0 for a constant temperature.
    """
    phases = range(max(schedule["halvings"] for schedule in schedules) + 1)
    return np.array(
        [
            [schedule["heat"] / 2 ** min(phase, schedule["halvings"]) for schedule in schedules]
            for phase in phases
        ]
    )

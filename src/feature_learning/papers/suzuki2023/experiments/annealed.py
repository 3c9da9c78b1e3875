"""Constant temperatures against one that is halved again and again, at the same total time
(figure 5).
"""

from collections.abc import Sequence
from typing import Annotated, TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive, whole
from feature_learning.papers.suzuki2023.model import Relevant, Trained, Trials, rows


class Case(TypedDict):
    """A dimension, the coordinates that may matter, and the samples."""

    d: Count
    k: Relevant
    n: Count


class Schedule(TypedDict):
    """The temperature at the beginning, ``lam d``, and how often it is halved."""

    heat: Positive
    halvings: Annotated[int, whole(least=0)]


class Annealed(Trained):
    """Test accuracy for each schedule of the temperature."""

    case: Grid[Case]
    schedule: Grid[Schedule]
    width: Count
    horizon: Positive

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case, schedule and replica. All schedules share data, first neurons and
        noise.
        """
        phases = heats(self.schedule)
        ends = np.rint(np.linspace(0, self.horizon / self.eta, len(phases) + 1)).astype(int)
        for case in self.case:
            trials = Trials(self, rng, case["d"], case["k"], case["n"])
            cells = [(case["n"], heat) for heat in phases[0]]
            network = self.network(trials, cells, self.width, device)
            for phase, steps in zip(phases, np.diff(ends).tolist(), strict=True):
                network.set_temperature(np.repeat(phase * trials.heat_unit, self.replicas))
                network.run(steps)
            by_schedule = trials.accuracy(network, len(self.schedule))
            for schedule, accuracies in zip(self.schedule, by_schedule, strict=True):
                yield from rows({**case, **schedule}, accuracies)


def heats(schedules: Sequence[Schedule]) -> np.ndarray:
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

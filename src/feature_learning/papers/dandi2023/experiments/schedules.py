"""Steps of several sizes on batches too small for one step, on a target of leap 2 (schedules).

Why four steps learn at n = d^(3/2), where no single step does. One step of size eta multiplies a
neuron's overlaps, of order d^(-1/2), by eta, and adds noise of length eta sqrt(d/n) = eta d^(-1/4):
the cosine is at most of order d^(-1/4). In a second step the overlaps would gain another factor
d^(1/4). But the network's output holds the noise of the first one and enlarges it as much. With c
the mean of a_i w_i the gradient of neuron i has the part -a_i c/4 (a ReLU, readouts +1 and -1, many
pairs or noise longer than the initial weights), so a step of size eta p multiplies c by
1 - eta/4; the noise of one of P pairs alone is multiplied by 1 - eta/(4 P). A step of size 4 p
removes the common noise and one of about 4 P p that of the pairs; both leave the gain. Four steps
have room for both between two large ones, three do not.
"""

from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.papers.dandi2023.model import (
    Activated,
    Reducible,
    batch,
    cosines,
    labels,
    rms,
)
from feature_learning.papers.dandi2023.targets import PaperTarget, target
from feature_learning.theory.scheduled_steps import best_schedule, scheduled_cosines
from feature_learning.training.streamed_step import Student, streamed_steps

_STARTS = 16
_FIRST_SIZES = {1: (50.0,), 2: (5.0, 5.0), 3: (6.0, 4.5, 9.0), 4: (5.3, 5.1, 5.1, 5.2)}


class Schedule(TypedDict):
    """A dimension, and the sizes of the steps, over p."""

    d: Count
    first: Positive
    second: Positive
    third: Positive
    fourth: Positive


class Schedules(Activated, Reducible):
    """Cosines after steps of given sizes, each on a fresh batch."""

    schedules: Grid[Schedule]
    target: PaperTarget
    log_size: Positive  # log n/log d
    draws: Count  # of the prediction

    def generate(self, rng: Streams) -> Draws:
        """Draw two directions and one neuron of each pair at every dimension."""
        return self.pairs_at((case["d"] for case in self.schedules), 2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and time: the root mean square cosine of the neurons with the
        target's directions (``size``).
        """
        for case in self.schedules:
            d = case["d"]
            n, teacher = round(d**self.log_size), draws[f"teacher-{d}"]
            first, second = self.mirrored(draws[f"first-{d}"], "equal")
            truth = labels(target(self.target, 2), teacher)
            student = Student(first, truth, self.sigma, second / self.width)
            for time, step in enumerate(_sizes(case), 1):
                inputs = batch(n, student.first_layer.shape[1], rng, "train", d, time)
                reduced = self.coordinates(2, d, rng, d, time)
                ((_, _, (student,)),) = streamed_steps(
                    lambda _, inputs=inputs: inputs,  # type: ignore[misc]
                    [student],
                    [step * second],
                    1,
                    device,
                    reduced,
                )
                size = float(rms(cosines(student.first_layer, teacher).ravel()))
                yield {"d": d, "time": time, "size": size}

    def predict(self) -> Rows:
        """Yield the root mean square cosine after each step: mean over random starts."""
        expansion = target(self.target, 2)
        starts = np.random.default_rng(0).standard_normal((_STARTS, self.width // 2, 2))
        for case in self.schedules:
            d, sizes = float(case["d"]), _sizes(case)
            alpha = d ** (self.log_size - 1)
            found = [
                scheduled_cosines(expansion, self.sigma, d, alpha, sizes, self.draws, start)
                for start in starts
            ]
            means = np.mean(found, axis=0).tolist()
            yield from (
                {"d": case["d"], "time": time, "size": size} for time, size in enumerate(means, 1)
            )


class BestSchedules(Activated):
    """The largest cosine that a number of steps of any sizes gives."""

    target: PaperTarget
    log_size: Positive  # log n/log d
    draws: Count
    d: Grid[Count]
    time: Grid[Count]  # steps

    def predict(self) -> Rows:
        """Yield it; each dimension seeks from the step sizes of the one before."""
        expansion = target(self.target, 2)
        for time in self.time:
            sizes: Sequence[float] = _FIRST_SIZES[time]
            for d in map(float, self.d):
                alpha = d ** (self.log_size - 1)
                sizes, most = best_schedule(expansion, self.sigma, d, alpha, sizes, self.draws)
                yield {"d": d, "time": time, "size": most}


def _sizes(case: Schedule) -> list[float]:
    return [case["first"], case["second"], case["third"], case["fourth"]]

"""Exact error against log n/log d after 0 to 6 steps on fresh batches (fig3)."""

import itertools

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.covariates import GaussianBatch
from feature_learning.papers.dandi2023.model import Activated, Reducible, batch, labels, unpaired
from feature_learning.papers.dandi2023.steps import dimensions, refitted_risks
from feature_learning.papers.dandi2023.targets import PaperTarget, target
from feature_learning.training.streamed_step import Student, streamed_steps


class LearningCurves(Activated, Reducible):
    """Exact risks after several steps; every step and the readout use fresh batches."""

    d: Count
    target: Grid[PaperTarget]
    log_size: Grid[Positive]  # log n/log d
    rate: Grid[Positive]  # the step size over sqrt(n/d)
    steps: Count
    ridge: Positive

    def generate(self, rng: Streams) -> Draws:
        """Draw teacher and network; as in the authors' code, without mirror pairs."""
        return unpaired(self.d, self.width, rng, reduced=self.reduced)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per target, sample size, step size and time."""
        d, teacher, second = self.d, draws["teacher"], draws["second"]
        targets = {name: target(name, 2) for name in self.target}
        start = {
            name: Student(draws["first"], labels(each, teacher), self.sigma, second / self.width)
            for name, each in targets.items()
        }
        cases = list(itertools.product(targets, self.rate))
        reduced = self.coordinates(2, d, rng)
        # In d dimensions all cases share the inputs; in coordinates each case has its own, because
        # together they need too many coordinates.
        groups = [[case] for case in cases] if reduced else [cases]
        for log_size, group in itertools.product(self.log_size, groups):
            n = round(d**log_size)

            def batches(time: int, n: int = n) -> GaussianBatch:
                return batch(n, d, rng, "train", n, time)

            students = [start[name] for name, _ in group]
            pushes = [rate * (n / d) ** 0.5 * second for _, rate in group]
            steps = streamed_steps(batches, students, pushes, self.steps, device, reduced)
            states = [students, *(after for _, _, after in steps)]
            fresh = batch(n, dimensions(states), rng, "refit", n)
            of_group = [targets[name] for name, _ in group]
            risks = refitted_risks(states, of_group, teacher, fresh, self.ridge)
            for time, case, error in risks:
                name, rate = group[case]
                row = {"target": name, "log_size": log_size, "rate": rate, "time": time}
                yield {**row, "n": n, "error": error}

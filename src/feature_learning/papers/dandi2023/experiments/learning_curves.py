"""Exact error against log n/log d after 0 to 6 steps on fresh batches (fig3)."""

import itertools

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import GaussianBatch
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.papers.dandi2023.shared.steps import dimensions, refitted_risks
from feature_learning.training.streamed_step import Student, streamed_steps


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and network; as in the authors' code, without mirror pairs."""
    return model.unpaired(setting, setting["width"], rng)


def learning_curves(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target, sample size, step size and time; every step and the readout use
    fresh batches.

    Errors are exact risks, without test points.
    """
    d, teacher, second = setting["d"], draws["teacher"], draws["second"]
    targets = {name: model.target(name, 2) for name in setting.names("target")}
    start = {
        name: Student(
            draws["first"],
            model.labels(target, teacher),
            activation(setting["activation"]),
            second / setting["width"],
        )
        for name, target in targets.items()
    }
    cases = list(itertools.product(targets, setting.floats("rate")))
    reduced = model.coordinates(setting, d, 2, rng)
    # In d dimensions all cases share the inputs; in coordinates each case has its own, because
    # together they need too many coordinates.
    groups = [[case] for case in cases] if reduced else [cases]
    for log_size, group in itertools.product(setting.floats("log_size"), groups):
        n = round(d**log_size)

        def batches(time: int, n: int = n) -> GaussianBatch:
            return model.batch(n, d, rng, "train", n, time)

        students = [start[name] for name, _ in group]
        pushes = [rate * (n / d) ** 0.5 * second for _, rate in group]
        steps = streamed_steps(batches, students, pushes, setting["steps"], device, reduced)
        states = [students, *(after for _, _, after in steps)]
        fresh = model.batch(n, dimensions(states), rng, "refit", n)
        of_group = [targets[name] for name, _ in group]
        for time, case, error in refitted_risks(states, of_group, teacher, fresh, setting["ridge"]):
            name, rate = group[case]
            row = {"target": name, "log_size": log_size, "rate": rate, "time": time}
            yield {**row, "n": n, "error": error}

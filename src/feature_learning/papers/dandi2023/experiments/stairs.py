"""Errors of the best function of the learned directions: after one step against the batch, and
against time on a staircase.
"""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.papers.dandi2023.shared.best_function import unlearned
from feature_learning.papers.dandi2023.shared.steps import mirror_pairs, several_steps
from feature_learning.training.streamed_step import Student

_DIRECTIONS = 3


def draw_batch_stairs(setting: Setting, rng: Streams) -> Draws:
    """Draw three directions and the neurons."""
    return model.teacher_and_weights(setting, _DIRECTIONS, setting["d"], setting["width"], rng)


def batch_stairs(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per size of one batch: the error, and the cosine of each direction with the
    one that its neurons learn.

    There is a group of neurons for each degree. It takes the gradient of the labels without
    their parts of lower degree, and learns the leading direction of this gradient.
    """
    teacher, sigma = draws["teacher"], activation(setting["activation"])
    target = model.target(setting["target"], _DIRECTIONS)
    degrees = range(1, _DIRECTIONS + 1)
    students = [
        Student(draws["first"], model.labels(_from(target, degree), teacher), sigma)
        for degree in degrees
    ]
    d = setting["d"]
    sizes = {round(d**log_size): log_size for log_size in setting.floats("log_size")}
    for n, gradients in model.first_gradients(
        setting, _DIRECTIONS, d, students, list(sizes), rng, device
    ):
        learned = np.array([_leading(gradient, 1)[0] for gradient in gradients])
        overlaps = np.linalg.qr(learned.T)[0].T[:, : teacher.shape[1]] @ teacher.T
        found = np.abs(np.diag(learned[:, : teacher.shape[1]] @ teacher.T)).tolist()
        row = {"log_size": sizes[n], "n": n, "error": unlearned(target, overlaps)}
        yield row | {f"cosine_{degree}": found[degree - 1] for degree in degrees}


def draw_time_stairs(setting: Setting, rng: Streams) -> Draws:
    """Draw three directions and one neuron of each pair."""
    return model.pairs(setting, _DIRECTIONS, rng)


def time_stairs(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per time, starting with 0: the error of the best function of the three leading
    directions in which the weights have moved.
    """
    teacher, target = draws["teacher"], model.target(setting["target"], _DIRECTIONS)
    first, second = mirror_pairs(setting, draws["first"], setting["readout"])
    truth, sigma = model.labels(target, teacher), activation(setting["activation"])
    student = Student(first, truth, sigma, second / setting["width"])
    steps = several_steps(
        setting, _DIRECTIONS, setting["d"], [student], [setting["step"] * second], rng, device
    )
    yield {"time": 0, "error": unlearned(target, np.zeros((1, _DIRECTIONS)))}
    for time, _, (after,) in steps:
        moved = _leading(after.first_layer - first, _DIRECTIONS)
        yield {"time": time, "error": unlearned(target, moved @ teacher.T)}


def _from(target: HermiteTarget, degree: int) -> HermiteTarget:
    """Return the part of a target from a degree on."""
    return HermiteTarget({term: c for term, c in target.terms.items() if sum(term) >= degree})


def _leading(rows: np.ndarray, count: int) -> np.ndarray:
    """Return the leading right singular vectors, (count, columns)."""
    return np.linalg.svd(rows, full_matrices=False)[2][:count]

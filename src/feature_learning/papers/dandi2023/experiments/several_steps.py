"""Several steps at n = alpha d: on the notebook's targets and the talk's examples, on staircases,
and on a target of leap 2.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.papers.dandi2023.shared.steps import mirror_pairs, several_steps
from feature_learning.training.streamed_step import Student

CASES: Mapping[str, tuple[str, str]] = {
    "f1-spread": ("example-3a", "spread"),
    "f2-spread": ("example-3b", "spread"),
    "f2-equal": ("example-3b", "equal"),
    "f2-uniform": ("example-3b", "uniform"),
}
"""The target and the law of the readout of each case of example 3."""
_MOST = 4  # directions of a staircase


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw two directions and one neuron of each pair."""
    return model.pairs(setting, 2, rng)


def multi_step(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target and time; both targets see the same fresh batches."""
    d, teacher, sigma = setting["d"], draws["teacher"], activation(setting["activation"])
    first, second = mirror_pairs(setting, draws["first"], setting["readout"])
    names = setting.names("target")
    targets = [model.target(name, 2) for name in names]
    students = [
        Student(first, model.labels(target, teacher), sigma, second / setting["width"])
        for target in targets
    ]
    pushes = [setting["step"] * second] * len(names)
    for time, gradients, after in several_steps(setting, 2, d, students, pushes, rng, device):
        for name, target, gradient, student in zip(names, targets, gradients, after, strict=True):
            of_gradients, of_weights = (
                model.cosines(rows, teacher) for rows in (gradient, student.first_layer)
            )
            columns = line_overlaps(target, of_gradients, of_weights)
            yield {"target": name, "time": time, **columns}


def line_overlaps(
    target: HermiteTarget, of_gradients: np.ndarray, of_weights: np.ndarray
) -> dict[str, Any]:
    """Return what runs and theory report: means over the neurons of each sign, and the new
    direction's root mean square.
    """
    plus, minus = (half.mean(axis=0).tolist() for half in np.split(of_gradients, 2))
    along = model.line(target)
    across = np.array([-along[1], along[0]])
    return {
        "plus_first": plus[0],
        "plus_second": plus[1],
        "minus_first": minus[0],
        "minus_second": minus[1],
        "new_direction": float(model.rms(of_weights @ across)),
        "new_in_gradient": float(model.rms(of_gradients @ across)),
        "first": of_gradients[:, 0].tolist(),
        "second": of_gradients[:, 1].tolist(),
    }


def draw_direction_count(setting: Setting, rng: Streams) -> Draws:
    """Draw three directions and one neuron of each pair."""
    return model.pairs(setting, 3, rng)


def direction_count(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per case of example 3 and time: one new direction or two, depending on the
    readout. All cases see the same fresh batches.
    """
    d, teacher, sigma = setting["d"], draws["teacher"], activation(setting["activation"])
    cases, students, pushes = setting.names("case"), [], []
    for name, law in (lookup(CASES, case, "case") for case in cases):
        first, second = mirror_pairs(setting, draws["first"], law)
        truth = model.labels(model.target(name, 3), teacher)
        students.append(Student(first, truth, sigma, second / setting["width"]))
        pushes.append(setting["step"] * second)
    for time, _, after in several_steps(setting, 3, d, students, pushes, rng, device):
        for case, student in zip(cases, after, strict=True):
            columns = new_directions(model.cosines(student.first_layer, teacher))
            yield {"case": case, "time": time, **columns}


def new_directions(cosines: np.ndarray) -> dict[str, float]:
    """Return the overlap with w1 and the strengths of the directions in the span of w2 and w3."""
    strong, weak = model.strengths(cosines[:, 1:]).tolist()
    return {"first": float(model.rms(cosines[:, 0])), "strength_1": strong, "strength_2": weak}


def climbed(setting: Setting) -> int:
    """Return the number of directions of the staircases: three, or what one of them has."""
    most = [model.target(name, _MOST) for name in setting.names("target")]
    return max(3, *(max(_directions(target)) for target in most))


def _directions(target: HermiteTarget) -> list[int]:
    """Return the directions that a target has terms in, counted from 1."""
    return [k for term in target.terms for k, degree in enumerate(term, 1) if degree] or [0]


def draw_climbing(setting: Setting, rng: Streams) -> Draws:
    """Draw the directions of the staircases and one neuron of each pair."""
    return model.pairs(setting, climbed(setting), rng)


def climbing(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per staircase, activation and time; all see the same fresh batches. A plain
    ReLU sees no odd conditional terms beyond the first.
    """
    d, teacher, names = setting["d"], draws["teacher"], setting.names("target")
    first, second = mirror_pairs(setting, draws["first"], setting["readout"])
    directions = climbed(setting)
    truth = {name: model.labels(model.target(name, directions), teacher) for name in names}
    points = list(setting.points("target", "activation"))
    students = [
        Student(
            first,
            truth[str(point["target"])],
            activation(str(point["activation"])),
            second / setting["width"],
        )
        for point in points
    ]
    pushes = [setting["step"] * second] * len(points)
    for time, _, after in several_steps(setting, directions, d, students, pushes, rng, device):
        for point, student in zip(points, after, strict=True):
            cosines = model.cosines(student.first_layer, teacher)
            yield {**point, "time": time, **overlaps(cosines)}


def overlaps(cosines: np.ndarray) -> dict[str, float]:
    """Return the root mean square cosine with each direction."""
    return {f"w{k}": size for k, size in enumerate(model.rms(cosines).tolist(), 1)}


def draw_never(setting: Setting, rng: Streams) -> Draws:
    """Draw two directions and one neuron of each pair at every dimension."""
    return model.pairs_at_dimensions(setting, 2, rng)


def never(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, step size (1 or sqrt d) and time, on a target of leap 2.

    Both step sizes draw from the same streams, each in coordinates of its own: their weights come
    to differ in size by more than a factor of a million.
    """
    sigma = activation(setting["activation"])
    for d in setting.ints("d"):
        teacher, steps = draws[f"teacher-{d}"], {"one": 1.0, "root-d": d**0.5}
        first, second = mirror_pairs(setting, draws[f"first-{d}"], "equal")
        truth = model.labels(model.target(setting["target"], 2), teacher)
        student = Student(first, truth, sigma, second / setting["width"])
        for name in setting.names("step"):
            pushes = [lookup(steps, name, "step size") * second]
            for time, _, (after,) in several_steps(
                setting, 2, d, [student], pushes, rng, device, d
            ):
                size = float(model.rms(model.cosines(after.first_layer, teacher).ravel()))
                yield {"d": d, "step": name, "time": time, "size": size}

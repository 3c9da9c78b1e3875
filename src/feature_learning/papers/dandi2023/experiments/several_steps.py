"""Several steps at n = alpha d: on the notebook's targets and the talk's examples, and on a target
of leap 2.
"""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid
from feature_learning.data.targets import HermiteTarget
from feature_learning.papers.dandi2023.model import (
    Activated,
    Readout,
    Reducible,
    cosines,
    labels,
    rms,
    strengths,
)
from feature_learning.papers.dandi2023.steps import Followed, SeveralSteps
from feature_learning.papers.dandi2023.targets import PaperTarget, line, target
from feature_learning.training.streamed_step import Student

CASES: Mapping[str, tuple[str, str]] = {
    "f1-spread": ("example-3a", "spread"),
    "f2-spread": ("example-3b", "spread"),
    "f2-equal": ("example-3b", "equal"),
    "f2-uniform": ("example-3b", "uniform"),
}
"""The target and the law of the readout of each case of example 3."""


class MultiStep(Activated, Reducible, Followed):
    """Overlaps with the target's linear part and across it; all targets see the same batches."""

    target: Grid[PaperTarget]
    readout: Readout

    def generate(self, rng: Streams) -> Draws:
        """Draw two directions and one neuron of each pair."""
        return self.pairs(2, self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per target and time."""
        targets, teacher = [target(name, 2) for name in self.target], draws["teacher"]
        students, pushes = self.from_pairs(targets, draws, self.readout, self.sigma)
        steps = self.steps(2, self.d, students, pushes, rng, device)
        for time, gradients, after in steps:
            states = zip(self.target, targets, gradients, after, strict=True)
            for name, each, gradient, student in states:
                of_gradients, of_weights = (
                    cosines(rows, teacher) for rows in (gradient, student.first_layer)
                )
                columns = _line_overlaps(each, of_gradients, of_weights)
                yield {"target": name, "time": time, **columns}

    def predict(self) -> Rows:
        """Yield overlaps step by step, from the order parameters."""
        for name in self.target:
            expansion = target(name, 2)
            for state in self.order_parameters(expansion, self.sigma, self.readout):
                found = state.gradient_cosines, state.weight_cosines
                columns = _line_overlaps(expansion, *found)
                yield {"target": name, "time": state.time, **columns}


class SlideExamples(MultiStep):
    """The talk's examples 1 and 2."""

    def predict(self) -> Rows:
        """Yield the same. The direction across the line is 0 by symmetry after one step, and in
        example 2 always, where the recursion rounds.
        """
        for row in super().predict():
            grows = row["time"] > 1 and row["target"] != "example-2"
            yield row if grows else {**row, "new_direction": 0.0}


class DirectionCount(Activated, Reducible, Followed):
    """One new direction or two in example 3, depending on the readout; all cases see the same
    batches.
    """

    case: Grid[Literal["f1-spread", "f2-equal", "f2-spread", "f2-uniform"]]

    def generate(self, rng: Streams) -> Draws:
        """Draw three directions and one neuron of each pair."""
        return self.pairs(3, self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case and time."""
        teacher, students, pushes = draws["teacher"], [], []
        for name, law in (lookup(CASES, case, "case") for case in self.case):
            first, second = self.mirrored(draws["first"], law)
            truth = labels(target(name, 3), teacher)
            students.append(Student(first, truth, self.sigma, second / self.width))
            pushes.append(self.step * second)
        for time, _, after in self.steps(3, self.d, students, pushes, rng, device):
            for case, student in zip(self.case, after, strict=True):
                columns = _new_directions(cosines(student.first_layer, teacher))
                yield {"case": case, "time": time, **columns}

    def predict(self) -> Rows:
        """Yield the overlap with w1 and strengths of the new directions.

        Strengths that vanish by symmetry are 0: both after one step, the second where the target
        has one new direction or where all readouts have one size.
        """
        for case in self.case:
            name, law = CASES[case]
            for state in self.order_parameters(target(name, 3), self.sigma, law):
                columns = _new_directions(state.weight_cosines)
                if state.time == 1:
                    columns["strength_1"] = columns["strength_2"] = 0.0
                if case not in ("f2-spread", "f2-uniform"):
                    columns["strength_2"] = 0.0
                yield {"case": case, "time": state.time, **columns}


class Never(Activated, Reducible, SeveralSteps):
    """Steps of size 1 or sqrt d on a target of leap 2.

    Both draw from the same streams, each in coordinates of its own: their weights come to differ in
    size by more than a factor of a million.
    """

    d: Grid[Count]
    target: PaperTarget
    step: Grid[Literal["one", "root-d"]]

    def generate(self, rng: Streams) -> Draws:
        """Draw two directions and one neuron of each pair at every dimension."""
        return self.pairs_at(self.d, 2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, step size and time."""
        for d in self.d:
            teacher, sizes = draws[f"teacher-{d}"], {"one": 1.0, "root-d": d**0.5}
            first, second = self.mirrored(draws[f"first-{d}"], "equal")
            truth = labels(target(self.target, 2), teacher)
            student = Student(first, truth, self.sigma, second / self.width)
            for name in self.step:
                pushes = [lookup(sizes, name, "step size") * second]
                steps = self.steps(2, d, [student], pushes, rng, device, d)
                for time, _, (after,) in steps:
                    size = float(rms(cosines(after.first_layer, teacher).ravel()))
                    yield {"d": d, "step": name, "time": time, "size": size}


def _line_overlaps(
    target: HermiteTarget, of_gradients: np.ndarray, of_weights: np.ndarray
) -> dict[str, Any]:
    """Return what runs and theory report: means over the neurons of each sign, and the new
    direction's root mean square.
    """
    plus, minus = (half.mean(axis=0).tolist() for half in np.split(of_gradients, 2))
    along = line(target)
    across = np.array([-along[1], along[0]])
    return {
        "plus_first": plus[0],
        "plus_second": plus[1],
        "minus_first": minus[0],
        "minus_second": minus[1],
        "new_direction": float(rms(of_weights @ across)),
        "new_in_gradient": float(rms(of_gradients @ across)),
        "first": of_gradients[:, 0].tolist(),
        "second": of_gradients[:, 1].tolist(),
    }


def _new_directions(found: np.ndarray) -> dict[str, float]:
    """Return the overlap with w1 and the strengths of the directions in the span of w2 and w3."""
    strong, weak = strengths(found[:, 1:]).tolist()
    return {"first": float(rms(found[:, 0])), "strength_1": strong, "strength_2": weak}

"""Predicted gain from a step of order one, over many sizes (figure-3b)."""

import itertools

from feature_learning.core.experiment import Experiment, Rows
from feature_learning.core.values import ActivationName, Grid, LinkName, NotNegative, Positive
from feature_learning.networks.named import activation
from feature_learning.papers.ba2022.model import target
from feature_learning.papers.ba2022.one_step import risk


class SmallStepGain(Experiment):
    """The part of the risk that a step of order one removes, for several students and teachers."""

    noise: NotNegative  # standard deviation of the labels' noise
    student: Grid[ActivationName]
    teacher: Grid[LinkName]
    psi1: Grid[Positive]  # n/d
    psi2: Grid[Positive]  # N/d
    ridge: Grid[Positive]
    eta: Grid[Positive]

    def predict(self) -> Rows:
        """Yield one minus the ratio of the risks with and without a step, in the limit."""
        sizes = list(itertools.product(self.psi1, self.psi2, self.ridge))
        for student, teacher in itertools.product(self.student, self.teacher):
            sigma, link = activation(student), target(teacher, self.noise)
            for psi1, psi2, ridge in sizes:
                before = risk(sigma, link, psi1, psi2, ridge, 0.0)
                for eta in self.eta:
                    after = risk(sigma, link, psi1, psi2, ridge, eta)
                    point = {"student": student, "teacher": teacher, "psi1": psi1, "psi2": psi2}
                    yield {**point, "ridge": ridge, "eta": eta, "gain": 1 - after / before}

"""Risk of ridge regression on the features after one step.

All steps and points of a run share the network and the inputs.
"""

import itertools
import math
from typing import Annotated, ClassVar

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, LinkName, NotNegative, Number, Positive
from feature_learning.data.covariates import stratified_gaussian, weighted_stratified_gaussian
from feature_learning.papers.ba2022.mismatch import even_part, least_mismatch
from feature_learning.papers.ba2022.model import (
    Dimension,
    OneStep,
    ScaledStep,
    StepLaw,
    network,
    two_blocks,
)
from feature_learning.papers.ba2022.one_step import linear_coefficient, risk, risks_after
from feature_learning.papers.ba2022.refit import Network, TestPoints, risks

Spread = Annotated[float, Number(above=1)]  # of the weighted test points


class _AfterOneStep(OneStep):
    """Ridge regression after one step, at one dimension."""

    d: Dimension
    test_size: Count

    def network(self, draws: Draws, bias: float = 0.0) -> Network:
        """Return the drawn network, with biases of a standard deviation."""
        biases = bias * draws["biases"] if bias else 0.0
        first, second = draws["first_layer"], draws["second_layer"]
        return Network(self.sigma, first, second, self.dtype, biases)

    def test_points(self, rng: Streams) -> TestPoints:
        """Draw the inputs over which the risk is averaged."""
        direction = two_blocks(self.d)
        return TestPoints.even(stratified_gaussian(self.test_size, direction, rng("test")))


class _AgainstSamples(_AfterOneStep):
    """Steps of every size, against the number of samples."""

    psi1: Grid[Positive]  # n/d
    psi2: Positive  # N/d
    step: Grid[ScaledStep]

    def generate(self, rng: Streams) -> Draws:
        """Draw the initial network."""
        return network(self.d, self.psi2, rng)


class _SmallSteps(_AfterOneStep):
    """Steps of order one."""

    teacher: LinkName
    eta: Grid[NotNegative]
    ridge: Positive
    covered: ClassVar = {"activation": "relu"}

    def refuse(self) -> None:
        """Refuse an activation without a linear part."""
        linear_coefficient(self.sigma)


class SmallStepSamples(_SmallSteps):
    """Steps of order one, against the number of samples."""

    psi1: Grid[Positive]  # n/d
    psi2: Positive  # N/d

    def generate(self, rng: Streams) -> Draws:
        """Draw the initial network."""
        return network(self.d, self.psi2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per n/d and step."""
        link = self.target(self.teacher)
        student, test = self.network(draws), self.test_points(rng)
        for psi1 in self.psi1:
            n = round(psi1 * self.d)
            after = risks(student, link, n, [self.ridge], self.eta, test, rng, device)
            for eta, (value,) in zip(self.eta, after, strict=True):
                yield {"psi1": psi1, "eta": eta, "risk": value}

    def predict(self) -> Rows:
        """Yield the risk in the limit, and the kernel bound."""
        link = self.target(self.teacher)
        for psi1, eta in itertools.product(self.psi1, self.eta):
            yield {
                "psi1": psi1,
                "eta": eta,
                "risk": risk(self.sigma, link, psi1, self.psi2, self.ridge, eta),
                "bound": link.beyond(1),
            }


class SmallStepWidths(_SmallSteps):
    """Steps of order one, against the width."""

    psi1: Positive  # n/d
    psi2: Grid[Positive]  # N/d

    def generate(self, rng: Streams) -> Draws:
        """Draw the widest initial network; narrower ones are its first neurons."""
        return network(self.d, max(self.psi2), rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per N/d and step."""
        link, n = self.target(self.teacher), round(self.psi1 * self.d)
        test, widest = self.test_points(rng), len(draws["second_layer"])
        for psi2 in self.psi2:
            width = round(psi2 * self.d)
            narrow = {
                "first_layer": draws["first_layer"][:width],
                # Entries of a have variance one over the current width.
                "second_layer": draws["second_layer"][:width] * math.sqrt(widest / width),
            }
            student = self.network(narrow)
            after = risks(student, link, n, [self.ridge], self.eta, test, rng, device)
            for eta, (value,) in zip(self.eta, after, strict=True):
                yield {"psi2": psi2, "eta": eta, "risk": value}

    def predict(self) -> Rows:
        """Yield the risk in the limit, and the kernel bound."""
        link = self.target(self.teacher)
        for psi2, eta in itertools.product(self.psi2, self.eta):
            yield {
                "psi2": psi2,
                "eta": eta,
                "risk": risk(self.sigma, link, self.psi1, psi2, self.ridge, eta),
                "bound": link.beyond(1),
            }


class StepSizes(_AgainstSamples):
    """Steps from none to beyond the square root of the width, against the number of samples."""

    teacher: Grid[LinkName]
    ridge: Positive

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per teacher, n/d and step."""
        student, test = self.network(draws), self.test_points(rng)
        etas = [StepLaw(**step).size(len(student.second)) for step in self.step]
        for teacher in self.teacher:
            link = self.target(teacher)
            for psi1 in self.psi1:
                n = round(psi1 * self.d)
                after = risks(student, link, n, [self.ridge], etas, test, rng, device)
                for step, (value,) in zip(self.step, after, strict=True):
                    yield {"teacher": teacher, "psi1": psi1, **step, "risk": value}

    def predict(self) -> Rows:
        """Yield the risk after steps of every size, and the bounds."""
        for teacher in self.teacher:
            link = self.target(teacher)
            tau, kappa = least_mismatch(self.sigma, link)
            bounds = {
                "bound": link.beyond(1),
                "tau": tau,
                "kappa": kappa,
                "even_part": even_part(link),
            }
            for psi1, step in itertools.product(self.psi1, self.step):
                sizes = self.d, psi1, self.psi2
                (after,) = risks_after(self.sigma, link, StepLaw(**step), *sizes, [self.ridge])
                yield {"teacher": teacher, "psi1": psi1, **step, "risk": after, **bounds}


class Biases(_AgainstSamples):
    """Students with biases, for teachers of several information exponents, over a path of
    ridges.
    """

    teacher: Grid[LinkName]
    bias: NotNegative  # standard deviation
    ridges: Grid[Positive]
    spread: Spread

    def generate(self, rng: Streams) -> Draws:
        """Draw the initial network; its biases have variance one, and the student scales them."""
        drawn = super().generate(rng)
        return {**drawn, "biases": rng("init", 2).standard_normal(len(drawn["second_layer"]))}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per teacher, n/d, step and ridge."""
        student = self.network(draws, self.bias)
        etas = [StepLaw(**step).size(len(student.second)) for step in self.step]
        # The mean of a third Hermite polynomial's square comes from the tails: with plain points
        # the risk would scatter by a tenth between seeds.
        points = weighted_stratified_gaussian(
            self.test_size, two_blocks(self.d), rng("test"), self.spread
        )
        test = TestPoints(*points)
        for teacher in self.teacher:
            link = self.target(teacher)
            for psi1 in self.psi1:
                n = round(psi1 * self.d)
                after = risks(student, link, n, self.ridges, etas, test, rng, device)
                for step, values in zip(self.step, after, strict=True):
                    for ridge, value in zip(self.ridges, values, strict=True):
                        point = {"teacher": teacher, "psi1": psi1, **step, "ridge": ridge}
                        yield {**point, "risk": value}

    def predict(self) -> Rows:
        """Yield the risk at these sizes, and the bounds."""
        for teacher in self.teacher:
            link = self.target(teacher)
            bounds = {"bound": link.beyond(1), "even_part": even_part(link)}
            for psi1, step in itertools.product(self.psi1, self.step):
                sizes = self.d, psi1, self.psi2
                after = risks_after(
                    self.sigma, link, StepLaw(**step), *sizes, self.ridges, self.bias
                )
                for ridge, value in zip(self.ridges, after, strict=True):
                    point = {"teacher": teacher, "psi1": psi1, **step, "ridge": ridge}
                    yield {**point, "risk": value, **bounds}

"""Risk after a large step at one n/d and N/d, against the dimension (step-widths)."""

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, LinkName, Positive
from feature_learning.data.covariates import stratified_gaussian
from feature_learning.papers.ba2022.model import (
    Dimension,
    OneStep,
    ScaledStep,
    StepLaw,
    network,
    two_blocks,
)
from feature_learning.papers.ba2022.one_step import risks_after
from feature_learning.papers.ba2022.refit import Network, TestPoints, risks


class StepWidths(OneStep):
    """Ridge regression on the features after large steps, against d with n/d and N/d fixed."""

    d: Grid[Dimension]
    teacher: LinkName
    psi1: Positive  # n/d
    psi2: Positive  # N/d
    step: Grid[ScaledStep]
    ridge: Positive
    test_size: Count

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and step."""
        link = self.target(self.teacher)
        for d in self.d:
            drawn, n = network(d, self.psi2, rng), round(self.psi1 * d)
            layers = drawn["first_layer"], drawn["second_layer"]
            student = Network(self.sigma, *layers, self.dtype)
            points = stratified_gaussian(self.test_size, two_blocks(d), rng("test", d))
            test, steps = TestPoints.even(points), [StepLaw(**step) for step in self.step]
            etas = [step.size(len(student.second)) for step in steps]
            after = risks(student, link, n, [self.ridge], etas, test, rng, device)
            for step, (value,) in zip(steps, after, strict=True):
                yield {"d": d, **step.columns, "risk": value}

    def predict(self) -> Rows:
        """Yield the risk at these sizes, and the bound on kernels."""
        link = self.target(self.teacher)
        for d in self.d:
            for step in (StepLaw(**each) for each in self.step):
                sizes = d, self.psi1, self.psi2
                (value,) = risks_after(self.sigma, link, step, *sizes, [self.ridge])
                yield {"d": d, **step.columns, "risk": value, "bound": link.beyond(1)}

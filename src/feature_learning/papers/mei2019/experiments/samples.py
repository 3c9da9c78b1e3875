"""The risk against the sample size at a fixed width."""

from typing import Annotated

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Function, Grid, Positive
from feature_learning.papers.mei2019.experiments.widths import Penalty
from feature_learning.papers.mei2019.model import (
    Batch,
    Population,
    directions,
    feature_matrix,
    inputs,
    target,
)
from feature_learning.papers.mei2019.risks import (
    Regression,
    around,
    best_penalty,
    excess_risk,
    powers,
)
from feature_learning.training.second_layer import least_norm, ridge


class SampleWise(Regression):
    """Regression on nested samples."""

    d: Count
    teachers: Count
    link: Annotated[str, Function("link", ("linear",))]
    psi1: Positive  # N/d
    psi2: Grid[Positive]  # n/d
    rho: Positive  # the signal-to-noise ratio
    lam: Grid[Penalty]

    def targets(self) -> tuple[str, ...]:
        """Return the name of the target."""
        return (self.link,)

    def generate(self, rng: Streams) -> Draws:
        """Draw teachers and features."""
        return directions(self.d, round(self.psi1 * self.d), self.teachers, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size and penalty."""
        d, xp, sigma = self.d, device.xp, self.sigma
        sizes = {psi2: round(psi2 * d) for psi2 in self.psi2}
        link = target(self.link).with_noise(1 / self.rho)
        batch = Batch.of(inputs(max(sizes.values()), d, rng), [link], draws, rng, device)
        features = feature_matrix("features", sigma, batch.projections, rng("surrogate"), device)
        population = Population.of("features", sigma, batch.targets, draws, device)
        for psi2, n in sizes.items():
            seen, labels = features[:n], batch.labels[:n]
            for lam in self.lam:
                penalty = n * features.shape[1] * lam / d
                readouts = ridge(seen, labels, penalty, xp) if lam else least_norm(seen, labels, xp)
                yield {"psi2": psi2, "lam": lam, "risk": float(population.risk(readouts).mean())}

    def predict(self) -> Rows:
        """Yield the risk for fixed penalties and at the best one."""
        psi1, sigma = self.psi1, self.sigma
        signal, unseen = powers(target(self.link))
        rest = 1 / self.rho + unseen
        for psi2 in around(psi1, self.psi2):

            def risk(lam: float, psi2: float = psi2) -> float:
                return excess_risk(sigma, psi1, psi2, lam, rest, signal) + unseen

            columns = {"psi2": psi2, "best_risk": best_penalty(risk)[1]}
            yield from ({**columns, "lam": lam, "risk": risk(lam)} for lam in self.lam)

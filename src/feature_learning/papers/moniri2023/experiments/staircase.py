"""The gain at sample sizes that no simulation reaches (fig7)."""

import math

from feature_learning.core.experiment import Rows
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.papers.moniri2023.finite import OneStep
from feature_learning.papers.moniri2023.gain_curves import degrees
from feature_learning.papers.moniri2023.limits import level_gains, limit_gains
from feature_learning.papers.moniri2023.model import OneTarget, step_size
from feature_learning.papers.moniri2023.networks import NETWORKS
from feature_learning.papers.moniri2023.spikes import Features, Spikes

_FAR = 1e14  # a sample size at which the steps of the staircase are sharp


class Staircase(OneTarget):
    """The test gain of rank-one weights against alpha (theory only)."""

    n: Count
    phi: Positive  # d/n
    psi: Positive  # d/N
    ridge: Positive
    alpha: Grid[float]

    def predict(self) -> Rows:
        """Yield one row per alpha.

        At the largest size also that of the exact gradient, whose noise lowers the second step.
        """
        link, n, ridge, simplified = self.link, self.n, self.ridge, NETWORKS["simplified"]
        features = Features.of(self.sigma, self.phi, self.psi)
        limits = {f"test_gain_l{k}": limit_gains(features, link, k, ridge)[1] for k in (1, 2)}
        limits["exact_test_gain_l2"] = level_gains(features, link, simplified, 2, ridge)[1]
        for alpha in self.alpha:
            eta, exact = step_size(n, alpha), math.nan
            if n == _FAR:
                exact = OneStep(features, link, simplified, self.phi * n, eta).gain(ridge).test
            spikes = Spikes(features, link, n * self.phi / self.psi, eta, degrees(link))
            gain = spikes.gain(ridge).test
            yield {"alpha": alpha, "test_gain": gain, "exact_test_gain": exact, **limits}

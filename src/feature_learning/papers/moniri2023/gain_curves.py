"""Predicted gains against alpha: of each network, of the talk's batch, and at large steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from feature_learning.core.experiment import Rows
from feature_learning.data.links import Link
from feature_learning.networks.activations import SHIFTED_RELU
from feature_learning.papers.moniri2023.finite import OneStep
from feature_learning.papers.moniri2023.limits import level_gains, limit_gains
from feature_learning.papers.moniri2023.model import END, Shape, spikes_kept
from feature_learning.papers.moniri2023.networks import NETWORKS
from feature_learning.papers.moniri2023.same_batch import SameBatch
from feature_learning.papers.moniri2023.spikes import Features, Gain, Spikes
from feature_learning.theory.random_features import Errors

_END = 1 / 4  # of the range l = 1, in which the batch of the step has a closed form


def degrees(link: Link) -> tuple[int, ...]:
    """Return the degrees of spikes for an expansion in the step: without an H_2 part the second one
    carries no signal.

    A shifted ReLU has none of degree 3. The next are 4 and 6, from alpha = 3/8 and 5/12 on.
    """
    return (1, 2, 3) if link.monic_coefficients(2)[2] else (1, 3)


@dataclass(frozen=True)
class GainCurves:
    """The predictions at one size.

    Attributes
    ----------
    features
        The untrained features, at the ratios of the sizes.
    link
        The target.
    sizes
        The sizes.
    ridge
        lam.
    """

    features: Features
    link: Link
    sizes: Shape
    ridge: float

    def known(self, name: str) -> str:
        """Return the network whose gain the theory predicts where that of a network is wanted.

        Closed forms at finite size are known for the shifted ReLU. For other activations there is
        the expansion in powers of the step for large n, which is that of rank-one weights.
        """
        return name if self.features.activation is SHIFTED_RELU else "rank-one"

    def fresh(self, name: str, alphas: Sequence[float]) -> Rows:
        """Yield gains and errors of one network against alpha on a fresh batch, and the levels of
        the theorem and its own.
        """
        for alpha, eta in self.sizes.steps(alphas):
            base, gain = self._gain(name, eta)
            yield {
                "alpha": alpha,
                **_columns(base.objective, base.test, gain),
                "train_gain": gain.train,
                "train": base.train - gain.train,
                "untrained_train": base.train,
                **self._levels(name, alpha),
            }

    def same(self, alphas: Sequence[float]) -> Rows:
        """Yield the talk's gains on the batch of the step against alpha, NaN beyond l = 1, and
        their limit there.
        """
        far = SameBatch(self.features, self.link, self.ridge, 1e9).gain
        unknown = Gain(math.nan, math.nan, math.nan, math.nan)
        for alpha, eta in self.sizes.steps(alphas):
            step = SameBatch(self.features, self.link, self.ridge, eta)
            # What it would be if a sample had no place of its own in the gradient.
            plain = replace(step, own_term=False).gain.objective / step.untrained[0]
            yield {
                "alpha": alpha,
                **_columns(*step.untrained, step.gain if alpha <= _END else unknown),
                "plain_share": plain if alpha <= _END else math.nan,
                "limit_objective_gain": far.objective,
                "limit_test_gain": far.test,
                **self._levels("slides", alpha),
            }

    def rise(self) -> Callable[[float], float]:
        """Return what the talk's network learns of H_2 minus the untrained fraction, against the
        step size.
        """

        def learned(eta: float) -> float:
            step = OneStep(self.features, self.link, NETWORKS["slides"], self.sizes.d, eta)
            return step.learned_h2(self.ridge)

        untrained = learned(0.0)
        return lambda eta: learned(eta) - untrained

    def _levels(self, name: str, alpha: float) -> dict[str, float]:
        """The theorem's gains at an infinite step in the range of alpha, and the network's own; NaN
        from `END` on.
        """
        level = own = (math.nan, math.nan)
        if alpha < END:
            degree = spikes_kept(alpha)
            level = own = limit_gains(self.features, self.link, degree, self.ridge)
            if self.features.activation is SHIFTED_RELU:
                own = level_gains(self.features, self.link, NETWORKS[name], degree, self.ridge)
        return {
            f"{kind}_{column}": value
            for kind, values in {"level": level, "own": own}.items()
            for column, value in zip(("objective_gain", "test_gain"), values, strict=True)
        }

    def _gain(self, name: str, eta: float) -> tuple[Errors, Gain]:
        """Return untrained errors and gain of a network, one of those that `known` names."""
        features, link, ridge = self.features, self.link, self.ridge
        if features.activation is SHIFTED_RELU:
            step = OneStep(features, link, NETWORKS[name], self.sizes.d, eta)
            return step.untrained(ridge), step.gain(ridge)
        untrained = features.errors(ridge, link.linear**2, link.unlearnable_variance)
        return untrained, Spikes(features, link, self.sizes.width, eta, degrees(link)).gain(ridge)


def _columns(objective: float, test: float, gain: Gain) -> dict[str, float]:
    return {
        "objective_gain": gain.objective,
        "test_gain": gain.test,
        "share": gain.objective / objective,
        "objective": objective - gain.objective,
        "test": test - gain.test,
        "learned_h2": gain.learned_h2,
        "untrained_objective": objective,
        "untrained_test": test,
    }

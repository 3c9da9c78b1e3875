"""One pass of spherical SGD with the target's own link (figx-online)."""

import math
from typing import TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.relu_links import needed_samples
from feature_learning.papers.bietti2022.links import LinkFamily, link
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.training.spherical_sgd import first_passages, steps_to_half


class Size(TypedDict):
    """The information exponent and the dimension."""

    s: Count
    d: Count


class SgdExponent(Experiment):
    """The samples after which half of the runs have recovered."""

    link: LinkFamily
    sizes: Grid[Size]
    noise: Positive  # variance of the labels' noise
    kappa: Grid[Positive]  # the step size over d^(-max(1, s/2))
    lanes: Count  # runs

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per exponent and dimension, at the best of the step sizes."""
        factors = np.array(self.kappa)
        for size in self.sizes:
            s, d = size["s"], size["d"]
            steps = factors * d ** -max(1.0, s / 2)
            target, stream = link(self.link, s), rng("train", s, d)
            passages = first_passages(target, self.noise, d, steps, self.lanes, RECOVERED, stream)
            halves = steps_to_half(passages)
            best = int(halves.argmin())
            yield {**size, "samples": halves[best], "chosen": factors[best]}

    def predict(self) -> Rows:
        """Yield the necessary samples of the poster and of the cited paper, up to constants."""
        for size in self.sizes:
            s, d = size["s"], size["d"]
            orders = {"poster": float(d) ** s, "cited": cited_samples(s, d)}
            yield {**size, **orders, "theorem": needed_samples(s, d)}


def cited_samples(exponent: int, d: int) -> float:
    """Return ``d``, ``d ln^2 d`` or ``d^(s-1)``, what one pass of SGD needs up to constants.

    Parameters
    ----------
    exponent
        s, the information exponent.
    d
        Dimension.

    References
    ----------
    Ben Arous, Gheissari and Jagannath (2021), "Online stochastic gradient descent on non-convex
    losses from high-dimensional inference", JMLR 22(106), theorem 1.3.

    Examples
    --------
    >>> cited_samples(1, 10), cited_samples(3, 10)
    (10.0, 100.0)
    """
    return float(d) ** max(1, exponent - 1) * (math.log(d) ** 2 if exponent == 2 else 1.0)

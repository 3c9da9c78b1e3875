"""The mean gradient's part along the teacher, on isotropic and on spiked inputs."""

import math
from typing import Annotated, TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import (
    ActivationName,
    Count,
    Grid,
    LinkName,
    NotNegative,
    Number,
    whole,
)
from feature_learning.papers.ba2022.model import target
from feature_learning.papers.ba2022.series import shifted, signal, terms


class _MeanGradient(Experiment):
    """The mean gradient of one neuron ``sigma(<x, w> + shift)``."""

    activation: ActivationName
    shift: float
    target: LinkName
    n: Count


class Series(_MeanGradient):
    """Isotropic inputs, against the overlap of the neuron with the teacher."""

    d: Annotated[int, whole(least=2)]
    rho: Grid[Annotated[float, Number(above=-1, below=1)]]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per overlap: the gradient's first entry, and the same minus its part along
        w.

        With ``w = rho beta + sqrt(1 - rho^2) u``, Stein's lemma splits ``E x sigma'(<x, w>) f``
        into a multiple of beta and one of w; the latter is ``<G, u>/sqrt(1 - rho^2)``.
        """
        inputs = rng("train").standard_normal((self.n, self.d))
        z, labels = inputs[:, 0], target(self.target)(inputs[:, 0])
        across = rng("init").standard_normal(self.d - 1)
        other = inputs[:, 1:] @ (across / np.linalg.norm(across))
        _, slope = shifted(self.activation, self.shift)
        for rho in self.rho:
            rest = math.sqrt(1 - rho**2)
            weighted = slope(rho * z + rest * other) * labels
            first, along = float(z @ weighted) / self.n, float(other @ weighted) / self.n
            yield {"rho": rho, "first": first, "signal": first - rho * along / rest}

    def predict(self) -> Rows:
        """Yield the part along the teacher, and its series as the slide has it and with
        ``i!``.
        """
        link, name, shift = target(self.target), self.activation, self.shift
        printed, full = (
            np.polynomial.Polynomial(terms(name, shift, link, factorial=factorial))
            for factorial in (False, True)
        )
        for rho in self.rho:
            yield {
                "rho": rho,
                "signal": signal(name, shift, link, rho),
                "printed": float(printed(rho)),
                "full": float(full(rho)),
            }


class Spiked(TypedDict):
    """A dimension and the strength of the spike."""

    d: Annotated[int, whole(least=2)]
    theta: NotNegative


class SpikedSeries(_MeanGradient):
    """Inputs with a spike along the teacher, at the overlap ``d^-1/2`` of a random neuron."""

    case: Grid[Spiked]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case: the gradient's part along the teacher minus its term along
        ``Sigma w``, and minus that along w.

        The inputs are seen through their coordinates in the plane of teacher and neuron, which have
        the law of inputs in d dimensions. The same gradient of a neuron that does not see the
        teacher is a control variate, of mean 0 for targets without constant and linear part.
        """
        n = self.n
        z, other = (rng("train", axis).standard_normal(n) for axis in range(2))
        labels, (_, slope) = target(self.target)(z), shifted(self.activation, self.shift)
        for case in self.case:
            theta, m = case["theta"], case["d"] ** -0.5
            scale, rest = math.sqrt(1 + theta), math.sqrt(1 - m**2)
            change = slope(m * scale * z + rest * other) - slope(rest * other)
            first, along = (float(axis @ (change * labels)) / n for axis in (z, other))
            bend = m * along / rest
            own = scale * first - (1 + theta) * bend
            yield {**case, "signal": own, "less_along_w": scale * first - bend}

    def predict(self) -> Rows:
        """Yield the part along the teacher, and its series as the slide has it and with
        ``i!``.
        """
        link, name, shift = target(self.target), self.activation, self.shift
        for case in self.case:
            m, scale = case["d"] ** -0.5, math.sqrt(1 + case["theta"])
            series = {
                column: scale * float(np.polynomial.Polynomial(coefficients)(m * scale))
                for column, coefficients in (
                    ("printed", terms(name, shift, link, factorial=False)),
                    ("full", terms(name, shift, link, factorial=True)),
                )
            }
            yield {**case, "signal": scale * signal(name, shift, link, m, scale), **series}

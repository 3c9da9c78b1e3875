"""Distance of the gradient from rank one against the sample size (fig2)."""

import math
from typing import Any

from feature_learning.core.eigen import largest_eigenvalue
from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.moniri2023.model import Growing, OneTarget
from feature_learning.papers.moniri2023.spikes import Features, gradient_scale
from feature_learning.training.giant_step import first_layer_gradient, rank_one_part

_ROUNDING = 1e-12


class GradientRank(Growing, OneTarget):
    """Relative operator-norm distances of the gradient from its rank-one forms."""

    def generate(self, rng: Streams) -> Draws:
        """Draw teacher and weights at the largest size; smaller sizes are its corners, so paired.

        Raises
        ------
        UserError
            The activation has no linear coefficient, so the rank-one form is zero.
        """
        if abs(self.sigma.hermite[1]) < _ROUNDING:
            raise UserError(
                f"the rank-one form of the gradient is zero: {self.sigma.name} has c_1 = 0"
            )
        largest, init = self.shape(max(self.n)), rng("init")
        return {
            "teacher": rng("teacher").standard_normal(largest.d),
            "first_layer": init.standard_normal((largest.width, largest.d)),
            "second_layer": init.standard_normal(largest.width),
        }

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per size."""
        sigma, xp = self.sigma, device.xp
        c1 = float(sigma.hermite[1])
        for n in self.n:
            d, width = self.shape(n).d, self.shape(n).width
            stream = rng("train", n)
            x = stream.standard_normal((n, d))
            y = self.link.labels(x @ on_sphere(draws["teacher"][:d]), stream)
            rows = draws["first_layer"][:width, :d] / math.sqrt(d)
            readout = draws["second_layer"][:width] / math.sqrt(width)
            inputs, labels, first, second = (
                device.put(array.astype(self.dtype)) for array in (x, y, rows, readout)
            )
            preactivations = inputs @ first.T
            unexplained = labels - sigma(preactivations, xp) @ second
            both = xp.stack([labels, unexplained])
            dropped, kept = first_layer_gradient(inputs, preactivations, both, second, sigma, xp)
            simple = rank_one_part(inputs, labels, second, c1)
            corrected = rank_one_part(inputs, unexplained, second, c1)
            yield {
                "n": n,
                "dropped": _distance(dropped, simple, xp),
                "kept_corrected": _distance(kept, corrected, xp),
                "kept": _distance(kept, simple, xp),
            }

    def predict(self) -> Rows:
        """Yield the limit of the distance from the slide's rank-one formula, with the interaction
        kept: ``sqrt((c_1^2 + phi E sigma^2)/b^2)``, the untrained output's part of the gradient
        over the labels'.
        """
        features = Features.of(self.sigma, self.phi, self.psi)
        square = features.linear**2
        output = math.sqrt(square + self.phi * (square + features.nonlinear**2))
        for n in self.n:
            yield {"n": n, "kept": output / gradient_scale(self.link, self.phi)}


def _distance(gradient: Any, rank_one: Any, xp: Any) -> float:
    """Return ``||G - L||/||L||`` in operator norm for L of rank one, from the d x d Gram matrix."""
    difference = gradient - rank_one
    return math.sqrt(largest_eigenvalue(difference.T @ difference, xp) / float((rank_one**2).sum()))

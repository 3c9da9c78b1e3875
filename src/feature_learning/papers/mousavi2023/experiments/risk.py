"""The whole algorithm: whitened flow of the first layer, then ridge regression of the second
(fig-risk).
"""

from collections.abc import Callable

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link
from feature_learning.data.relu_expansions import orthonormal_hermite
from feature_learning.papers.mousavi2023.flows import FlowOnSample, WhitenedFlow
from feature_learning.papers.mousavi2023.model import (
    Structured,
    Target,
    inits,
    labelled,
    target,
    white_overlap,
)
from feature_learning.training.second_layer import ridge

# The flow trains neurons without biases; the second layer's units have their own.
_BIAS = 0.0


class Risk(FlowOnSample, Structured):
    """The risk of the whole algorithm, against the number of samples and the width of the second
    layer.
    """

    d: Count
    target: Grid[Target]
    ratio: Grid[Count]  # n/d
    width: Grid[Count]  # of the second layer, per neuron of the first
    inits: Count  # neurons of the first layer
    bias_scale: Positive  # standard deviation of the second layer's biases
    ridge: Positive

    def generate(self, rng: Streams) -> Draws:
        """Draw first-layer neurons and the second layer's signs and biases."""
        stream, width = rng("init", 0, 1), max(self.width)
        signs = np.where(stream.random(width) < 0.5, 1.0, -1.0)
        biases = self.bias_scale * stream.standard_normal(width)
        return {"inits": inits(self.inits, self.d, rng), "signs": signs, "biases": biases}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per target, ratio, structure and width: risk and overlap of the
        initialisation with the least training loss. Narrower second layers are the first units of
        the widest; they are fitted at the largest ratio only.
        """
        d, ratios, widths = self.d, sorted(self.ratio), sorted(self.width)
        spikes = self.structures
        readouts = {
            width: Readout(draws["signs"][:width], draws["biases"][:width], self.ridge)
            for width in widths
        }
        for name in self.target:
            link = target(name)
            inputs, labels = labelled(ratios[-1] * d, d, link, self.noise, rng, "train")
            for ratio in ratios:
                x, y = inputs[: ratio * d], labels[: ratio * d]
                flow = WhitenedFlow.on(x, y, _BIAS, self.dtype)
                starts = [flow.start(draws["inits"], each) for each in self.covariances(d)]
                ends = flow.run(np.vstack(starts), self.step, self.steps)
                for structure, weights in zip(spikes, np.split(ends, len(spikes)), strict=True):
                    for width in widths if ratio == ratios[-1] else widths[-1:]:
                        fits = [readouts[width].fitted(x @ w, y) for w in weights]
                        best = int(np.argmin([loss for loss, _ in fits]))
                        omega = float(white_overlap(weights[best : best + 1])[0])
                        norm = float(np.linalg.norm(weights[best]))
                        yield {
                            "target": name,
                            "ratio": ratio,
                            **structure.columns,
                            "width": width,
                            "risk": population_risk(fits[best][1], norm, omega, link),
                            "learnable": least_risk(omega, link),
                            "overlap": abs(omega),
                        }


def least_risk(omega: float, link: Link) -> float:
    """Return the least risk of a function of a projection with this overlap,
    ``1 - sum_j c_j^2 omega^(2 j)`` for a target of norm 1 with Hermite coefficients c.
    """
    powers = omega ** (2 * np.arange(len(link.polynomial)))
    return float(1 - np.square(link.polynomial) @ powers)


def population_risk(
    function: Callable[[np.ndarray], np.ndarray], norm: float, omega: float, link: Link
) -> float:
    """Return ``E (f(<w, g>) - f*(g_1))^2`` over Gaussian g, by quadrature.

    Given ``<w, g>/|w| = z`` the mean of ``h_j(g_1)`` is ``omega^j h_j(z)``. So no function of the
    projection has a risk below `least_risk`.

    Parameters
    ----------
    function
        f.
    norm, omega
        Norm of w, and its overlap with the target's direction.
    link
        f*, of norm 1.
    """
    z, weights = gaussian_nodes()
    values, coefficients = function(norm * z), np.array(link.polynomial)
    seen = coefficients * omega ** np.arange(len(coefficients))
    mean = seen @ orthonormal_hermite(z, len(coefficients) - 1)
    return float(1 + weights @ values**2 - 2 * (weights @ (values * mean)))


class Readout:
    """The second layer on the units ``relu(+-z + b_i)/sqrt(N)`` of one direction.

    Parameters
    ----------
    signs, biases : (width,)
        Signs and biases of the units.
    penalty
        The ridge, relative to ``F^T F / n``.
    """

    def __init__(self, signs: np.ndarray, biases: np.ndarray, penalty: float) -> None:
        self._signs, self._biases, self._penalty = signs, biases, penalty

    def fitted(
        self, z: np.ndarray, labels: np.ndarray
    ) -> tuple[float, Callable[[np.ndarray], np.ndarray]]:
        """Return the training loss with its penalty, and the fitted function of the projection.

        Parameters
        ----------
        z, labels : (n,)
            The projections of the inputs on the direction, and their labels. The units see the
            projection divided by its standard deviation in the sample.
        """
        scale = float(z.std())
        features = self._features(z / scale)
        weights = ridge(features, labels, len(labels) * self._penalty)
        errors = features @ weights - labels
        loss = float(np.mean(errors**2) + self._penalty * weights @ weights)
        return loss, lambda new: self._features(new / scale) @ weights

    def _features(self, z: np.ndarray) -> np.ndarray:
        units = np.maximum(np.outer(z, self._signs) + self._biases, 0)
        return np.asarray(units / np.sqrt(len(self._biases)))

"""The whole algorithm: whitened flow of the first layer, then ridge regression of the second
(fig-risk).
"""

from collections.abc import Callable

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.relu_links import pure_hermite
from feature_learning.papers.mousavi2023.shared.model import (
    Covariance,
    WhitenedFlow,
    checked_signal,
    inits,
    labelled,
    structures,
    white_overlap,
)
from feature_learning.training.second_layer import ridge

# The flow trains neurons without biases; the second layer's units have their own.
_BIAS = 0.0


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw first-layer neurons and the second layer's signs and biases."""
    checked_signal(setting["k"], _BIAS)
    stream, width = rng("init", 0, 1), setting["width"]
    signs = np.where(stream.random(width) < 0.5, 1.0, -1.0)
    biases = setting["bias_scale"] * stream.standard_normal(width)
    return {"inits": inits(setting["inits"], setting["d"], rng), "signs": signs, "biases": biases}


def risk(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per ratio n/d and structure: risk and overlap of the init with the least training
    loss.
    """
    d, k, ratios = setting["d"], setting["k"], sorted(setting.ints("ratio"))
    spikes, neurons = structures(setting), draws["inits"]
    inputs, labels = labelled(ratios[-1] * d, d, k, setting["noise"], rng, "train")
    readout = Readout(draws["signs"], draws["biases"], setting["ridge"])
    for ratio in ratios:
        x, y = inputs[: ratio * d], labels[: ratio * d]
        flow = WhitenedFlow.on(x, y, _BIAS, setting["dtype"])
        starts = [flow.start(neurons, Covariance.of(structure, d)) for structure in spikes]
        ends = flow.run(np.vstack(starts), setting["step"], setting["steps"])
        for structure, weights in zip(spikes, np.split(ends, len(spikes)), strict=True):
            fits = [readout.fitted(x @ w, y) for w in weights]
            best = int(np.argmin([loss for loss, _ in fits]))
            omega = float(white_overlap(weights[best : best + 1])[0])
            norm = float(np.linalg.norm(weights[best]))
            yield {
                "ratio": ratio,
                **structure.columns,
                "risk": population_risk(fits[best][1], norm, omega, k),
                "learnable": 1 - omega ** (2 * k),
                "overlap": abs(omega),
            }


def population_risk(
    function: Callable[[np.ndarray], np.ndarray], norm: float, omega: float, k: int
) -> float:
    """Return ``E (f(<w, g>) - h_k(g_1))^2`` over Gaussian g, by quadrature.

    Given ``<w, g>/|w| = z`` the mean of ``h_k(g_1)`` is ``omega^k h_k(z)``. So no function of the
    projection has a risk below ``1 - omega^(2 k)``.

    Parameters
    ----------
    function
        f.
    norm, omega
        Norm of w, and its overlap with the target's direction.
    k
        The target's degree.
    """
    z, weights = gaussian_nodes()
    values = function(norm * z)
    return float(1 + weights @ values**2 - 2 * omega**k * (weights @ (values * pure_hermite(k)(z))))


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

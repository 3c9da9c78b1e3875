"""The whole algorithm: whitened flow of the first layer, then ridge regression of the second (fig-risk)."""

from collections.abc import Callable

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.relu_links import pure_hermite
from feature_learning.papers.mousavi2023.shared.model import Covariance, WhitenedFlow, checked, inits, labelled, white_overlap
from feature_learning.training.second_layer import ridge

# The flow trains neurons without biases; the second layer's units have their own.
_BIAS = 0.0


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw first-layer neurons and the second layer's signs and biases."""
    checked(setting, int(setting["k"]), _BIAS)
    stream, width = rng("init", 0, 1), int(setting["width"])
    signs = np.where(stream.random(width) < 0.5, 1.0, -1.0)
    biases = setting["bias_scale"] * stream.standard_normal(width)
    return {"inits": inits(int(setting["inits"]), int(setting["d"]), rng), "signs": signs, "biases": biases}


def risk(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per ratio n/d and structure: risk and overlap of the init with the least training loss."""
    d, k, ratios = int(setting["d"]), int(setting["k"]), sorted(map(int, setting.grid["ratio"]))
    structures, count = list(map(str, setting.grid["structure"])), len(draws["inits"])
    inputs, labels = labelled(ratios[-1] * d, d, k, setting["noise"], rng, "train")
    readout = Readout(draws["signs"], draws["biases"], setting["ridge"])
    for ratio in ratios:
        seen, known = inputs[: ratio * d], labels[: ratio * d]
        flow = WhitenedFlow.on(seen, known, _BIAS, setting["dtype"])
        starts = np.vstack([flow.start(draws["inits"], Covariance.of(structure, d)) for structure in structures])
        ends = flow.run(starts, setting["step"], setting["steps"])
        for number, structure in enumerate(structures):
            own = ends[number * count : (number + 1) * count]
            fits = [readout.fitted(seen @ w, known) for w in own]
            best = int(np.argmin([loss for loss, _ in fits]))
            omega = float(white_overlap(own[best : best + 1])[0])
            risk = population_risk(fits[best][1], float(np.linalg.norm(own[best])), omega, k)
            yield {"ratio": ratio, "structure": structure, "risk": risk, "learnable": 1 - omega ** (2 * k), "overlap": abs(omega)}


def population_risk(function: Callable[[np.ndarray], np.ndarray], norm: float, omega: float, k: int) -> float:
    """Return ``E (f(<w, g>) - h_k(g_1))^2`` over Gaussian g, by quadrature.

    Given ``<w, g>/|w| = z`` the mean of ``h_k(g_1)`` is ``omega^k h_k(z)``. So no function of the projection has a risk below
    ``1 - omega^(2 k)``.

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

    def fitted(self, z: np.ndarray, labels: np.ndarray) -> tuple[float, Callable[[np.ndarray], np.ndarray]]:
        """Return the training loss with its penalty, and the fitted function of the projection.

        Parameters
        ----------
        z, labels : (n,)
            The projections of the inputs on the direction, and their labels. The units see the projection divided by
            its standard deviation in the sample.
        """
        scale = float(z.std())
        features = self._features(z / scale)
        weights = ridge(features, labels, len(labels) * self._penalty)
        loss = float(np.mean((features @ weights - labels) ** 2) + self._penalty * weights @ weights)
        return loss, lambda new: self._features(new / scale) @ weights

    def _features(self, z: np.ndarray) -> np.ndarray:
        return np.asarray(np.maximum(np.outer(z, self._signs) + self._biases, 0) / np.sqrt(len(self._biases)))

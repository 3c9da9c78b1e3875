"""Trained features, their Gaussian equivalent given the spike, and the Gaussian one of matching
covariance, which fails once there is a spike (fig9).
"""

from collections.abc import Callable

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.activations import Activation
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import (
    batch,
    labels,
    pairs,
    target,
    teacher_and_weights,
)
from feature_learning.theory.conditional_gaussian import MatchedGaussian, conditional_moments
from feature_learning.training.second_layer import ridge
from feature_learning.training.streamed_step import Student, streamed_gradient

_ROWS = 256


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair."""
    return pairs(setting, 1, rng)


def features(
    model: str, sigma: Activation, weights: np.ndarray, known: np.ndarray
) -> Callable[[np.ndarray, np.random.Generator], np.ndarray]:
    """Return the features of one model as a function of inputs (n, d) and noise, shape (n, width).

    Features are the network's (``true-features``), Gaussian given the inputs' part in the known
    orthonormal directions (k, d) (``conditional``), or Gaussian with the mean and the covariance of
    the network's (``matched``).

    Raises
    ------
    UserError
        The model is unknown.
    """
    inside = (weights @ known.T) @ known
    spread = np.linalg.norm(weights - inside, axis=1)

    def conditional(x: np.ndarray, noise: np.random.Generator) -> np.ndarray:
        given = x @ inside.T
        mean, slope, residual = conditional_moments(given, spread, sigma)
        xi = noise.standard_normal(given.shape)
        return np.asarray(mean + slope * (x @ weights.T - given) + np.sqrt(residual) * xi)

    def true(x: np.ndarray, noise: np.random.Generator) -> np.ndarray:
        return np.asarray(sigma(x @ weights.T))

    if model == "matched":
        gaussian = MatchedGaussian.of(weights, sigma)
        return lambda x, noise: gaussian(
            x @ weights.T, noise.standard_normal((len(x), len(weights)))
        )
    return lookup({"true-features": true, "conditional": conditional}, model, "model")


def _change(
    setting: Setting, d: int, draws: Draws, rng: Streams, device: Device, *key: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of mirror pairs before a step at n = step_alpha d, and their change."""
    half, teacher = draws["first"], draws["teacher"]
    first, second = mirrored(half, np.ones(len(half)), 2 * len(half))
    truth, sigma = labels(target(setting["target"], 1), teacher), activation(setting["activation"])
    step_batch = batch(round(setting["step_alpha"] * d), d, rng, "train", *key, dtype="float64")
    gradient = streamed_gradient(step_batch, Student(first, truth, sigma), device)
    return first, setting["step"] * second[:, None] * gradient


def draw_update_rank(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair, as many neurons as dimensions."""
    drawn: dict[str, np.ndarray] = {}
    for d in setting.ints("d"):
        of_d = teacher_and_weights(setting, 1, d, d // 2, rng, d)
        drawn |= {f"{name}-{d}": array for name, array in of_d.items()}
    return drawn


def update_rank(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension: the two largest singular values of the change of W."""
    for d in setting.ints("d"):
        of_d = {name: draws[f"{name}-{d}"] for name in ("teacher", "first")}
        _, change = _change(setting, d, of_d, rng, device, d)
        values = np.linalg.svd(change, compute_uv=False)
        yield {"d": d, "first": float(values[0]), "second": float(values[1])}


def equivalence(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per model, time (0 or 1 steps) and n/d; all see the same inputs and labels.

    Before the step nothing is known, so only the true features and those that match them are
    compared.
    """
    d, width, teacher = setting["d"], setting["width"], draws["teacher"]
    truth, sigma = labels(target(setting["target"], 1), teacher), activation(setting["activation"])
    first, change = _change(setting, d, draws, rng, device)
    spike = np.linalg.svd(change, full_matrices=False)[2][:1]
    alphas = sorted(setting.floats("alpha"))
    x = np.concatenate(list(batch(round(alphas[-1] * d), d, rng, "refit", dtype="float64")))
    x_test = np.concatenate(list(batch(setting["test_size"], d, rng, "test", dtype="float64")))
    y, y_test = truth(x), truth(x_test)
    # The readout acts on features over sqrt(p): a penalty on it equals p times that penalty with
    # plain features.
    penalty = setting["ridge"] * width
    for time, weights in enumerate((first, first + change)):
        for model in setting.names("model"):
            if time == 0 and model == "conditional":
                continue
            of, noise = features(model, sigma, weights, spike), rng("surrogate", time)
            # Rows are processed in blocks, so the many intermediate arrays stay in the cache.
            fit, of_test = (
                np.concatenate(
                    [of(part[start : start + _ROWS], noise) for start in range(0, len(part), _ROWS)]
                )
                for part in (x, x_test)
            )
            for alpha in alphas:
                n = round(alpha * d)
                predicted = of_test @ ridge(fit[:n], y[:n], penalty)
                error = float(((y_test - predicted) ** 2).mean())
                yield {"model": model, "time": time, "alpha": alpha, "error": error}

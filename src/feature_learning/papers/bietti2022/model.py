"""What the experiments share: links, neurons, inits with their favourable signs, data, and the final refit."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.data.relu_links import link
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.second_layer import ridge_path
from feature_learning.training.tied_descent import Schedule
from feature_learning.training.tied_network import features

REFIT_RIDGES = tuple(10.0**power for power in range(-9, 0))


def targets(setting: Setting) -> dict[int, Link]:
    """Return the link of each information exponent of the grid."""
    return {int(s): link(setting["link"], float(s)) for s in setting.grid["s"]}


def neurons(setting: Setting, rng: Streams, *key: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw offsets N(0, tau^2) and signs, (width,) each."""
    stream = rng("init", *key)
    width = int(setting["width"])
    return setting["tau"] * stream.standard_normal(width), np.where(stream.random(width) < 0.5, 1.0, -1.0)


def inits(width: int, d: int, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw directions, uniform on the sphere, (count, d), and second layers N(0, I), (count, width)."""
    return on_sphere(rng.standard_normal((count, d))), rng.standard_normal((count, width))


def favourable(
    theta: np.ndarray, c: np.ndarray, population: TiedPopulation, target: Link, exponent: int, *, force: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Return an init with its signs flipped if needed: theta_1 >= 0, and the leading mode of c has the target's sign.

    The theorem assumes this event, which has probability 1/4 or 1/2. If `force` is false, the init is left as drawn.
    """
    if not force:
        return theta, c
    wrong = np.sign(target.coefficients(exponent)[exponent]) * (c @ population.modes[exponent]) < 0
    return np.where(theta[..., :1] < 0, -theta, theta), np.where(np.asarray(wrong)[..., None], -c, c)


def warn_if_unstable(setting: Setting, population: TiedPopulation, steps: Sequence[float]) -> None:
    """Warn if a step size is above 1/lambda_max(G), where gradient descent on c oscillates and diverges."""
    largest = float(np.linalg.eigvalsh(population.gram)[-1])
    if max(steps) > 1 / largest:
        warnings.warn(
            f"{setting.paper}/{setting.experiment}: eta = {max(steps):g} is above 1/lambda_max(G) = {1 / largest:.3g}; runs may diverge",
            RuntimeWarning,
            stacklevel=2,
        )


def schedule(setting: Setting) -> Schedule:
    """Return the schedule that the setting declares."""
    return Schedule(int(setting["iterations"]), int(setting["warmup"]), float(setting["ratio"]), bool(setting["radial"]))


def sample_data(setting: Setting, d: int, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the largest training and fresh samples in dimension d; smaller ones are their first rows. The target depends on ``x_1``."""
    most = max(n for n in map(int, setting.grid["n"]) if kept(setting, n, d))
    drawn = {}
    for purpose, key in (("train", 0), ("refit", 1)):
        drawn[purpose] = rng("train" if key == 0 else "refit", d).standard_normal((most, d))
        drawn[f"{purpose}_noise"] = float(np.sqrt(setting["noise"])) * rng("noise", d, key).standard_normal(most)
    return drawn


def kept(setting: Setting, n: int, d: int) -> bool:
    """Return whether to run a sample of n in dimension d: n d is at most ``most_entries``."""
    return n * d <= setting["most_entries"]


def refitted(
    theta: np.ndarray, drawn: Mapping[str, np.ndarray], n: int, population: TiedPopulation, target: Link, g: np.ndarray
) -> dict[str, float]:
    """Return the smallest excess risk over ridges after refits of c, on a fresh and on the same sample.

    Parameters
    ----------
    theta : (d,)
        The trained direction.
    drawn
        From `sample_data`.
    n
        The number of its rows to use.
    population, target
        The neurons and the link.
    g : (width,)
        Correlations at theta's overlap, from which excess risks are computed exactly instead of on a test set.
    """
    found = {}
    for name, purpose in (("refit", "refit"), ("same", "train")):
        x = drawn[purpose][:n]
        phi = features(x @ theta, population.offsets, population.signs)
        labels = target(x[:, 0]) + drawn[f"{purpose}_noise"][:n]
        solutions = ridge_path(phi, labels, [n * ridge for ridge in REFIT_RIDGES])
        excesses = population.excess(solutions.T, g, target.square_norm)
        found[name] = float(excesses.min())
        found[f"{name}_ridge"] = REFIT_RIDGES[int(excesses.argmin())]
    return found


def outcome(
    theta: np.ndarray,
    c: np.ndarray,
    drawn: Mapping[str, np.ndarray],
    n: int,
    population: TiedPopulation,
    target: Link,
) -> dict[str, float | bool]:
    """Return the measurements on a trained network; NaN if it diverged."""
    if not np.isfinite(theta).all():
        lost = ("overlap", "raw", "refit", "refit_ridge", "same", "same_ridge", "predicted")
        return {**dict.fromkeys(lost, float("nan")), "diverged": True}
    m = float(theta[0])
    g = population.correlations(target, [m])
    return {
        "overlap": abs(m),
        "raw": float(population.excess(c, g[0], target.square_norm)),
        **refitted(theta, drawn, n, population, target, g[0]),
        "predicted": float(population.least_loss(g, REFIT_RIDGES[0], target.square_norm)[0]),
        "diverged": False,
    }

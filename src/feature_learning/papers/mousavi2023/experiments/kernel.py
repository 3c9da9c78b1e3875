"""Kernel ridge regression on the structured inputs, with the kernel ``exp(<x, x'>/d)``."""

from collections.abc import Iterator, Sequence

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.covariates import stratified_gaussian
from feature_learning.data.relu_links import pure_hermite
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.papers.mousavi2023.shared.model import (
    Covariance,
    Structure,
    checked_signal,
    labelled,
    structures,
)
from feature_learning.statistics import crossing

HALF = 0.5


def kernel_risk(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per ratio n/d and structure: risk and ridge (fig-risk)."""
    d = setting["d"]
    sizes = [ratio * d for ratio in sorted(setting.ints("ratio"))]
    for structure, n, risk, ridge in _risks(setting, d, sizes, rng):
        yield {"ratio": n // d, **structure.columns, "risk": risk, "ridge": ridge}


def kernel_threshold(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per d, structure and sample size, spike along the target: risk and ridge
    (fig-risk).
    """
    for d in setting.ints("d"):
        for structure, n, risk, ridge in _risks(setting, d, sorted(setting.ints("n")), rng):
            yield {"d": d, **structure.columns, "n": n, "risk": risk, "ridge": ridge}


def _risks(
    setting: Setting, d: int, sizes: Sequence[int], rng: Streams
) -> Iterator[tuple[Structure, int, float, float]]:
    """Yield structure, n, risk and ridge for each structure and sample size.

    Smaller samples are the first rows of the largest. The ridge is the best one on a fresh sample;
    the risk is measured on another one, whose projections on the target are stratified.
    """
    k, tests, axis = setting["k"], setting["test_size"], np.eye(d)[0]
    checked_signal(k, 0.0)
    ridges = [10.0**power for power in range(setting["least_power"], setting["most_power"] + 1)]
    inputs, labels = labelled(max(sizes), d, k, setting["noise"], rng, "train")
    fresh = np.vstack([stratified_gaussian(tests, axis, rng("test", d, part)) for part in (0, 1)])
    truth = pure_hermite(k)(fresh[:, 0])
    for structure in structures(setting):
        covariance = Covariance.of(structure, d)
        x, new = covariance.root(inputs), covariance.root(fresh)
        gram = x @ x.T
        gram /= d
        np.exp(gram, out=gram)
        # Linear systems need double precision, predictions do not.
        across = np.exp(new.astype(np.float32) @ (x / d).T.astype(np.float32))
        for n in sizes:
            solutions = kernel_ridge(gram[:n, :n], labels[:n], ridges).astype(np.float32)
            errors = (across[:, :n] @ solutions - truth[:, None]) ** 2
            best = int(errors[:tests].mean(axis=0).argmin())
            yield structure, n, float(errors[tests:, best].mean()), ridges[best]


def half_learned(sizes: np.ndarray, risks: np.ndarray) -> float:
    """Return the sample size at which the risk is 1/2, linear in ln n; NaN where it is not reached.

    Parameters
    ----------
    sizes, risks : (points,)
        Growing sample sizes.
    """
    return crossing(np.asarray(sizes, dtype=float), -np.minimum.accumulate(risks), -HALF)

"""Kernel ridge regression on spiked data (krr-staircase, krr-theta-half)."""

import math
from collections.abc import Sequence

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.ba2023.shared.model import (
    evaluation_points,
    isotropic,
    noisy,
    strength,
    target,
)
from feature_learning.papers.ba2023.shared.spiked_regression import SpikedRegression, seeing_kernel
from feature_learning.theory.spiked_sample import SpikedSample

COLUMNS = ("risk", "learned", "risk_equivalent", "learned_equivalent")


def kernel_ridge(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, gamma and target: simulation, and equivalent of its sample.

    Means are taken over a few samples where d is smaller than the largest: these fluctuate more and
    cost less.
    """
    sizes, names = setting.ints("d"), setting.names("target")
    for d in sizes:
        replicas = range(round(math.sqrt(max(sizes) / d)))
        every, least = d <= setting["every_gamma_to"], setting["beyond_from"]
        gammas = [gamma for gamma in setting.floats("gamma") if every or gamma >= least]
        outcomes = [_outcomes(setting, d, gammas, names, rng, replica) for replica in replicas]
        means = np.mean(outcomes, axis=0).tolist()
        for gamma, of_gamma in zip(gammas, means, strict=True):
            for name, values in zip(names, of_gamma, strict=True):
                columns = dict(zip(COLUMNS, values, strict=True))
                yield {"d": d, "gamma": gamma, "target": name, **columns}


def _outcomes(
    setting: Setting,
    d: int,
    gammas: Sequence[float],
    names: Sequence[str],
    rng: Streams,
    replica: int,
) -> np.ndarray:
    """Return the numbers of one sample, shape (gammas, targets, columns)."""
    links, kernel = [target(name, setting["noise"]) for name in names], seeing_kernel(setting)
    inputs, noise = isotropic(round(setting["psi"] * d), d, rng, "train", replica)
    test, weights, truth = evaluation_points(setting["test_size"], d, links, rng, replica)
    regression = SpikedRegression(kernel, inputs, test)
    labels = noisy(links, inputs[:, 0], noise)
    equivalent = SpikedSample(kernel, inputs[:, 0], links, labels)
    outcomes = []
    for gamma in gammas:
        theta = strength(gamma, d)
        predicted = regression.predictions(theta, labels, setting["ridge"])
        expected = equivalent.fitted(d, theta, setting["ridge"])
        risks = weights @ (predicted - truth) ** 2
        learned = weights @ (predicted * truth) / (weights @ truth**2)
        outcomes.append(np.stack([risks, learned, expected.risks, expected.learned], axis=1))
    return np.array(outcomes)

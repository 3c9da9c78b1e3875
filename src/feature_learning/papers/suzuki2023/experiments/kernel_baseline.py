"""Kernel ridge regression on the same parities, with kernel and ridge chosen on further samples."""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.parity import coordinate_sizes, parity
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.papers.suzuki2023.costs import kernel_sizes
from feature_learning.papers.suzuki2023.shared.model import Trials, checked, rows


def kernel_baseline(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per degree, dimension, sample size and replica; sizes go up to where the curve is flat."""
    checked(setting)
    alpha = float(setting["alpha"])
    steepness, ridges = (np.array(setting.grid[name], dtype=float) for name in ("steepness", "ridge"))
    for k in map(int, setting.grid["k"]):
        for d in map(int, setting.grid["d"]):
            if k > 2 and d > setting["largest_cubic_d"]:
                continue
            sizes = kernel_sizes(setting, d, k)
            trials = Trials(setting, rng, d, k, max(sizes))
            chosen = [
                parity(int(setting["choice_size"]), coordinate_sizes(d, k, alpha), k, rng("test", replica, d, 1))
                for replica in range(trials.replicas)
            ]
            tests = list(zip(trials.test_inputs, trials.test_labels, strict=True))
            for n in sizes:
                own = zip(trials.inputs[:, :n], trials.labels[:, :n], strict=True)
                found = [best_accuracy(*parts, steepness, ridges) for parts in zip(own, chosen, tests, strict=True)]
                yield from rows({"k": k, "d": d, "n": n}, np.array(found))


def best_accuracy(
    train_set: Sequence[np.ndarray],
    held_out: Sequence[np.ndarray],
    test: Sequence[np.ndarray],
    steepness: np.ndarray,
    ridges: np.ndarray,
) -> float:
    """Return the test accuracy of the kernel ``exp(g (<x, x>/mean |x|^2 - 1))`` and ridge that are best on held-out samples.

    Parameters
    ----------
    train_set, held_out, test : ((n, d), (n,))
        Inputs and labels. The held-out samples choose, and the test samples judge.
    steepness, ridges
        The values of g, and of the ridge on the diagonal.
    """
    inputs, labels = train_set
    power = float((inputs**2).sum(axis=1).mean())
    gram = (inputs @ inputs.T).astype(float) / power - 1
    across = [(points @ inputs.T).astype(float) / power - 1 for points, _ in (held_out, test)]
    best, accuracy = -1.0, 0.0
    for g in steepness:
        coefficients = kernel_ridge(np.exp(g * gram), labels.astype(float), list(ridges))
        scores, found = (
            (np.sign(np.exp(g * part) @ coefficients) == truth[:, None]).mean(axis=0)
            for part, (_, truth) in zip(across, (held_out, test), strict=True)
        )
        if scores.max() > best:
            best, accuracy = float(scores.max()), float(found[scores.argmax()])
    return accuracy

"""Kernel ridge regression with the kernel of infinitely many ReLU units, on the same targets."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.kernels.arc_cosine import arc_cosine
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.papers.bietti2022.shared.model import targets


def kernel_baseline(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per sample size and exponent: the smallest excess risk over the ridges, on noiseless test labels."""
    links, penalties = targets(setting), np.array(setting.grid["kernel_ridge"], dtype=float)
    d, most = int(setting["d"]), max(map(int, setting.grid["total"]))
    inputs = rng("train", d).standard_normal((most, d))
    noise = float(np.sqrt(setting["noise"])) * rng("noise", d).standard_normal(most)
    test = rng("test", d).standard_normal((int(setting["test_size"]), d))
    labels = np.stack([f(inputs[:, 0]) + noise for f in links.values()], axis=1)
    truth = np.stack([f(test[:, 0]) for f in links.values()], axis=1)
    gram = 1 + arc_cosine(inputs, inputs)
    # Linear systems need double precision, predictions do not.
    across = 1 + arc_cosine(test.astype(np.float32), inputs.astype(np.float32))
    for total in map(int, setting.grid["total"]):
        solutions = kernel_ridge(gram[:total, :total], labels[:total], list(penalties))
        predicted = np.tensordot(across[:, :total], solutions.astype(np.float32), axes=1)
        excess = ((predicted - truth[:, :, None]) ** 2).mean(axis=0)
        for row, s in enumerate(links):
            best = int(excess[row].argmin())
            yield {"total": total, "s": s, "excess": float(excess[row, best]), "chosen": float(penalties[best])}

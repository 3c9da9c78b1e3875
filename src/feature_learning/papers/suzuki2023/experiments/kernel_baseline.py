"""Kernel ridge regression on the same data, with kernel and ridge chosen on further samples."""

from collections.abc import Iterable, Sequence

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Positive
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.papers.suzuki2023.model import Parities, Relevant, Trials, rows


class KernelBaseline(Parities):
    """Test accuracy of kernel ridge regression."""

    alpha: NotNegative
    k: Grid[Relevant]
    d: Grid[Count]
    n: Grid[Count]
    steepness: Grid[Positive]  # of the kernel
    ridge: Grid[Positive]
    choice_size: Count  # held-out samples
    most_steep: Count  # samples at most, with larger relevant coordinates
    largest_cubic_d: Count  # the largest d with k = 3

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per degree, dimension, sample size and replica; sizes go up to where the
        curve is flat.
        """
        for k, d in self.pairs(self.k, self.d):
            if k > 2 and d > self.largest_cubic_d:
                continue
            sizes = self._sizes(d, k)
            trials = Trials(self, rng, d, k, max(sizes))
            held_out = trials.samples("test", self.choice_size, 1)
            tests = list(zip(trials.test_inputs, trials.test_labels, strict=True))
            for n in sizes:
                train = zip(trials.inputs[:, :n], trials.labels[:, :n], strict=True)
                accuracies = [
                    best_accuracy(*sets, self.steepness, self.ridge)
                    for sets in zip(train, held_out, tests, strict=True)
                ]
                yield from rows({"k": k, "d": d, "n": n}, np.array(accuracies))

    def _sizes(self, d: int, k: int) -> list[int]:
        """Return the sample sizes: to 128, and on to ``2^(1-k) D^k``, where ``D = d^(1-alpha)``,
        but with larger relevant coordinates to `most_steep` at most.

        There the accuracy is well above the level of the thresholds.
        """
        enough = max(2 * (d ** (1 - self.alpha) / 2) ** k, 128)
        most = self.most_steep if self.alpha > 0 else enough
        return [n for n in sorted(self.n) if n <= min(enough, most)]


def best_accuracy(
    train: Sequence[np.ndarray],
    held_out: Sequence[np.ndarray],
    test: Sequence[np.ndarray],
    steepness: Iterable[float],
    ridges: Iterable[float],
) -> float:
    """Return the test accuracy of the kernel ``exp(g (<x, x>/mean |x|^2 - 1))`` and ridge that are
    best on held-out samples.

    Parameters
    ----------
    train, held_out, test : ((n, d), (n,))
        Inputs and labels. The held-out samples choose, and the test samples judge.
    steepness, ridges
        The values of g, and of the ridge on the diagonal.
    """
    inputs, labels = train
    power = float((inputs**2).sum(axis=1).mean())
    gram = (inputs @ inputs.T).astype(float) / power - 1
    across = [(points @ inputs.T).astype(float) / power - 1 for points, _ in (held_out, test)]
    best, accuracy = -1.0, 0.0
    for g in steepness:
        coefficients = kernel_ridge(np.exp(g * gram), labels.astype(float), list(ridges))
        chosen_by, judged_by = (
            (np.sign(np.exp(g * part) @ coefficients) == truth[:, None]).mean(axis=0)
            for part, (_, truth) in zip(across, (held_out, test), strict=True)
        )
        if chosen_by.max() > best:
            best, accuracy = float(chosen_by.max()), float(judged_by[chosen_by.argmax()])
    return accuracy

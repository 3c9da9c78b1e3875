"""Test accuracy of networks on parities, against dimension, samples, time, heat and width."""

from collections.abc import Iterator, Mapping
from itertools import repeat
from typing import Annotated, TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Number, Positive
from feature_learning.papers.suzuki2023.model import Relevant, Trained, Trials, batches, rows

ENOUGH = 0.99
"""The accuracy of all networks that ends their training; later horizons repeat it."""


class _OverTime(Trained):
    """Accuracy at several horizons, which are times of one run."""

    k: Relevant
    width: Count
    heat: Positive  # lam d
    horizon: Grid[Positive]

    def over_time(
        self, d: int, sizes: Mapping[int, Mapping[str, float]], rng: Streams, device: Device
    ) -> Rows:
        """Yield the rows of one dimension; each sample size has further columns."""
        horizons, trials = sorted(self.horizon), Trials(self, rng, d, self.k, max(sizes))
        for group in batches(sizes):
            cells = [(n, self.heat) for n in group]
            training = self.training(trials, cells, self.width, horizons, device)
            for horizon, by_size in zip(horizons, _until_learned(training), strict=False):
                for n, accuracies in zip(group, by_size, strict=True):
                    yield from rows({"d": d, "n": n, **sizes[n], "horizon": horizon}, accuracies)


class Isotropic(_OverTime):
    """Accuracy against dimension and sample size (figure 1)."""

    d: Grid[Count]
    n: Grid[Count]
    most: Positive  # n/d

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, sample size, horizon and replica."""
        for _, d in self.pairs([self.k], self.d):
            sizes: dict[int, dict[str, float]] = {n: {} for n in self.n if n <= self.most * d}
            yield from self.over_time(d, sizes, rng, device)


class Case(TypedDict):
    """A dimension with its least and largest n/d."""

    d: Count
    least: Positive
    most: Positive


class Growth(_OverTime):
    """Accuracy against dimension and the ratio n/d (figure 2)."""

    case: Grid[Case]
    n_over_d: Grid[Positive]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, ratio n/d, horizon and replica."""
        self.pairs([self.k], [case["d"] for case in self.case])
        for case in self.case:
            d, least, most = case["d"], case["least"], case["most"]
            kept = [ratio for ratio in self.n_over_d if least <= ratio <= most]
            sizes = {round(ratio * d): {"n_over_d": ratio} for ratio in kept}
            yield from self.over_time(d, sizes, rng, device)


def _until_learned(training: Iterator[np.ndarray]) -> Iterator[np.ndarray]:
    """Yield accuracies; once all are enough, the same again and again, without training."""
    for accuracies in training:
        yield accuracies
        if accuracies.min() >= ENOUGH:
            yield from repeat(accuracies)


class _Anisotropic(Trained):
    """Accuracy where the relevant coordinates may be larger."""

    alpha: NotNegative
    k: Grid[Relevant]
    d: Grid[Count]
    width: Count
    heat: Positive  # lam d^(1-alpha)
    horizon: Positive


class Anisotropic(_Anisotropic):
    """Accuracy against dimension and sample size (figure 2)."""

    n: Grid[Count]
    records: Count  # in the second half of a run

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per degree, dimension, sample size and replica.

        The accuracy is a mean over times in the second half of a run: at alpha = 1 the temperature
        does not fall with d, and the accuracy of a network of finite width fluctuates in time.
        """
        times = np.linspace(self.horizon / 2, self.horizon, self.records + 1)[1:]
        for k, d in self.pairs(self.k, self.d):
            trials = Trials(self, rng, d, k, max(self.n))
            for group in batches(self.n):
                cells = [(n, self.heat) for n in group]
                records = list(self.training(trials, cells, self.width, times, device))
                for n, accuracies in zip(group, np.mean(records, axis=0), strict=True):
                    yield from rows({"k": k, "d": d, "n": n}, accuracies)


class LearningTime(_Anisotropic):
    """Accuracy over time from ample samples (figure 2).

    There are ``n = c 16^alpha d^(1 - alpha)`` samples, c = `samples`: at d = 16 the same number at
    every alpha.
    """

    samples: Positive
    first: Annotated[float, Number(above=0, most="horizon")]  # recorded time
    enough: Positive  # accuracy
    largest_cubic_d: Count  # the largest d with k = 3 at alpha = 0

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per degree, dimension and replica, until every replica has reached
        `enough`.
        """
        alpha, times = self.alpha, _geometric(self.first, self.horizon)
        for k, d in self.pairs(self.k, self.d):
            if k > 2 and alpha == 0 and d > self.largest_cubic_d:
                continue
            n = round(self.samples * 16**alpha * d ** (1 - alpha))
            trials, records = Trials(self, rng, d, k, n), []
            training = self.training(trials, [(n, self.heat)], self.width, times, device)
            for (accuracies,) in training:
                records.append(accuracies)
                if np.max(records, axis=0).min() >= self.enough:
                    break
            for replica, curve in enumerate(np.transpose(records).tolist()):
                row = {"k": k, "d": d, "n": n, "replica": replica}
                yield {**row, "t": times[: len(curve)], "accuracy": curve}


def _geometric(first: float, last: float) -> list[float]:
    """Return times from the first to the last, each about the square root of 2 times the one
    before.

    >>> _geometric(4.0, 16.0)
    [4.0, 6.0, 8.0, 11.0, 16.0]
    """
    count = round(2 * np.log2(last / first))
    return [float(round(first * 2 ** (j / 2))) for j in range(count + 1)]


class _AtRatio(Trained):
    """Accuracy from samples in proportion to the dimension."""

    k: Relevant
    d: Grid[Count]
    n_over_d: Positive
    horizon: Positive

    def by_dimension(self, rng: Streams) -> Iterator[tuple[int, int, Trials]]:
        """Yield each dimension, its n and its replicas."""
        for _, d in self.pairs([self.k], self.d):
            n = round(self.n_over_d * d)
            yield d, n, Trials(self, rng, d, self.k, n)


class Temperature(_AtRatio):
    """Accuracy against the temperature (figure 5)."""

    heat: Grid[Positive]  # lam d
    width: Count

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, temperature and replica; all temperatures are trained at
        once, on the same data from the same neurons.
        """
        for d, n, trials in self.by_dimension(rng):
            cells = [(n, heat) for heat in self.heat]
            (by_heat,) = self.training(trials, cells, self.width, [self.horizon], device)
            for heat, accuracies in zip(self.heat, by_heat, strict=True):
                yield from rows({"d": d, "heat": heat}, accuracies)


class Widths(_AtRatio):
    """Accuracy against the number of neurons (figure 5)."""

    width: Grid[Count]
    heat: Positive  # lam d

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, width and replica, on the same data; narrower networks start
        from the first neurons of wider ones.
        """
        for d, n, trials in self.by_dimension(rng):
            for width in self.width:
                training = self.training(trials, [(n, self.heat)], width, [self.horizon], device)
                ((accuracies,),) = training
                yield from rows({"d": d, "width": width}, accuracies)

"""Alignment of the first gradient against n/d^l for pure leaps l = 1, 2, 3."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid, Positive
from feature_learning.data.targets import pure_leap, single_index
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.model import Reducible, cosines, labelled, labels, network
from feature_learning.papers.dandi2023.targets import LeapFrom
from feature_learning.theory.finite_alignment import finite_alignment, pure_leap_alignment
from feature_learning.training.streamed_step import Student
from feature_learning.training.visible_part import warn_if_unseen


class Transition(Reducible):
    """The alignment of the first gradient with the target's direction.

    ``alignment`` is the mean squared cosine, minus that of a random direction, 1/d. It depends
    on the neurons' initial overlaps in a known way: ``predicted`` is what it should be for these
    neurons, and their difference has far less variance.
    """

    leaps: Grid[LeapFrom]
    factor: Grid[Positive]  # of the smallest d
    ratio: Grid[Positive]  # n/d^l

    def dimensions(self, smallest: int) -> dict[float, int]:
        """Return d by factor: multiples of the smallest."""
        return {factor: round(smallest * factor) for factor in self.factor}

    def generate(self, rng: Streams) -> Draws:
        """Draw teacher and neurons for every leap and dimension."""
        drawn = {}
        for case in self.leaps:
            leap = case["leap"]
            for d in self.dimensions(case["smallest"]).values():
                # Coordinates are drawn in the same way in every dimension, so the neurons' initial
                # overlaps times sqrt d are the same.
                key = (leap,) if self.reduced else (leap, d)
                drawn[f"{leap}-{d}"] = network(1, d, self.width, rng, *key, reduced=self.reduced)
        return labelled(drawn)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per leap, dimension and n/d^l, from one batch per dimension at growing
        sizes.
        """
        for case in self.leaps:
            leap, sigma = case["leap"], activation(case["activation"])
            target = single_index(leap)
            warn_if_unseen(target, sigma)
            for factor, d in self.dimensions(case["smallest"]).items():
                teacher, first = draws[f"teacher-{leap}-{d}"], draws[f"first-{leap}-{d}"]
                student = Student(first, labels(target, teacher), sigma)
                ratios = {max(1, round(ratio * d**leap)): ratio for ratio in self.ratio}
                sizes, overlaps = list(ratios), cosines(first, teacher)[:, 0]
                predicted = finite_alignment(sigma, pure_leap(leap), d, np.array(sizes), overlaps)
                of_size = dict(zip(sizes, predicted.mean(axis=1).tolist(), strict=True))
                batches = self.first_gradients(1, d, [student], sizes, rng, device, leap, d)
                for n, (gradient,) in batches:
                    alignment = float((cosines(gradient, teacher) ** 2).mean())
                    yield {
                        "leap": leap,
                        "factor": factor,
                        "ratio": ratios[n],
                        "d": d,
                        "n": n,
                        "alignment": alignment - 1 / d,
                        "predicted": of_size[n] - 1 / d,
                    }

    def predict(self) -> Rows:
        """Yield the mean squared cosine of the gradient, less 1/d: at each dimension (``finite``),
        and its limit, which depends on n/d^l alone.
        """
        ratios = list(self.ratio)
        for case in self.leaps:
            leap, sigma = case["leap"], activation(case["activation"])
            for factor, d in self.dimensions(case["smallest"]).items():
                limit, finite = pure_leap_alignment(sigma, leap, d, ratios)
                point = {"leap": leap, "factor": factor, "d": d}
                for ratio, at_limit, at_d in zip(ratios, limit, finite, strict=True):
                    yield {**point, "ratio": ratio, "alignment": at_limit, "finite": at_d}

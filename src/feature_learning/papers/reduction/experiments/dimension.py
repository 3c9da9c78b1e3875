"""The first giant step in up to a million dimensions, beyond the reach of a direct simulation."""

from typing import TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import ActivationName, Count, Grid, Positive
from feature_learning.data.targets import STAIRCASE, pure_leap, single_index
from feature_learning.networks.named import activation
from feature_learning.papers.reduction.model import (
    ACROSS,
    LINE,
    Dimension,
    cosines,
    gradients,
    network,
)
from feature_learning.theory.beside_the_line import across_constant
from feature_learning.theory.finite_alignment import finite_alignment, pure_leap_alignment
from feature_learning.theory.one_giant_step import weight_cosine


class OneStep(Experiment):
    """The mean cosine along the target's linear part, and the root mean square across it."""

    d: Grid[Dimension]
    width: Count
    activation: ActivationName
    step: Positive
    alpha: Positive  # n/d

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension."""
        push, student = np.full(self.width, self.step), activation(self.activation)
        for d in self.d:
            state = network(self.width, d, STAIRCASE, student, rng, d)
            ((_, gradient),) = gradients(state, [round(self.alpha * d)], rng, device, d)
            after = state.moved(gradient, push)
            of_weights = cosines(after.first_layer, after.teacher)
            across = np.sqrt(((of_weights @ ACROSS) ** 2).mean())
            yield {"d": d, "along": float((of_weights @ LINE).mean()), "across": float(across)}

    def predict(self) -> Rows:
        """Yield the mean cosine along the line, and d times the mean squared cosine across it: the
        same at every d.
        """
        sigma, slope = activation(self.activation), float(np.linalg.norm(STAIRCASE.linear()))
        limits = {
            "along": weight_cosine(sigma, slope, STAIRCASE.square_norm, self.alpha, self.step),
            "scaled_across": across_constant(STAIRCASE, sigma, self.alpha, self.step),
        }
        for d in self.d:
            yield {"d": d, **limits}


class Leap(TypedDict):
    """A pure leap, the activation that learns it, and its smallest dimension."""

    leap: Count
    activation: ActivationName
    smallest: Count


class Transition(Experiment):
    """The alignment of the first gradient with the direction of a pure leap.

    ``alignment`` is the mean squared cosine, minus that of a random direction. Neurons differ in
    their initial overlap, on which it depends in a known way: ``predicted`` is what it should be
    for these neurons. Their difference has far less variance than the alignment.
    """

    leaps: Grid[Leap]
    factor: Grid[Count]  # of the smallest d
    ratio: Grid[Positive]  # n/d^l
    width: Count

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per pure leap, dimension and n/d^l; batches are nested."""
        for case in self.leaps:
            leap = case["leap"]
            student, target = activation(case["activation"]), single_index(leap)
            for factor in self.factor:
                d = case["smallest"] * factor
                state = network(self.width, d, target, student, rng, leap, d)
                ratios = {round(ratio * d**leap): ratio for ratio in self.ratio}
                sizes, overlaps = list(ratios), state.first_layer @ state.teacher[0]
                predicted = finite_alignment(student, pure_leap(leap), d, np.array(sizes), overlaps)
                batches = gradients(state, sizes, rng, device, leap, d)
                for (n, gradient), of_neurons in zip(batches, predicted, strict=True):
                    alignment = float((cosines(gradient, state.teacher) ** 2).mean())
                    yield {
                        "leap": leap,
                        "factor": factor,
                        "ratio": ratios[n],
                        "d": d,
                        "alignment": alignment - 1 / d,
                        "predicted": float(of_neurons.mean()) - 1 / d,
                    }

    def predict(self) -> Rows:
        """Yield the mean squared cosine of the gradient, less 1/d: at each dimension (``finite``),
        and its limit, which depends on n/d^l alone.
        """
        ratios = list(self.ratio)
        for case in self.leaps:
            leap, sigma = case["leap"], activation(case["activation"])
            for factor in self.factor:
                d = case["smallest"] * factor
                limit, finite = pure_leap_alignment(sigma, leap, d, ratios)
                point = {"leap": leap, "factor": factor, "d": d}
                for ratio, at_limit, at_d in zip(ratios, limit, finite, strict=True):
                    yield {**point, "ratio": ratio, "alignment": at_limit, "finite": at_d}

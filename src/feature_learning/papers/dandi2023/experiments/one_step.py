"""One step of mirror pairs: at n = alpha d all neurons turn to one line, at n of order d^2 they
spread over the directions of degree 2 (fig1).

The output is zero, so the gradient does not depend on the sign of the readout: one neuron of each
pair is enough.
"""

import itertools
import math
from typing import Literal

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.papers.dandi2023.model import (
    Activated,
    Reducible,
    both_signs,
    cosines,
    labels,
    rms,
)
from feature_learning.papers.dandi2023.targets import PaperTarget, line, target
from feature_learning.theory import beside_the_line as beside
from feature_learning.theory.one_giant_step import gradient_cosine, weight_cosine
from feature_learning.training.streamed_step import Student


class OneStep(Activated, Reducible):
    """Cosines after one step; all targets see the same inputs, and small batches are parts of large
    ones.
    """

    d: Grid[Count]
    target: Grid[PaperTarget]
    alpha: Grid[Positive]  # n/d
    step: Positive  # sqrt d is taken where the target has no linear part

    def generate(self, rng: Streams) -> Draws:
        """Draw two directions and one neuron of each pair at every dimension."""
        return self.pairs_at(self.d, 2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, target and sample size."""
        targets = [target(name, 2) for name in self.target]
        for d in self.d:
            teacher, half = draws[f"teacher-{d}"], draws[f"first-{d}"]
            students = [Student(half, labels(each, teacher), self.sigma) for each in targets]
            sizes = {round(alpha * d): alpha for alpha in self.alpha}
            batches = self.first_gradients(2, d, students, list(sizes), rng, device, d)
            for n, gradients in batches:
                for name, each, gradient in zip(self.target, targets, gradients, strict=True):
                    linear = each.linear().any()
                    along = line(each) if linear else np.array([1.0, 0.0])
                    across = np.array([-along[1], along[0]])
                    weights = both_signs(half, self.step if linear else d**0.5, gradient)
                    of_weights = cosines(weights, teacher)
                    plus, minus = np.split(of_weights @ along, 2)
                    yield {
                        "d": d,
                        "target": name,
                        "alpha": sizes[n],
                        "plus_along": float(plus.mean()),
                        "minus_along": float(minus.mean()),
                        "gradient_along": float((cosines(gradient, teacher) @ along).mean()),
                        "off_line": float(rms(of_weights @ across)),
                        "size": float(rms(of_weights.ravel())),
                        "first": of_weights[:, 0].tolist(),
                        "second": of_weights[:, 1].tolist(),
                    }

    def predict(self) -> Rows:
        """Yield cosines with the line of the target's linear part for both signs of the readout,
        and across it; leap 2 has none.
        """
        sigma, step = self.sigma, self.step
        for name in self.target:
            expansion = target(name, 2)
            v, power = float(np.linalg.norm(expansion.linear())), expansion.square_norm
            mean = expansion.terms.get((0, 0), 0.0)
            for alpha in self.alpha:
                columns = dict.fromkeys(("plus_along", "minus_along", "gradient_along"), math.nan)
                across = math.nan
                if v:
                    columns = {
                        "plus_along": weight_cosine(sigma, v, power, alpha, step, mean),
                        "minus_along": weight_cosine(sigma, v, power, alpha, -step, mean),
                        "gradient_along": gradient_cosine(sigma, v, power, alpha),
                    }
                    across = beside.across_constant(expansion, sigma, alpha, step)
                for d in self.d:
                    row = {"target": name, "alpha": alpha, "d": d, **columns}
                    yield {**row, "off_line": math.sqrt(across / float(d))}


class LeapTwo(Activated, Reducible):
    """Cosines after a step of size sqrt d on n = ratio d (`linear`) or n = ratio d^2 (`square`)."""

    d: Grid[Count]
    target: PaperTarget
    batch: Grid[Literal["linear", "square"]]
    ratio: Positive

    def generate(self, rng: Streams) -> Draws:
        """Draw two directions and one neuron of each pair at every dimension."""
        return self.pairs_at(self.d, 2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and batch."""
        for d in self.d:
            teacher, half = draws[f"teacher-{d}"], draws[f"first-{d}"]
            students = [Student(half, labels(target(self.target, 2), teacher), self.sigma)]
            powers = {"linear": d, "square": d**2}
            orders = {
                round(self.ratio * lookup(powers, name, "batch")): name for name in self.batch
            }
            batches = self.first_gradients(2, d, students, list(orders), rng, device, d)
            for n, (gradient,) in batches:
                of_weights = cosines(both_signs(half, d**0.5, gradient), teacher)
                sizes = rms(of_weights).tolist()
                yield {
                    "d": d,
                    "batch": orders[n],
                    "size": float(rms(of_weights.ravel())),
                    "size_1": sizes[0],
                    "size_2": sizes[1],
                    "first": of_weights[:, 0].tolist(),
                    "second": of_weights[:, 1].tolist(),
                }

    def predict(self) -> Rows:
        """Yield the root mean square cosine with each direction at n of order d^2, the same in
        every d.
        """
        both = target(self.target, 2)
        size = beside.leap_two_strength(self.sigma, both.terms[2, 0], both.square_norm, self.ratio)
        for batch, d in itertools.product(self.batch, self.d):
            yield {"batch": batch, "d": d, "size": size}


class Exclusion(LeapTwo):
    """The same for a target of degree 2 along one direction and of degree 3 along the other."""

    def predict(self) -> Rows:
        """Yield root mean square cosines with the direction of degree 2, and with that of degree
        3, which it does not learn.
        """
        learned, excluded = beside.exclusion(self.sigma, self.ratio)
        for batch, d in itertools.product(self.batch, self.d):
            yield {"batch": batch, "d": d, "size_1": learned, "size_2": excluded / math.sqrt(d)}


class GrowingBatch(Activated, Reducible):
    """The same neurons and targets on a batch that grows, with the step that each target needs."""

    d: Count
    target: Grid[PaperTarget]
    log_size: Grid[Positive]  # log n/log d
    step: Positive  # sqrt d is taken where the target has no linear part

    def generate(self, rng: Streams) -> Draws:
        """Draw two directions and one neuron of each pair."""
        return self.pairs(2, self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size and target."""
        d, targets = self.d, [target(name, 2) for name in self.target]
        teacher, half = draws["teacher"], draws["first"]
        students = [Student(half, labels(each, teacher), self.sigma) for each in targets]
        sizes = {round(d**log_size): log_size for log_size in self.log_size}
        for n, gradients in self.first_gradients(2, d, students, list(sizes), rng, device):
            for name, each, gradient in zip(self.target, targets, gradients, strict=True):
                step = self.step if each.linear().any() else d**0.5
                of_weights = cosines(both_signs(half, step, gradient), teacher)
                yield {
                    "log_size": sizes[n],
                    "target": name,
                    "first": of_weights[:, 0].tolist(),
                    "second": of_weights[:, 1].tolist(),
                }

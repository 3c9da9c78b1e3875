"""The talk's worked example of five regimes (fig7): its floors, and its weights after one step at n
of order d and d^2, also without its linear part and with a smaller one.

As printed, the linear part makes the weights grow as sqrt d along the first direction, next to
which every other part vanishes. The authors' code takes the linear part off the labels.
"""

import math
from collections.abc import Mapping
from typing import Annotated, Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive, whole
from feature_learning.data.targets import HermiteTarget
from feature_learning.papers.dandi2023.model import (
    Activated,
    Reducible,
    both_signs,
    cosines,
    labels,
    rms,
)
from feature_learning.papers.dandi2023.targets import KNOWN, Known, PaperTarget, target
from feature_learning.theory.beside_the_line import chance_constant
from feature_learning.training.streamed_step import Student

POWERS: Mapping[str, float] = {"scaled": -0.5}
"""Of d, by variant of the linear part; without one there is no linear part."""
_LINEAR = (1, 0, 0)


class Regimes(Experiment):
    """What is left of a target once directions are known and a degree is fitted outside them."""

    target: Grid[PaperTarget]
    known: Grid[Known]
    degree: Grid[Annotated[int, whole(least=0)]]

    def predict(self) -> Rows:
        """Yield the floor and the terms that are fitted."""
        for name in self.target:
            expansion = target(name, 3)
            for known in self.known:
                for degree in self.degree:
                    terms = expansion.kept(KNOWN[known], degree)
                    fitted = " + ".join("".join(map(str, term)) for term in terms) or "-"
                    row = {"target": name, "known": known, "degree": degree}
                    row |= {"floor": expansion.floor(KNOWN[known], degree), "fitted": fitted}
                    yield {**row, "total": expansion.square_norm}


class _Trained(Activated, Reducible):
    """One step on a target of three directions."""

    d: Grid[Count]
    target: PaperTarget
    ratio: Positive  # n/d^order

    @property
    def expansion(self) -> HermiteTarget:
        """The target."""
        return target(self.target, 3)

    def generate(self, rng: Streams) -> Draws:
        """Draw three directions and one neuron of each pair at every dimension."""
        return self.pairs_at(self.d, 3, rng)


class RegimesTrained(_Trained):
    """The weights after a step of size ``d^((order - 1)/2)`` on a batch of ratio d^order.

    ``r1`` to ``r3`` are root mean squares of the weights along the directions over that of their
    part outside all three: cosines would be useless where the part along w1 is large. ``start_2``
    is the root mean square of ``sqrt d <w_i, w2>`` before the step.
    """

    order: Count

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension."""
        for d in self.d:
            teacher, half = draws[f"teacher-{d}"], draws[f"first-{d}"]
            students = [Student(half, labels(self.expansion, teacher), self.sigma)]
            n = round(self.ratio * d**self.order)
            ((_, (gradient,)),) = self.first_gradients(3, d, students, [n], rng, device, d)
            weights = both_signs(half, d ** ((self.order - 1) / 2), gradient)
            known = teacher.shape[1]
            inside = weights[:, :known] @ teacher.T
            outside = np.sqrt((weights**2).sum(axis=1) - (inside**2).sum(axis=1))
            r1, r2, r3 = (rms(inside) / rms(outside)).tolist()
            start = d**0.5 * float(rms(half[:, :known] @ teacher[1]))
            yield {"d": d, "r1": r1, "r2": r2, "r3": r3, "start_2": start}

    @property
    def outside(self) -> float:
        """The norm of the initial weights and the batch's noise, outside the directions."""
        return math.sqrt(1 + self.expansion.square_norm * self.sigma.slope_power / self.ratio)

    def predict(self) -> Rows:
        """Yield the root mean square weights along each direction over the remaining part of them,
        after a step that learns the linear part.

        References
        ----------
        Derived here: at ``n = ratio d^(1 + 2 power)`` what is learned grows as ``d^power``, and
        chance adds in squares what it gives after a step of size 1 at ``n = ratio d``, in which
        step size and samples come as their ratio.
        """
        expansion, sigma = self.expansion, self.sigma
        learned = sigma.moment(1) * expansion.linear() / self.outside
        chance = (1 + learned @ learned) * np.array(
            [
                chance_constant(expansion, unit, sigma, self.ratio, [1.0, -1.0])
                for unit in np.eye(expansion.index)
            ]
        )
        power = (self.order - 1) / 2
        for d in self.d:
            sizes = np.hypot(learned * float(d) ** power, np.sqrt(chance / float(d))).tolist()
            yield {"d": d, **{f"r{k}": size for k, size in enumerate(sizes, 1)}}


class RegimesSquare(RegimesTrained):
    """The same at n = ratio d^2, which learns w1 and w2."""

    def predict(self) -> Rows:
        """Yield the same, along w2 per unit of ``sqrt d <w_i, w2>``."""
        second = 2 * self.sigma.moment(2) * self.expansion.terms[0, 2, 0] / self.outside
        for row in super().predict():
            yield {**row, "r2": second}


class WorkedExample(_Trained):
    """Cosines after a step of size sqrt d at n = ratio d^2, by variant of the linear part."""

    linear: Grid[Literal["removed", "scaled"]]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per variant and dimension: the root mean square cosine of the neurons with
        each direction.
        """
        for d in self.d:
            teacher, half = draws[f"teacher-{d}"], draws[f"first-{d}"]
            students = []
            for variant in self.linear:
                linear = d ** POWERS[variant] if variant in POWERS else 0.0
                changed = HermiteTarget({**self.expansion.terms, _LINEAR: linear})
                students.append(Student(half, labels(changed, teacher), self.sigma))
            sizes = [round(self.ratio * d**2)]
            ((_, gradients),) = self.first_gradients(3, d, students, sizes, rng, device, d)
            for variant, gradient in zip(self.linear, gradients, strict=True):
                found = rms(cosines(both_signs(half, d**0.5, gradient), teacher)).tolist()
                row = {f"w{k}": size for k, size in enumerate(found, 1)}
                yield {"linear": variant, "d": d, **row}

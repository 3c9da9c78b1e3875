"""Singular values of the neurons' cosines after one giant step on pure leaps along several
directions (fig1).
"""

import math

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.experiments.behind import (
    drive_strength,
    noise_along,
    noise_square,
    own_strength,
)
from feature_learning.papers.dandi2023.model import (
    Reducible,
    both_signs,
    cosines,
    labels,
    strengths,
)
from feature_learning.papers.dandi2023.targets import PureLeap
from feature_learning.training.streamed_step import Student


class Case(PureLeap):
    """The sum of pure leaps along several directions, in one dimension."""

    directions: Count
    d: Count


class FullRank(Reducible):
    """The smallest singular value, over sqrt p, of the p x r block of cosines after a step of size
    p d^((l-1)/2) at n = ratio d^l (``least``).
    """

    cases: Grid[Case]
    ratio: Positive  # n/d^l
    draws: Count  # of the prediction

    def generate(self, rng: Streams) -> Draws:
        """Draw the directions and one neuron of each pair for every case."""
        drawn: dict[str, np.ndarray] = {}
        for case in self.cases:
            key = (case["leap"], case["directions"], case["d"])
            pairs = self.pairs(case["directions"], case["d"], rng, *key)
            drawn |= {f"{name}-{_label(case)}": array for name, array in pairs.items()}
        return drawn

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case."""
        for case in self.cases:
            leap, r, d = case["leap"], case["directions"], case["d"]
            teacher, half = (draws[f"{name}-{_label(case)}"] for name in ("teacher", "first"))
            links = {_along(leap, k, r): 1 / math.sqrt(math.factorial(leap)) for k in range(r)}
            truth = labels(HermiteTarget(links), teacher)
            student = Student(half, truth, activation(case["activation"]))
            n, key = round(self.ratio * d**leap), (leap, r, d)
            ((_, (gradient,)),) = self.first_gradients(r, d, [student], [n], rng, device, *key)
            weights = both_signs(half, d ** ((leap - 1) / 2), gradient)
            least = float(strengths(cosines(weights, teacher))[-1])
            yield {"leap": leap, "directions": r, "d": d, "least": least}

    def predict(self) -> Rows:
        """Yield its root mean square over random neurons.

        The gradient of a neuron with overlaps m has the part ``S m_k^(l-1)`` along direction k,
        ``B sum_k m_k^l`` along the neuron, and noise: those of `behind`, for each link.
        """
        for case in self.cases:
            leap, r, d = case["leap"], case["directions"], float(case["d"])
            sigma, step = activation(case["activation"]), d ** ((leap - 1) / 2)
            rng = np.random.default_rng(0)
            inside = rng.standard_normal((self.draws, self.width // 2, r))
            outside = rng.chisquare(d - r, (*inside.shape[:2], 1))
            m = inside / np.sqrt((inside**2).sum(axis=-1, keepdims=True) + outside)
            # Along a direction y^2 has the mean square 2 l + 1 with its own link, 1 with others.
            square = r * noise_square(sigma, leap, self.ratio, d)
            others = (r - 1) * sigma.slope_power / (self.ratio * d**leap)
            along = noise_along(sigma, leap, self.ratio, d) + others
            noise = math.sqrt(along) * rng.standard_normal(m.shape)
            drive = drive_strength(sigma, leap) * m ** (leap - 1)
            own = own_strength(sigma, leap) * (m**leap).sum(axis=-1, keepdims=True)
            blocks = []
            for push in (step, -step):
                kept = 1 + push * own
                overlap = kept * m + push * (drive + noise)
                length = kept**2 + 2 * kept * push * (drive * m).sum(axis=-1, keepdims=True)
                length += push**2 * ((drive**2).sum(axis=-1, keepdims=True) + square)
                blocks.append(overlap / np.sqrt(length))
            values = np.linalg.svd(np.concatenate(blocks, axis=1), compute_uv=False)
            least = math.sqrt((values[:, -1] ** 2).mean() / self.width)
            yield {"leap": leap, "directions": r, "d": case["d"], "least": least}


def _along(leap: int, direction: int, count: int) -> tuple[int, ...]:
    return tuple(leap if k == direction else 0 for k in range(count))


def _label(case: Case) -> str:
    return f"{case['leap']}-{case['directions']}-{case['d']}"

"""What is behind one giant step: its overlap with the target's direction, its norm, the step size
that it takes, and the most that any step size can do (fig12).

The step is linear in its size, so one gradient per neuron gives the weights at every size.
"""

import math
from collections.abc import Iterator

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.targets import single_index
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.model import Reducible, labelled, labels, network, rms
from feature_learning.papers.dandi2023.targets import LeapFrom, PureLeap
from feature_learning.training.streamed_step import Student

_HIGH = 1e8  # a dimension in which initial overlaps are nothing


class Case(PureLeap):
    """A pure leap in one dimension."""

    d: Count


class _FirstGradients(Reducible):
    """The first gradient of each neuron, for pure leaps."""

    cases: Grid[Case]

    def generate(self, rng: Streams) -> Draws:
        """Draw teacher and neurons for every leap and dimension."""
        drawn = {}
        for leap, d in ((case["leap"], case["d"]) for case in self.cases):
            drawn[f"{leap}-{d}"] = network(1, d, self.width, rng, leap, d, reduced=self.reduced)
        return labelled(drawn)

    def gradients(
        self, draws: Draws, rng: Streams, device: Device, case: Case, sizes: list[int]
    ) -> Iterator[tuple[int, np.ndarray, np.ndarray, np.ndarray]]:
        """Yield each sample size with neurons, gradients, both (neurons, k), and teacher, (k,)."""
        leap, d = case["leap"], case["d"]
        teacher, first = draws[f"teacher-{leap}-{d}"], draws[f"first-{leap}-{d}"]
        student = Student(
            first, labels(single_index(leap), teacher), activation(case["activation"])
        )
        for n, (gradient,) in self.first_gradients(1, d, [student], sizes, rng, device, leap, d):
            new = gradient.shape[1]  # in coordinates, a gradient has more than its neurons
            yield n, _padded(first, new), gradient, _padded(teacher, new)[0]


class Behind(_FirstGradients):
    """Lists over the neurons: the overlap with the target's direction before the step
    (``overlap``), the gradient's part along that direction (``drive``), its squared norm
    (``square``) and its part along the neuron (``radial``).
    """

    ratio: Grid[Positive]  # n/d^l

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per leap, dimension and n/d^l."""
        for case in self.cases:
            leap, d = case["leap"], case["d"]
            orders = {round(ratio * d**leap): ratio for ratio in self.ratio}
            batches = self.gradients(draws, rng, device, case, list(orders))
            for n, first, gradient, teacher in batches:
                yield {
                    "leap": leap,
                    "d": d,
                    "ratio": orders[n],
                    "n": n,
                    "overlap": (first @ teacher).tolist(),
                    "drive": (gradient @ teacher).tolist(),
                    "square": (gradient**2).sum(axis=1).tolist(),
                    "radial": (gradient * first).sum(axis=1).tolist(),
                }

    def predict(self) -> Rows:
        """Yield strengths of the gradient's parts along target and neuron, the noise in its
        squared norm and along the target, the cosine after a step of size p d^((l-1)/2), and the
        step size at which the inner product that the step adds is one half.
        """
        for case in self.cases:
            leap, d, sigma = case["leap"], case["d"], activation(case["activation"])
            yield from (
                {
                    "leap": leap,
                    "d": d,
                    "ratio": ratio,
                    "strength": drive_strength(sigma, leap),
                    "noise": noise_square(sigma, leap, ratio, d),
                    "own": own_strength(sigma, leap),
                    "along": noise_along(sigma, leap, ratio, d),
                    "cosine": cosine_at_step(sigma, leap, ratio, d),
                    "step": gained_step(sigma, leap, ratio, d),
                }
                for ratio in self.ratio
            )


class HalfSteps(Experiment):
    """The step sizes of `Behind` in dimensions in which nothing is simulated."""

    leaps: Grid[LeapFrom]
    factor: Grid[Positive]  # of the smallest d
    ratio: Positive  # n/d^l

    def predict(self) -> Rows:
        """Yield the step sizes, and their limit over ``d^((l-1)/2)``."""
        for case in self.leaps:
            leap, sigma = case["leap"], activation(case["activation"])
            limit = gained_step(sigma, leap, self.ratio, _HIGH) / _HIGH ** ((leap - 1) / 2)
            for d in (case["smallest"] * factor for factor in self.factor):
                step = gained_step(sigma, leap, self.ratio, d)
                yield {"leap": leap, "d": d, "step": step, "limit": limit}


class AnyStep(_FirstGradients):
    """The root mean square over neurons of the largest overlap that any step size gives
    (``reach``), and of the overlap before the step (``start``).

    The weights ``w + eta g`` stay in the span of w and g, so the supremum over eta of their overlap
    with a direction is the norm of that direction's projection on the span, which the step reaches
    for one eta, positive or negative.
    """

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per leap and dimension, at n = d^(l - 1/2)."""
        for case in self.cases:
            leap, d = case["leap"], case["d"]
            n = round(d ** (leap - 0.5))
            ((_, first, gradient, teacher),) = self.gradients(draws, rng, device, case, [n])
            across = gradient - (gradient * first).sum(axis=1, keepdims=True) * first
            start, along = first @ teacher, across @ teacher
            reach = np.sqrt(start**2 + along**2 / (across**2).sum(axis=1))
            row = {"leap": leap, "d": d, "n": n}
            yield {**row, "reach": float(rms(reach)), "start": float(rms(start))}


def _padded(rows: np.ndarray, columns: int) -> np.ndarray:
    return np.pad(rows, ((0, 0), (0, columns - rows.shape[1])))


HALF = 0.5
"""The root mean square inner product for which a step size is sought."""


def drive_strength(sigma: Activation, leap: int) -> float:
    """Return S_l of the gradient's part along the target's direction, ``S_l m^(l - 1)`` for a
    neuron with the overlap m.

    References
    ----------
    Derived here: by Stein's lemma ``E[y sigma'(<w, x>) <w*, x>]`` is, to leading order in m,
    ``mu_l mu*_l m^(l - 1)/(l - 1)!`` with ``mu_l = E[sigma H_l] = l! c_l`` and, for
    ``y = H_l/sqrt(l!)``, ``mu*_l = sqrt(l!)``.
    """
    return float(leap * sigma.hermite[leap] * math.sqrt(math.factorial(leap)))


def noise_square(sigma: Activation, leap: int, ratio: float, d: float) -> float:
    """Return the noise in the squared norm of a gradient at n = ratio d^l.

    Parameters
    ----------
    sigma, leap
        The activation and l.
    ratio
        ``n/d^l``.
    d
        Dimension.

    References
    ----------
    Derived here: ``E[y^2 |x|^2 sigma'^2]/n``. With ``y = H_l(z)/sqrt(l!)`` the recursion of Hermite
    polynomials gives ``E[y^2 z^2] = 2 l + 1``, so ``E[y^2 |x|^2] = d + 2 l``, and along the
    neuron ``E[g^2 sigma'(g)^2]`` stands for ``E sigma'^2``; the talk keeps d alone.
    """
    nodes, weights = gaussian_nodes(sigma.kinks)
    own = float(weights @ (nodes * sigma.derivative(nodes)) ** 2)
    return (sigma.slope_power * (d + 2 * leap - 1) + own) / (ratio * float(d) ** leap)


def own_strength(sigma: Activation, leap: int) -> float:
    """Return B_l of the part ``B_l m^l`` of the gradient along the neuron itself.

    References
    ----------
    Derived here: by Stein's lemma this part is ``E[y sigma''(<w, x>)]``, for ``y = H_l/sqrt(l!)``
    equal to ``mu_(l + 2) m^l/sqrt(l!)``.
    """
    return sigma.moment(leap + 2) / math.sqrt(math.factorial(leap))


def noise_along(sigma: Activation, leap: int, ratio: float, d: float) -> float:
    """Return the square of the gradient's noise along the target's direction at n = ratio d^l.

    References
    ----------
    Derived here: ``E[y^2 z^2] E[sigma'^2]/n``, where ``E[y^2 z^2] = 2 l + 1``.
    """
    return (2 * leap + 1) * sigma.slope_power / (ratio * float(d) ** leap)


def gained_step(sigma: Activation, leap: int, ratio: float, d: float) -> float:
    """Return the step size, over p, at which the inner product ``<w, w*>`` that the step adds has
    the root mean square `HALF`, for neurons of Gaussian overlap m, variance 1/d.

    The part of a gradient along the target is ``S_l m^(l - 1) + B_l m^(l + 1)`` and noise.
    """
    nodes, weights = gaussian_nodes()
    m = nodes / math.sqrt(d)
    mean = drive_strength(sigma, leap) * m ** (leap - 1)
    mean = mean + own_strength(sigma, leap) * m ** (leap + 1)
    return HALF / math.sqrt(weights @ mean**2 + noise_along(sigma, leap, ratio, d))


def cosine_at_step(sigma: Activation, leap: int, ratio: float, d: float) -> float:
    """Return the root mean square cosine with the direction after a step of size p d^((l-1)/2), for
    neurons of Gaussian overlap m, variance 1/d.

    References
    ----------
    Derived here: with the gradient ``alpha w* + beta w`` and the noise of `noise_square`, of which
    `noise_along` is along ``w*``, the weight is ``(1 + eta beta) w + eta alpha w*`` and noise.
    """
    nodes, weights = gaussian_nodes()
    m, step = nodes / math.sqrt(d), float(d) ** ((leap - 1) / 2)
    kept = 1 + step * own_strength(sigma, leap) * m**leap
    drive = step * drive_strength(sigma, leap) * m ** (leap - 1)
    overlap = (kept * m + drive) ** 2 + step**2 * noise_along(sigma, leap, ratio, d)
    square = kept**2 + 2 * kept * drive * m + drive**2
    square += step**2 * noise_square(sigma, leap, ratio, d)
    return math.sqrt(weights @ (overlap / square))

"""Critical points on a sample: ends of the poster's flow at the poles, with the refit there, ends
near the equator, and others, such as saddles.
"""

from typing import Any

import numpy as np
from scipy.linalg import null_space
from scipy.optimize import root

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Positive
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.bietti2022.experiments.flow import Cases, Flows, Sample, measured
from feature_learning.papers.bietti2022.links import link
from feature_learning.papers.bietti2022.model import RECOVERED, neurons
from feature_learning.papers.bietti2022.refit import RIDGES
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.theory.tied_recovery import recovery_constant, square_slope
from feature_learning.training.tied_flow import Control, TiedFlow
from feature_learning.training.tied_readout import moments

_FIRST, _APART = 1e-4, 0.01  # steps of the differences in the search and in the curvatures
_SEARCHES, _LOOKS = 2, 200


class Equator(Cases):
    """The flow from the equator, with the second layer that is best there."""

    iterations: Count
    reach: Positive  # the largest move of theta in a step

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case: overlap and second layer at the end."""
        control = Control(0, self.iterations, self.reach)
        for sample in self.sampled(draws, rng):
            theta = sample.theta.copy()
            theta[0] = 0.0
            theta = on_sphere(theta)
            end = sample.flow.followed(theta, _best_second(sample.flow, theta), control)
            yield {**sample.case, **measured(end)}


class Poles(Flows):
    """The poster's flow, and at a pole the constant V and the fine-tuning of fresh neurons."""

    samples: Count  # of the fine-tuning
    width_after: Count  # fresh neurons

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case; away from the poles V and the risk after the refit are zero."""
        for sample in self.sampled(draws, rng):
            end = self.end(sample)
            row: dict[str, Any] = {**sample.case, **measured(end), "constant": 0.0, "refit": 0.0}
            if row["overlap"] > RECOVERED:
                population = TiedPopulation(*sample.flow.neurons)
                side = float(np.sign(end.theta[0]))
                row["constant"] = recovery_constant(
                    population, sample.target, end.c, self.noise, side
                )
                row["refit"] = self.fine_tuned(sample, float(end.theta[0]), rng)
            yield row

    def fine_tuned(self, sample: Sample, m: float, rng: Streams) -> float:
        """Return the least excess risk over ridges of fresh neurons at the overlap m."""
        # Of the fresh sample, the projections on theta and on the target's direction matter alone.
        stream = rng("refit", sample.case["s"], sample.case["d"], sample.case["n"])
        offsets, signs = neurons(self.width_after, self.tau, stream)
        u, across = stream.standard_normal((2, self.samples))
        noise = np.sqrt(self.noise) * stream.standard_normal(self.samples)
        labels = sample.target(m * u + np.sqrt(1 - m**2) * across) + noise
        population = TiedPopulation(offsets, signs)
        solutions = moments(u, labels, offsets, signs).solutions(RIDGES)
        g = population.correlations(sample.target, [m])
        return float(population.excess(solutions, g[0], sample.target.square_norm).min())

    def predict(self) -> Rows:
        """Yield the mean square slope of each link, and the leading coefficient's part in it."""
        for s in dict.fromkeys(case["s"] for case in self.cases):
            target = link(self.link, s)
            whole = square_slope(target)
            leading = s * float(target.coefficients(s)[s]) ** 2 / whole
            yield {"s": s, "square_slope": whole, "leading": leading}


class Criticals(Cases):
    """Searches for critical points of the loss with the best second layer.

    Their starts have overlaps uniform on [0, 1]. Therefore many lie between equator and pole. The
    mean gradient of a sample's starts is the unit in which a gradient is small.

    References
    ----------
    More, Garbow and Hillstrom (1980), "User guide for MINPACK-1": the search, Powell's hybrid
    method, here in tangent coordinates of the sphere at its start.
    """

    starts: Count  # of each case

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case and start: overlap, gradient and curvatures at the end."""
        for number, sample in enumerate(self.sampled(draws, rng)):
            stream, flow = rng("surrogate", number), sample.flow
            for start in range(self.starts):
                overlap = stream.random()
                across = stream.standard_normal(sample.case["d"])
                across[0] = 0.0
                theta = np.sqrt(1 - overlap**2) * on_sphere(across)
                theta[0] = overlap
                first = float(np.linalg.norm(_slope(flow, theta)))
                for _ in range(_SEARCHES):
                    theta = _searched(flow, theta)
                yield {
                    **sample.case,
                    "start": start,
                    "first_overlap": overlap,
                    "first_gradient": first,
                    "overlap": abs(float(theta[0])),
                    "gradient": float(np.linalg.norm(_slope(flow, theta))),
                    "falling": int((_curvatures(flow, theta) < 0).sum()),
                }


def _best_second(flow: TiedFlow, theta: np.ndarray) -> np.ndarray:
    found = moments(flow.inputs @ theta, flow.labels, *flow.neurons)
    ridge = flow.ridge * np.eye(len(found.gram))
    return np.asarray(np.linalg.solve(found.gram + ridge, found.projected))


def _slope(flow: TiedFlow, theta: np.ndarray) -> np.ndarray:
    """Return the gradient on the sphere of the loss with the best second layer."""
    return flow.slope(theta, _best_second(flow, theta))


def _searched(flow: TiedFlow, theta: np.ndarray) -> np.ndarray:
    """Return where the search for a root of the gradient ends."""
    axes = null_space(theta[None])
    found = root(  # type: ignore[call-overload]  # its options are typed as a closed dict
        lambda z: axes.T @ _slope(flow, on_sphere(theta + axes @ z)),
        np.zeros(axes.shape[1]),
        method="hybr",
        options={"eps": _FIRST, "maxfev": _LOOKS},
    )
    return on_sphere(theta + axes @ found.x)


def _curvatures(flow: TiedFlow, theta: np.ndarray) -> np.ndarray:
    """Return the eigenvalues of the Hessian on the sphere, from differences of the gradient."""
    axes = null_space(theta[None])
    columns = [
        _slope(flow, on_sphere(theta + _APART * axis))
        - _slope(flow, on_sphere(theta - _APART * axis))
        for axis in axes.T
    ]
    hessian = axes.T @ np.stack(columns, axis=1) / (2 * _APART)
    return np.asarray(np.linalg.eigvalsh((hessian + hessian.T) / 2))

"""Wide networks with the square activation."""

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Positive
from feature_learning.networks.activations import SQUARE
from feature_learning.papers.background.model import Dimension
from feature_learning.theory.mean_field import (
    cosine_cdf,
    square_limit,
    square_limit_risk,
    square_risk,
)
from feature_learning.training.online_sgd import Rule, online_sgd
from feature_learning.training.schedule import snapshot_steps

_EDGES = np.linspace(-1, 1, 41)


class SquareHistogram(Experiment):
    """The risk and every neuron's cosine with the teacher.

    A step multiplies W from the right by the same matrix for all neurons, and the output only
    depends on ``W^T W``. So with ``W = O R`` (O with orthonormal columns) the d rows of R take the
    same steps as the whole network, at any width.
    """

    d: Dimension
    width: Count
    t: Grid[NotNegative]
    gamma: Positive  # step size
    replicas: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw standard normal weights; the teacher is the first coordinate."""
        shape = self.replicas, self.width, self.d
        return {"first_layer": rng("init").standard_normal(shape)}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per run and time."""
        replicas, width, d = draws["first_layer"].shape
        frame, few = np.linalg.qr(draws["first_layer"])
        times, gamma, inputs = self.t, self.gamma, rng("train")

        def samples(count: int) -> tuple[np.ndarray, np.ndarray]:
            x = inputs.standard_normal((count, replicas, d)).transpose(1, 0, 2)
            return x / np.sqrt(d), x[..., 0] ** 2

        teacher = np.diag(np.eye(d)[0])
        rule = Rule(SQUARE, np.full(few.shape[1], 1 / width), gamma)
        steps = snapshot_steps(times, width * d / gamma)
        run = online_sgd(few, rule, samples, steps, steps[-1])
        for time, (_, current) in zip(times, run, strict=True):
            risks = square_risk(current.transpose(0, 2, 1) @ current / (width * d), teacher)
            weights = frame @ current
            # Millions of them, for histograms.
            cosines = (weights[..., 0] / np.linalg.norm(weights, axis=2)).astype(np.float32)
            for replica, risk in enumerate(risks):
                yield {
                    "t": time,
                    "replica": replica,
                    "risk": float(risk),
                    "cosines": cosines[replica],
                }

    def predict(self) -> Rows:
        """Yield risk, eigenvalues, and the law of the cosines in bins (list columns)."""
        d, times = self.d, sorted(self.t)
        if d != 3:
            raise UserError(f"d = {d}: the law of the cosines is in closed form for d = 3")
        along, across = square_limit(d, times)
        risk = square_limit_risk(along, across, d)
        for t, error, *pair in zip(times, risk, along, across, strict=True):
            # At late times the density's peaks are narrower than a bin, so bins are differences of
            # the distribution function.
            density = np.diff(cosine_cdf(_EDGES, *pair)) / np.diff(_EDGES)
            row = {"t": t, "risk": error, "along": pair[0], "across": pair[1]}
            yield {**row, "edges": _EDGES.tolist(), "density": density.tolist()}

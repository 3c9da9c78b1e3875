"""SGD that classifies two centred isotropic Gaussians."""

import math
from typing import Annotated

import numpy as np
from scipy.special import gammaincinv

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.normal import distribution
from feature_learning.core.values import Count, Grid, NotNegative, Number, Positive
from feature_learning.networks.activations import PIECEWISE_LINEAR
from feature_learning.papers.background.model import Dimension
from feature_learning.theory.radial_flow import RadialFlow, chi_nodes
from feature_learning.training.giant_step import first_layer_gradient
from feature_learning.training.schedule import snapshot_steps

SHARES = distribution(np.linspace(-3.5, 3.5, 201))
"""The shares of weights below the quantiles of the predictions."""


class IsotropicGaussians(Experiment):
    """The risk, the weights' norms and their mean, at several separations.

    The risk on fresh inputs has their noise, which is nearly that of the infinitely wide network on
    the same inputs. So what is reported is the difference on them, plus the latter's exact risk.

    The step for one sample is ``w_j <- w_j + 2 step (y - f) grad sigma``. Here it is averaged over
    a batch and multiplied by the size of the batch: the same equation with less noise. Single
    precision suffices, because the noise is far larger.
    """

    delta: Grid[Annotated[float, Number(least=0, below=1)]]  # the separation
    t: Grid[NotNegative]
    d: Dimension
    width: Count
    spread: Positive  # of the initial weights
    step: Positive
    batch: Count
    test_size: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw the initial weights N(0, spread^2 I/d)."""
        weights = rng("init").standard_normal((self.width, self.d))
        return {"first_layer": self.spread * weights / np.sqrt(self.d)}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per separation and time."""
        width, d, step, batch = self.width, self.d, self.step, self.batch
        times = self.t
        steps = snapshot_steps(times, 1 / (step * batch))
        readout = np.full(width, 1 / width, np.float32)
        for delta in self.delta:
            test, truth = labelled(self.test_size, d, delta, rng("test"))
            law = RadialFlow(delta, self.spread, d)
            norms = law.norms(times)
            weights, inputs, done = draws["first_layer"].astype(np.float32), rng("train"), 0
            for time, due, of_law, risk in zip(times, steps, norms, law.risks(norms), strict=True):
                for _ in range(due - done):
                    x, y = labelled(batch, d, delta, inputs)
                    fields = x @ weights.T
                    errors = y - PIECEWISE_LINEAR(fields) @ readout
                    gradient = first_layer_gradient(
                        x, fields, errors, readout, PIECEWISE_LINEAR, np
                    )
                    # The gradient contains the readout's 1/width, the rule does not.
                    gradient *= 2 * step * batch * width
                    weights += gradient
                done = due
                of_network = (truth - PIECEWISE_LINEAR(test @ weights.T) @ readout) ** 2
                of_limit = (truth - _outputs(law, of_law, test)) ** 2
                radii = np.linalg.norm(weights, axis=1)
                yield {
                    "delta": delta,
                    "t": time,
                    "risk": float((of_network - of_limit).mean(dtype=float) + risk),
                    "norm": float(radii.mean()),
                    "norms": radii.tolist(),
                }

    def predict(self) -> Rows:
        """Yield risk, mean norm and quantiles of the norms, and both in infinite dimension."""
        d = self.d
        starts = np.sqrt(2 * gammaincinv(d / 2, SHARES) / d).tolist()
        times = sorted(self.t)
        for delta in self.delta:
            law = RadialFlow(delta, self.spread, d)
            norms = law.norms(times, starts)
            of_law, quantiles = norms[:, : -len(starts)], norms[:, -len(starts) :].tolist()
            limit, limit_norm = RadialFlow(delta, self.spread, math.inf).solve(times)
            columns = {"t": times, "risk": law.risks(of_law), "norm": of_law @ chi_nodes(d)[1]}
            columns |= {"quantiles": quantiles, "limit_risk": limit, "limit_norm": limit_norm}
            for values in zip(*columns.values(), strict=True):
                yield {"delta": delta, **dict(zip(columns, values, strict=True))}


def labelled(
    count: int, d: int, delta: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs (count, d) and labels +1 or -1 (count,), in single precision."""
    labels = np.where(rng.random(count) < 0.5, 1.0, -1.0)
    inputs = rng.standard_normal((count, d)) * (1 + delta * labels)[:, None]
    return inputs.astype(np.float32), labels.astype(np.float32)


def _outputs(law: RadialFlow, norms: np.ndarray, inputs: np.ndarray) -> np.ndarray:
    """Return the law's outputs on inputs (count, d), which depend on their norms alone."""
    radii = np.linalg.norm(inputs, axis=1) / np.sqrt(inputs.shape[1])
    grid = np.linspace(radii.min(), radii.max(), 400)
    return np.interp(radii, grid, law.outputs(norms, grid))

"""Ridge regression on inputs that are a non-linear function of few latent ones, and on Gaussian
ones like them.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy.optimize import brentq

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.covariates import on_sphere
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.papers.background.model import Dimension
from feature_learning.training.second_layer import ridge


class HiddenManifold(Experiment):
    """Test errors of both models, and the theory of the Gaussian one for the draws."""

    n: Grid[Count]
    latent: Count  # variables
    d: Dimension
    ridge: Positive
    test_size: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw the map from latent variables to inputs, and the teacher of latent variables."""
        latent, d = self.latent, self.d
        return {
            "map": rng("init").standard_normal((latent, d)) / np.sqrt(latent),
            "teacher": on_sphere(rng("teacher").standard_normal(latent)),
        }

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size."""
        model, latent, penalty = GaussianModel.of(draws["map"]), self.latent, self.ridge
        sizes = sorted(self.n)
        batches = {
            "train": rng("train").standard_normal((sizes[-1], latent)),
            "test": rng("test").standard_normal((self.test_size, latent)),
        }
        labels = {name: np.sign(z @ draws["teacher"]) for name, z in batches.items()}
        inputs = {
            "manifold": {name: np.tanh(z @ draws["map"]) for name, z in batches.items()},
            "gaussian": {
                name: model.inputs(z, rng("surrogate", number))
                for number, (name, z) in enumerate(batches.items())
            },
        }
        for n in sizes:
            errors = {}
            for name, x in inputs.items():
                coefficients = ridge(x["train"][:n], labels["train"][:n], penalty)
                errors[name] = float(((labels["test"] - x["test"] @ coefficients) ** 2).mean())
            yield {"n": n, **errors, "predicted": model.error(draws["teacher"], n, penalty)}


@dataclass(frozen=True)
class GaussianModel:
    """Gaussian inputs with the means and covariances, given the latent variables, of ``tanh(z F)``.

    Attributes
    ----------
    linear : (latent, d)
        ``x = z linear + sqrt(noise) xi`` with independent standard normal xi.
    noise : (d,)

    References
    ----------
    Goldt, Loureiro, Reeves, Krzakala, Mézard and Zdeborová (2022), "The Gaussian equivalence of
    generative models for learning with shallow neural networks", MSML; Loureiro, Gerbelot, Cui,
    Goldt, Krzakala, Mézard and Zdeborová (2021), "Learning curves of generic features maps for
    realistic datasets with a teacher-student model", NeurIPS.
    """

    linear: np.ndarray
    noise: np.ndarray

    @classmethod
    def of(cls, to_inputs: np.ndarray) -> Self:
        """Return the model of the map F, shape (latent, d)."""
        norms = np.linalg.norm(to_inputs, axis=0)
        u, weights = gaussian_nodes()
        values = np.tanh(np.outer(norms, u))
        slopes = values @ (weights * u)
        return cls(slopes * to_inputs / norms, values**2 @ weights - slopes**2)

    def inputs(self, latent: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Draw inputs (count, d) at given latent variables (count, latent)."""
        noise = rng.standard_normal((len(latent), len(self.noise)))
        return latent @ self.linear + np.sqrt(self.noise) * noise

    def error(self, teacher: np.ndarray, n: int, penalty: float) -> float:
        """Return the test error of ridge regression on ``sign(<teacher, z>)``, for n samples in
        high dimension and a penalty added to the sum of squares; the teacher (latent,) has norm 1.

        References
        ----------
        Loureiro et al. (2021), NeurIPS: the error of ridge regression for a Gaussian model.
        Derived here, its form: with the inputs' covariance O and ``b = O^-1 E x y``, the effective
        ridge k solves ``penalty = k (n - tr O (O + k)^-1)``, and the error is
        ``(k^2 b^T O (O + k)^-2 b + 1 - b^T O b)/(1 - tr O^2 (O + k)^-2/n)``.
        """
        covariance = self.linear.T @ self.linear + np.diag(self.noise)
        values, vectors = np.linalg.eigh(covariance)
        products = vectors.T @ (np.sqrt(2 / np.pi) * self.linear.T @ teacher)
        best = products / values

        def mismatch(log_ridge: float) -> float:
            k = np.exp(log_ridge)
            return float(k * (n - (values / (values + k)).sum()) - penalty)

        k = np.exp(brentq(mismatch, np.log(1e-8), np.log(1e8)))
        unlearned = k**2 * (best**2 * values / (values + k) ** 2).sum() + 1 - products @ best
        return float(unlearned / (1 - (values**2 / (values + k) ** 2).sum() / n))

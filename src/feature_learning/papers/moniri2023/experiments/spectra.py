"""Singular values of the feature matrix and of the weights after one step (fig1, talk-weights)."""

import math
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid
from feature_learning.papers.moniri2023.finite import OneStep
from feature_learning.papers.moniri2023.fits import BatchName, batch_of
from feature_learning.papers.moniri2023.model import ClosedForm, OneTargetAndSize, square_cosine
from feature_learning.papers.moniri2023.networks import NETWORKS, NetworkName, first_step
from feature_learning.papers.moniri2023.outliers import DENSITY_POINTS, bulk, leading
from feature_learning.theory.marchenko_pastur import edges, singular_value_density


class Spectra(ClosedForm, OneTargetAndSize):
    """Spectra, alignments of their leading vectors, and norms of the seed's own draws."""

    network: Grid[NetworkName]
    batch: BatchName
    alpha: Grid[float]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per network and alpha.

        Without a step, the direction m in which the step would move the weights is that of the
        gradient.
        """
        xp, sigma, n = device.xp, self.sigma, self.n
        fitted, _ = batch_of(draws, self.batch)
        inputs, beta_star = device.put(fitted), device.put(draws["beta_star"])
        beta = device.put(draws["train_inputs"].T @ draws["train_labels"] / n)
        u = inputs @ beta
        for name in self.network:
            step = first_step(NETWORKS[name], draws, sigma, device)
            base, slope = inputs @ step.first.T, inputs @ step.gradient.T
            for alpha, eta in self.sizes.steps(self.alpha):
                features = sigma(base + eta * slope, xp)
                values, vectors = xp.linalg.eigh(features.T @ features / n)
                second, first = (features @ vectors[:, k] for k in (-2, -1))
                rows = step.rows(eta)
                weight_values, weight_vectors = xp.linalg.eigh(rows.T @ rows)
                right = weight_vectors[:, -1]
                moved = step.moved(eta, float(sigma.hermite[1])) if eta else step.direction
                along = inputs @ moved
                yield {
                    "network": name,
                    "alpha": alpha,
                    "feature_singular_values": _roots(device.get(values)),
                    "weight_singular_values": _roots(device.get(weight_values)),
                    "feature_1": math.sqrt(float(values[-1])),
                    "feature_2": math.sqrt(float(values[-2])),
                    "weight_1": math.sqrt(float(weight_values[-1])),
                    "weight_2": math.sqrt(float(weight_values[-2])),
                    "u_alignment": square_cosine(first, u),
                    "moved_alignment": square_cosine(first, along),
                    "u2_alignment": square_cosine(second, u**2),
                    "moved2_alignment": square_cosine(second, along**2),
                    "beta_alignment": square_cosine(right, beta),
                    "weight_alignment": square_cosine(right, moved),
                    "teacher_alignment": square_cosine(right, beta_star),
                    # These fluctuate by a few per cent at these sizes, and the outliers with them.
                    "second_norm": _norm(step.second),
                    "moved_norm": _norm(moved),
                    "projection_norm": _norm(along) / math.sqrt(n),
                    "diverged": not bool(xp.all(xp.isfinite(values))),
                }

    def predict(self) -> Rows:
        """Yield outliers and alignments of each network against alpha; the bulks are the same in
        every row.
        """
        features, ratio = self.untrained(self.sizes), self.width / self.d
        weight_at = np.linspace(*edges(ratio), DENSITY_POINTS)
        bulks = {
            **bulk(features),
            "weight_edge": edges(ratio)[1],
            "weight_density_at": weight_at,
            "weight_density": singular_value_density(weight_at, ratio),
        }
        for name in self.network:
            for alpha, eta in self.sizes.steps(self.alpha):
                step = OneStep(features, self.link, NETWORKS[name], self.d, eta)
                yield {"network": name, "alpha": alpha, **leading(step, ratio), **bulks}


def _roots(eigenvalues: np.ndarray) -> np.ndarray:
    return np.sqrt(np.clip(eigenvalues, 0, None))


def _norm(vector: Any) -> float:
    return math.sqrt(float(vector @ vector))

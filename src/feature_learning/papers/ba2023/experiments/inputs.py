"""Spectrum of the sample covariance of spiked inputs (talk-spike)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid, NotNegative
from feature_learning.data.covariates import spike_scale
from feature_learning.papers.ba2023.input_law import (
    bulk_density,
    bulk_edges,
    largest_eigenvalue,
    leading_overlap,
    without_threshold,
)
from feature_learning.papers.ba2023.model import Dimension, Inputs, isotropic

_BEYOND = 1.02  # of the edge: what counts as outside
_DENSITY_POINTS = 400


class InputSpike(Inputs):
    """Leading eigenvalues and eigenvectors, against the strength of the spike."""

    d: Grid[Dimension]
    theta: Grid[NotNegative]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and strength: leading eigenvalues, and overlaps with the
        spike.

        ``given`` is where theory puts the largest eigenvalue for the sample's own mean square along
        the spike (below the threshold: for none), ``other`` the largest overlap of a further
        eigenvector.
        """
        edge = bulk_edges(self.psi)[1]
        for d in self.d:
            rows, _ = isotropic(self.samples(d), d, rng, "train")
            covariance, square = rows.T @ rows / len(rows), float((rows[:, 0] ** 2).mean())
            for theta in self.theta:
                values, vectors = _spectrum(covariance, theta)
                overlaps = vectors[0] ** 2
                realised = (1 + theta) * square - 1
                yield {
                    "d": d,
                    "theta": theta,
                    "largest": float(values[-1]),
                    "given": without_threshold(max(realised, self.psi**-0.5), self.psi),
                    "overlap": float(overlaps[-1]),
                    "other": float(overlaps[:-1].max()),
                    "outside": int((values > _BEYOND * edge).sum()),
                }

    def predict(self) -> Rows:
        """Yield the limits of the largest eigenvalue and of the leading vector's overlap."""
        for theta in sorted({*self.theta, self.psi**-0.5}):
            largest, overlap = (of(theta, self.psi) for of in (largest_eigenvalue, leading_overlap))
            yield {"theta": theta, "largest": largest, "overlap": overlap}


class InputHistogram(Inputs):
    """All eigenvalues of one sample."""

    d: Dimension
    theta: NotNegative

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row."""
        rows, _ = isotropic(self.samples(self.d), self.d, rng, "train")
        values, _ = _spectrum(rows.T @ rows / len(rows), self.theta)
        yield {"eigenvalues": values.tolist()}

    def predict(self) -> Rows:
        """Yield the density of the bulk, and the outlier."""
        values = np.linspace(*bulk_edges(self.psi), _DENSITY_POINTS)
        row = {"density_at": values, "density": bulk_density(values, self.psi)}
        yield {**row, "largest": largest_eigenvalue(self.theta, self.psi)}


def _spectrum(covariance: np.ndarray, theta: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the eigenvalues and vectors with a spike along the first axis, smallest first."""
    spiked = covariance.copy()
    spiked[0] *= spike_scale(theta)
    spiked[:, 0] *= spike_scale(theta)
    values, vectors = np.linalg.eigh(spiked)
    return values, vectors

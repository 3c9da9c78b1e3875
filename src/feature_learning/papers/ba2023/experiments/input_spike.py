"""Spectrum of the sample covariance of spiked inputs (input-spike)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.covariates import spike_scale
from feature_learning.papers.ba2023.shared.input_law import bulk_edges, without_threshold
from feature_learning.papers.ba2023.shared.model import isotropic

_BEYOND = 1.02  # of the edge: what counts as outside


def input_spike(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and strength: leading eigenvalues, and overlaps with the spike.

    ``given`` is where theory puts the largest eigenvalue for the sample's own mean square along the
    spike (below the threshold: for none), ``other`` the largest overlap of a further eigenvector.
    """
    edge = bulk_edges(setting["psi"])[1]
    for d in setting.ints("d"):
        rows, _ = isotropic(round(setting["psi"] * d), d, rng, "train")
        covariance, square = rows.T @ rows / len(rows), float((rows[:, 0] ** 2).mean())
        for theta in setting.floats("theta"):
            values, vectors = _spectrum(covariance, theta)
            overlaps = vectors[0] ** 2
            realised = (1 + theta) * square - 1
            yield {
                "d": d,
                "theta": theta,
                "largest": float(values[-1]),
                "given": without_threshold(max(realised, setting["psi"] ** -0.5), setting["psi"]),
                "overlap": float(overlaps[-1]),
                "other": float(overlaps[:-1].max()),
                "outside": int((values > _BEYOND * edge).sum()),
            }


def input_histogram(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row: all eigenvalues of one sample."""
    rows, _ = isotropic(round(setting["psi"] * setting["d"]), setting["d"], rng, "train")
    values, _ = _spectrum(rows.T @ rows / len(rows), setting["theta"])
    yield {"eigenvalues": values.tolist()}


def _spectrum(covariance: np.ndarray, theta: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the eigenvalues and vectors with a spike along the first axis, smallest first."""
    spiked = covariance.copy()
    spiked[0] *= spike_scale(theta)
    spiked[:, 0] *= spike_scale(theta)
    values, vectors = np.linalg.eigh(spiked)
    return values, vectors

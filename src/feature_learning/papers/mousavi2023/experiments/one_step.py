"""One gradient step, and the top principal component, on the inputs as they are (fig-one-step)."""

from itertools import product

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative
from feature_learning.papers.mousavi2023.model import (
    Covariance,
    Degree,
    Structured,
    inits,
    labelled,
)
from feature_learning.theory.spiked_overlap import gradient_exponent

_DEGREE = 2  # of the target that is fitted on the top principal component


class OneStep(Structured):
    """The first gradient of a neuron, and the top principal component."""

    d: Grid[Count]
    k: Grid[Degree]
    ratio: Count  # n/d
    noise: NotNegative  # standard deviation of the labels' noise

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per d, structure and degree k: cosines with beta, and whitened overlaps, of
        the gradient and of the component.

        The step is the correlation part G, ``mean of y 1(<w, x> > 0) x``; ``white_cosine`` is that
        of ``Sigma_hat^-1 G``. ``pca_risk`` is the least risk of a function of the top component on
        ``h_2``. One draw of g serves every structure and degree, and so does its matrix of second
        moments.
        """
        for d in self.d:
            n = self.ratio * d
            drawn = {k: labelled(n, d, k, self.noise, rng, "train") for k in self.k}
            g, neuron = next(iter(drawn.values()))[0], inits(1, d, rng)
            moments = g.T @ g / n
            for structure in self.structures:
                covariance = Covariance.of(structure, d)
                beta = covariance.inverse_root(np.eye(d)[:1])
                active = g @ covariance.root(neuron)[0] > 0  # <w, x> = <Sigma^(1/2) w, g>
                component = _top_vector(covariance.root(covariance.root(moments).T))[None]
                for k, (_, labels) in drawn.items():
                    seen = (labels * active)[None] @ g / n
                    gradient = covariance.root(seen)
                    white = covariance.inverse_root(np.linalg.solve(moments, seen.T).T)
                    sizes = {
                        "start": covariance.overlap(neuron),
                        "gradient_overlap": covariance.overlap(gradient),
                        "pca_overlap": covariance.overlap(component),
                        "gradient_cosine": _cosine(gradient, beta),
                        "white_cosine": _cosine(white, beta),
                        "pca_cosine": _cosine(component, beta),
                    }
                    row = {name: abs(float(value[0])) for name, value in sizes.items()}
                    risk = 1 - row["pca_overlap"] ** (2 * _DEGREE)
                    yield {"k": k, "d": d, **structure.columns, **row, "pca_risk": risk}

    def predict(self) -> Rows:
        """Yield cosines and whitened overlaps of the mean gradient for k = 1 and of the spike, and
        the exponents of the cosines.
        """
        for structure, d in product(self.structures, self.d):
            seen, pair = structure.plane(d), structure.pair
            yield {
                **structure.columns,
                "d": d,
                "start": seen.median_overlap(d),
                "gradient_cosine": seen.gradient_cosine,
                "gradient_overlap": seen.gradient_overlap,
                "pca_cosine": seen.cosine,
                "pca_overlap": seen.seen_cosine,
                "pca_risk": 1 - seen.seen_cosine ** (2 * _DEGREE),
                "gradient_exponent": gradient_exponent(*pair) if pair else 0.0,
                "pca_exponent": -pair[0] if pair else 0.0,
            }


def _top_vector(matrix: np.ndarray) -> np.ndarray:
    """Return the eigenvector of the largest eigenvalue of a symmetric matrix."""
    from scipy.sparse.linalg import eigsh

    _, vectors = eigsh(matrix, k=1, which="LA", v0=np.ones(len(matrix)))
    return np.asarray(vectors[:, 0])


def _cosine(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.asarray((a * b).sum(axis=1) / (np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)))

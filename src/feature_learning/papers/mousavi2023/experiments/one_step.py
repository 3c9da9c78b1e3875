"""One gradient step, and the top principal component, on the inputs as they are (fig-one-step)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.mousavi2023.model import (
    Covariance,
    inits,
    labelled,
    structures,
    white_overlap,
)

DEGREE = 2
"""The degree of the target that is fitted on the top principal component."""


def one_step(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per degree k, d and structure: cosines with beta, and whitened overlaps, of the
    gradient and of the component.

    The step is the correlation part G, ``mean of y 1(<w, x> > 0) x``; ``white_cosine`` is that of
    ``Sigma_hat^-1 G``. ``pca_risk`` is the least risk of a function of the top component on
    ``h_2``. One draw of g serves every structure and degree, and so does its matrix of second
    moments.
    """
    for d in setting.ints("d"):
        n, noise = setting["ratio"] * d, setting["noise"]
        drawn = {k: labelled(n, d, k, noise, rng, "train") for k in setting.ints("k")}
        g, neuron = next(iter(drawn.values()))[0], inits(1, d, rng)
        moments = g.T @ g / n
        for structure in structures(setting):
            covariance = Covariance.of(structure, d)
            beta = covariance.inverse_root(np.eye(d)[:1])
            active = g @ covariance.root(neuron)[0] > 0  # <w, x> = <Sigma^(1/2) w, g>
            component = _top_vector(covariance.root(covariance.root(moments).T))[None]
            for k, (_, labels) in drawn.items():
                seen = (labels * active)[None] @ g / n
                gradient = covariance.root(seen)
                white = covariance.inverse_root(np.linalg.solve(moments, seen.T).T)
                sizes = {
                    "start": white_overlap(covariance.root(neuron)),
                    "gradient_overlap": white_overlap(covariance.root(gradient)),
                    "pca_overlap": white_overlap(covariance.root(component)),
                    "gradient_cosine": _cosine(gradient, beta),
                    "white_cosine": _cosine(white, beta),
                    "pca_cosine": _cosine(component, beta),
                }
                row = {name: abs(float(value[0])) for name, value in sizes.items()}
                risk = 1 - row["pca_overlap"] ** (2 * DEGREE)
                yield {"k": k, "d": d, **structure.columns, **row, "pca_risk": risk}


def _top_vector(matrix: np.ndarray) -> np.ndarray:
    """Return the eigenvector of the largest eigenvalue of a symmetric matrix."""
    from scipy.sparse.linalg import eigsh

    _, vectors = eigsh(matrix, k=1, which="LA", v0=np.ones(len(matrix)))
    return np.asarray(vectors[:, 0])


def _cosine(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.asarray((a * b).sum(axis=1) / (np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)))

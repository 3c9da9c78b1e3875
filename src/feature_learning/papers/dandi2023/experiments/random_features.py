"""Plateaus of random features on the sphere: many features against the samples, and many samples
against the width (fig8).
"""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.networks.named import activation
from feature_learning.theory.harmonics import multiplicity
from feature_learning.theory.zonal import DEGREE, Zonal
from feature_learning.training.second_layer import ridge, solve_regularised

# Next to the Gram matrix of features, which has no penalty at infinitely many samples.
_ROUNDING = 1e-9


def components(x: np.ndarray) -> np.ndarray:
    """Return one harmonic each of degree 1, 2 and 3, of unit norm on the sphere of radius sqrt d,
    shape (3, n); the target is their sum.
    """
    d = x.shape[1]
    pair = x[:, 0] * x[:, 1]
    return np.stack(
        [x[:, 3], ((d + 2) / d) ** 0.5 * pair, ((d + 2) * (d + 4)) ** 0.5 / d * pair * x[:, 2]]
    )


def sizes(setting: Setting) -> dict[float, int]:
    """Return the number of samples or features at each log size."""
    return {log_size: round(setting["d"] ** log_size) for log_size in setting.floats("log_size")}


def random_features(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per sweep and size, with exact risks; smaller samples and networks are parts of
    the largest.

    With ``varied: samples`` it is kernel ridge regression, for infinitely many features; with
    ``width`` the best readout of the features, for infinitely many samples. Kernel: ``K(t) = sum_k
    lam_k N_k P_k(t)`` with ``lam_k = s_k^2``, ``s_k = E sigma P_k``.
    """
    d, sigma = setting["d"], activation(setting["activation"])
    kernel, counts = Zonal.of(sigma, d, sigma.kinks), sizes(setting)
    multiplicities = np.array([float(multiplicity(d, k)) for k in range(DEGREE + 1)])
    projections = kernel.coefficients / np.sqrt(multiplicities)  # s_k
    twice_kernel = Zonal.polynomial(projections**2 * np.sqrt(multiplicities), d)
    for varied in setting.names("varied"):
        stream = rng("train" if varied == "samples" else "init")
        points = on_sphere(stream.standard_normal((max(counts.values()), d)))
        cosines, harmonics = points @ points.T, components(d**0.5 * points)
        gram, power = kernel.gram(cosines), 2 if varied == "samples" else 1
        seen, labels = projections[1:4] ** power @ harmonics, harmonics.sum(axis=0)
        twice = twice_kernel.gram(cosines) if varied == "samples" else gram
        for log_size, n in counts.items():
            if varied == "samples":
                dual = solve_regularised(gram[:n, :n], labels[:n], setting["ridge"])
                error = 3 - 2 * dual @ seen[:n] + dual @ twice[:n, :n] @ dual
            else:
                error = 3 - seen[:n] @ solve_regularised(gram[:n, :n], seen[:n], _ROUNDING)
            yield {"varied": varied, "log_size": log_size, "size": n, "error": float(error)}


def joint(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per number of samples and of features, both finite, with exact risks; smaller
    samples and networks are parts of the largest.
    """
    d, sigma = setting["d"], activation(setting["activation"])
    kernel = Zonal.of(sigma, d, sigma.kinks)
    projections = kernel.coefficients[1:4] / np.sqrt([float(multiplicity(d, k)) for k in (1, 2, 3)])
    sizes_of, widths = (
        {size: round(d**size) for size in setting.floats(name)}
        for name in ("log_size", "log_width")
    )
    x = on_sphere(rng("train").standard_normal((max(sizes_of.values()), d)))
    weights = on_sphere(rng("init").standard_normal((max(widths.values()), d)))
    features, labels = sigma(d**0.5 * x @ weights.T), components(d**0.5 * x).sum(axis=0)
    seen, gram = projections @ components(d**0.5 * weights), kernel.gram(weights @ weights.T)
    for log_width, p in widths.items():
        for log_size, n in sizes_of.items():
            rows = features[:n, :p] / p**0.5
            readout = ridge(rows, labels[:n], setting["ridge"])
            scaled = readout / p**0.5
            error = 3 - 2 * scaled @ seen[:p] + scaled @ gram[:p, :p] @ scaled
            yield {"log_size": log_size, "log_width": log_width, "n": n, "error": float(error)}

"""What the paper predicts, one function per experiment."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.papers.mousavi2023.experiments.initial_overlap import DEGREES
from feature_learning.papers.mousavi2023.experiments.kernel_threshold import HALF, half_learned
from feature_learning.papers.mousavi2023.experiments.one_step import DEGREE
from feature_learning.papers.mousavi2023.experiments.width_overlap import median_largest
from feature_learning.papers.mousavi2023.shared.first_gradient import noise_at, signal
from feature_learning.papers.mousavi2023.shared.kernel_fit import predicted_kernel
from feature_learning.papers.mousavi2023.shared.model import bound_exponent, delta0, gammas, plane
from feature_learning.theory.spherical_flow import SphericalFlow, growth_threshold, limiting_threshold, staying_share
from feature_learning.theory.spiked_overlap import gradient_exponent, kernel_sample_exponent, sample_exponent
from feature_learning.theory.whitened_flow import runtime

_PLANE = 40  # random overlaps per coordinate, for a mean


def phase(setting: Setting) -> pd.DataFrame:
    """Exponent of the sufficient number of samples by k, gamma1 and gamma2; at gamma1 = 0 also that of kernels for degree k."""
    return pd.DataFrame(
        {
            **point,
            "exponent": sample_exponent(int(point["k"]), float(point["gamma1"]), float(point["gamma2"])),
            "kernel": kernel_sample_exponent(int(point["k"]), float(point["gamma2"])),
        }
        for point in setting.points("k", "gamma1", "gamma2")
    )


def initial_overlap(setting: Setting) -> pd.DataFrame:
    """Exact median overlap and the times from there, with the exponent delta0."""
    rows = []
    for structure in map(str, setting.grid["structure"]):
        for d in map(int, setting.grid["d"]):
            overlap = plane(structure, d).median_overlap(d)
            times = {f"time_{k}": float(runtime(overlap, setting["end"], k)) for k in DEGREES}
            rows.append({"structure": structure, "d": d, "overlap": overlap, "delta0": delta0(structure), **times})
    return pd.DataFrame(rows)


def one_step(setting: Setting) -> pd.DataFrame:
    """Mean gradient and spike against the target: cosines, whitened overlaps, and the exponents of the cosines."""
    rows = []
    for point in setting.points("structure", "d"):
        structure, d = str(point["structure"]), float(point["d"])
        seen, pair = plane(structure, d), gammas(structure)
        rows.append(
            {
                **point,
                "start": seen.median_overlap(d),
                "gradient_cosine": seen.gradient_cosine,
                "gradient_overlap": seen.gradient_overlap,
                "pca_cosine": seen.cosine,
                "pca_overlap": seen.seen_cosine,
                "pca_risk": 1 - seen.seen_cosine ** (2 * DEGREE),
                "gradient_exponent": gradient_exponent(*pair) if pair else 0.0,
                "pca_exponent": -pair[0] if pair else 0.0,
            }
        )
    return pd.DataFrame(rows)


def width_overlap(setting: Setting) -> pd.DataFrame:
    """Exact medians of the largest of N overlaps."""
    points = setting.points("d", "width")
    return pd.DataFrame({**point, "largest": median_largest(float(point["width"]), int(point["d"]))} for point in points)


def runtime_epsilon(setting: Setting) -> pd.DataFrame:
    """Time of the whitened population flow from one overlap to 1 - epsilon, and its slope in ln(1/epsilon)."""
    rows = []
    for point in setting.points("k", "epsilon"):
        k, epsilon = int(point["k"]), float(point["epsilon"])
        time = float(runtime(setting["begin"], 1 - epsilon, k))
        rows.append({**point, "log": -math.log(epsilon), "time": time, "slope": 1 / (4 * k)})
    return pd.DataFrame(rows)


def spherical_paths(setting: Setting) -> pd.DataFrame:
    """Give m against time for the flow on the sphere, omega for the whitened flow, from the same ``m = d^-1/2`` (list columns)."""
    rows, k, d = [], int(setting["k"]), float(setting["d"])
    for gamma2 in map(float, setting.grid["gamma2"]):
        flow = SphericalFlow(k, d**gamma2, setting["convention"])
        times, m = flow.path(d**-0.5, points=2000)
        omega = np.geomspace(float(flow.overlap(d**-0.5)), 0.999, len(times))
        whitened = runtime(omega[0], 0.5, k, flow.strength) - runtime(omega, 0.5, k, flow.strength)
        rows.append({"gamma2": gamma2, "times": times, "m": m, "white_times": whitened, "omega": omega})
    return pd.DataFrame(rows)


def spherical_share(setting: Setting) -> pd.DataFrame:
    """The share of inits whose overlap stays below a multiple of ``d^-1/2``, and the end over the start from ``d^-1/2``."""
    rows, count = [], int(setting["quantiles"])
    for point in setting.points("convention", "k", "d", "gamma2"):
        d = float(point["d"])
        flow = SphericalFlow(int(point["k"]), d ** float(point["gamma2"]), str(point["convention"]))
        share = staying_share(flow, d, float(setting["multiple"]), count)
        rows.append({**point, "share": share, "growth": flow.limit(d**-0.5) * math.sqrt(d)})
    return pd.DataFrame(rows)


def spherical_threshold(setting: Setting) -> pd.DataFrame:
    """The gamma2 beyond which m grows, and its limit for unit norm."""
    return pd.DataFrame(
        {
            **point,
            "threshold": growth_threshold(int(point["k"]), float(point["d"]), str(point["convention"])),
            "limit": limiting_threshold(int(point["k"])),
        }
        for point in setting.points("convention", "k", "d")
    )


def spherical_flow(setting: Setting) -> pd.DataFrame:
    """The fixed point that the flow on the sphere ends in, with infinitely many samples."""
    rows = []
    for gamma2 in map(float, setting.grid["gamma2"]):
        flow = SphericalFlow(int(setting["k"]), float(setting["d"]) ** gamma2, "added")
        m = flow.limit(float(setting["d"]) ** -0.5)
        rows.append({"gamma2": gamma2, "m": m, "overlap": float(flow.overlap(m)), "whitened": 1.0})
    return pd.DataFrame(rows)


def _signals(setting: Setting) -> pd.DataFrame:
    """Median overlap, its signal, the mean noise of random neurons, and the exponent of the sufficient number of samples."""
    rows, k, bias = [], int(setting["k"]), float(setting["bias"])
    for point in setting.points("structure", "d"):
        structure, d = str(point["structure"]), int(point["d"])
        overlaps = plane(structure, d).random_overlaps(d, _PLANE).ravel()
        median, level = float(np.median(overlaps)), noise_at(k, bias, setting["noise"], overlaps).mean()
        found = {"overlap": median, "signal": signal(k, bias, median), "noise_level": level}
        rows.append({**point, **found, "exponent": bound_exponent(k, structure)})
    return pd.DataFrame(rows)


def signal_quadratic(setting: Setting) -> pd.DataFrame:
    """Signal and noise of the first gradient, k = 2."""
    return _signals(setting)


def signal_cubic(setting: Setting) -> pd.DataFrame:
    """Signal and noise of the first gradient, k = 3."""
    return _signals(setting)


def overlap(setting: Setting) -> pd.DataFrame:
    """Median overlap at initialisation, and the exponent of the samples that suffice, by d and structure."""
    rows = []
    for point in setting.points("d", "structure"):
        d, structure = int(point["d"]), str(point["structure"])
        start = plane(structure, d).median_overlap(d)
        rows.append({**point, "start": start, "exponent": bound_exponent(int(setting["k"]), structure)})
    return pd.DataFrame(rows)


def kernel_risk(setting: Setting) -> pd.DataFrame:
    """The kernel's risk at the same d and n, with the best ridge."""
    rows = []
    for structure in map(str, setting.grid["structure"]):
        kernel = predicted_kernel(structure, setting["d"], int(setting["k"]))
        risks = ((ratio, kernel.risk(ratio * setting["d"], setting["noise"] ** 2)) for ratio in map(float, setting.grid["ratio"]))
        rows += [{"structure": structure, "ratio": ratio, "risk": risk} for ratio, risk in risks]
    return pd.DataFrame(rows)


def kernel_threshold(setting: Setting) -> pd.DataFrame:
    """Samples at which the kernel's risk is 1/2, exactly and interpolated between the simulated n; the exponent for d to infinity."""
    rows, noise, sizes = [], setting["noise"] ** 2, np.array(sorted(map(int, setting.grid["n"])))
    for structure, d in itertools.product(map(str, setting.grid["structure"]), map(float, setting.grid["d"])):
        kernel = predicted_kernel(structure, d, int(setting["k"]))
        interpolated = half_learned(sizes, np.array([kernel.risk(n, noise) for n in sizes]))
        limit = kernel_sample_exponent(int(setting["k"]), pair[1] if (pair := gammas(structure)) else 0.0)
        rows.append({"structure": structure, "d": d, "needed": kernel.samples(HALF, noise), "interpolated": interpolated, "limit": limit})
    return pd.DataFrame(rows)

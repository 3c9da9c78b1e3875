"""Predictions of the paper, one function per experiment."""

import math
from itertools import product

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.papers.mousavi2023.experiments.kernel import half_learned
from feature_learning.papers.mousavi2023.experiments.one_step import DEGREE
from feature_learning.papers.mousavi2023.experiments.random_neurons import DEGREES, median_largest
from feature_learning.papers.mousavi2023.shared.finite_kernel import least_risks
from feature_learning.papers.mousavi2023.shared.first_gradient import noise_at, signal
from feature_learning.papers.mousavi2023.shared.model import (
    Structure,
    relu_strength,
    structures,
    target,
)
from feature_learning.theory.exponential_kernel import ExponentialKernel, exponential_kernel
from feature_learning.theory.spherical_flow import (
    SphericalFlow,
    growth_threshold,
    limiting_threshold,
    staying_share,
)
from feature_learning.theory.spiked_overlap import (
    gradient_exponent,
    kernel_sample_exponent,
    sample_exponent,
)
from feature_learning.theory.whitened_flow import runtime, spiked_runtime

_PLANE = 40  # random overlaps per coordinate, for a mean
_STARTS = 40  # of a curve


def phase(setting: Setting) -> pd.DataFrame:
    """Exponents of the sufficient number of samples, by k, gamma1 and gamma2, and of the cosine of
    the first gradient.
    """
    return pd.DataFrame(
        {
            "k": k,
            "gamma1": gamma1,
            "gamma2": gamma2,
            "exponent": sample_exponent(k, gamma1, gamma2),
            "gradient_exponent": gradient_exponent(gamma1, gamma2),
        }
        for k, gamma1, gamma2 in product(
            setting.ints("k"), setting.floats("gamma1"), setting.floats("gamma2")
        )
    )


def initial_overlap(setting: Setting) -> pd.DataFrame:
    """Exact median overlap and the times from there, with the exponent delta0."""
    rows = []
    for structure, d in product(structures(setting), setting.ints("d")):
        overlap = structure.plane(d).median_overlap(d)
        row = {**structure.columns, "d": d, "overlap": overlap, "delta0": structure.delta0}
        times = {f"time_{k}": float(runtime(overlap, setting["end"], k)) for k in DEGREES}
        rows.append({**row, **times})
    return pd.DataFrame(rows)


def one_step(setting: Setting) -> pd.DataFrame:
    """Mean gradient for k = 1 and spike against the target: cosines, whitened overlaps, and the
    exponents of the cosines.
    """
    rows = []
    for structure, d in product(structures(setting), setting.ints("d")):
        seen, pair = structure.plane(d), structure.pair
        rows.append(
            {
                **structure.columns,
                "d": d,
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


def warm_start(setting: Setting) -> pd.DataFrame:
    """Overlaps of a random neuron, of the mean step from it, and of a step that is noise."""
    d = setting["d"]
    return pd.DataFrame(
        {
            **structure.columns,
            "start": structure.plane(d).median_overlap(d),
            "after": structure.plane(d).gradient_overlap,
            "noise": structure.plane(d).median_noise_overlap(d),
        }
        for structure in structures(setting)
    )


def width_overlap(setting: Setting) -> pd.DataFrame:
    """Exact medians of the largest of N overlaps."""
    return pd.DataFrame(
        {"d": d, "width": width, "largest": median_largest(width, d)}
        for d, width in product(setting.ints("d"), setting.floats("width"))
    )


def runtime_epsilon(setting: Setting) -> pd.DataFrame:
    """Time of the whitened population flow from one overlap to 1 - epsilon, and its slope in
    ln(1/epsilon).
    """
    return pd.DataFrame(
        {
            "k": k,
            "epsilon": epsilon,
            "log": -math.log(epsilon),
            "time": float(runtime(setting["begin"], 1 - epsilon, k)),
            "slope": 1 / (4 * k),
        }
        for k, epsilon in product(setting.ints("k"), setting.floats("epsilon"))
    )


def runtime_flow(setting: Setting) -> pd.DataFrame:
    """Time of the whitened population flow to the final overlap, by k and overlap at the start."""
    rows = []
    for case in setting.mappings("case"):
        k, alpha = int(case["k"]), relu_strength(int(case["k"]), float(case["bias"]))
        for start in np.geomspace(0.02, 0.9 * setting["end"], _STARTS).tolist():
            time = float(runtime(start, setting["end"], k, alpha))
            rows.append({"k": k, "start": start, "time": time, "alpha": alpha})
    return pd.DataFrame(rows)


def spherical_paths(setting: Setting) -> pd.DataFrame:
    """Paths in time, as list columns: m of the flow on the sphere, and omega of the whitened flow
    and of the normalised one, all from ``m = d^-1/2``.
    """
    rows, k, d = [], setting["k"], setting["d"]
    for gamma2 in setting.floats("gamma2"):
        flow = SphericalFlow(k, d**gamma2, setting["convention"])
        times, m = flow.path(d**-0.5, points=2000)
        omega = np.geomspace(float(flow.overlap(d**-0.5)), 0.999, len(times))
        whitened = runtime(omega[0], 0.5, k, flow.strength) - runtime(omega, 0.5, k, flow.strength)
        normalised = spiked_runtime(omega[0], omega, k, flow.theta, flow.strength)
        row = {"gamma2": gamma2, "times": times, "m": m, "omega": omega}
        rows.append({**row, "white_times": whitened, "normalised_times": normalised})
    return pd.DataFrame(rows)


def spherical_share(setting: Setting) -> pd.DataFrame:
    """The fraction of initialisations whose overlap stays below a multiple of ``d^-1/2``, and the
    end over the start from ``d^-1/2``.
    """
    rows = []
    for convention, k, d, gamma2 in product(
        setting.names("convention"),
        setting.ints("k"),
        setting.floats("d"),
        setting.floats("gamma2"),
    ):
        flow = SphericalFlow(k, d**gamma2, convention)
        share = staying_share(flow, d, setting["multiple"], setting["quantiles"])
        growth = flow.limit(d**-0.5) * math.sqrt(d)
        row = {"convention": convention, "k": k, "d": d, "gamma2": gamma2}
        rows.append({**row, "share": share, "growth": growth})
    return pd.DataFrame(rows)


def spherical_threshold(setting: Setting) -> pd.DataFrame:
    """The gamma2 beyond which m grows, and its limit for unit norm."""
    return pd.DataFrame(
        {
            "convention": convention,
            "k": k,
            "d": d,
            "threshold": growth_threshold(k, d, convention),
            "limit": limiting_threshold(k),
        }
        for convention, k, d in product(
            setting.names("convention"), setting.ints("k"), setting.floats("d")
        )
    )


def spherical_flow(setting: Setting) -> pd.DataFrame:
    """The fixed point that the flow on the sphere ends in, with infinitely many samples."""
    rows, d = [], setting["d"]
    for k, gamma2 in product(setting.ints("k"), setting.floats("gamma2")):
        flow = SphericalFlow(k, d**gamma2, "added")
        m = flow.limit(d**-0.5)
        rows.append({"k": k, "gamma2": gamma2, "m": m, "overlap": float(flow.overlap(m))})
    return pd.DataFrame(rows)


def output_size(setting: Setting) -> pd.DataFrame:
    """Mean square output of a ReLU neuron on the sphere, and of one with output variance 1."""
    theta = setting["d"] ** setting["gamma2"]
    return pd.DataFrame(
        {"m": m, "sphere": (1 + theta * m**2) / 2, "normalised": 0.5} for m in setting.floats("m")
    )


def signal_quadratic(setting: Setting) -> pd.DataFrame:
    """Signal of the first gradient at the median overlap, the mean noise of random neurons, and the
    exponent of the sufficient number of samples.
    """
    rows, k, bias = [], setting["k"], setting["bias"]
    for structure, d in product(structures(setting), setting.ints("d")):
        overlaps = structure.plane(d).random_overlaps(d, _PLANE).ravel()
        median = float(np.median(overlaps))
        rows.append(
            {
                **structure.columns,
                "d": d,
                "overlap": median,
                "signal": signal(k, bias, median),
                "noise_level": noise_at(k, bias, setting["noise"], overlaps).mean(),
                "exponent": structure.bound_exponent(k),
            }
        )
    return pd.DataFrame(rows)


signal_cubic = signal_quadratic


def overlap(setting: Setting) -> pd.DataFrame:
    """Median overlap at initialisation, and the exponent of the samples that suffice, by d and
    structure.
    """
    return pd.DataFrame(
        {
            "d": d,
            **structure.columns,
            "start": structure.plane(d).median_overlap(d),
            "exponent": structure.bound_exponent(setting["k"]),
        }
        for d, structure in product(setting.ints("d"), structures(setting))
    )


def _kernel(structure: Structure, d: float, name: str) -> ExponentialKernel:
    seen = structure.plane(d)
    return exponential_kernel(d, seen.theta, seen.seen_cosine, target(name).polynomial)


def kernel_risk(setting: Setting) -> pd.DataFrame:
    """The kernel's risk at the same d and n, with the best ridge."""
    rows, d, noise = [], setting["d"], setting["noise"] ** 2
    for name, structure in product(setting.names("target"), structures(setting)):
        kernel = _kernel(structure, d, name)
        for ratio in setting.floats("ratio"):
            risk = kernel.risk(ratio * d, noise)
            rows.append({"target": name, **structure.columns, "ratio": ratio, "risk": risk})
    return pd.DataFrame(rows)


def kernel_threshold(setting: Setting) -> pd.DataFrame:
    """Samples at which the kernel's risk is 1/2, read between the simulated n, given the samples'
    projections on the spike; the exponent for d to infinity.
    """
    rows, sizes = [], np.array(sorted(setting.ints("n")))
    names, gamma2 = setting.names("target"), setting["gamma2"]
    for d in setting.ints("d"):
        risks = least_risks(setting, names, d, sizes.tolist(), d**gamma2)
        for place, name in enumerate(names):
            degree = len(target(name).polynomial) - 1
            limit = kernel_sample_exponent(degree, gamma2)
            samples = half_learned(sizes, risks[:, place])
            rows.append({"target": name, "d": d, "samples": samples, "limit": limit})
    return pd.DataFrame(rows)

"""Predictions of the paper, one function per experiment."""

from itertools import product

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.papers.mousavi2023.experiments.first_gradient import noise_at, signal
from feature_learning.papers.mousavi2023.experiments.one_step import DEGREE
from feature_learning.papers.mousavi2023.experiments.random_neurons import DEGREES
from feature_learning.papers.mousavi2023.model import Structure, relu_strength, structures, target
from feature_learning.theory.exponential_kernel import ExponentialKernel, exponential_kernel
from feature_learning.theory.spiked_overlap import gradient_exponent
from feature_learning.theory.whitened_flow import runtime

_PLANE = 40  # random overlaps per coordinate, for a mean
_STARTS = 40  # of a curve


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


def runtime_flow(setting: Setting) -> pd.DataFrame:
    """Time of the whitened population flow to the final overlap, by k and overlap at the start."""
    rows = []
    for case in setting.mappings("case"):
        k, alpha = int(case["k"]), relu_strength(int(case["k"]), float(case["bias"]))
        for start in np.geomspace(0.02, 0.9 * setting["end"], _STARTS).tolist():
            time = float(runtime(start, setting["end"], k, alpha))
            rows.append({"k": k, "start": start, "time": time, "alpha": alpha})
    return pd.DataFrame(rows)


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

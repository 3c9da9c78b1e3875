"""The evidence on samples and dimensions (prop-d)."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.crossings import samples_needed, seeds_needing
from feature_learning.statistics.evidence import Evidence, by_seed, named


def prop_d_alignment(tables: Tables) -> Evidence:
    """Samples a dimension for alignment 0.9."""
    needed = samples_needed(tables, "alignment")
    return Evidence(needed.to_numpy() / needed.columns.to_numpy(dtype=float), named("d", list(needed.columns)), estimate="median")


def prop_d_alignment_exponent(tables: Tables) -> Evidence:
    """Their exponent in d, a seed."""
    return Evidence(seeds_needing(tables, "alignment")[:, None], ["exponent in d"], estimate="median")


def prop_d_error_exponent(tables: Tables) -> Evidence:
    """Exponent of the samples for error 0.2, a seed."""
    return Evidence(seeds_needing(tables, "error")[:, None], ["exponent in d"], estimate="median")


def prop_d_kernel_exponent(tables: Tables) -> Evidence:
    """The same for the kernel."""
    return Evidence(seeds_needing(tables, "kernel")[:, None], ["exponent in d"])


def prop_d_separation(tables: Tables) -> Evidence:
    """Kernel's exponents minus the network's median, which varies less."""
    return Evidence(seeds_needing(tables, "kernel")[:, None] - np.median(seeds_needing(tables, "error")), ["difference"])


def _plateau(tables: Tables, experiment: str, target: str, **where: bool) -> pd.DataFrame:
    runs = tables.runs(experiment, target=target, **where)
    own = runs[(runs["d"] == runs["plateau_d"]) & (runs["n"] == runs["plateau_n"])]
    return by_seed(own, "error", "d")


def prop_d_kernel_plateau(tables: Tables) -> Evidence:
    """Kernel's error on the cube."""
    return Evidence(_plateau(tables, "tangent", "cube", bias=True).to_numpy(), ["d = 100, n = 1600"])


def prop_d_network(tables: Tables) -> Evidence:
    """Network's error on the cube."""
    return Evidence(_plateau(tables, "samples", "cube").to_numpy(), ["d = 100, n = 1600"], estimate="median")


def prop_d_steep_tanh(tables: Tables) -> Evidence:
    """Kernel's error on tanh(5z)."""
    return Evidence(_plateau(tables, "tangent", "steep-tanh", bias=True).to_numpy(), ["d = 100, n = 1600"])


def prop_d_no_bias(tables: Tables) -> Evidence:
    """Least error over sample sizes of the kernel without biases."""
    matrix = by_seed(tables.runs("tangent", target="cube", bias=False), "error", "n")
    return Evidence(matrix.to_numpy().min(axis=1)[:, None], ["least over n"])

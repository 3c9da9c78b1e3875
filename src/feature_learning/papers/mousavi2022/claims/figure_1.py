"""Evidence for figure-1."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, by_seed


def _neurons(tables: Tables, value: str, bias: str) -> np.ndarray:
    return by_seed(tables.runs("neurons"), value, "bias", [bias]).to_numpy()


def end(tables: Tables) -> Evidence:
    runs = tables.runs("neurons")
    runs = runs.assign(left=runs["perp"] / runs["start_perp"])
    left = by_seed(runs, "left", "bias", ["none", "uniform"])
    return Evidence(left.to_numpy(), ["biases none", "biases uniform"])


def slope(tables: Tables) -> Evidence:
    return Evidence(_neurons(tables, "slope_ratio", "none"), ["biases none"])


def line(tables: Tables) -> Evidence:
    return Evidence(_neurons(tables, "correlation", "none"), ["biases none"])


def flow(tables: Tables) -> Evidence:
    return Evidence(_neurons(tables, "flow_correlation", "uniform"), ["biases uniform"])


def signs(tables: Tables) -> Evidence:
    runs = tables.runs("neurons", bias="none").sort_values("seed")
    return Evidence(runs[["positive", "negative"]].to_numpy(), ["positive side", "negative side"])

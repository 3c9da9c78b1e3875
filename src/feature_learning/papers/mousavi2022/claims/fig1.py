"""Evidence for fig1."""

from dataclasses import replace

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.shared.measured import neurons
from feature_learning.statistics.evidence import Evidence, by_seed


def start(tables: Tables) -> Evidence:
    own = neurons(tables, "start_perp", "none")
    d = float(tables.runs("neurons")["d"].iloc[0])
    return replace(own, predicted=np.array([np.sqrt((d - 1) / d)]))


def end(tables: Tables) -> Evidence:
    runs = tables.runs("neurons")
    frame = by_seed(runs.assign(left=runs["perp"] / runs["start_perp"]), "left", "bias", ("none", "uniform"))
    return Evidence(frame.to_numpy(), ["biases none", "biases uniform"])


def slope(tables: Tables) -> Evidence:
    return neurons(tables, "slope_ratio", "none")


def line(tables: Tables) -> Evidence:
    return neurons(tables, "correlation", "none")


def flow(tables: Tables) -> Evidence:
    return neurons(tables, "flow_correlation", "uniform")


def signs(tables: Tables) -> Evidence:
    runs = tables.runs("neurons", bias="none").sort_values("seed")
    return Evidence(runs[["positive", "negative"]].to_numpy(), ["positive side", "negative side"])

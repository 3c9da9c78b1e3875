"""Evidence for prop-e."""

from typing import cast

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.shared.measured import layer_values
from feature_learning.statistics.evidence import Evidence


def energy(tables: Tables) -> Evidence:
    return Evidence(layer_values(tables, "decay", "energy", 0), ["lambda = 1"])


def rank_one(tables: Tables) -> Evidence:
    return Evidence(layer_values(tables, "decay", "error", 1) / layer_values(tables, "decay", "full", 1), ["lambda = 1"])


def floor(tables: Tables) -> Evidence:
    runs = tables.runs("compress")
    matrix = (
        runs.assign(above=runs["error"] - runs["floor"]).pivot(index="seed", columns=["layer", "rank"], values="above").sort_index(axis=1)
    )
    return Evidence(matrix.to_numpy(), [f"{layer}, r = {rank}" for layer, rank in cast(list[tuple[str, int]], list(matrix.columns))])


def bounds(tables: Tables) -> Evidence:
    largest = tables.runs("compress")[["lost_ratio", "error_ratio"]].max()
    return Evidence.exact(largest.to_list(), ["norms", "errors"])


def no_decay(tables: Tables) -> Evidence:
    gap = layer_values(tables, "decay", "energy", 0) - layer_values(tables, "no-decay", "energy", 0)
    return Evidence(gap, ["lambda = 1 less 0"])


def no_decay_error(tables: Tables) -> Evidence:
    return Evidence(layer_values(tables, "no-decay", "error", 1) / layer_values(tables, "no-decay", "full", 1), ["lambda = 0"])

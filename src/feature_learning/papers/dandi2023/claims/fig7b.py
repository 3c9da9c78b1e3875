"""Evidence for fig7b."""

import math

from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, named


def climb(tables: Tables) -> Evidence:
    runs, theory = (
        read("climbing", target="stand-in", activation="relu-0.5")
        for read in (tables.runs, tables.theory)
    )
    return against_theory(runs[runs["time"] >= 2], theory, "w2", "time", symbol="T")


def relu_blind(tables: Tables) -> Evidence:
    predicted = tables.theory("climbing", target="even-climb", activation="relu")
    return Evidence.exact(predicted["w2"].tolist(), named("T", predicted["time"].tolist()))


def relu_blind_simulated(tables: Tables) -> Evidence:
    late = [time for time in tables.values("climbing", "time") if time >= 3]
    plain, shifted = (
        by_seed(
            tables.runs("climbing", target="even-climb", activation=activation), "w2", "time", late
        )
        * math.sqrt(tables.value("climbing", "d"))
        for activation in ("relu", "relu-0.5")
    )
    return Evidence(plain.to_numpy(), named("T", late)).against(shifted.mean().to_numpy())

"""Evidence for fig3."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, at_points, named


def _rate(tables: Tables) -> float:
    start, end = at_points(tables.theory("flow"), "gap", "t", [50.0, 100.0])
    return float(np.log(start / end) / 50)


def rate(tables: Tables) -> Evidence:
    law = tables.theory("flow").iloc[0]
    linear = at_points(tables.theory("rates", amplitude=law["amplitude"]), "energy", "temperature", [law["temperature"]])
    return Evidence.exact([_rate(tables) / float(linear[0])], ["t = 50 to 100"])


def _cold(tables: Tables) -> pd.DataFrame:
    rows = tables.theory("rates", amplitude=1.5)
    return rows[rows["temperature"] <= 0.015].sort_values("temperature")


def exponential(tables: Tables) -> Evidence:
    rows = _cold(tables)
    slope = np.polyfit(1 / rows["temperature"], np.log(rows["gibbs"]), 1)[0]
    return Evidence.exact([float(-slope / rows["barrier"].mean())], ["slope over barrier"])


def kramers(tables: Tables) -> Evidence:
    rows = _cold(tables)
    return Evidence.exact(list(rows["gibbs"] / rows["kramers"]), named("lam", list(rows["temperature"])))


def guarantee_all(tables: Tables) -> Evidence:
    rows = tables.theory("rates")
    return Evidence.exact([float((rows["energy"] / rows["guarantee"]).min())], ["least ratio"])


def sandwich(tables: Tables) -> Evidence:
    law = tables.theory("flow")
    law = law[law["gap"] > 1e-13]
    sides = [float(((law["gap"] - law["below"]) / law["gap"]).min()), float(((law["above"] - law["gap"]) / law["gap"]).min())]
    return Evidence.exact(sides, ["lower side", "upper side"])


def guarantee(tables: Tables) -> Evidence:
    law = tables.theory("flow")
    return Evidence.exact([_rate(tables) / (2 * float(law["temperature"].iloc[0]) * float(law["guarantee"].iloc[0]))], ["ratio"])

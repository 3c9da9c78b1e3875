"""Evidence for fig3."""

import numpy as np
import pandas as pd

from feature_learning.statistics import Evidence, Tables, named


def _rate(tables: Tables) -> float:
    """Return the rate at which the gap of the energy falls from t = 50 to 100."""
    start, end = (tables.value("flow", "gap", t=t) for t in (50.0, 100.0))
    return float(np.log(start / end) / 50)


def rate(tables: Tables) -> Evidence:
    point = {name: tables.value("flow", name) for name in ("amplitude", "temperature")}
    return Evidence.exact(
        [_rate(tables) / tables.value("rates", "energy", **point)], ["t = 50 to 100"]
    )


def _cold(tables: Tables) -> pd.DataFrame:
    rates = tables.theory("rates", amplitude=1.5)
    return rates[rates["temperature"] <= 0.015].sort_values("temperature")


def exponential(tables: Tables) -> Evidence:
    rates = _cold(tables)
    slope = np.polyfit(1 / rates["temperature"], np.log(rates["log_sobolev"]), 1)[0]
    return Evidence.exact([-slope / rates["barrier"].mean()], ["slope over barrier"])


def kramers(tables: Tables) -> Evidence:
    rates = _cold(tables)
    ratios = (rates["gibbs"] / rates["kramers"]).tolist()
    return Evidence.exact(ratios, named("lam", rates["temperature"].tolist()))


def one_limit(tables: Tables) -> Evidence:
    energies = tables.theory("starts")
    last = energies[energies["t"] == energies["t"].max()]
    spread = float(np.ptp(last["energy"]))
    alone = float(np.ptp(last["alone"].dropna()))
    return Evidence.exact([spread], ["t = 100"]).against([alone])

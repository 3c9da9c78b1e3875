"""Evidence for bg1."""

import numpy as np
import pandas as pd

from feature_learning.papers.background.experiments.soft_committee import ESCAPED, PLATEAU
from feature_learning.statistics import Evidence, Tables, by_run, by_seed, named

_PLATEAU_AT = 60.0
_LATE = (150.0, 200.0)
_END = 300.0


def _committees(tables: Tables) -> pd.DataFrame:
    """Return the runs in the largest dimension, with their gap to the equations in decades."""
    runs = _largest(tables.runs("soft_committee"), "dimension")
    return by_run(runs).assign(gap=np.log10(runs["risk"] / runs["ode_risk"]))


def _largest(runs: pd.DataFrame, column: str) -> pd.DataFrame:
    return runs[runs[column] == runs[column].max()]


def ode(tables: Tables) -> Evidence:
    runs = _committees(tables)
    gaps = by_seed(runs[(runs["alpha"] > 0) & (runs["alpha"] <= _PLATEAU_AT)], "gap", "alpha")
    return Evidence(gaps.to_numpy(), named("alpha", list(gaps.columns)))


def plateau(tables: Tables) -> Evidence:
    risks = by_seed(_committees(tables), "risk", "alpha", [_PLATEAU_AT])
    return Evidence(risks.to_numpy(), named("alpha", [_PLATEAU_AT]), np.array([PLATEAU]))


def escape(tables: Tables) -> Evidence:
    runs = _committees(tables).sort_values("alpha")
    lowest = runs.groupby("seed")["ode_risk"].cummin()
    runs["predicted"] = (lowest < ESCAPED).astype(float)
    runs["ahead"] = (runs["escape"] <= runs["alpha"]).astype(float) - runs["predicted"]
    ahead, predicted = (
        by_seed(runs, value, "alpha", _LATE).to_numpy() for value in ("ahead", "predicted")
    )
    return Evidence(ahead, named("alpha", _LATE)).against(-predicted.mean(axis=0))


def _escapes(tables: Tables) -> pd.DataFrame:
    """Return one row per run; a run that never escapes counts at the horizon."""
    runs = _largest(tables.runs("soft_committee"), "alpha")
    return runs.assign(escape=np.minimum(runs["escape"], runs["horizon"]))


def escape_time_does_not_average(tables: Tables) -> Evidence:
    runs = _escapes(tables)
    small, large = runs["dimension"].min(), runs["dimension"].max()
    times = [runs[runs["dimension"] == size]["escape"].to_numpy() for size in (small, large)]
    gaps = np.column_stack([np.abs(of_size[::2] - of_size[1::2]) for of_size in times])
    root, name = np.sqrt(large / small), f"N = {large} over N = {small}"
    return Evidence(gaps, [name], fit=lambda mean: float(root * mean[1] / mean[0]))


def escape_log(tables: Tables) -> Evidence:
    slopes = [
        np.polyfit(np.log(runs["dimension"]), runs["escape"], 1)[:1]
        for _, runs in _escapes(tables).groupby("seed")
    ]
    predicted = tables.theory("soft_committee")["log_slope"].to_numpy()[:1]
    return Evidence(np.array(slopes), ["slope"], predicted)


def converges(tables: Tables) -> Evidence:
    runs = tables.runs("soft_committee")
    last = by_run(runs[(runs["dimension"] == runs["dimension"].min())])
    risks = by_seed(last, "risk", "alpha", [_END]).to_numpy()
    return Evidence(risks < PLATEAU / 10, named("alpha", [_END]), estimate="fraction")

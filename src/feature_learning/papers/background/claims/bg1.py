"""Evidence for bg1."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.background.claims import by_run_of
from feature_learning.papers.background.experiments.soft_committee import ESCAPED
from feature_learning.statistics.evidence import Evidence, named

_PLATEAU = 0.01467


_PLATEAU_AT = 60.0


def _committees(tables: Tables) -> pd.DataFrame:
    frame = tables.runs("soft_committee", dimension=int(tables.runs("soft_committee")["dimension"].max()))
    return frame.assign(gap=np.log10(frame["risk"] / frame["ode_risk"]))


def ode(tables: Tables) -> Evidence:
    matrix = by_run_of(_committees(tables), "gap", "alpha")
    times = [alpha for alpha in map(float, matrix.columns) if alpha <= _PLATEAU_AT]
    return Evidence(matrix[times].to_numpy(), named("alpha", times))


def plateau(tables: Tables) -> Evidence:
    observed = by_run_of(_committees(tables), "risk", "alpha")[[_PLATEAU_AT]].to_numpy()
    return Evidence(observed, named("alpha", [_PLATEAU_AT]), np.array([_PLATEAU]))


_LATE = (100.0, 150.0, 200.0)


def escape(tables: Tables) -> Evidence:
    runs = _committees(tables).sort_values("alpha")
    lowest = runs.groupby(["seed", "replica"])["ode_risk"].cummin()
    ahead = (runs["escape"] <= runs["alpha"]).astype(float) - (lowest < ESCAPED)
    matrix = by_run_of(runs.assign(ahead=ahead), "ahead", "alpha")[list(_LATE)]
    return Evidence(matrix.to_numpy(), named("alpha", _LATE))


def gap(tables: Tables) -> Evidence:
    gaps = by_run_of(_committees(tables), "gap", "alpha").to_numpy()
    return Evidence(np.sqrt((gaps**2).mean(axis=1))[:, None], ["all times"])


def escape_time_does_not_average(tables: Tables) -> Evidence:
    runs = tables.runs("soft_committee")
    runs = runs[runs["alpha"] == runs["alpha"].max()]
    dimensions = sorted(runs["dimension"].unique())
    ends = [int(dimensions[0]), int(dimensions[-1])]
    columns = []
    for dimension in ends:
        times = np.minimum(runs[runs["dimension"] == dimension]["escape"], runs["horizon"].max()).to_numpy()
        columns.append(np.abs(times[0::2] - times[1::2]))
    root = float(np.sqrt(ends[1] / ends[0]))
    name = f"N = {ends[1]} over N = {ends[0]}"
    return Evidence(np.column_stack(columns), [name], fit=lambda mean: root * float(mean[1] / mean[0]))


def escape_log(tables: Tables) -> Evidence:
    runs = tables.runs("soft_committee")
    runs = runs[runs["alpha"] == runs["alpha"].max()]
    slopes = []
    for _, own in runs.groupby("seed", sort=True):
        at = np.log(own["dimension"].to_numpy(dtype=float))
        at = at - at.mean()
        slopes.append(at @ np.minimum(own["escape"], own["horizon"]).to_numpy() / (at @ at))
    predicted = tables.theory("soft_committee")["log_slope"].to_numpy()[:1]
    return Evidence(np.array(slopes)[:, None], ["slope"], predicted)

"""What the paper predicts, one function per experiment."""

from __future__ import annotations

import math

import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.relu_links import needed_samples
from feature_learning.papers.bietti2022.landscape import overlaps, violations
from feature_learning.papers.bietti2022.model import targets
from feature_learning.theory.tied_population import wide


def learning_curves(setting: Setting) -> pd.DataFrame:
    """Null risk, chance overlap, and the sample size of the theorem, by d and s."""
    rows = []
    for d in map(int, setting.grid["d"]):
        for s, target in targets(setting).items():
            chance = math.exp(math.lgamma(d / 2) - math.lgamma((d + 1) / 2)) / math.sqrt(math.pi)
            rows.append({"d": d, "s": s, "null": target.square_norm, "chance": chance, "needed": needed_samples(s, d)})
    return pd.DataFrame(rows)


def landscape(setting: Setting) -> pd.DataFrame:
    """Losses of the infinitely wide network along the overlaps (list columns), and the slope on the sphere."""
    population, m, rows = wide(float(setting["tau"])), overlaps(int(setting["points"])), []
    for s, target in targets(setting).items():
        g = population.correlations(target, m)
        for ridge in map(float, setting.grid["ridge"]):
            if ridge < 1e-6:
                continue
            loss = population.least_loss(g, ridge, target.square_norm)
            inner = m[(m > -1) & (m < 1)]
            slope = abs(population.slope(target, inner, ridge)) * (1 - inner**2) ** 0.5
            rows.append({"s": s, "ridge": ridge, "loss": loss, "violations": violations(m, loss), "inner": inner, "slope": slope})
    return pd.DataFrame(rows)


def population_flow(setting: Setting) -> pd.DataFrame:
    """The flow with c optimal throughout at infinite width, from m = 0.1 to 0.9, by s and ridge (list columns)."""
    population, rows = wide(float(setting["tau"])), []
    for s, target in targets(setting).items():
        for ridge in map(float, setting.grid["ridge"]):
            times, m = population.optimal_flow(target, ridge, 0.1, 0.9)
            speed = -(1 - m**2) * population.slope(target, m, ridge)
            rows.append({"s": s, "ridge": ridge, "times": times, "m": m, "speed": speed, "escape": float(times[-1])})
    return pd.DataFrame(rows)

"""Predictions: one function per experiment."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.papers.suzuki2023.shared.line import line_problem
from feature_learning.theory.fokker_planck import linear_excess
from feature_learning.theory.line_rates import asymptotic_rates, kramers


def flow(setting: Setting) -> pd.DataFrame:
    """Energies and divergences along the flow of the law (figure 3), and their values at its end."""
    problem, times = line_problem(setting), sorted(map(float, setting.grid["t"]))
    lam, end = problem.temperature, problem.stationary()
    laws = problem.flow(problem.gaussian(float(setting["start_mean"]), float(setting["start_variance"])), times, float(setting["dt"]))
    least = problem.energy(end)
    rows = [
        {
            "t": t,
            "gap": problem.energy(law) - least,
            "below": lam * problem.divergence(law, end),
            "above": lam * problem.divergence(law, problem.proximal(law)),
        }
        for t, law in zip(times, laws, strict=True)
    ]
    return pd.DataFrame(rows).assign(least=least, least_risk=problem.risk(end), guarantee=problem.guarantee(end))


def rates(setting: Setting) -> pd.DataFrame:
    """Rates near the limit at each amplitude of the labels and each temperature (figure 3)."""
    rows = []
    for point in setting.points("amplitude", "temperature"):
        amplitude, temperature = (float(point[name]) for name in ("amplitude", "temperature"))
        problem = line_problem(setting, amplitude=amplitude, temperature=temperature)
        damping = min(0.05, temperature)
        law = problem.stationary(damping=damping, iterations=round(200 / damping))
        found, escape = asymptotic_rates(problem, law), kramers(problem, law)
        own = {"energy": found.energy, "gibbs": found.gibbs, "kramers": escape.rate, "barrier": escape.barrier}
        rows.append({**point, **own, "guarantee": 2 * temperature * problem.guarantee(law)})
    return pd.DataFrame(rows)


def chaos(setting: Setting) -> pd.DataFrame:
    """Variance of the output of N neurons at stationarity, to leading order, mean over the inputs."""
    problem = line_problem(setting)
    constant = float(problem.fluctuation(problem.stationary()).mean())
    return pd.DataFrame([{"width": width, "variance": constant / float(width), "constant": constant} for width in setting.grid["width"]])


def linear_neurons(setting: Setting) -> pd.DataFrame:
    """Excess energy of N linear neurons at stationarity."""
    d = int(setting["d"])
    found = [
        linear_excess(np.eye(d) / d, float(setting["temperature"]), float(setting["penalty"]), 1) / float(n) for n in setting.grid["width"]
    ]
    return pd.DataFrame({"width": setting.grid["width"], "excess": found})

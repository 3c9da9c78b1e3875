"""Predictions: one function per experiment."""

from itertools import product

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.papers.suzuki2023.shared.line import line_problem
from feature_learning.theory.fokker_planck import LineProblem, linear_excess
from feature_learning.theory.line_rates import asymptotic_rates, kramers, log_sobolev


def flow(setting: Setting) -> pd.DataFrame:
    """Energies and divergences along the flow of the law (figure 3), their values at its end, and
    the rate of the flow that is linearised there.
    """
    problem, times = line_problem(setting), sorted(setting.floats("t"))
    lam, end = problem.temperature, problem.stationary()
    start = problem.gaussian(setting["start_mean"], setting["start_variance"])
    least = problem.energy(end)
    rows = [
        {
            "t": t,
            "gap": problem.energy(law) - least,
            "below": lam * problem.divergence(law, end),
            "above": lam * problem.divergence(law, problem.proximal(law)),
        }
        for t, law in zip(times, problem.flow(start, times, setting["dt"]), strict=True)
    ]
    return pd.DataFrame(rows).assign(
        least=least,
        least_risk=problem.risk(end),
        guarantee=problem.guarantee(end),
        rate=asymptotic_rates(problem, _stationary(problem)).energy,
    )


def starts(setting: Setting) -> pd.DataFrame:
    """Energies of the law along its flow from several starts, and of one neuron that descends from
    each mean, which may end in another minimum (figure 3); NaN from 0, where it may take either
    side.
    """
    problem, times, rows = line_problem(setting), sorted(setting.floats("t")), []
    for start in setting.mappings("start"):
        law = problem.gaussian(start["mean"], start["variance"])
        alone = _neuron_energy(problem, start["mean"]) if start["mean"] else np.nan
        for t, at in zip(times, problem.flow(law, times, setting["dt"]), strict=True):
            rows.append({**start, "t": t, "energy": problem.energy(at), "alone": alone})
    return pd.DataFrame(rows)


def _neuron_energy(problem: LineProblem, start: float) -> float:
    """Return the risk and penalty of one neuron where descent from a start ends."""
    w = np.linspace(-problem.extent, problem.extent, 14001)
    errors = np.tanh(np.outer(w, problem.inputs)) - problem.labels
    energies = (errors**2).mean(axis=1) / 2 + problem.temperature * problem.penalty * w**2
    place = int(np.abs(w - start).argmin())
    while True:
        window = slice(max(place - 1, 0), place + 2)
        below = window.start + int(energies[window].argmin())
        if below == place:
            return float(energies[place])
        place = below


def rates(setting: Setting) -> pd.DataFrame:
    """Rates near the limit at each amplitude of the labels and each temperature (figure 3)."""
    rows = []
    for amplitude, temperature in product(
        setting.floats("amplitude"), setting.floats("temperature")
    ):
        problem = line_problem(setting, amplitude=amplitude, temperature=temperature)
        law = _stationary(problem)
        linearised, escape = asymptotic_rates(problem, law), kramers(problem, law)
        rows.append(
            {
                "amplitude": amplitude,
                "temperature": temperature,
                "energy": linearised.energy,
                "gibbs": linearised.gibbs,
                "log_sobolev": log_sobolev(problem, law),
                "kramers": escape.rate,
                "barrier": escape.barrier,
                "guarantee": 2 * temperature * problem.guarantee(law),
            }
        )
    return pd.DataFrame(rows)


def _stationary(problem: LineProblem) -> np.ndarray:
    damping = min(0.05, problem.temperature)
    return problem.stationary(damping=damping, iterations=round(200 / damping))


def chaos(setting: Setting) -> pd.DataFrame:
    """Variance of the output of N neurons at stationarity, to leading order, mean over the
    inputs; that of N independent ones.
    """
    problem, width = line_problem(setting), np.array(setting.grid["width"])
    law = _stationary(problem)
    constant = float(problem.fluctuation(law).mean())
    independent = float(np.diag(problem.covariance(law)).mean()) / width
    return pd.DataFrame(
        {
            "width": width,
            "variance": constant / width,
            "constant": constant,
            "independent": independent,
        }
    )


def linear_neurons(setting: Setting) -> pd.DataFrame:
    """Excess energy of N linear neurons at stationarity, and of N independent ones."""
    d, width = setting["d"], np.array(setting.grid["width"])
    of_one = linear_excess(np.eye(d) / d, setting["temperature"], setting["penalty"], 1)
    # Neurons that do not see each other have the variance 1/(2 lam1) along each axis
    independent = 1 / (4 * setting["penalty"] * width)
    return pd.DataFrame({"width": width, "excess": of_one / width, "independent": independent})

"""The flow of the distribution of neurons on a grid, and its rates near the limit (figure 3)."""

from itertools import product
from typing import TypedDict

import numpy as np

from feature_learning.core.experiment import Experiment, Rows
from feature_learning.core.values import Grid, NotNegative, Positive
from feature_learning.papers.suzuki2023.line import (
    FromOneStart,
    LinePenalty,
    OnLine,
    StartMean,
    StartVariance,
    line_problem,
    stationary,
)
from feature_learning.theory.fokker_planck import LineProblem
from feature_learning.theory.line_rates import asymptotic_rates, kramers, log_sobolev


class Start(TypedDict):
    """A normal distribution."""

    mean: StartMean
    variance: StartVariance


class Flow(FromOneStart):
    """Energies and divergences along the flow from one start."""

    t: Grid[NotNegative]

    def predict(self) -> Rows:
        """Yield energies and divergences, their values at the end, and the rate of the flow that is
        linearised there.
        """
        problem, times = self.problem, sorted(self.t)
        lam, end = problem.temperature, problem.stationary()
        least = problem.energy(end)
        ends = {
            "least": least,
            "least_risk": problem.risk(end),
            "guarantee": problem.guarantee(end),
            "rate": asymptotic_rates(problem, stationary(problem)).energy,
        }
        start = problem.gaussian(self.start_mean, self.start_variance)
        laws = problem.flow(start, times, self.dt)
        for t, law in zip(times, laws, strict=True):
            yield {
                "t": t,
                "gap": problem.energy(law) - least,
                "below": lam * problem.divergence(law, end),
                "above": lam * problem.divergence(law, problem.proximal(law)),
                **ends,
            }


class Starts(OnLine):
    """Energies along the flow from several starts."""

    start: Grid[Start]
    t: Grid[NotNegative]

    def starts(self) -> list[tuple[float, float]]:
        """Return the means and variances of the starts."""
        return [(each["mean"], each["variance"]) for each in self.start]

    def predict(self) -> Rows:
        """Yield the energy, and that of one neuron that descends from each mean, which may end in
        another minimum; NaN from 0, where it may take either side.
        """
        problem, times = self.problem, sorted(self.t)
        for start, normal in zip(self.start, self.starts(), strict=True):
            law = problem.gaussian(*normal)
            alone = _neuron_energy(problem, start["mean"]) if start["mean"] else np.nan
            for t, at in zip(times, problem.flow(law, times, self.dt), strict=True):
                yield {**start, "t": t, "energy": problem.energy(at), "alone": alone}


class Rates(Experiment):
    """Rates near the limit at each amplitude of the labels and each temperature."""

    amplitude: Grid[Positive]
    temperature: Grid[Positive]
    penalty: LinePenalty

    def predict(self) -> Rows:
        """Yield the rates, the barrier of the escape, and the rate that is guaranteed."""
        for amplitude, temperature in product(self.amplitude, self.temperature):
            problem = line_problem(amplitude, temperature, self.penalty)
            law = stationary(problem)
            linearised, escape = asymptotic_rates(problem, law), kramers(problem, law)
            yield {
                "amplitude": amplitude,
                "temperature": temperature,
                "energy": linearised.energy,
                "gibbs": linearised.gibbs,
                "log_sobolev": log_sobolev(problem, law),
                "kramers": escape.rate,
                "barrier": escape.barrier,
                "guarantee": 2 * temperature * problem.guarantee(law),
            }


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

"""The poster's flow on samples, followed to its end."""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.data.relu_links import needed_samples
from feature_learning.papers.bietti2022.links import LinkFamily, link
from feature_learning.papers.bietti2022.model import Spread, neurons
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_flow import Control, End, TiedFlow


class Case(TypedDict):
    """The information exponent, the dimension and the sample size of a run."""

    s: Count
    d: Count
    n: Count


class Sample(NamedTuple):
    """A sample with its network at the start."""

    case: Case
    target: Link
    flow: TiedFlow
    theta: np.ndarray
    c: np.ndarray


class Cases(Experiment):
    """Networks with neurons, initialisation and sample of their own, and signs as drawn."""

    link: LinkFamily
    cases: Grid[Case]
    width: Count
    tau: Spread
    ridge: Positive
    noise: Positive  # variance of the labels' noise

    def generate(self, rng: Streams) -> Draws:
        """Draw neurons and an initialisation for each case."""
        found: dict[str, np.ndarray] = {}
        for number, case in enumerate(self.cases):
            stream = rng("init", case["s"], case["d"], case["n"])
            offsets, signs = neurons(self.width, self.tau, stream)
            theta = on_sphere(stream.standard_normal(case["d"]))
            c = stream.standard_normal(self.width)
            parts = {"offsets": offsets, "signs": signs, "theta": theta, "c": c}
            found |= {f"{name}-{number}": part for name, part in parts.items()}
        return found

    def sampled(self, draws: Draws, rng: Streams) -> Iterator[Sample]:
        """Draw the sample of each case."""
        for number, case in enumerate(self.cases):
            s, d, n = case["s"], case["d"], case["n"]
            offsets, signs, theta, c = (
                draws[f"{name}-{number}"] for name in ("offsets", "signs", "theta", "c")
            )
            target, inputs = link(self.link, s), rng("train", s, d, n).standard_normal((n, d))
            noise = np.sqrt(self.noise) * rng("noise", s, d, n).standard_normal(n)
            flow = TiedFlow(inputs, target(inputs[:, 0]) + noise, offsets, signs, self.ridge)
            yield Sample(case, target, flow, theta, c)


class Flows(Cases):
    """Runs of the flow: theta alone for a time, then theta and c at equal rates."""

    warmup: Count  # time in which c is frozen
    iterations: Count
    reach: Positive  # the largest move of theta in a step

    def end(self, sample: Sample) -> End:
        """Return where the flow ends."""
        control = Control(self.warmup, self.iterations, self.reach)
        return sample.flow.followed(sample.theta, sample.c, control)


class Flow(Flows):
    """Ends of the flow, and how long it took."""

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case."""
        for sample in self.sampled(draws, rng):
            yield _row(sample.case, self.end(sample))

    def predict(self) -> Rows:
        """Yield the theorem's sample size, and its bound on 1 - |m| up to constants, by case."""
        for case in self.cases:
            d, n = case["d"], case["n"]
            bound = max(d / n, d**4 / n**2)
            yield {**case, "needed": needed_samples(case["s"], d), "bound": bound}


class Signed(Flows):
    """Ends of the flow, and the sign of the leading mode of c at the start.

    With a favourable sign, the population's force takes theta to a pole.
    """

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case."""
        for sample in self.sampled(draws, rng):
            s = sample.case["s"]
            modes = TiedPopulation(*sample.flow.neurons).modes[s]
            leading = sample.target.coefficients(s)[s] * (sample.c @ modes)
            row = _row(sample.case, self.end(sample))
            yield {**row, "favourable": bool(leading * sample.theta[0] ** s > 0)}


def measured(end: End) -> dict[str, float]:
    """Return overlap, size of the second layer and gradient at the end."""
    second = float(np.linalg.norm(end.c))
    return {"overlap": abs(float(end.theta[0])), "second": second, "gradient": end.gradient}


def _row(case: Case, end: End) -> dict[str, Any]:
    found = measured(end)
    gradient = found.pop("gradient")
    return {**case, **found, "time": end.time, "gradient": gradient}

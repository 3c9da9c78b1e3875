"""What a network needs in its one step: width, no initial weights, biases (krr-vs-nn, nn-needs)."""

from typing import TypedDict

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, LinkName, NotNegative, Positive
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link
from feature_learning.papers.ba2023.model import Dimension, strength, target
from feature_learning.papers.ba2023.one_step import OneStep, by_ridge


class Width(TypedDict):
    """A number of neurons, ``factor d^power``."""

    factor: Positive
    power: Positive


class Case(TypedDict):
    """A target and the strength of the spike, ``d^gamma``."""

    target: LinkName
    gamma: float


class Dimensions(OneStep):
    """Risk of narrow networks, against d."""

    d: Grid[Dimension]
    width: Grid[Width]
    case: Grid[Case]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, width, case and ridge."""
        names, ridges = [case["target"] for case in self.case], self.second_ridges
        for d in self.d:
            for law in self.width:
                width = round(law["factor"] * d ** law["power"])
                trial = self.trial(d, rng, names, width)
                for place, case in enumerate(self.case):
                    risks = trial.risks(strength(case["gamma"], d), ridges)[place]
                    yield from by_ridge({"d": d, **law, "neurons": width, **case}, ridges, risks)


class _OneDimension(OneStep):
    """A network in one dimension."""

    d: Dimension
    width: Count
    target: Grid[LinkName]
    gamma: Grid[float]


class InitialWeights(_OneDimension):
    """Risk against the part of the initial weights that the step keeps."""

    kept: Grid[NotNegative]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per gamma, part kept, target and ridge."""
        trial, ridges = self.trial(self.d, rng, self.target, self.width), self.second_ridges
        for gamma in self.gamma:
            for kept in self.kept:
                found = trial.risks(strength(gamma, self.d), ridges, kept)
                for name, risks in zip(self.target, found, strict=True):
                    yield from by_ridge(
                        {"gamma": gamma, "kept": kept, "target": name}, ridges, risks
                    )


class Biases(_OneDimension):
    """Risk with and without biases."""

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per gamma, scale of the biases, target and ridge."""
        trial, ridges = self.trial(self.d, rng, self.target, self.width), self.second_ridges
        for gamma in self.gamma:
            for bias, own in ((0, trial.without_biases()), (1, trial)):
                found = own.risks(strength(gamma, self.d), ridges)
                for name, risks in zip(self.target, found, strict=True):
                    yield from by_ridge(
                        {"gamma": gamma, "bias": bias, "target": name}, ridges, risks
                    )

    def predict(self) -> Rows:
        """Yield the least risk of features that are odd and even in z with kinks at zero only."""
        for name in self.target:
            yield {"target": name, "floor": floor_without_biases(target(name))}


def floor_without_biases(link: Link) -> float:
    """Return the least risk of ReLU features without biases that see only z.

    References
    ----------
    Derived here: such features are multiples of ``max(z, 0)`` and ``max(-z, 0)``, whose span is
    that of the orthonormal z and abs(z). So what remains is ``E f^2 - E[z f]^2 - E[|z| f]^2``.
    """
    nodes, weights = gaussian_nodes((0.0, *link.corners))
    values = link(nodes)
    along, size = (float(weights @ (base * values)) for base in (nodes, abs(nodes)))
    return float(weights @ values**2) - along**2 - size**2

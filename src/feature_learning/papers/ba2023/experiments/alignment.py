"""Turn of the neurons to the spike in one gradient step, against its strength (nn-alignment)."""

from collections.abc import Callable

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, LinkName, NotNegative
from feature_learning.data.links import Link
from feature_learning.papers.ba2023.model import (
    Dimension,
    FarDimension,
    Network,
    OnNeurons,
    energies,
    isotropic,
    noisy,
    strength,
    stretched,
)
from feature_learning.papers.ba2023.thresholds import half_by
from feature_learning.theory.spiked_gradient import gradient_alignments, mean_signal


class Alignment(OnNeurons):
    """Means of cos^2 of neurons and spike, and of the spike's share, after one step."""

    d: Grid[Dimension]
    gamma: Grid[float]
    link: Grid[LinkName]
    width: Count
    replicas: Count  # of data and network, at the largest d

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, gamma and link.

        The neurons of one network share their data and fluctuate together, so means are taken over
        several replicas of both. A smaller d gets as many more of them as it is smaller: they
        fluctuate more and cost less.
        """
        for d in self.d:
            replicas = range(round(self.replicas * max(self.d) / d))
            means = np.mean([self._replica(d, rng, each) for each in replicas], axis=0).tolist()
            for gamma, of_gamma in zip(self.gamma, means, strict=True):
                for name, values in zip(self.link, of_gamma, strict=True):
                    columns = dict(zip(("alignment", "share", "dead"), values, strict=True))
                    yield {"d": d, "gamma": gamma, "link": name, **columns}

    def _replica(self, d: int, rng: Streams, replica: int) -> np.ndarray:
        """Return mean alignment, mean share and number of dead neurons, (gammas, links, 3)."""
        rows, noise = isotropic(self.samples(d), d, rng, "train", replica)
        labels = noisy(self.links(self.link), rows[:, 0], noise).astype(np.float32)
        network = Network.drawn(self.width, d, self.sigma, rng, replica)
        # Gradients are averages over many inputs: rounding in single precision is a millionth of
        # their fluctuations.
        untouched, single, along_spike = (
            part.astype(np.float32)
            for part in (network.preactivations(rows), rows, network.weights[:, 0])
        )
        measures = np.empty((len(self.gamma), len(self.link), 3))
        for place, gamma in enumerate(self.gamma):
            theta = strength(gamma, d)
            inputs = stretched(single, theta)
            preactivations = untouched + np.outer(inputs[:, 0] - single[:, 0], along_spike)
            # With a bias below about -3 a ReLU may be off on all inputs, and then its gradient is
            # zero.
            alive = (network.activation.derivative(preactivations) != 0).any(axis=0)
            for number, own in enumerate(labels.T):
                gradient = network.gradient(inputs, own, preactivations)[alive].astype(float)
                along, variance = energies(gradient, theta)
                cosines, shares = along / (gradient**2).sum(axis=1), (1 + theta) * along / variance
                measures[place, number] = cosines.mean(), shares.mean(), (~alive).sum()
        return measures

    def predict(self) -> Rows:
        """Yield alignment and share."""
        links = self.links(self.link)
        for d in self.d:
            for gamma in self.gamma:
                theta = strength(gamma, d)
                measures = gradient_alignments(links, d, theta, self.psi, self.sigma)
                for name, (alignment, share) in zip(self.link, measures, strict=True):
                    point = {"d": d, "gamma": gamma, "link": name}
                    yield {**point, "alignment": alignment, "share": share}


class AlignmentHalf(OnNeurons):
    """The strength at which the mean alignment is one half."""

    d: Grid[FarDimension]
    link: Grid[LinkName]

    def predict(self) -> Rows:
        """Yield the strength."""

        def aligned(link: Link, d: float) -> Callable[[float], float]:
            return lambda theta: gradient_alignments([link], d, theta, self.psi, self.sigma)[0][0]

        for d in self.d:
            for name, link in zip(self.link, self.links(self.link), strict=True):
                yield {"d": d, "link": name, "half": half_by(aligned(link, d), d)}


class Amplified(OnNeurons):
    """The square of the mean gradient's part along the spike, mean over neurons."""

    d: Dimension
    width: Count
    theta: Grid[NotNegative]
    link: Grid[LinkName]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per strength and link: the mean of the product of two batches' gradients
        along the spike.
        """
        links = self.links(self.link)
        network = Network.drawn(self.width, self.d, self.sigma, rng)
        n, d = self.samples(self.d), self.d
        drawn = [isotropic(n, d, rng, purpose) for purpose in ("train", "refit")]
        batches = [(rows, noisy(links, rows[:, 0], noise)) for rows, noise in drawn]
        for theta in self.theta:
            along = []
            for rows, labels in batches:
                inputs = stretched(rows, theta)
                slope = network.activation.derivative(network.preactivations(inputs))
                along.append(slope.T @ (inputs[:, [0]] * labels) / len(inputs))
            products = (along[0] * along[1]).mean(axis=0).tolist()
            for name, product in zip(self.link, products, strict=True):
                yield {"theta": theta, "link": name, "signal": product}

    def predict(self) -> Rows:
        """Yield the square."""
        for theta in self.theta:
            for name, link in zip(self.link, self.links(self.link), strict=True):
                signal = mean_signal(link, self.d, theta, self.sigma)
                yield {"theta": theta, "link": name, "signal": signal}

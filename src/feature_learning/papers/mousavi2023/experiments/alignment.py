"""Neurons at the end of the whitened flow, by number of samples, of neurons and by biases."""

from itertools import product
from typing import Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid
from feature_learning.papers.mousavi2023.flows import FlowOnSample, WhitenedFlow
from feature_learning.papers.mousavi2023.model import (
    ISOTROPIC,
    Covariance,
    Degree,
    Structured,
    checked_signal,
    inits,
    labelled,
    towards_target,
    white_overlap,
)
from feature_learning.training.projected_flow import arc_length_flow, falling_lengths

ALIGNED = 0.5
"""The overlap from which on a run counts as aligned."""


class Overlap(FlowOnSample, Structured):
    """The overlap at the end, against the number of samples: the first layer of the algorithm
    (fig-threshold).
    """

    d: Grid[Count]
    k: Degree
    bias: float  # of the ReLU
    ratio: Grid[Count]  # n/d
    replicas: Count
    budget: Count  # the most replicas times d, but for one replica

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per d, replica, ratio and structure.

        Smaller samples are the first rows of the largest, and one draw serves every structure.
        """
        k, ratios, spikes = self.k, sorted(self.ratio), self.structures
        checked_signal(k, self.bias)
        for d in self.d:
            covariances = self.covariances(d)
            for replica in range(max(1, min(self.replicas, self.budget // d))):
                inputs, labels = labelled(ratios[-1] * d, d, k, self.noise, rng, "train", replica)
                neuron = inits(1, d, rng, replica)
                neurons = [towards_target(neuron, covariance, k) for covariance in covariances]
                for ratio in ratios:
                    n = ratio * d
                    flow = WhitenedFlow.on(inputs[:n], labels[:n], self.bias, self.dtype)
                    starts = np.vstack(list(map(flow.start, neurons, covariances)))
                    ends = white_overlap(flow.run(starts, self.step, self.steps))
                    for structure, end in zip(spikes, np.abs(ends).tolist(), strict=True):
                        row = {"d": d, "replica": replica, "ratio": ratio, **structure.columns}
                        yield {**row, "overlap": end, "aligned": end > ALIGNED}

    def predict(self) -> Rows:
        """Yield the median overlap at initialisation, and the exponent of the samples that
        suffice, by d and structure.
        """
        for d, structure in product(self.d, self.structures):
            yield {
                "d": d,
                **structure.columns,
                "start": structure.plane(d).median_overlap(d),
                "exponent": structure.bound_exponent(self.k),
            }


class Arriving(FlowOnSample, Structured):
    """The fraction of neurons that align with the target, against the number of samples up to many
    (fig-threshold).
    """

    d: Grid[Count]
    k: Degree
    bias: float  # of the ReLU
    ratio: Grid[Count]  # n/d
    inits: Count  # neurons on one sample
    budget: Count  # replicas times d

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per d, ratio and structure: the fraction of aligned neurons, over
        ``budget/d`` samples.
        """
        checked_signal(self.k, self.bias)
        for d in self.d:
            replicas = range(max(1, self.budget // d))
            shares = np.mean([self._shares(d, rng, replica) for replica in replicas], axis=0)
            for ratio, of_ratio in zip(self.ratio, shares.tolist(), strict=True):
                for structure, share in zip(self.structures, of_ratio, strict=True):
                    yield {"d": d, "ratio": ratio, **structure.columns, "aligned": share}

    def _shares(self, d: int, rng: Streams, replica: int) -> np.ndarray:
        """Return the fractions on one sample, (ratios, structures).

        Smaller samples are the first rows of the largest, and one draw serves every structure.
        """
        n, covariances, shares = max(self.ratio) * d, self.covariances(d), []
        inputs, labels = labelled(n, d, self.k, self.noise, rng, "train", replica)
        drawn = inits(self.inits, d, rng, replica)
        neurons = [towards_target(drawn, covariance, self.k) for covariance in covariances]
        for ratio in self.ratio:
            rows = slice(ratio * d)
            flow = WhitenedFlow.on(inputs[rows], labels[rows], self.bias, self.dtype)
            starts = np.vstack(list(map(flow.start, neurons, covariances)))
            ends = np.abs(white_overlap(flow.run(starts, self.step, self.steps)))
            shares.append((ends.reshape(len(covariances), -1) > ALIGNED).mean(axis=1))
        return np.array(shares)


class _WithoutSpike(FlowOnSample):
    """Several neurons on one sample of inputs without a spike."""

    d: Count
    k: Degree
    ratio: Count  # n/d
    bias: float  # of the ReLU

    def sample(self, rng: Streams) -> tuple[np.ndarray, np.ndarray]:
        """Draw the inputs (n, d) and the labels (n,)."""
        return labelled(self.ratio * self.d, self.d, self.k, self.noise, rng, "train")


class Width(_WithoutSpike):
    """Whether one of N neurons aligns with the target, by N."""

    width: Grid[Count]

    def generate(self, rng: Streams) -> Draws:
        """Draw the neurons of the widest layer; narrower ones are its first."""
        checked_signal(self.k, self.bias)
        return {"inits": inits(max(self.width), self.d, rng)}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per width: whether some neuron is aligned at the end, and whether the one
        with the least training loss is.
        """
        isotropic, (inputs, labels) = Covariance.of(ISOTROPIC, self.d), self.sample(rng)
        flow = WhitenedFlow.on(inputs, labels, self.bias, self.dtype)
        starts = flow.start(towards_target(draws["inits"], isotropic, self.k), isotropic)
        ends = flow.run(starts, self.step, self.steps)
        aligned = (np.abs(white_overlap(ends)) > ALIGNED).tolist()
        losses = np.array([free_loss(inputs @ end, labels, self.bias) for end in ends])
        for width in self.width:
            best = aligned[losses[:width].argmin()]
            yield {"width": width, "some": any(aligned[:width]), "best": best}


class RandomBiases(_WithoutSpike):
    """Whether one of N neurons aligns with the target, by the law of their biases. Neurons are not
    turned towards the target.
    """

    width: Count
    biases: Grid[Literal["zero", "random", "constant"]]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per law: whether some neuron is aligned at the end."""
        d, width, (inputs, labels) = self.d, self.width, self.sample(rng)
        neurons, lengths = inits(width, d, rng), falling_lengths(self.step, self.steps)
        drawn = rng("init", d, 0, 1).standard_normal(width)
        laws = {"zero": np.zeros(width), "random": drawn, "constant": np.full(width, self.bias)}
        for law in self.biases:
            flow = WhitenedFlow.on(inputs, labels, laws[law], self.dtype)
            starts = flow.start(neurons, Covariance.of(ISOTROPIC, d)).astype(self.dtype)
            ends = arc_length_flow(starts, flow.gradient, lengths.astype(self.dtype))
            aligned = np.abs(white_overlap(flow.unwhitened(ends))) > ALIGNED
            yield {"biases": law, "aligned": bool(aligned.any())}


def free_loss(z: np.ndarray, labels: np.ndarray, bias: float) -> float:
    """Return the least mean of ``(a relu(z/|z| + b) - y)^2`` over the output weight a, with |z| the
    root mean square of z.

    Parameters
    ----------
    z, labels : (n,)
        Projections on the neuron's direction, and y.
    bias
        b.
    """
    unit = np.maximum(z / np.sqrt(np.mean(z**2)) + bias, 0)
    return float(np.mean(labels**2) - np.mean(unit * labels) ** 2 / np.mean(unit**2))

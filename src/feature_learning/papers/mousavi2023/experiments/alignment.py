"""Neurons at the end of the whitened flow, by number of samples, of neurons and by biases."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.mousavi2023.shared.model import (
    ISOTROPIC,
    Covariance,
    checked_signal,
    inits,
    labelled,
    structures,
    towards_target,
    white_overlap,
)
from feature_learning.papers.mousavi2023.shared.whitened_flow import WhitenedFlow
from feature_learning.training.projected_flow import arc_length_flow, falling_lengths

ALIGNED = 0.5
"""The overlap from which on a run counts as aligned."""


def overlap(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per d, replica, ratio n/d and structure: the overlap at the end, the first layer of
    the algorithm (fig-threshold).

    Smaller samples are the first rows of the largest, and one draw serves every structure. There
    are `replicas` independent draws, and fewer where their number times d would exceed `budget`.
    """
    k, bias = setting["k"], setting["bias"]
    checked_signal(k, bias)
    ratios, spikes = sorted(setting.ints("ratio")), structures(setting)
    for d in setting.ints("d"):
        covariances = [Covariance.of(structure, d) for structure in spikes]
        for replica in range(max(1, min(setting["replicas"], setting["budget"] // d))):
            inputs, labels = labelled(ratios[-1] * d, d, k, setting["noise"], rng, "train", replica)
            neuron = inits(1, d, rng, replica)
            neurons = [towards_target(neuron, covariance, k) for covariance in covariances]
            for ratio in ratios:
                n = ratio * d
                flow = WhitenedFlow.on(inputs[:n], labels[:n], bias, setting["dtype"])
                starts = np.vstack(list(map(flow.start, neurons, covariances)))
                ends = white_overlap(flow.run(starts, setting["step"], setting["steps"]))
                for structure, end in zip(spikes, np.abs(ends).tolist(), strict=True):
                    row = {"d": d, "replica": replica, "ratio": ratio, **structure.columns}
                    yield {**row, "overlap": end, "aligned": end > ALIGNED}


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the neurons of the widest layer; narrower ones are its first."""
    checked_signal(setting["k"], setting["bias"])
    return {"inits": inits(max(setting.ints("width")), setting["d"], rng)}


def width(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per width, inputs without a spike: whether some neuron is aligned at the end, and
    whether the one with the least training loss is.
    """
    d, k, bias = setting["d"], setting["k"], setting["bias"]
    isotropic = Covariance.of(ISOTROPIC, d)
    inputs, labels = labelled(setting["ratio"] * d, d, k, setting["noise"], rng, "train")
    flow = WhitenedFlow.on(inputs, labels, bias, setting["dtype"])
    starts = flow.start(towards_target(draws["inits"], isotropic, k), isotropic)
    ends = flow.run(starts, setting["step"], setting["steps"])
    aligned = (np.abs(white_overlap(ends)) > ALIGNED).tolist()
    losses = np.array([free_loss(inputs @ end, labels, bias) for end in ends])
    for width in setting.ints("width"):
        best = aligned[losses[:width].argmin()]
        yield {"width": width, "some": any(aligned[:width]), "best": best}


def random_biases(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per law of the biases, inputs without a spike: whether some neuron is aligned at the
    end. Neurons are not turned towards the target.
    """
    d, k, width = setting["d"], setting["k"], setting["width"]
    inputs, labels = labelled(setting["ratio"] * d, d, k, setting["noise"], rng, "train")
    neurons, lengths = inits(width, d, rng), falling_lengths(setting["step"], setting["steps"])
    drawn = rng("init", d, 0, 1).standard_normal(width)
    laws = {"zero": np.zeros(width), "random": drawn, "constant": np.full(width, setting["bias"])}
    for law in setting.names("biases"):
        flow = WhitenedFlow.on(inputs, labels, laws[law], setting["dtype"])
        starts = flow.start(neurons, Covariance.of(ISOTROPIC, d)).astype(setting["dtype"])
        ends = arc_length_flow(starts, flow.gradient, lengths.astype(setting["dtype"]))
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

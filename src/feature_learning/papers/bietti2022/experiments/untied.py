"""A network whose neurons have a direction each."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.bietti2022.shared.links import link
from feature_learning.papers.bietti2022.shared.model import neurons, schedule


def untied(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per neuron and moment (start, after a tenth of the steps, end): the overlap of its
    direction, and its fraction of |c|^2.

    The schedule is that of the tied networks, with a spherical gradient for each direction.
    """
    n, d, width, ridge = setting["n"], setting["d"], setting["width"], setting["ridge"]
    plan, eta, stream = schedule(setting), setting["eta"], rng("init")
    offsets, signs = neurons(width, setting["tau"], stream)
    theta = on_sphere(stream.standard_normal((width, d)))
    c = stream.standard_normal(width)
    inputs = rng("train").standard_normal((n, d)).astype(setting["dtype"])
    noise = np.sqrt(setting["noise"]) * rng("noise").standard_normal(n)
    labels = (link(setting["link"], setting["s"])(inputs[:, 0]) + noise).astype(setting["dtype"])
    moments = {0: "start", plan.iterations // 10: "tenth", plan.iterations: "end"}
    for number in range(plan.iterations + 1):
        if number in moments:
            yield from _neurons(moments[number], theta, c)
        units = np.maximum(inputs @ (signs[:, None] * theta).T.astype(inputs.dtype) - offsets, 0)
        units = units.astype(inputs.dtype) / inputs.dtype.type(width**0.5)
        pull = (units @ c.astype(inputs.dtype) - labels) * inputs.dtype.type(2 / n)
        active = (units > 0) * pull[:, None]
        slopes = (signs * c / width**0.5)[:, None] * (active.T @ inputs)
        slopes -= (slopes * theta).sum(axis=1, keepdims=True) * theta
        if number >= plan.warmup:
            c = c - eta * (units.T @ pull + 2 * ridge * c)
        theta = on_sphere(theta - plan.ratio * eta * slopes)


def free(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per neuron and moment: the overlap of its direction, and its fraction of the squared
    norm of the first layer.

    Neurons have a free norm and no offset, the second layer has fixed signs, and the target is one
    ReLU.

    References
    ----------
    abietti/sim at 11ea8d8, untied_sim.ipynb (public code): target, network, start and descent, with
    weight decay on the first layer.
    """
    n, d, width, precision = setting["n"], setting["d"], setting["width"], setting["dtype"]
    stream, eta, ridge = rng("init"), setting["eta"], setting["ridge"]
    w = stream.standard_normal((width, d)).astype(precision)
    c = np.where(stream.random(width) < 0.5, 1, -1).astype(precision) / w.dtype.type(width**0.5)
    inputs = rng("train").standard_normal((n, d)).astype(precision)
    noise = np.sqrt(setting["noise"]) * rng("noise").standard_normal(n)
    labels = (np.maximum(inputs[:, 0], 0) + noise).astype(precision)
    yield from _directions("start", w)
    for _ in range(setting["iterations"]):
        units = np.maximum(inputs @ w.T, 0)
        pull = (units @ c - labels) * w.dtype.type(2 / n)
        slopes = c[:, None] * (((units > 0) * pull[:, None]).T @ inputs)
        w = w - w.dtype.type(eta) * (slopes + w.dtype.type(2 * ridge) * w)
    yield from _directions("end", w)


def _directions(moment: str, w: np.ndarray) -> Rows:
    norms = np.linalg.norm(w.astype(float), axis=1)
    shares, overlaps = norms**2 / (norms @ norms), np.abs(w[:, 0]) / norms
    for neuron, (overlap, share) in enumerate(zip(overlaps, shares, strict=True)):
        row = {"moment": moment, "neuron": neuron}
        yield {**row, "overlap": float(overlap), "share": float(share)}


def _neurons(moment: str, theta: np.ndarray, c: np.ndarray) -> Rows:
    shares = c**2 / (c @ c)
    for neuron, (overlap, share) in enumerate(zip(np.abs(theta[:, 0]), shares, strict=True)):
        row = {"moment": moment, "neuron": neuron}
        yield {**row, "overlap": float(overlap), "share": float(share)}

"""A network whose neurons have a direction each."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Positive, Precision
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.bietti2022.links import LinkFamily, link
from feature_learning.papers.bietti2022.model import neurons


class _OwnDirections(Experiment):
    """Overlaps of the neurons' directions with the target's."""

    d: Count
    n: Count
    width: Count
    eta: Positive
    ridge: Positive
    noise: Positive  # variance of the labels' noise
    iterations: Count
    dtype: Precision


class Untied(_OwnDirections):
    """Neurons on the sphere, with the schedule of the tied networks; shares are those of |c|^2."""

    link: LinkFamily
    s: Count  # the information exponent
    tau: Positive  # standard deviation of the offsets
    warmup: Count  # iterations in which c is frozen
    ratio: Count  # the step of the directions over that of c
    radial: bool  # without effect: each direction has the spherical gradient

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per neuron and moment: start, after a tenth of the steps, end."""
        n, d, width, eta, stream = self.n, self.d, self.width, self.eta, rng("init")
        offsets, signs = neurons(width, self.tau, stream)
        theta = on_sphere(stream.standard_normal((width, d)))
        c = stream.standard_normal(width)
        inputs = rng("train").standard_normal((n, d)).astype(self.dtype)
        noise = np.sqrt(self.noise) * rng("noise").standard_normal(n)
        labels = (link(self.link, self.s)(inputs[:, 0]) + noise).astype(self.dtype)
        moments = {0: "start", self.iterations // 10: "tenth", self.iterations: "end"}
        for number in range(self.iterations + 1):
            if number in moments:
                yield from _neurons(moments[number], theta, c)
            units = np.maximum(
                inputs @ (signs[:, None] * theta).T.astype(inputs.dtype) - offsets, 0
            )
            units = units.astype(inputs.dtype) / inputs.dtype.type(width**0.5)
            pull = (units @ c.astype(inputs.dtype) - labels) * inputs.dtype.type(2 / n)
            active = (units > 0) * pull[:, None]
            slopes = (signs * c / width**0.5)[:, None] * (active.T @ inputs)
            slopes -= (slopes * theta).sum(axis=1, keepdims=True) * theta
            if number >= self.warmup:
                c = c - eta * (units.T @ pull + 2 * self.ridge * c)
            theta = on_sphere(theta - float(self.ratio) * eta * slopes)


class Free(_OwnDirections):
    """Neurons of a free norm and without offset, a second layer of fixed signs, and a ReLU as
    target. Shares are those of the squared norm of the first layer.

    References
    ----------
    abietti/sim at 11ea8d8, untied_sim.ipynb (public code): target, network, start and descent, with
    weight decay on the first layer.
    """

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per neuron and moment: start, end."""
        n, d, width, precision, stream = self.n, self.d, self.width, self.dtype, rng("init")
        w = stream.standard_normal((width, d)).astype(precision)
        c = np.where(stream.random(width) < 0.5, 1, -1).astype(precision) / w.dtype.type(width**0.5)
        inputs = rng("train").standard_normal((n, d)).astype(precision)
        noise = np.sqrt(self.noise) * rng("noise").standard_normal(n)
        labels = (np.maximum(inputs[:, 0], 0) + noise).astype(precision)
        yield from _directions("start", w)
        for _ in range(self.iterations):
            units = np.maximum(inputs @ w.T, 0)
            pull = (units @ c - labels) * w.dtype.type(2 / n)
            slopes = c[:, None] * (((units > 0) * pull[:, None]).T @ inputs)
            w = w - w.dtype.type(self.eta) * (slopes + w.dtype.type(2 * self.ridge) * w)
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

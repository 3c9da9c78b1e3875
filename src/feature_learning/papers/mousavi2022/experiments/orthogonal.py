"""The part of the weights orthogonal to the target's direction against time, by dimension, by width
and by weight decay.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from feature_learning.core.errors import UserError, lookup
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.model import (
    Network,
    OnlineSGD,
    Schedule,
    draw_network,
    fresh_samples,
    gaussian_stream,
    network,
    parts,
    squared_error,
    trained,
)
from feature_learning.papers.mousavi2022.targets import Target, TargetName, link_of, target_of
from feature_learning.theory.orthogonal_part import OrthogonalPart, decay_exponent
from feature_learning.theory.principal_subspace import end_positions, frozen_risk
from feature_learning.training.gaussian_overlaps import GaussianOverlaps, roots
from feature_learning.training.reduction import initial_coordinates

_GROWN = 2.0
"""A predicted orthogonal part, in units of untrained ones, that only unstable weights have."""


class _Orthogonal(OnlineSGD):
    """Both parts of the weights against time, in d dimensions or in coordinates.

    In coordinates (method ``reduced``), those of the subspace come first, followed by as many as
    there are neurons.
    """

    target: TargetName
    t_over_d: Grid[NotNegative]
    horizon: Count  # steps/d
    method: Literal["direct", "reduced"]

    def drawn(self, width: int, dimensions: Sequence[int], rng: Streams) -> Draws:
        """Draw a network in most dimensions, or for each; smaller ones are its first neurons.

        Raises
        ------
        UserError
            The method is unknown, or the network or the target does not fit.
        """
        if not lookup({"direct": False, "reduced": True}, self.method, "method"):
            return draw_network(width, max(dimensions), rng)
        directions = len(target_of(self.target, min(dimensions)))
        drawn = draw_network(width, directions, rng)
        for d in dimensions:
            first, _ = initial_coordinates(width, directions, d, "gaussian", rng("init", 0, d))
            drawn[f"weights-{d}"] = math.sqrt(d) * first
        return drawn

    def run(
        self, start: Network, d: int, decay: float, rng: Streams
    ) -> tuple[np.ndarray, Iterator[tuple[dict[str, float], np.ndarray, float]]]:
        """Return where the flow along the target ends, and at each time a row with both parts, the
        weights, and the orthogonal part as predicted from these draws.
        """
        link, noise = link_of(self.target, d), self.noise
        schedule = self.schedule(d, decay, self.t_over_d, self.horizon)
        ends = end_positions(start.readout, start.bias, start.first_layer[:, 0], link, decay)
        flow = OrthogonalPart.about(ends, start.readout, start.bias, link, noise)
        predicted = np.sqrt(flow.curve(schedule.sizes, decay, d, schedule.snapshots))
        if predicted.max() > _GROWN:
            raise UserError(
                f"target {self.target}, decay {decay:g}: weights along the target are unstable, so "
                "what is predicted about them does not hold; subspace simulates such targets"
            )
        run = _trained_afresh(start, (link,), noise, d, rng, schedule)
        return ends, (
            ({"t_over_d": time, **parts(weights, 1)}, weights, perp)
            for time, weights, perp in zip(self.t_over_d, run, predicted.tolist(), strict=True)
        )


class PerpTime(_Orthogonal):
    """Several dimensions."""

    width: Count
    d: Grid[Count]
    decay: NotNegative

    def generate(self, rng: Streams) -> Draws:
        """Draw the network."""
        return self.drawn(self.width, self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and time."""
        for d in self.d:
            _, run = self.run(network(draws, self.width, d), d, self.decay, rng)
            for row, _, predicted in run:
                yield {"d": d, **row, "predicted": predicted}


class PerpWidth(_Orthogonal):
    """Several widths."""

    width: Grid[Count]
    d: Count
    decay: NotNegative

    def generate(self, rng: Streams) -> Draws:
        """Draw the widest network."""
        return self.drawn(max(self.width), [self.d], rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per width and time."""
        for width in self.width:
            _, run = self.run(network(draws, width, self.d), self.d, self.decay, rng)
            for row, _, predicted in run:
                yield {"width": width, **row, "predicted": predicted}


class Decay(_Orthogonal):
    """Several weight decays, with the risk of the frozen readout without label noise.

    Predictions are for this network: where the flow along the target ends, its risk, and the
    orthogonal part at each time. Small decays take longer than the run.
    """

    width: Count
    d: Count
    decay: Grid[NotNegative]
    test_size: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw the network."""
        return self.drawn(self.width, [self.d], rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per decay and time; ``risk`` is half the squared error on fresh inputs."""
        d, start = self.d, network(draws, self.width, self.d)
        link = link_of(self.target, d)
        samples = fresh_samples((link,), self.test_size, start.first_layer.shape[1], rng)
        for decay in self.decay:
            ends, run = self.run(start, d, decay, rng)
            risk = frozen_risk(ends, start.readout, start.bias, link)
            for row, weights, predicted in run:
                error = squared_error(samples, weights, start.bias, start.readout / start.width)
                yield {
                    "decay": decay,
                    **row,
                    "risk": error / 2,
                    "predicted_par": float(np.sqrt(np.mean(ends**2))),
                    "predicted_risk": risk,
                    "predicted_perp": predicted,
                }

    def predict(self) -> Rows:
        """Yield the exponent of the orthogonal part against the weight decay."""
        for decay in self.decay:
            yield {"decay": decay, "exponent": decay_exponent(decay)}


def _trained_afresh(
    start: Network, target: Target, noise: float, d: int, rng: Streams, schedule: Schedule
) -> Iterator[np.ndarray]:
    """Yield the first layer at the snapshots, on fresh samples; a network in coordinates is
    followed in its overlaps.

    Its coordinates then differ between snapshots, but those of the subspace always come first.
    """
    if not start.in_coordinates:
        yield from trained(start, gaussian_stream(target, noise, d, rng), schedule)
        return
    k, errors = len(target), rng("noise")

    def labels(fields: np.ndarray) -> np.ndarray:
        clean = summed(target, fields[:, :, 0])
        return (clean + noise * errors.standard_normal(len(fields)))[:, None]

    first = start.first_layer
    overlaps = GaussianOverlaps(np.eye(k), first[None, :, :k], (first @ first.T)[None], d, labels)
    run = overlaps.run(schedule.rule(start), rng("train"), schedule.snapshots, schedule.last)
    for _, (overlap,), (products,) in run:
        yield np.hstack([overlap, roots(products - overlap @ overlap.T)])

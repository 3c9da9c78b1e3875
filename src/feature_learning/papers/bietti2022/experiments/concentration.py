"""Largest distance between the empirical and the population loss, and between their gradients
(figx-landscape).
"""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.model import SingleIndex, Spread, neurons
from feature_learning.theory.population_descent import PopulationDescent
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_network import Segments, TiedNetworks


class Concentration(SingleIndex):
    """Distances at the second layer that is optimal at the target's direction.

    Samples of different sizes are disjoint: nested ones would move together. The distance of the
    loss is a geometric mean over several samples.
    """

    d: Count
    width: Count
    tau: Spread
    noise: Positive  # variance of the labels' noise
    n: Grid[Count]
    ridge: Positive
    points: Count  # overlaps
    directions: Count  # with each overlap
    loss_points: Count
    loss_directions: Count
    copies: Count  # samples of each size

    def generate(self, rng: Streams) -> Draws:
        """Draw the neurons, and directions orthogonal to the target's."""
        stream = rng("init", self.d)
        offsets, signs = neurons(self.width, self.tau, stream)
        across = stream.standard_normal((self.directions, self.d))
        across[:, 0] = 0
        return {"offsets": offsets, "signs": signs, "across": on_sphere(across)}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size and exponent."""
        population = TiedPopulation(draws["offsets"], draws["signs"])
        all_places = _places(self.points, draws["across"])
        few_places = _places(self.loss_points, draws["across"][: self.loss_directions])
        for n in self.n:
            inputs = rng("train", n).standard_normal((self.copies, n, self.d))
            errors = np.sqrt(self.noise) * rng("noise", n).standard_normal((self.copies, n))
            for s, link in self.links.items():
                labels = link(inputs[..., 0]) + errors
                c = population.best(population.correlations(link, [1.0]), self.ridge)[0]
                g = population.correlations(link, few_places[:, 0])
                expected = population.excess(c, g, link.square_norm) + self.noise
                distances = [
                    np.abs(_at(draws, x, y, few_places, c)[0] - expected).max()
                    for x, y in zip(inputs, labels, strict=True)
                ]
                _, gradients = _at(draws, inputs[0], labels[0], all_places, c)
                gaps = gradients - _population_gradient(population, link, all_places, c)
                yield {
                    "n": n,
                    "s": s,
                    "distance": float(np.exp(np.mean(np.log(distances)))),
                    "gradient": float(np.linalg.norm(gaps, axis=1).max()),
                }


def _places(points: int, across: np.ndarray) -> np.ndarray:
    """Return directions with overlaps from 0 to 1 in each of the planes, (points * planes, d)."""
    overlaps = np.linspace(0, 1, points)
    places = np.kron(np.sqrt(1 - overlaps**2)[:, None], across)
    places[:, 0] = np.repeat(overlaps, len(across))
    return places


def _at(
    draws: Draws, inputs: np.ndarray, labels: np.ndarray, places: np.ndarray, c: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return empirical losses and spherical gradients, (places,) and (places, d)."""
    segments = Segments(draws["offsets"], draws["signs"])
    tied = TiedNetworks(segments, inputs, np.broadcast_to(labels, (len(places), len(labels))))
    losses, gradients, _ = tied.gradients(places, np.tile(c, (len(places), 1)), second=False)
    return losses, gradients - (gradients * places).sum(axis=1, keepdims=True) * places


def _population_gradient(
    population: TiedPopulation, link: Link, places: np.ndarray, c: np.ndarray
) -> np.ndarray:
    """Return the population loss's gradient on the sphere: its slope in m along ``theta* - m
    theta``.
    """
    descent = PopulationDescent([population], [link])
    speed = [descent.force(np.array([[m]]), c[None, None])[0, 0] for m in places[:, 0]]
    along = -places[:, :1] * places
    along[:, 0] += 1
    return -np.array(speed)[:, None] * along

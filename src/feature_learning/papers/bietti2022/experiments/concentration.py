"""Largest distance between the empirical and the population loss, and between their gradients."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.bietti2022.shared.model import neurons, targets
from feature_learning.theory.population_descent import PopulationDescent
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_network import Segments, TiedNetworks


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the neurons, and directions orthogonal to the target's."""
    stream = rng("init", int(setting["d"]))
    offsets, signs = neurons(int(setting["width"]), float(setting["tau"]), stream)
    across = stream.standard_normal((int(setting["directions"]), int(setting["d"])))
    across[:, 0] = 0
    return {"offsets": offsets, "signs": signs, "across": on_sphere(across)}


def concentration(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per sample size and exponent, at the second layer that is optimal at the target's direction.

    Samples of different sizes are disjoint: nested ones would move together. The distance of the loss
    is a geometric mean over several samples.
    """
    own = TiedPopulation(draws["offsets"], draws["signs"])
    links, copies = targets(setting), int(setting["copies"])
    second = {s: own.best(own.correlations(f, [1.0]), float(setting["ridge"]))[0] for s, f in links.items()}
    all_places = _places(int(setting["points"]), draws["across"])
    few_places = _places(int(setting["loss_points"]), draws["across"][: int(setting["loss_directions"])])
    for n in map(int, setting.grid["n"]):
        inputs = rng("train", n).standard_normal((copies, n, int(setting["d"])))
        noise = float(np.sqrt(setting["noise"])) * rng("noise", n).standard_normal((copies, n))
        for s, target in links.items():
            labels = target(inputs[..., 0]) + noise
            expected = own.excess(second[s], own.correlations(target, few_places[:, 0]), target.square_norm) + float(setting["noise"])
            logs = [
                np.log(np.abs(_at(draws, x, y, few_places, second[s])[0] - expected).max()) for x, y in zip(inputs, labels, strict=True)
            ]
            _, found = _at(draws, inputs[0], labels[0], all_places, second[s])
            gradient = np.linalg.norm(found - _population_gradient(own, target, all_places, second[s]), axis=1).max()
            yield {"n": n, "s": s, "distance": float(np.exp(np.mean(logs))), "gradient": float(gradient)}


def _places(points: int, across: np.ndarray) -> np.ndarray:
    """Return directions with overlaps from 0 to 1 in each of the planes, (points * planes, d)."""
    overlaps = np.linspace(0, 1, points)
    places = np.kron(np.sqrt(1 - overlaps**2)[:, None], across)
    places[:, 0] = np.repeat(overlaps, len(across))
    return places


def _at(
    instance: Mapping[str, np.ndarray], inputs: np.ndarray, labels: np.ndarray, places: np.ndarray, second: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return empirical losses and spherical gradients, (places,) and (places, d)."""
    segments = Segments(instance["offsets"], instance["signs"])
    tied = TiedNetworks(segments, inputs, np.broadcast_to(labels, (len(places), len(labels))))
    losses, gradients, _ = tied.gradients(places, np.tile(second, (len(places), 1)), second=False)
    return losses, gradients - (gradients * places).sum(axis=1, keepdims=True) * places


def _population_gradient(own: TiedPopulation, target: Any, places: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the population loss's gradient on the sphere: its slope in m along ``theta* - m theta``."""
    m = places[:, 0]
    descent = PopulationDescent([own], [target])
    speed = np.array([descent.force(np.array([[one]]), second[None, None])[0, 0] for one in m])
    along = -m[:, None] * places
    along[:, 0] += 1
    return -speed[:, None] * along

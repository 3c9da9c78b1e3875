"""The preliminary experiment of the ICTP talk, by the first version of the public code.

The code's second layer is ``c/sqrt(width)`` in the units of `training.tied_network`. Therefore its
step size is ``width`` times the code's, and its ridge is the code's divided by ``width``.
"""

from collections.abc import Iterator
from itertools import product
from typing import TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive, Precision
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.model import SingleIndex, Spread, labels, samples
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_descent import Networks, Schedule, descend
from feature_learning.training.tied_network import Segments

_INITS = 2  # of each width and step size: about as many as the code draws for its six ridges


class Net(TypedDict):
    """A width and a step size."""

    width: Count
    eta: Positive


class Preliminary(SingleIndex):
    """Overlap and excess risk at the best of the recorded times; neurons are ``relu(u - b)``."""

    d: Count
    tau: Spread
    n: Grid[Count]
    nets: Grid[Net]
    ridge: Grid[Positive]
    ratio: Count  # the step of theta over that of c, in the code's units
    iterations: Count
    every: Count  # steps from one recorded time to the next
    noise: Positive  # variance of the labels' noise
    dtype: Precision

    def generate(self, rng: Streams) -> Draws:
        """Draw the initialisations of each width and step size."""
        draws = {}
        for number, net in enumerate(self.nets):
            stream, width = rng("init", number), net["width"]
            draws[f"offsets_{number}"] = self.tau * stream.standard_normal((_INITS, width))
            draws[f"theta_{number}"] = on_sphere(stream.standard_normal((_INITS, self.d)))
            draws[f"c_{number}"] = stream.standard_normal((_INITS, width))
        return draws

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size, exponent, width, step size and ridge."""
        links, ridges, dtype = self.links, self.ridge, self.dtype
        drawn = samples(self.d, self.noise, max(self.n), rng)
        for number, net in enumerate(self.nets):
            width, eta = net["width"], net["eta"]
            offsets, inits = draws[f"offsets_{number}"], np.arange(len(ridges)) % _INITS
            neurons = [TiedPopulation(own, np.ones(width)) for own in offsets]
            sets = np.tile(inits, len(links))
            start = Networks(draws[f"theta_{number}"][sets], draws[f"c_{number}"][sets], sets)
            schedule = Schedule(self.every, 0, self.ratio / width, radial=True)
            rates = np.full(len(sets), eta * width), np.tile(ridges, len(links)) / width
            segments = Segments(offsets, np.ones_like(offsets), np.dtype(dtype).type)
            for n in self.n:
                inputs = drawn["train"][:n].astype(dtype)
                y = labels(links, drawn, n, len(ridges), dtype)
                overlaps, risks = [], []
                networks = start
                for _ in range(self.iterations // self.every):
                    networks = _moved(segments, inputs, y, networks, rates, schedule)
                    overlaps.append(np.abs(networks.theta[:, 0]))
                    risks.append([*_excess(neurons, links, networks)])
                best = np.argmin(risks, axis=0)
                each = np.arange(len(sets))
                shown = zip(
                    product(links, ridges),
                    np.array(overlaps)[best, each],
                    np.array(risks)[best, each],
                    strict=True,
                )
                for (s, ridge), overlap, risk in shown:
                    finite = bool(np.isfinite(risk))
                    yield {
                        "n": n,
                        "s": s,
                        "width": width,
                        "eta": eta,
                        "ridge": ridge,
                        "overlap": overlap if finite else float("nan"),
                        "risk": risk if finite else float("nan"),
                        "diverged": not finite,
                    }


def _moved(
    segments: Segments,
    inputs: np.ndarray,
    y: np.ndarray,
    networks: Networks,
    rates: tuple[np.ndarray, np.ndarray],
    schedule: Schedule,
) -> Networks:
    """Descend for some steps; a diverged network stays at a harmless place, with infinite c."""
    lost = ~np.isfinite(networks.c).all(axis=1)
    start = Networks(networks.theta, np.where(lost[:, None], 0.0, networks.c), networks.sets)
    theta, c = descend(segments, inputs, y, start, *rates, schedule)
    lost |= np.isnan(c).any(axis=1)
    theta = np.where(lost[:, None], networks.theta, theta)
    return Networks(theta, np.where(lost[:, None], np.inf, c), networks.sets)


def _excess(
    neurons: list[TiedPopulation], links: dict[int, Link], networks: Networks
) -> Iterator[float]:
    """Yield the excess risk of each network, infinite for the diverged."""
    targets_of = np.repeat(list(links), len(networks.sets) // len(links))
    for s, own, theta, c in zip(targets_of, networks.sets, networks.theta, networks.c, strict=True):
        if not np.isfinite(c).all():
            yield float("inf")
            continue
        g = neurons[own].correlations(links[int(s)], [float(theta[0])])
        yield float(neurons[own].excess(c, g[0], links[int(s)].square_norm))

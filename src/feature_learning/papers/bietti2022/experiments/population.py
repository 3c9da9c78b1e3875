"""The descent at infinite n, from initialisations that several links or signs share."""

from itertools import product

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.papers.bietti2022.links import LinkFamily, link
from feature_learning.papers.bietti2022.model import (
    FromInits,
    SingleIndex,
    population_overlaps,
    population_paths,
    populations,
    starts,
)
from feature_learning.theory.tied_population import wide

_EVERY = 50  # steps at the start that are all recorded
_SMALL = np.array([0.1, 0.17])  # overlaps between which the speed's exponent is taken


class Links(FromInits):
    """The public code's link and ours, with forced signs (fig1-code)."""

    link: Grid[LinkFamily]
    s: Grid[Count]  # the information exponent
    ridge: Positive
    radial: bool  # the Euclidean gradient

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per link, exponent and initialisation."""
        inits, plan = populations(draws), self.schedule(self.radial)
        for name in self.link:
            links = {s: link(name, s) for s in self.s}
            start = starts(draws, inits, links, force=True)
            ends = population_overlaps(inits, links, start, plan, self.eta, self.ridge)
            for s, overlaps in zip(links, ends.tolist(), strict=True):
                for init, overlap in enumerate(overlaps):
                    yield {"link": name, "s": s, "init": init, "overlap": overlap}


class Signs(FromInits, SingleIndex):
    """Signs as drawn, and forced ones for one exponent (figx-signs)."""

    ridge: Positive
    radial: bool  # the Euclidean gradient
    forced: Count  # the exponent

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per choice of signs, exponent and initialisation."""
        inits, plan = populations(draws), self.schedule(self.radial)
        forced = {s: link for s, link in self.links.items() if s == self.forced}
        for force, links in ((False, self.links), (True, forced)):
            if not links:
                continue
            start = starts(draws, inits, links, force)
            ends = population_overlaps(inits, links, start, plan, self.eta, self.ridge)
            for s, overlaps in zip(links, ends.tolist(), strict=True):
                for init, overlap in enumerate(overlaps):
                    yield {"force_signs": force, "s": s, "init": init, "overlap": overlap}


class PopulationFlow(FromInits, SingleIndex):
    """The overlaps along the descent (figx-landscape).

    Theory has the flow with c optimal throughout at infinite width, from m = 0.1 to 0.9 (list
    columns), for the setting's link and for the public code's. The exponent is that of the speed in
    m where m is small.
    """

    ridge: Grid[Positive]  # one in the runs
    radial: bool  # the Euclidean gradient
    force_signs: bool  # favourable ones
    points: Count  # recorded iterations after the start

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per recorded iteration, exponent and initialisation."""
        (ridge,) = self.ridge
        links, inits, plan = self.links, populations(draws), self.schedule(self.radial)
        later = np.geomspace(_EVERY, self.iterations, self.points).astype(int)
        shown = {*range(_EVERY), *later.tolist()}
        start = starts(draws, inits, links, self.force_signs)
        paths = population_paths(inits, links, start, plan, self.eta, ridge)
        for number, m in enumerate(paths):
            if number in shown:
                for s, overlaps in zip(links, m.tolist(), strict=True):
                    for init, overlap in enumerate(overlaps):
                        yield {"s": s, "init": init, "iteration": number, "overlap": overlap}

    def predict(self) -> Rows:
        """Yield one row per link, s and ridge."""
        population = wide(self.tau)
        names = dict.fromkeys((self.link, "zigzag"))
        for name, s, ridge in product(names, self.s, self.ridge):
            target = link(name, s)
            times, m = population.optimal_flow(target, ridge, 0.1, 0.9)
            speed, small = (
                -(1 - at**2) * population.slope(target, at, ridge) for at in (m, _SMALL)
            )
            yield {
                "link": name,
                "s": s,
                "ridge": ridge,
                "exponent": float(np.log(small[1] / small[0]) / np.log(_SMALL[1] / _SMALL[0])),
                "escape": float(times[-1]),
                "times": times,
                "m": m,
                "speed": speed,
            }

"""Overlap and risk against the sample size, from several initialisations: the poster's figure, and
all that uses its runs.
"""

import math
from typing import TypedDict

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid
from feature_learning.data.links import Link
from feature_learning.data.relu_links import needed_samples
from feature_learning.papers.bietti2022.links import LinkFamily, link
from feature_learning.papers.bietti2022.model import (
    OnSamples,
    population_overlaps,
    populations,
    samples,
    starts,
    warn_if_unstable,
)
from feature_learning.papers.bietti2022.refit import RIDGES, outcome


class Window(TypedDict):
    """The least and the most samples of an exponent."""

    s: Count
    least: Count
    most: Count


class LearningCurves(OnSamples):
    """The descent on nested samples, and refits of the second layer.

    All of a size are trained at once, on the same inputs. The floor is R(1), the least excess risk
    of the neurons at the target's direction.
    """

    link: LinkFamily
    n: Grid[Count]
    windows: Grid[Window]
    most_entries: Count  # of the inputs, n d
    radial: bool  # the Euclidean gradient

    @property
    def links(self) -> dict[int, Link]:
        """The link of each information exponent."""
        return {window["s"]: link(self.link, window["s"]) for window in self.windows}

    def sizes(self) -> dict[int, list[int]]:
        """Return the sample sizes of each exponent."""
        most = self.most_entries / self.d
        return {
            window["s"]: [n for n in self.n if window["least"] <= n <= min(window["most"], most)]
            for window in self.windows
        }

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size, exponent and initialisation."""
        links, inits, sizes = self.links, populations(draws), self.sizes()
        warn_if_unstable(inits, [self.eta])
        start, plan = starts(draws, inits, links, self.force_signs), self.schedule(self.radial)
        ends = population_overlaps(inits, links, start, plan, self.eta, self.ridge).tolist()
        limits = dict(zip(links, ends, strict=True))
        floors = {
            s: [
                float(each.least_loss(each.correlations(f, [1.0]), RIDGES[0], f.square_norm)[0])
                for each in inits
            ]
            for s, f in links.items()
        }
        drawn = samples(self.d, self.noise, max(map(max, sizes.values())), rng)
        for n in self.n:
            shown = {s: f for s, f in links.items() if n in sizes[s]}
            if not shown:
                continue
            start = starts(draws, inits, shown, self.force_signs)
            thetas, layers = self.trained(draws, start, shown, drawn, n, self.radial)
            for (s, f), theta, c in zip(shown.items(), thetas, layers, strict=True):
                for init, population in enumerate(inits):
                    yield {
                        "n": n,
                        "s": s,
                        "init": init,
                        **outcome(theta[init], c[init], drawn, n, population, f, self.noise),
                        "floor": floors[s][init],
                        "limit": limits[s][init],
                    }

    def predict(self) -> Rows:
        """Yield null risk, chance overlap, and the sample size of the theorem, by s."""
        d = self.d
        chance = math.exp(math.lgamma(d / 2) - math.lgamma((d + 1) / 2)) / math.sqrt(math.pi)
        for s, f in self.links.items():
            yield {"s": s, "null": f.square_norm, "chance": chance, "needed": needed_samples(s, d)}

"""Links, initialisations with their favourable signs, data, and the descent."""

import warnings
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import numpy as np

from feature_learning.core.experiment import Draws, Experiment, Streams
from feature_learning.core.values import Count, Grid, Number, Positive, Precision
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.links import LinkFamily, link
from feature_learning.theory.population_descent import PopulationDescent
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_descent import Networks, Schedule, descend
from feature_learning.training.tied_network import Segments

RECOVERED = 0.9
Arrays = Mapping[str, np.ndarray]
Spread = Annotated[float, Number(above=1)]
"""The standard deviation of the neurons' offsets."""


class SingleIndex(Experiment):
    """Targets of several information exponents with links of one family."""

    link: LinkFamily
    s: Grid[Count]  # the information exponent

    @property
    def links(self) -> dict[int, Link]:
        """The link of each information exponent."""
        return {s: link(self.link, s) for s in self.s}


class Tied(Experiment):
    """A network whose neurons share one direction theta, with a second layer c.

    Initialisations are ``offsets``, ``signs`` and ``c``, (count, width), and ``theta``, (count, d),
    uniform on the sphere.
    """

    d: Count
    width: Count
    tau: Spread
    iterations: Count
    warmup: Count  # iterations in which c is frozen
    ratio: Count  # the step of theta over that of c

    def initialisations(self, count: int, rng: Streams) -> Draws:
        """Draw initialisations, each with neurons of its own."""
        inits = []
        for number in range(count):
            stream = rng("init", self.d, number)
            offsets, signs = neurons(self.width, self.tau, stream)
            theta = on_sphere(stream.standard_normal(self.d))
            inits.append((offsets, signs, theta, stream.standard_normal(self.width)))
        names = ("offsets", "signs", "theta", "c")
        return dict(zip(names, map(np.stack, zip(*inits, strict=True)), strict=True))

    def schedule(self, radial: bool) -> Schedule:
        """Return the schedule with the Euclidean (radial) or the spherical gradient."""
        return Schedule(self.iterations, self.warmup, float(self.ratio), radial)


class FromInits(Tied):
    """The descent from several initialisations."""

    eta: Positive  # the step of c
    inits: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw the initialisations, which all exponents and sample sizes share."""
        return self.initialisations(self.inits, rng)


class OnSamples(FromInits):
    """The descent on samples.

    `trained` returns theta, (exponents, initialisations, d), and c, (exponents, initialisations,
    width), which are NaN where a run diverged.
    """

    ridge: Positive
    noise: Positive  # variance of the labels' noise
    force_signs: bool  # favourable ones, as the public code does
    dtype: Precision

    def trained(
        self,
        draws: Draws,
        start: Networks,
        links: Mapping[int, Link],
        drawn: Arrays,
        n: int,
        radial: bool,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Train all networks of `starts` at once on the first n of `samples`."""
        shape = len(links), len(start.sets) // len(links), -1
        theta, c = descend(
            segments(draws, self.dtype),
            drawn["train"][:n].astype(self.dtype),
            labels(links, drawn, n, shape[1], self.dtype),
            start,
            np.full(len(start.sets), self.eta),
            np.full(len(start.sets), self.ridge),
            self.schedule(radial),
        )
        return theta.reshape(shape), c.reshape(shape)


def neurons(width: int, tau: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw offsets N(0, tau^2) and signs, (width,) each."""
    return tau * rng.standard_normal(width), np.where(rng.random(width) < 0.5, 1.0, -1.0)


def populations(draws: Arrays) -> list[TiedPopulation]:
    """Return the neurons of each initialisation."""
    return list(map(TiedPopulation, draws["offsets"], draws["signs"]))


def favourable(
    theta: np.ndarray, c: np.ndarray, population: TiedPopulation, target: Link, exponent: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return an initialisation with its signs flipped if needed, as the authors' code does.

    Then theta_1 >= 0, and the leading mode of c has the target's sign.
    """
    leading = target.coefficients(exponent)[exponent] * (c @ population.modes[exponent])
    return theta if theta[0] >= 0 else -theta, c if leading >= 0 else -c


def starts(
    draws: Arrays, inits: Sequence[TiedPopulation], links: Mapping[int, Link], force: bool
) -> Networks:
    """Return every initialisation for every exponent, the exponent changing slowest; with forced
    signs if wanted.
    """
    networks = [
        favourable(theta, c, population, link, s) if force else (theta, c)
        for s, link in links.items()
        for population, theta, c in zip(inits, draws["theta"], draws["c"], strict=True)
    ]
    theta, c = map(np.stack, zip(*networks, strict=True))
    return Networks(theta, c, np.tile(np.arange(len(inits)), len(links)))


def segments(draws: Arrays, dtype: str) -> Segments:
    """Return the neurons of the initialisations as segments."""
    return Segments(draws["offsets"], draws["signs"], np.dtype(dtype).type)


def samples(d: int, noise: float, n: int, rng: Streams) -> dict[str, np.ndarray]:
    """Draw training and fresh samples of n, with label noise of a variance; smaller ones are their
    first rows. The target depends on ``x_1``.
    """
    deviation = np.sqrt(noise)
    return {
        "train": rng("train", d).standard_normal((n, d)),
        "refit": rng("refit", d).standard_normal((n, d)),
        "train_noise": deviation * rng("noise", d, 0).standard_normal(n),
        "refit_noise": deviation * rng("noise", d, 1).standard_normal(n),
    }


def labels(links: Mapping[int, Link], drawn: Arrays, n: int, inits: int, dtype: str) -> np.ndarray:
    """Return the labels of `starts`' networks on the first n training inputs, (exponents *
    initialisations, n).
    """
    x, noise = drawn["train"][:n, 0], drawn["train_noise"][:n]
    by_link = np.stack([link(x) + noise for link in links.values()])
    return np.repeat(by_link, inits, axis=0).astype(dtype)


def population_start(
    inits: Sequence[TiedPopulation], links: Mapping[int, Link], start: Networks
) -> tuple[PopulationDescent, np.ndarray, np.ndarray]:
    """Return the descent at infinite n with the first overlaps, (initialisations, exponents), and
    the first second layers, (initialisations, exponents, width).
    """
    m = start.theta[:, 0].reshape(len(links), -1).T
    c = start.c.reshape(len(links), len(inits), -1).swapaxes(0, 1)
    return PopulationDescent(inits, list(links.values())), m, c


def population_paths(
    inits: Sequence[TiedPopulation],
    links: Mapping[int, Link],
    start: Networks,
    plan: Schedule,
    eta: float,
    ridge: float,
) -> Iterator[np.ndarray]:
    """Yield the sizes of the overlaps, (exponents, initialisations), before every step of the same
    descent at infinite n and after the last.
    """
    descent, m, c = population_start(inits, links, start)
    for number in range(plan.iterations):
        yield np.abs(m).T
        step = eta if number >= plan.warmup else 0.0
        # Above the stability limit it diverges as well.
        with np.errstate(over="ignore", invalid="ignore"):
            m, c = descent.step(m, c, plan.ratio * eta, step, ridge, radial=plan.radial)
    yield np.abs(m).T


def population_overlaps(
    inits: Sequence[TiedPopulation],
    links: Mapping[int, Link],
    start: Networks,
    plan: Schedule,
    eta: float,
    ridge: float,
) -> np.ndarray:
    """Return the last of `population_paths`."""
    (last,) = deque(population_paths(inits, links, start, plan, eta, ridge), maxlen=1)
    return last


def warn_if_unstable(inits: Sequence[TiedPopulation], steps: Sequence[float]) -> None:
    """Warn if a step size is above 1/lambda_max(G), where gradient descent on c oscillates and
    diverges.
    """
    largest = max(np.linalg.eigvalsh(population.gram)[-1] for population in inits)
    if max(steps) > 1 / largest:
        warnings.warn(
            f"bietti2022: eta = {max(steps):g} is above 1/lambda_max(G) = {1 / largest:.3g}; runs "
            "may diverge",
            RuntimeWarning,
            stacklevel=2,
        )

"""Links, initialisations with their favourable signs, data, and the descent."""

import warnings
from collections import deque
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.shared.links import link
from feature_learning.theory.population_descent import PopulationDescent
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_descent import Networks, Schedule, descend
from feature_learning.training.tied_network import Segments

RECOVERED = 0.9
Arrays = Mapping[str, np.ndarray]


def targets(setting: Setting) -> dict[int, Link]:
    """Return the link of each information exponent of the grid."""
    return {s: link(setting["link"], s) for s in setting.ints("s")}


def neurons(width: int, tau: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw offsets N(0, tau^2) and signs, (width,) each."""
    return tau * rng.standard_normal(width), np.where(rng.random(width) < 0.5, 1.0, -1.0)


def draw_inits(setting: Setting, count: int, rng: Streams) -> dict[str, np.ndarray]:
    """Draw initialisations, each with neurons of its own.

    Returns
    -------
    offsets, signs, theta, c
        Of shapes (count, width), (count, width), (count, d), (count, width); theta is uniform on
        the sphere, c is N(0, I).
    """
    d, width, inits = setting["d"], setting["width"], []
    for number in range(count):
        stream = rng("init", d, number)
        offsets, signs = neurons(width, setting["tau"], stream)
        theta = on_sphere(stream.standard_normal(d))
        inits.append((offsets, signs, theta, stream.standard_normal(width)))
    names = ("offsets", "signs", "theta", "c")
    return dict(zip(names, map(np.stack, zip(*inits, strict=True)), strict=True))


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


def schedule(setting: Setting, radial: bool | None = None) -> Schedule:
    """Return the schedule that the setting declares, or that of another gradient."""
    radial = setting["radial"] if radial is None else radial
    return Schedule(setting["iterations"], setting["warmup"], float(setting["ratio"]), radial)


def samples(setting: Setting, n: int, rng: Streams) -> dict[str, np.ndarray]:
    """Draw training and fresh samples of n; smaller ones are their first rows. The target depends
    on ``x_1``.
    """
    d, deviation = setting["d"], np.sqrt(setting["noise"])
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


def trained(
    setting: Setting,
    draws: Arrays,
    inits: Sequence[TiedPopulation],
    links: Mapping[int, Link],
    drawn: Arrays,
    n: int,
    radial: bool | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Train every initialisation for every exponent on the same inputs, all at once.

    Parameters
    ----------
    setting
        Its values name the descent.
    draws, inits, links
        The initialisations, their neurons, and the links by exponent.
    drawn, n
        From `samples`, and how many of its rows to train on.
    radial
        Instead of the setting's own.

    Returns
    -------
    theta, c : (exponents, initialisations, d), (exponents, initialisations, width)
        NaN where a run diverged.
    """
    dtype, start = setting["dtype"], starts(draws, inits, links, setting["force_signs"])
    theta, c = descend(
        segments(draws, dtype),
        drawn["train"][:n].astype(dtype),
        labels(links, drawn, n, len(inits), dtype),
        start,
        np.full(len(start.sets), setting["eta"]),
        np.full(len(start.sets), setting["ridge"]),
        schedule(setting, radial),
    )
    shape = len(links), len(inits), -1
    return theta.reshape(shape), c.reshape(shape)


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
    setting: Setting, inits: Sequence[TiedPopulation], links: Mapping[int, Link], start: Networks
) -> Iterator[np.ndarray]:
    """Yield the sizes of the overlaps, (exponents, initialisations), before every step of the same
    descent at infinite n and after the last.
    """
    plan, eta = schedule(setting), setting["eta"]
    descent, m, c = population_start(inits, links, start)
    for number in range(plan.iterations):
        yield np.abs(m).T
        step = eta if number >= plan.warmup else 0.0
        # Above the stability limit it diverges as well.
        with np.errstate(over="ignore", invalid="ignore"):
            m, c = descent.step(m, c, plan.ratio * eta, step, setting["ridge"], radial=plan.radial)
    yield np.abs(m).T


def population_overlaps(
    setting: Setting, inits: Sequence[TiedPopulation], links: Mapping[int, Link], start: Networks
) -> np.ndarray:
    """Return the last of `population_paths`."""
    (last,) = deque(population_paths(setting, inits, links, start), maxlen=1)
    return last


def warn_if_unstable(
    setting: Setting, inits: Sequence[TiedPopulation], steps: Sequence[float]
) -> None:
    """Warn if a step size is above 1/lambda_max(G), where gradient descent on c oscillates and
    diverges.
    """
    largest = max(np.linalg.eigvalsh(population.gram)[-1] for population in inits)
    if max(steps) > 1 / largest:
        warnings.warn(
            f"{setting.paper}/{setting.experiment}: eta = {max(steps):g} is above 1/lambda_max(G) "
            f"= {1 / largest:.3g}; runs may diverge",
            RuntimeWarning,
            stacklevel=2,
        )

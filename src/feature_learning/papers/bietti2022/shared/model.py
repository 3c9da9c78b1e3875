"""What the experiments share: links, inits with their favourable signs, data, and the descent."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.data.relu_links import link
from feature_learning.theory.population_descent import PopulationDescent
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_descent import Networks, Schedule, descend
from feature_learning.training.tied_network import Segments

RECOVERED = 0.9
Arrays = Mapping[str, np.ndarray]


def targets(setting: Setting) -> dict[int, Link]:
    """Return the link of each information exponent of the grid."""
    return {int(s): link(setting["link"], float(s)) for s in setting.grid["s"]}


def neurons(width: int, tau: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw offsets N(0, tau^2) and signs, (width,) each."""
    return tau * rng.standard_normal(width), np.where(rng.random(width) < 0.5, 1.0, -1.0)


def draw_inits(setting: Setting, count: int, rng: Streams) -> dict[str, np.ndarray]:
    """Draw inits, each with neurons of its own.

    Returns
    -------
    offsets, signs, theta, c
        Of shapes (count, width), (count, width), (count, d), (count, width); theta is uniform on the
        sphere, c is N(0, I).
    """
    d, width = int(setting["d"]), int(setting["width"])
    drawn = []
    for number in range(count):
        stream = rng("init", d, number)
        own = neurons(width, float(setting["tau"]), stream)
        drawn.append((*own, on_sphere(stream.standard_normal(d)), stream.standard_normal(width)))
    names = ("offsets", "signs", "theta", "c")
    return {name: np.stack(parts) for name, parts in zip(names, zip(*drawn, strict=True), strict=True)}


def populations(instance: Arrays) -> list[TiedPopulation]:
    """Return the neurons of each init."""
    return [TiedPopulation(b, e) for b, e in zip(instance["offsets"], instance["signs"], strict=True)]


def favourable(theta: np.ndarray, c: np.ndarray, population: TiedPopulation, target: Link, exponent: int) -> tuple[np.ndarray, np.ndarray]:
    """Return an init with its signs flipped if needed, as the authors' code does.

    Then theta_1 >= 0, and the leading mode of c has the target's sign.
    """
    leading = target.coefficients(exponent)[exponent] * (c @ population.modes[exponent])
    return theta if theta[0] >= 0 else -theta, c if leading >= 0 else -c


def starts(instance: Arrays, inits: Sequence[TiedPopulation], links: Mapping[int, Link], force: bool) -> Networks:
    """Return every init for every exponent, the exponent changing slowest; with forced signs if wanted."""
    found = [
        favourable(theta, c, own, target, s) if force else (theta, c)
        for s, target in links.items()
        for own, theta, c in zip(inits, instance["theta"], instance["c"], strict=True)
    ]
    sets = np.tile(np.arange(len(inits)), len(links))
    return Networks(np.stack([theta for theta, _ in found]), np.stack([c for _, c in found]), sets)


def segments(instance: Arrays, dtype: str) -> Segments:
    """Return the neurons of the inits as segments."""
    return Segments(instance["offsets"], instance["signs"], np.dtype(dtype).type)


def schedule(setting: Setting, radial: bool | None = None) -> Schedule:
    """Return the schedule that the setting declares."""
    own = bool(setting["radial"]) if radial is None else radial
    return Schedule(int(setting["iterations"]), int(setting["warmup"]), float(setting["ratio"]), own)


def samples(setting: Setting, n: int, rng: Streams, *key: int) -> dict[str, np.ndarray]:
    """Draw training and fresh samples of n; smaller ones are their first rows. The target depends on ``x_1``."""
    d, drawn = int(setting["d"]), {}
    for number, purpose in enumerate(("train", "refit")):
        drawn[purpose] = rng("train" if purpose == "train" else "refit", d, *key).standard_normal((n, d))
        noise = rng("noise", d, number, *key).standard_normal(n)
        drawn[f"{purpose}_noise"] = float(np.sqrt(setting["noise"])) * noise
    return drawn


def labels(links: Mapping[int, Link], drawn: Arrays, n: int, inits: int, dtype: str) -> np.ndarray:
    """Return the labels of `starts`' networks on the first n training inputs, (exponents * inits, n)."""
    own = [target(drawn["train"][:n, 0]) + drawn["train_noise"][:n] for target in links.values()]
    return np.repeat(np.stack(own), inits, axis=0).astype(dtype)


def trained(
    setting: Setting,
    instance: Arrays,
    inits: Sequence[TiedPopulation],
    links: Mapping[int, Link],
    drawn: Arrays,
    n: int,
    radial: bool | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Train every init for every exponent on the same inputs, all at once.

    Parameters
    ----------
    setting
        Its values name the descent.
    instance, inits, links
        The inits, their neurons, and the links by exponent.
    drawn, n
        From `samples`, and how many of its rows to train on.
    radial
        Instead of the setting's own.

    Returns
    -------
    theta, c : (exponents, inits, d), (exponents, inits, width)
        NaN where a run diverged.
    """
    dtype, begin = str(setting["dtype"]), starts(instance, inits, links, bool(setting["force_signs"]))
    theta, c = descend(
        segments(instance, dtype),
        drawn["train"][:n].astype(dtype),
        labels(links, drawn, n, len(inits), dtype),
        begin,
        np.full(len(begin.sets), float(setting["eta"])),
        np.full(len(begin.sets), float(setting["ridge"])),
        schedule(setting, radial),
    )
    shape = len(links), len(inits), -1
    return theta.reshape(shape), c.reshape(shape)


def population_overlaps(
    setting: Setting,
    inits: Sequence[TiedPopulation],
    links: Mapping[int, Link],
    start: Networks,
) -> np.ndarray:
    """Return the final sizes of the overlaps of the same descent at infinite n, (exponents, inits)."""
    plan, eta = schedule(setting), float(setting["eta"])
    descent = PopulationDescent(inits, list(links.values()))
    m = start.theta[:, 0].reshape(len(links), -1).T
    c = start.c.reshape(len(links), len(inits), -1).swapaxes(0, 1)
    for number in range(plan.iterations):
        step = eta if number >= plan.warmup else 0.0
        with np.errstate(over="ignore", invalid="ignore"):  # above the stability limit it diverges, too
            m, c = descent.step(m, c, plan.ratio * eta, step, float(setting["ridge"]), radial=plan.radial)
    found: np.ndarray = np.abs(m).T
    return found


def warn_if_unstable(setting: Setting, inits: Sequence[TiedPopulation], steps: Sequence[float]) -> None:
    """Warn if a step size is above 1/lambda_max(G), where gradient descent on c oscillates and diverges."""
    largest = max(float(np.linalg.eigvalsh(one.gram)[-1]) for one in inits)
    if max(steps) > 1 / largest:
        warnings.warn(
            f"{setting.paper}/{setting.experiment}: eta = {max(steps):g} is above 1/lambda_max(G) = {1 / largest:.3g}; runs may diverge",
            RuntimeWarning,
            stacklevel=2,
        )

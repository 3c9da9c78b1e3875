"""Critical points on a sample: ends of the poster's flow at the poles, with the refit there, ends
near the equator, and others, such as saddles.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.linalg import null_space
from scipy.optimize import root

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.experiments.flow import draw
from feature_learning.papers.bietti2022.shared.links import link
from feature_learning.papers.bietti2022.shared.model import RECOVERED, neurons
from feature_learning.papers.bietti2022.shared.refit import RIDGES
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.theory.tied_recovery import recovery_constant
from feature_learning.training.tied_flow import Control, End, TiedFlow
from feature_learning.training.tied_readout import moments

__all__ = ["criticals", "draw", "equator", "poles"]

_FIRST, _APART = 1e-4, 0.01  # steps of the differences in the search and in the curvatures
_SEARCHES, _LOOKS = 2, 200


class _Case(NamedTuple):
    """A sample with its network at the start."""

    values: dict[str, int]
    target: Link
    flow: TiedFlow
    theta: np.ndarray
    c: np.ndarray


def equator(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per case: overlap and second layer at the end of a flow that starts on the equator,
    with the second layer that is best there.
    """
    control = Control(0, setting["iterations"], setting["reach"])
    for case in _cases(setting, draws, rng):
        theta = case.theta.copy()
        theta[0] = 0.0
        theta = on_sphere(theta)
        end = case.flow.followed(theta, _best_second(case.flow, theta), control)
        yield {**case.values, **_measured(end)}


def poles(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per case: the end of the poster's flow, and at a pole the constant V and the excess
    risk after fine-tuning, which are zero elsewhere.
    """
    control = Control(setting["warmup"], setting["iterations"], setting["reach"])
    for case in _cases(setting, draws, rng):
        end = case.flow.followed(case.theta, case.c, control)
        row = {**case.values, **_measured(end), "constant": 0.0, "refit": 0.0}
        if row["overlap"] > RECOVERED:
            population = TiedPopulation(*case.flow.neurons)
            side = float(np.sign(end.theta[0]))
            row["constant"] = recovery_constant(
                population, case.target, end.c, setting["noise"], side
            )
            row["refit"] = _fine_tuned(setting, case, end.theta, rng)
        yield row


def criticals(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per case and start of a search: the overlap and the gradient of the loss with the
    best second layer where the search ends, and the curvatures there.

    The starts have overlaps uniform on [0, 1]. Therefore many lie between equator and pole. The
    mean gradient of a sample's starts is the unit in which a gradient is small.

    References
    ----------
    More, Garbow and Hillstrom (1980), "User guide for MINPACK-1": the search, Powell's hybrid
    method, here in tangent coordinates of the sphere at its start.
    """
    for number, case in enumerate(_cases(setting, draws, rng)):
        stream, d = rng("surrogate", number), len(case.theta)
        for start in range(setting["starts"]):
            overlap = stream.random()
            across = stream.standard_normal(d)
            across[0] = 0.0
            theta = np.sqrt(1 - overlap**2) * on_sphere(across)
            theta[0] = overlap
            first = float(np.linalg.norm(_slope(case.flow, theta)))
            for _ in range(_SEARCHES):
                theta = _searched(case.flow, theta)
            curvatures = _curvatures(case.flow, theta)
            yield {
                **case.values,
                "start": start,
                "first_overlap": overlap,
                "first_gradient": first,
                "overlap": abs(float(theta[0])),
                "gradient": float(np.linalg.norm(_slope(case.flow, theta))),
                "falling": int((curvatures < 0).sum()),
            }


def _cases(setting: Setting, draws: Draws, rng: Streams) -> Iterator[_Case]:
    for number, values in enumerate(setting.mappings("cases")):
        where = values["s"], values["d"], values["n"]
        offsets, signs, theta, c = (
            draws[f"{name}-{number}"] for name in ("offsets", "signs", "theta", "c")
        )
        target = link(setting["link"], where[0])
        inputs = rng("train", *where).standard_normal((where[2], where[1]))
        noise = np.sqrt(setting["noise"]) * rng("noise", *where).standard_normal(where[2])
        labels = target(inputs[:, 0]) + noise
        flow = TiedFlow(inputs, labels, offsets, signs, setting["ridge"])
        yield _Case(values, target, flow, theta, c)


def _best_second(flow: TiedFlow, theta: np.ndarray) -> np.ndarray:
    found = moments(flow.inputs @ theta, flow.labels, *flow.neurons)
    ridge = flow.ridge * np.eye(len(found.gram))
    return np.asarray(np.linalg.solve(found.gram + ridge, found.projected))


def _measured(end: End) -> dict[str, float]:
    second = float(np.linalg.norm(end.c))
    return {"overlap": abs(float(end.theta[0])), "second": second, "gradient": end.gradient}


def _fine_tuned(setting: Setting, case: _Case, theta: np.ndarray, rng: Streams) -> float:
    """Return the least excess risk over ridges of fresh neurons that are fitted to a fresh sample,
    of which the projections on theta and on the target's direction matter alone.
    """
    where = case.values["s"], case.values["d"], case.values["n"]
    stream = rng("refit", *where)
    offsets, signs = neurons(setting["width_after"], setting["tau"], stream)
    m, fresh = float(theta[0]), setting["samples"]
    u, across = stream.standard_normal((2, fresh))
    noise = np.sqrt(setting["noise"]) * stream.standard_normal(fresh)
    labels = case.target(m * u + np.sqrt(1 - m**2) * across) + noise
    population = TiedPopulation(offsets, signs)
    solutions = moments(u, labels, offsets, signs).solutions(RIDGES)
    g = population.correlations(case.target, [m])
    return float(population.excess(solutions, g[0], case.target.square_norm).min())


def _slope(flow: TiedFlow, theta: np.ndarray) -> np.ndarray:
    """Return the gradient on the sphere of the loss with the best second layer."""
    return flow.slope(theta, _best_second(flow, theta))


def _searched(flow: TiedFlow, theta: np.ndarray) -> np.ndarray:
    """Return where the search for a root of the gradient ends."""
    axes = null_space(theta[None])
    found = root(  # type: ignore[call-overload]  # its options are typed as a closed dict
        lambda z: axes.T @ _slope(flow, on_sphere(theta + axes @ z)),
        np.zeros(axes.shape[1]),
        method="hybr",
        options={"eps": _FIRST, "maxfev": _LOOKS},
    )
    return on_sphere(theta + axes @ found.x)


def _curvatures(flow: TiedFlow, theta: np.ndarray) -> np.ndarray:
    """Return the eigenvalues of the Hessian on the sphere, from differences of the gradient."""
    axes = null_space(theta[None])
    columns = [
        _slope(flow, on_sphere(theta + _APART * axis))
        - _slope(flow, on_sphere(theta - _APART * axis))
        for axis in axes.T
    ]
    hessian = axes.T @ np.stack(columns, axis=1) / (2 * _APART)
    return np.asarray(np.linalg.eigvalsh((hessian + hessian.T) / 2))

"""The poster's flow on samples, followed to its end."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.bietti2022.shared.links import link
from feature_learning.papers.bietti2022.shared.model import neurons
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_flow import Control, TiedFlow


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw neurons and an initialisation for each case."""
    found: dict[str, np.ndarray] = {}
    for number, case in enumerate(setting.mappings("cases")):
        stream = rng("init", case["s"], case["d"], case["n"])
        offsets, signs = neurons(setting["width"], setting["tau"], stream)
        theta = on_sphere(stream.standard_normal(case["d"]))
        c = stream.standard_normal(setting["width"])
        parts = {"offsets": offsets, "signs": signs, "theta": theta, "c": c}
        found |= {f"{name}-{number}": part for name, part in parts.items()}
    return found


def flow(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per case, each with its own neurons, initialisation and sample, and signs as drawn:
    overlap and second layer at the end, how long it took, and the gradient there.
    """
    control = Control(setting["warmup"], setting["iterations"], setting["reach"])
    for number, case in enumerate(setting.mappings("cases")):
        s, d, n = case["s"], case["d"], case["n"]
        offsets, signs, theta, c = (
            draws[f"{name}-{number}"] for name in ("offsets", "signs", "theta", "c")
        )
        inputs = rng("train", s, d, n).standard_normal((n, d))
        noise = np.sqrt(setting["noise"]) * rng("noise", s, d, n).standard_normal(n)
        labels = link(setting["link"], s)(inputs[:, 0]) + noise
        end = TiedFlow(inputs, labels, offsets, signs, setting["ridge"]).followed(theta, c, control)
        yield {
            **case,
            "overlap": abs(float(end.theta[0])),
            "second": float(np.linalg.norm(end.c)),
            "time": end.time,
            "gradient": end.gradient,
        }


def signed(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """The same, and whether the sign of the leading mode of c at the start is favourable, so
    the population's force takes theta to a pole.
    """
    rows = flow(setting, draws, rng, device)
    for number, (case, row) in enumerate(zip(setting.mappings("cases"), rows, strict=True)):
        offsets, signs, theta, c = (
            draws[f"{name}-{number}"] for name in ("offsets", "signs", "theta", "c")
        )
        s = case["s"]
        coefficient = link(setting["link"], s).coefficients(s)[s]
        leading = coefficient * (c @ TiedPopulation(offsets, signs).modes[s])
        yield {**row, "favourable": bool(leading * theta[0] ** s > 0)}

"""Risk and training error against the width, for both feature models and two targets (fig1, fig6)."""

from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.mei2019.shared.model import Batch, Population, by_target, directions, feature_matrix, inputs, target
from feature_learning.training.nested import NestedLeastSquares


def widths(ratios: tuple[Any, ...], n: int) -> dict[float, int]:
    """Return the number of features at each N/n, from the smallest."""
    return {ratio: round(ratio * n) for ratio in sorted(map(float, ratios))}


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teachers and features at every dimension; smaller widths take the first features."""
    drawn: dict[str, np.ndarray] = {}
    for d in map(int, setting.grid["d"]):
        widest = max(widths(setting.grid["ratio"], round(setting["psi2"] * d)).values())
        found = directions(d, widest, setting["teachers"], rng)
        drawn |= {f"{name}-{d}": array for name, array in found.items()}
    return drawn


def double_descent(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, model, width, penalty and target: means over teachers."""
    sigma, xp = activation(setting["activation"]), device.xp
    names = [str(name) for name in setting.grid["target"]]
    aims, penalties = [target(name) for name in names], [float(lam) for lam in setting.grid["lam"]]
    for d in map(int, setting.grid["d"]):
        drawn = {name: draws[f"{name}-{d}"] for name in ("teachers", "features")}
        n = round(setting["psi2"] * d)
        batch = Batch.of(inputs(n, d, rng), aims, drawn, rng, device)
        for model in map(str, setting.grid["model"]):
            features = feature_matrix(model, sigma, batch.projections, rng("surrogate", d), device)
            population = Population.of(model, sigma, batch.targets, drawn, device)
            fits = NestedLeastSquares(features, batch.labels, xp)
            for ratio, width in widths(setting.grid["ratio"], n).items():
                for lam in penalties:
                    readouts = fits.solve(width, n * width * lam / d)
                    left = ((batch.labels - features[:, :width] @ readouts) ** 2).mean(axis=0)
                    columns = population.risk(readouts), device.get(left), population.learned(readouts)
                    means = (by_target(values, len(names)) for values in columns)
                    for name, test, fitted, learned in zip(names, *means, strict=True):
                        errors = {"test": test, "train": fitted, "learned": learned}
                        yield {"d": d, "model": model, "ratio": ratio, "lam": lam, "target": name, **errors}

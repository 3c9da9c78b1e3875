"""Noise and non-linear parts of the target at one penalty, which act alike (fig2, fig6)."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.mei2019.experiments.double_descent import widths
from feature_learning.papers.mei2019.shared.model import Batch, Population, by_target, directions, feature_matrix, inputs, target
from feature_learning.training.nested import NestedLeastSquares


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teachers and features; smaller widths take the first features."""
    widest = max(widths(setting.grid["ratio"], round(setting["psi2"] * setting["d"])).values())
    return directions(setting["d"], widest, setting["teachers"], rng)


def noise(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target, model and width: the mean risk over teachers."""
    d, n = setting["d"], round(setting["psi2"] * setting["d"])
    names = [str(name) for name in setting.grid["target"]]
    batch = Batch.of(inputs(n, d, rng), [target(name) for name in names], draws, rng, device)
    sigma = activation(setting["activation"])
    for model in map(str, setting.grid["model"]):
        features = feature_matrix(model, sigma, batch.projections, rng("surrogate", d), device)
        population = Population.of(model, sigma, batch.targets, draws, device)
        fits = NestedLeastSquares(features, batch.labels, device.xp)
        for ratio, width in widths(setting.grid["ratio"], n).items():
            risks = population.risk(fits.solve(width, n * width * setting["lam"] / d))
            for name, risk in zip(names, by_target(risks, len(names)), strict=True):
                yield {"target": name, "model": model, "ratio": ratio, "risk": risk}

"""Bias and variance apart, as the width or the sample grows (fig4)."""

from typing import Any

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.links import Link
from feature_learning.networks.named import activation
from feature_learning.papers.mei2019.shared.model import TARGETS, Batch, Population, by_target, directions, feature_matrix, inputs
from feature_learning.training.nested import NestedLeastSquares
from feature_learning.training.second_layer import least_norm

_AIMS = (TARGETS["linear"], Link(noise_variance=1.0))


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teachers and features; smaller widths take the first features."""
    widest = max(*map(float, setting.grid["width"]), *map(float, setting.grid["psi1"]))
    return directions(setting["d"], round(widest * setting["d"]), setting["teachers"], rng)


def wide_simulation(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per width and penalty at n/d = psi2, and one per sample and width without a ridge.

    The bias is the risk of a linear target without noise, the variance that of pure noise of unit
    variance.
    """
    d, sigma = setting["d"], activation(setting["activation"])
    sizes = {float(size): round(float(size) * d) for size in setting.grid["samples"]}
    n = round(setting["psi2"] * d)
    batch = Batch.of(inputs(max(n, *sizes.values()), d, rng), _AIMS, draws, rng, device)
    features = feature_matrix("features", sigma, batch.projections, rng("surrogate"), device)
    population = Population.of("features", sigma, batch.targets, draws, device)

    def parts(readouts: Any) -> dict[str, float]:
        linear, _ = by_target(population.risk(readouts), 2)
        _, noise = by_target(population.readout_power(readouts), 2)
        return {"bias": linear, "variance": noise}

    fits = NestedLeastSquares(features[:n], batch.labels[:n], device.xp)
    for size in sorted(map(float, setting.grid["width"])):
        width = round(size * d)
        for lbar in map(float, setting.grid["lbar"]):
            penalty = n * width * lbar * sigma.nonlinear**2 / d
            yield {"grows": "width", "curve": lbar, "size": size, **parts(fits.solve(width, penalty))}
    for psi1 in map(float, setting.grid["psi1"]):
        own = features[:, : round(psi1 * d)]
        for size, count in sizes.items():
            found = parts(least_norm(own[:count], batch.labels[:count], device.xp))
            yield {"grows": "samples", "curve": psi1, "size": size, **found}

"""Exact risks of regression on random features against the width and the sample size."""

from collections.abc import Iterator
from typing import Any

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.links import Link
from feature_learning.networks.named import activation
from feature_learning.papers.mei2019.shared.model import (
    TARGETS,
    Batch,
    Population,
    by_target,
    directions,
    feature_matrix,
    inputs,
    target,
)
from feature_learning.training.nested import NestedLeastSquares
from feature_learning.training.second_layer import least_norm, ridge

_PARTS = (TARGETS["linear"], Link(noise_variance=1.0))  # of the bias and of the variance


def _widths(setting: Setting, n: int) -> dict[float, int]:
    """Return the number of features at each N/n, from the smallest."""
    return {ratio: round(ratio * n) for ratio in sorted(setting.floats("ratio"))}


def _samples(setting: Setting, d: int) -> int:
    return round(setting["psi2"] * d)


def _directions(setting: Setting, d: int, rng: Streams) -> Draws:
    widest = max(_widths(setting, _samples(setting, d)).values())
    return directions(d, widest, setting["teachers"], rng)


def _models(
    setting: Setting, batch: Batch, draws: Draws, rng: Streams, device: Device
) -> Iterator[tuple[str, Any, Population, NestedLeastSquares]]:
    """Yield the name, features, averages and regression of each feature model."""
    d, sigma = len(draws["teachers"]), activation(setting["activation"])
    for model in setting.names("model"):
        features = feature_matrix(model, sigma, batch.projections, rng("surrogate", d), device)
        population = Population.of(model, sigma, batch.targets, draws, device)
        yield model, features, population, NestedLeastSquares(features, batch.labels, device.xp)


def draw_double_descent(setting: Setting, rng: Streams) -> Draws:
    """Draw teachers and features at every dimension; smaller widths take the first features."""
    return {
        f"{name}-{d}": array
        for d in setting.ints("d")
        for name, array in _directions(setting, d, rng).items()
    }


def double_descent(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Means over teachers for both feature models and two targets.

    One row per dimension, model, width, penalty and target.
    """
    names = setting.names("target")
    links = [target(name) for name in names]
    for d in setting.ints("d"):
        drawn = {name: draws[f"{name}-{d}"] for name in ("teachers", "features")}
        n = _samples(setting, d)
        batch = Batch.of(inputs(n, d, rng), links, drawn, rng, device)
        for model, features, population, fits in _models(setting, batch, drawn, rng, device):
            for ratio, width in _widths(setting, n).items():
                for lam in setting.floats("lam"):
                    readouts = fits.solve(width, n * width * lam / d)
                    residuals = batch.labels - features[:, :width] @ readouts
                    columns = {
                        "test": population.risk(readouts),
                        "train": device.get((residuals**2).mean(axis=0)),
                        "learned": population.learned(readouts),
                    }
                    point = {"d": d, "model": model, "ratio": ratio, "lam": lam}
                    means = (by_target(values, len(names)) for values in columns.values())
                    for name, *errors in zip(names, *means, strict=True):
                        yield {**point, "target": name, **dict(zip(columns, errors, strict=True))}


def draw_noise(setting: Setting, rng: Streams) -> Draws:
    """Draw teachers and features; smaller widths take the first features."""
    return _directions(setting, setting["d"], rng)


def noise(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Noise and non-linear parts of the target at one penalty, which act alike (fig2, fig6).

    One row per target, model and width.
    """
    d, names = setting["d"], setting.names("target")
    n = _samples(setting, d)
    batch = Batch.of(inputs(n, d, rng), [target(name) for name in names], draws, rng, device)
    for model, _, population, fits in _models(setting, batch, draws, rng, device):
        for ratio, width in _widths(setting, n).items():
            risks = population.risk(fits.solve(width, n * width * setting["lam"] / d))
            for name, risk in zip(names, by_target(risks, len(names)), strict=True):
                yield {"target": name, "model": model, "ratio": ratio, "risk": risk}


def draw_sample_wise(setting: Setting, rng: Streams) -> Draws:
    """Draw teachers and features."""
    return directions(setting["d"], round(setting["psi1"] * setting["d"]), setting["teachers"], rng)


def sample_wise(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Risk against the sample size at a fixed width (fig3); samples are nested.

    One row per sample size and penalty.
    """
    d, xp, sigma = setting["d"], device.xp, activation(setting["activation"])
    sizes = {psi2: round(psi2 * d) for psi2 in setting.floats("psi2")}
    link = target(setting["link"]).with_noise(1 / setting["rho"])
    batch = Batch.of(inputs(max(sizes.values()), d, rng), [link], draws, rng, device)
    features = feature_matrix("features", sigma, batch.projections, rng("surrogate"), device)
    population = Population.of("features", sigma, batch.targets, draws, device)
    for psi2, n in sizes.items():
        seen, labels = features[:n], batch.labels[:n]
        for lam in setting.floats("lam"):
            penalty = n * features.shape[1] * lam / d
            readouts = ridge(seen, labels, penalty, xp) if lam else least_norm(seen, labels, xp)
            yield {"psi2": psi2, "lam": lam, "risk": float(population.risk(readouts).mean())}


def draw_wide_simulation(setting: Setting, rng: Streams) -> Draws:
    """Draw teachers and features; smaller widths take the first features."""
    widest = max(*setting.floats("width"), *setting.floats("psi1"))
    return directions(setting["d"], round(widest * setting["d"]), setting["teachers"], rng)


def wide_simulation(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Bias and variance apart, as the width or the sample grows (fig4).

    One row per width and penalty at n/d = psi2, and one per sample and width without a ridge. The
    bias is the risk of a linear target without noise, the variance that of pure noise of unit
    variance.
    """
    d, sigma, n = setting["d"], activation(setting["activation"]), _samples(setting, setting["d"])
    sizes = {size: round(size * d) for size in setting.floats("samples")}
    batch = Batch.of(inputs(max(n, *sizes.values()), d, rng), _PARTS, draws, rng, device)
    features = feature_matrix("features", sigma, batch.projections, rng("surrogate"), device)
    population = Population.of("features", sigma, batch.targets, draws, device)

    def parts(readouts: Any) -> dict[str, float]:
        bias, _ = by_target(population.risk(readouts), 2)
        _, variance = by_target(population.readout_power(readouts), 2)
        return {"bias": bias, "variance": variance}

    fits = NestedLeastSquares(features[:n], batch.labels[:n], device.xp)
    for size in sorted(setting.floats("width")):
        width = round(size * d)
        for lbar in setting.floats("lbar"):
            penalty = n * width * lbar * sigma.nonlinear**2 / d
            point = {"grows": "width", "curve": lbar, "size": size}
            yield {**point, **parts(fits.solve(width, penalty))}
    for psi1 in setting.floats("psi1"):
        narrow = features[:, : round(psi1 * d)]
        for size, count in sizes.items():
            readouts = least_norm(narrow[:count], batch.labels[:count], device.xp)
            yield {"grows": "samples", "curve": psi1, "size": size, **parts(readouts)}

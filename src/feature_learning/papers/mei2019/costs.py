"""What a training job of each experiment costs: random features, and least squares at every width."""

from collections.abc import Iterable

from feature_learning.core.cost import Cost, gram, normals, orthogonal, passes, product, ridge, solve
from feature_learning.core.setting import Setting


def _features(rows: float, d: float, width: float) -> float:
    """Features of `rows` inputs, and noise in the place of half of them."""
    return normals(rows * d) + product(rows, d, width) + passes(rows * width, 4) + normals(rows * width) / 2


def _nested(n: int, tests: int, ratios: Iterable[float], penalties: int) -> float:
    """Fits of the first columns: one Gram matrix that grows, and a system at each width and penalty."""
    flops, widest = gram(n, n) * 2 + orthogonal(n, n), 0.0
    for width in (ratio * n for ratio in ratios):
        flops += penalties * (solve(min(n, width)) + passes((n + tests) * width))
        widest = max(widest, width)
    return flops + product(n, max(widest - n, 0), n)


def double_descent(setting: Setting) -> Cost:
    """Nested fits over widths and penalties, for each d and model."""
    ratios, tests, flops = [float(ratio) for ratio in setting.grid["ratio"]], setting["test_size"], 0.0
    for d in map(int, setting.grid["d"]):
        n = round(setting["psi2"] * d)
        one = _features(n + tests, d, max(ratios) * n) + _nested(n, tests, ratios, len(setting.grid["lam"]))
        flops += len(setting.grid["model"]) * one
    return Cost(flops, 16 * (n + tests) * max(ratios) * n, gpu=True)


def noise(setting: Setting) -> Cost:
    """Nested fits over widths, for each model; targets share them."""
    ratios, tests, n = [float(ratio) for ratio in setting.grid["ratio"]], setting["test_size"], round(setting["psi2"] * setting["d"])
    flops = len(setting.grid["model"]) * (_features(n + tests, setting["d"], max(ratios) * n) + _nested(n, tests, ratios, 1))
    return Cost(flops, 16 * (n + tests) * max(ratios) * n, gpu=True)


def sample_wise(setting: Setting) -> Cost:
    """Ridge fits, or the least norm without a penalty, for each number of samples."""
    d, width, tests, flops = setting["d"], setting["psi1"] * setting["d"], setting["test_size"], 0.0
    sizes = [float(psi2) * d for psi2 in setting.grid["psi2"]]
    for n in sizes:
        for lam in map(float, setting.grid["lam"]):
            flops += (ridge(n, width) if lam else orthogonal(n, width) + solve(min(n, width))) + passes(tests * width)
    rows = max(sizes) + tests
    return Cost(flops + _features(rows, d, width), 8 * 3 * rows * width, gpu=True)

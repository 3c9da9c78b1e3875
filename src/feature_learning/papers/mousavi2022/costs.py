"""Costs of training jobs that follow online SGD in d dimensions or, with the reduced method, in its overlaps."""

from collections.abc import Iterable

from feature_learning.core.cost import Cost, gaussian_overlaps, online_sgd, passes, product
from feature_learning.core.setting import Setting


def _coordinates(setting: Setting, width: int, d: int) -> int:
    """Return how many coordinates the weights have: d, or in the reduced method those of the span of weights and target."""
    return min(d, width + 2) if setting["method"] == "reduced" else d


def _trained(setting: Setting, width: int, d: int) -> float:
    """Return the FLOPs of a run with either method."""
    steps = setting["horizon"] * d
    return gaussian_overlaps(width, 2, steps) if setting["method"] == "reduced" else online_sgd(width, d, steps)


def _stream(width: float, d: float) -> float:
    """Return the bytes of the weights and of a block of inputs."""
    return 8 * (3 * width * d + 64 * (2 * width + d))


def _along_time(setting: Setting, sizes: Iterable[tuple[int, int]]) -> Cost:
    """Return the cost of online SGD and of the predicted curve for each (width, d)."""
    runs = list(sizes)
    flops = sum(_trained(setting, width, d) + passes(setting["horizon"] * d * width) for width, d in runs)
    return Cost(flops, max(_stream(width, _coordinates(setting, width, d)) for width, d in runs))


def perp_time(setting: Setting) -> Cost:
    """Return the cost of online SGD at each d."""
    return _along_time(setting, ((setting["width"], int(d)) for d in setting.grid["d"]))


def perp_width(setting: Setting) -> Cost:
    """Return the cost of online SGD at each width."""
    return _along_time(setting, ((int(width), setting["d"]) for width in setting.grid["width"]))


def decay(setting: Setting) -> Cost:
    """Return the cost of online SGD with each decay, and of a test error at each time."""
    width, tests = setting["width"], setting["test_size"]
    d = _coordinates(setting, width, setting["d"])
    test = product(tests, d, width) + passes(tests * width, 3)
    flops = len(setting.grid["decay"]) * (_trained(setting, width, setting["d"]) + len(setting.grid["t_over_d"]) * test)
    return Cost(flops, _stream(width, d) + 8 * tests * (d + width))

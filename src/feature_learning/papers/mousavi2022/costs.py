"""What a training job of each experiment costs: online SGD, kernel systems, and fits of the second layer."""

from collections.abc import Iterable

from feature_learning.core.cost import (
    Cost,
    eigenvectors,
    functions,
    gaussian_overlaps,
    gram,
    normals,
    online_sgd,
    passes,
    product,
    ridge,
    shifted,
)
from feature_learning.core.setting import Setting

_TARGETS = 2


def _times(setting: Setting) -> list[float]:
    return [float(time) for time in setting.grid["t_over_d"]]


def _coordinates(setting: Setting, width: int, d: int) -> int:
    """How many the weights have: d, or in the reduced method those of a space that holds the weights and the target."""
    return min(d, width + 2) if setting["method"] == "reduced" else d


def _trained(setting: Setting, width: int, d: int) -> float:
    """FLOPs of a run by either method."""
    steps = setting["horizon"] * d
    return gaussian_overlaps(width, 2, steps) if setting["method"] == "reduced" else online_sgd(width, d, steps)


def _stream(width: float, d: float) -> float:
    """Bytes of weights and a block of inputs."""
    return 8 * (3 * width * d + 64 * (2 * width + d))


def neurons(setting: Setting) -> Cost:
    """Online SGD with each kind of biases."""
    width, d = setting["width"], setting["d"]
    return Cost(len(setting.grid["bias"]) * online_sgd(width, d, setting["horizon"] * d), _stream(width, d))


def _along_time(setting: Setting, sizes: Iterable[tuple[int, int]]) -> Cost:
    """Online SGD, and beside it the predicted curve, for each (width, d)."""
    runs = list(sizes)
    flops = sum(_trained(setting, width, d) + passes(setting["horizon"] * d * width) for width, d in runs)
    return Cost(flops, max(_stream(width, _coordinates(setting, width, d)) for width, d in runs))


def perp_time(setting: Setting) -> Cost:
    """Online SGD at each d."""
    return _along_time(setting, ((setting["width"], int(d)) for d in setting.grid["d"]))


def perp_width(setting: Setting) -> Cost:
    """Online SGD at each width."""
    return _along_time(setting, ((int(width), setting["d"]) for width in setting.grid["width"]))


def decay(setting: Setting) -> Cost:
    """Online SGD with each decay, and a test error at each time."""
    width, tests = setting["width"], setting["test_size"]
    d = _coordinates(setting, width, setting["d"])
    test = product(tests, d, width) + passes(tests * width, 3)
    flops = len(setting.grid["decay"]) * (_trained(setting, width, setting["d"]) + len(_times(setting)) * test)
    return Cost(flops, _stream(width, d) + 8 * tests * (d + width))


def subspace(setting: Setting) -> Cost:
    """Online SGD for each target and decay."""
    width, d = setting["width"], setting["d"]
    runs = len(setting.grid["target"]) * len(setting.grid["decay"])
    return Cost(runs * online_sgd(width, d, setting["horizon"] * d), _stream(width, d))


def gap(setting: Setting) -> Cost:
    """Online SGD for each d and width, and a fit at each time, of wide networks only on few samples."""
    tests, flops, most = setting["test_size"], 0.0, 0.0
    for d in map(int, setting.grid["d"]):
        for width in map(int, setting.grid["width"]):
            sizes = [time * d for time in _times(setting) if width < setting["wide"] or time * d <= setting["wide_samples"]]
            flops += normals((max(_times(setting)) + tests) * d) + online_sgd(width, d, max(sizes, default=0))
            flops += sum(product(n + tests, d, width) + passes((n + tests) * width, 4) + ridge(n, width) for n in sizes)
            most = max(most, 8 * ((max(sizes, default=0) + tests) * (2 * width + d) + 2 * width**2))
    return Cost(flops, most)


def samples(setting: Setting) -> Cost:
    """Online SGD over fixed samples, and a ridge path at each size; at the plateau two targets at one size."""
    width, tests, flops, most = setting["width"], setting["test_size"], 0.0, 0.0
    sizes = [(int(d), [float(ratio) * int(d) for ratio in setting.grid["n_over_d"]]) for d in setting.grid["d"]]
    for d, counts in [*sizes, *_TARGETS * [(setting["plateau_d"], [float(setting["plateau_n"])])]]:
        flops += normals((max(counts) + tests) * d) + online_sgd(width, d, max(counts))
        for n in counts:
            rows = n + tests
            flops += product(rows, d, width) + passes(rows * width, 8) + product(tests, width, setting["ridges"])
            flops += gram(max(n, width), min(n, width)) + eigenvectors(min(n, width))
        most = max(most, 8 * (max(counts) + tests) * (d + 3 * width))
    return Cost(flops, most)


def tangent(setting: Setting) -> Cost:
    """Tangent kernels of the largest n at each d, and a linear system a ridge at each n (the widest d without biases too)."""
    sizes, dimensions = sorted(map(int, setting.grid["n"])), sorted(map(int, setting.grid["d"]))
    fits = [(d, [n for n in sizes if n <= setting["reach"] * d * d]) for d in dimensions]
    fits += [(dimensions[-1], [n for n in fits[-1][1] if n <= setting["no_bias_n"]]), (setting["plateau_d"], [setting["plateau_n"]])]
    tests, sides, flops, most = setting["test_size"], _TARGETS * setting["ridges"], 0.0, 0.0
    for d, counts in fits:
        largest = max(counts, default=0)
        flops += product(largest + tests, d, largest) + functions((largest + tests) * largest) + passes((largest + tests) * largest, 8)
        flops += sum(shifted(n, setting["ridges"], _TARGETS) + product(n + tests, n, sides) for n in counts)
        most = max(most, 8 * (4 * largest**2 + 4 * tests * largest))
    return Cost(flops, most)


def compress(setting: Setting) -> Cost:
    """Online SGD with and without decay, and for each layer a fit and a test error at every rank."""
    width, d, tests = setting["width"], setting["d"], setting["test_size"]
    n = setting["horizon"] * d
    error = product(tests, d, width) + passes(tests * width, 4)
    fit = product(n, d, width) + passes(n * width, 3) + ridge(n, width) + (len(setting.grid["rank"]) + 1) * error
    flops = normals((n + tests) * d) + 2 * online_sgd(width, d, n) + len(setting.grid["layer"]) * fit
    return Cost(flops, 8 * (n + tests) * (d + width))

"""What a training job of each experiment costs: flows of few neurons on all samples, and kernel systems."""

from feature_learning.core.cost import CALL, Cost, cholesky, functions, gram, normals, passes, product, shifted
from feature_learning.core.setting import Setting


def _sizes(setting: Setting, name: str) -> list[int]:
    return [int(value) for value in setting.grid[name]]


def _gradient(n: float, d: float, neurons: float) -> float:
    """Two products in single precision, bound by reading the sample, which holds however few the neurons are."""
    return product(max(neurons, 8), d, n) * 2 + passes(neurons * n, 3) + 25 * CALL


def _whitened(n: float, d: float) -> float:
    """A Gram matrix, its factor, and a triangular system for all samples."""
    return gram(n, d) * 2 + cholesky(d)


def spherical_flow(setting: Setting) -> Cost:
    """The flow on the sphere and the whitened one, each neuron under its covariance."""
    d, neurons = setting["d"], len(setting.grid["gamma2"])
    n = setting["ratio"] * d
    return Cost(normals(n * d) + _whitened(n, d) + 2 * setting["steps"] * _gradient(n, d, neurons), 8 * n * (4 * d + 3 * neurons))


def initial_overlap(setting: Setting) -> Cost:
    """Overlaps and three runtimes of every start, at each d and structure."""
    starts = len(setting.grid["d"]) * len(setting.grid["structure"]) * setting["inits"]
    return Cost(functions(starts, 8), 8 * 3 * len(setting.grid["d"]) * setting["inits"])


def signal_to_noise(setting: Setting) -> Cost:
    """A whitening at each d, and one gradient of the starts for each degree and structure."""
    inits, ratio, flops = setting["inits"], setting["ratio"], 0.0
    gradients = len(setting.grid["k"]) * len(setting.grid["structure"])
    for d in _sizes(setting, "d"):
        flops += normals(ratio * d * d) + _whitened(ratio * d, d) + gradients * _gradient(ratio * d, d, inits)
    d = max(_sizes(setting, "d"))
    return Cost(flops, 8 * ratio * d * (4 * d + 3 * inits))


def overlap(setting: Setting) -> Cost:
    """A whitening and a flow of one neuron a structure, at each d and ratio."""
    neurons, flops = len(setting.grid["structure"]), 0.0
    for d in _sizes(setting, "d"):
        for n in (ratio * d for ratio in _sizes(setting, "ratio")):
            flops += normals(n * d) / 2 + _whitened(n, d) + setting["steps"] * _gradient(n, d, neurons)
    d, n = max(_sizes(setting, "d")), max(_sizes(setting, "ratio")) * max(_sizes(setting, "d"))
    return Cost(flops, 8 * n * (3 * d + 2 * neurons))


def risk(setting: Setting) -> Cost:
    """At each ratio a flow of all starts under all structures, and a ridge fit for each of them."""
    d, width, neurons, flops = setting["d"], setting["width"], setting["inits"] * len(setting.grid["structure"]), 0.0
    for n in (ratio * d for ratio in _sizes(setting, "ratio")):
        fits = neurons * (passes(n * width, 5) + gram(n, width))
        flops += normals(n * d) / 2 + _whitened(n, d) + setting["steps"] * _gradient(n, d, neurons) + fits
    n = max(_sizes(setting, "ratio")) * d
    return Cost(flops, 8 * (n * (3 * d + 3 * neurons + 3 * width) + setting["test_size"] * d))


def kernel_risk(setting: Setting) -> Cost:
    """An exponential kernel for each structure, and systems at each ratio and ridge."""
    d, tests, sizes = setting["d"], setting["test_size"], [ratio * setting["d"] for ratio in _sizes(setting, "ratio")]
    n, ridges = max(sizes), setting["most_power"] - setting["least_power"] + 1
    each = product(n + tests, d, n) + functions((n + tests) * n)
    each += sum(shifted(size, ridges) + passes(size * size, 2) + product(tests, size, ridges) for size in sizes)
    return Cost(normals((n + tests) * d) + len(setting.grid["structure"]) * each, 8 * (4 * n * n + 2 * tests * n))

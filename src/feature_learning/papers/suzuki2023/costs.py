"""What a training job of each experiment costs: Langevin steps of whole networks, and kernel systems."""

from collections.abc import Iterable

from feature_learning.core.cost import CALL, Cost, cholesky, functions, normals, passes, product
from feature_learning.core.setting import Setting

_LINE_INPUTS = 21
_MODES = 11


def _langevin(setting: Setting, networks: int, n: float, d: float, width: float) -> float:
    """All steps of several networks, in the span of their samples: products in single precision, a tanh, its derivative, and noise."""
    step = product(n, min(n, d), width) + functions(n * width) / 2 + passes(n * width) + normals(min(n, d) * width)
    steps = setting["horizon"] / setting["eta"]
    return steps * (networks * step + 40 * CALL) + networks * functions(setting["test_size"] * width)


def _held(setting: Setting, networks: int, n: float, d: float, width: float) -> float:
    """Bytes of fields, noise and particles, and of the test fields at the end."""
    return 4 * networks * (3 * n * width + 4 * d * width + 2 * setting["test_size"] * (width + d)) + 3 * 4 * 2**19


def _runs(setting: Setting, runs: Iterable[tuple[int, float, float, float]]) -> Cost:
    runs = list(runs)
    return Cost(sum(_langevin(setting, *run) for run in runs), max(_held(setting, *run) for run in runs), gpu=True)


def heatmap(setting: Setting) -> Cost:
    """A run of all replicas at each d and sample size."""
    ratios, dimensions, replicas = [float(r) for r in setting.grid["n_over_d"]], [int(d) for d in setting.grid["d"]], setting["replicas"]
    sizes = [(d, ratio * d) for d in dimensions for ratio in ratios if ratio * d <= setting["most_samples"]]
    return _runs(setting, ((replicas, n, d, setting["width"]) for d, n in sizes))


cubic = heatmap


def _until(setting: Setting, d: int, k: int) -> list[int]:
    """The sample sizes up to where a curve is expected to be flat, at the k-th power of the effective dimension."""
    sizes = sorted(map(int, setting.grid["n"]))
    enough = 8 * (d ** (1 - float(setting["alpha"]))) ** k
    return [n for place, n in enumerate(sizes) if place == 0 or sizes[place - 1] < max(enough, 128)]


def anisotropic(setting: Setting) -> Cost:
    """A run of all replicas at each k, d and sample size, counted as if none ended early with enough accuracy."""
    cases = [(int(d), int(n)) for _ in setting.grid["k"] for d in setting.grid["d"] for n in setting.grid["n"]]
    return _runs(setting, ((setting["replicas"], n, d, setting["width"]) for d, n in cases))


def kernel_baseline(setting: Setting) -> Cost:
    """A kernel and a Cholesky factor for each steepness and ridge, up to the size that is enough."""
    tests, steepness, ridges, flops, most = setting["test_size"], len(setting.grid["steepness"]), len(setting.grid["ridge"]), 0.0, 0
    for k in map(int, setting.grid["k"]):
        for d in (d for d in map(int, setting.grid["d"]) if k <= 2 or d <= setting["largest_cubic_d"]):
            flops += setting["replicas"] * normals((max(map(int, setting.grid["n"])) + tests) * d)
            for n in _until(setting, d, k):
                kernels = product(n + tests, d, n) + steepness * functions((n + tests) * n)
                fits = steepness * ridges * (cholesky(n) + passes(n * n, 2)) + product(tests, n, steepness * ridges)
                flops, most = flops + setting["replicas"] * (kernels + fits), max(most, n)
    return Cost(flops, 8 * most * (5 * most + 3 * tests))


def chaos(setting: Setting) -> Cost:
    """Langevin steps of particles on a line, all replicas of a width at once."""
    steps, flops = setting["horizon"] / setting["dt"], 0.0
    for width in map(int, setting.grid["width"]):
        fields = setting["replicas"] * width * _LINE_INPUTS
        flops += steps * (functions(fields) / 2 + passes(fields, 2) + 5 * normals(setting["replicas"] * width) + 10 * CALL)
    return Cost(flops, 8 * 4 * steps / 5 * setting["replicas"] * _LINE_INPUTS)


def linear_neurons(setting: Setting) -> Cost:
    """Langevin steps of linear particles, all replicas of a width at once."""
    steps, flops = setting["horizon"] / setting["dt"], 0.0
    for width in map(int, setting.grid["width"]):
        entries = setting["replicas"] * width * setting["d"]
        flops += steps * (5 * normals(entries) + passes(entries, 5))
    return Cost(
        flops, 8 * steps * setting["replicas"] + 4 * (2**16 + 4 * setting["replicas"] * max(map(int, setting.grid["width"])) * setting["d"])
    )


def temperature(setting: Setting) -> Cost:
    """One run of the replicas of all temperatures together."""
    networks = len(setting.grid["heat"]) * setting["replicas"]
    return _runs(setting, [(networks, setting["n"], setting["d"], setting["width"])])


def widths(setting: Setting) -> Cost:
    """A run of all replicas at each width."""
    return _runs(setting, ((setting["replicas"], setting["n"], setting["d"], int(width)) for width in setting.grid["width"]))


def torus(setting: Setting) -> Cost:
    """Steps of the particles in Fourier modes, for each kind of noise."""
    particles = setting["replicas"] * (setting["particles"] + setting["targets"])
    step = functions(particles * 4, 8) + passes(particles * _MODES, 12) + product(particles, _MODES, 4 * _MODES) + 40 * CALL
    return Cost(len(setting.grid["noise"]) * setting["steps"] * step, 8 * 8 * particles * 2 * _MODES)

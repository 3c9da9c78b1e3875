"""What a training job of each experiment costs: a streamed gradient step, and fits or spectra after it."""

from feature_learning.core.cost import CALL, Cost, eigenvalues, eigenvectors, functions, gram, normals, passes, product, ridge
from feature_learning.core.setting import Setting

_CHUNK = 2048


def _gradient(n: float, d: float, width: float) -> float:
    return normals(n * d) + 2 * product(n, d, width) + functions(n * width, 2) + passes(n * width, 4)


def _risks(n: float, d: float, width: float, steps: int, tests: int) -> float:
    """One gradient, then a ridge fit on fresh data and a test error for each step size."""
    begin = _gradient(n, d, width) + normals(n * d) + 2 * product(n + tests, d, width)
    return begin + steps * (functions((n + tests) * width) + passes((n + tests) * width, 2) + ridge(n, width))


def _held(n: float, d: float, width: float, steps: int, tests: int) -> float:
    """Bytes of a refit: chunks, test features, and the normal equations of all step sizes."""
    return 8 * (4 * (min(n, _CHUNK) + tests) * width + (min(n, _CHUNK) + tests) * d + steps * width**2)


def spike(setting: Setting) -> Cost:
    """A gradient for each teacher, and the spectrum of the updated weights at each step size."""
    d = setting["d"]
    n, width = setting["psi1"] * d, setting["psi2"] * d
    each = _gradient(n, d, width) + len(setting.grid["eta"]) * (gram(width, d) + eigenvectors(d) + passes(width * d, 2))
    flops = normals(width * d) + gram(width, d) + eigenvalues(d) + len(setting.grid["teacher"]) * each
    return Cost(flops, 8 * (6 * width * d + 4 * 512 * width + 3 * d * d), gpu=True)


def rank_one(setting: Setting) -> Cost:
    """A gradient and two spectral norms at each d."""
    sizes = [(setting["psi1"] * int(d), int(d), setting["psi2"] * int(d)) for d in setting.grid["d"]]
    flops = sum(_gradient(n, d, width) + 2 * (gram(width, d) + eigenvalues(d)) for n, d, width in sizes)
    n, d, width = max(sizes)
    return Cost(flops, 8 * (n * d + 4 * min(n, _CHUNK) * width + 4 * width * d), gpu=True)


def step_sizes(setting: Setting) -> Cost:
    """A refit for each teacher and sample size, all step sizes in one."""
    d, steps, tests = setting["d"], len(setting.grid["step"]), setting["test_size"]
    sizes, width = [float(psi1) * d for psi1 in setting.grid["psi1"]], setting["psi2"] * d
    flops = len(setting.grid["teacher"]) * sum(_risks(n, d, width, steps, tests) for n in sizes)
    return Cost(flops, _held(max(sizes), d, width, steps, tests), gpu=True)


large_step = step_sizes


def trajectories(setting: Setting) -> Cost:
    """Gradient descent to the tolerance, counted as `max_steps`, which few runs need."""
    d = setting["d"]
    n, width = setting["psi1"] * d, setting["psi2"] * d
    step = 2 * product(n, d, width) + passes(n * width, 6) + 10 * CALL
    flops = len(setting.grid["parameterisation"]) * setting["max_steps"] * step
    return Cost(flops, 8 * (5 * n * width + 3 * setting["test_size"] * width), gpu=True)


def small_step_samples(setting: Setting) -> Cost:
    """A refit for each sample size, all step sizes in one."""
    d, steps, tests = setting["d"], len(setting.grid["eta"]), setting["test_size"]
    sizes, width = [float(psi1) * d for psi1 in setting.grid["psi1"]], setting["psi2"] * d
    return Cost(sum(_risks(n, d, width, steps, tests) for n in sizes), _held(max(sizes), d, width, steps, tests), gpu=True)


def small_step_widths(setting: Setting) -> Cost:
    """A refit for each width, all step sizes in one."""
    d, steps, tests = setting["d"], len(setting.grid["eta"]), setting["test_size"]
    widths, n = [float(psi2) * d for psi2 in setting.grid["psi2"]], setting["psi1"] * d
    return Cost(sum(_risks(n, d, width, steps, tests) for width in widths), _held(n, d, max(widths), steps, tests), gpu=True)

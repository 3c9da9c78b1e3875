"""What a training job of each experiment costs: kernel systems, and gradients of narrow networks."""

from feature_learning.core.cost import Cost, normals, passes, product, ridge, solve
from feature_learning.core.setting import Setting

_TEST_CHUNK = 128


def _regression(n: float, d: int, tests: int, gammas: int, targets: int) -> float:
    """Inner products once; for each spike a kernel of degree four, its system and the predictions."""
    rows = n + tests
    return normals(rows * d) + product(rows, d, n) + gammas * (passes(rows * n, 12) + solve(n, targets) + product(tests, n, targets))


def _held(n: float, tests: int) -> float:
    return 8 * (5 * n * n + tests * n + 3 * min(tests, _TEST_CHUNK) * n)


def kernel_ridge(setting: Setting) -> Cost:
    """A kernel system for each d and spike."""
    tests, psi, dimensions = setting["test_size"], setting["psi"], [int(d) for d in setting.grid["d"]]
    each = (_regression(psi * d, d, tests, len(setting.grid["gamma"]), len(setting.grid["target"])) for d in dimensions)
    return Cost(sum(each), _held(psi * max(dimensions), tests))


def comparison(setting: Setting) -> Cost:
    """The same systems, and for each spike and target a gradient step with a ridge fit."""
    tests, psi, width, dimensions = setting["test_size"], setting["psi"], setting["width"], [int(d) for d in setting.grid["d"]]
    gammas, targets, flops = len(setting.grid["gamma"]), len(setting.grid["target"]), 0.0
    for d in dimensions:
        n = psi * d
        rows = n + tests
        fit = product(n, d, width) + product(rows, d, width) + passes(rows * width, 6) + ridge(n, width)
        flops += _regression(n, d, tests, gammas, targets) + gammas * (passes((rows + n) * d, 3) + product(n, d, width) + targets * fit)
    return Cost(flops, _held(psi * max(dimensions), tests) + 8 * 3 * tests * (max(dimensions) + width))


def alignment(setting: Setting) -> Cost:
    """A gradient for each replica, d, spike and link."""
    width, psi, links, dimensions = setting["width"], setting["psi"], len(setting.grid["link"]), [int(d) for d in setting.grid["d"]]
    flops = 0.0
    for d in dimensions:
        n = psi * d
        gradient = product(n, d, width) + passes(n * width, 4)
        each = passes(n * d, 4) + passes(n * width, 4) + links * gradient
        flops += normals(n * d) + product(n, d, width) + len(setting.grid["gamma"]) * each
    return Cost(setting["replicas"] * flops, 8 * psi * max(dimensions) * (3 * max(dimensions) + 4 * width))

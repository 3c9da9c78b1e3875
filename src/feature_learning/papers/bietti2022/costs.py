"""What a training job of each experiment costs: descents of tied networks in segment form, and exact population losses."""

from feature_learning.core.cost import CALL, Cost, eigenvectors, functions, gram, normals, passes, product, shifted, solve
from feature_learning.core.setting import Setting

_DEGREES = 61
_REFITS = 2


def _descent(setting: Setting, n: int, networks: int) -> float:
    """Every iteration looks up the segment of each sample, and after the warm-up sums by segment."""
    return setting["iterations"] * (passes(networks * (n + setting["width"]), 5) + 20 * CALL)


def _outcomes(setting: Setting, n: int, networks: int) -> float:
    """Two ridge paths for each trained network, and its exact population loss."""
    width = setting["width"]
    path = passes(n * width, 4) + gram(max(n, width), min(n, width)) + eigenvectors(min(n, width))
    return networks * (_REFITS * path + _quadrature(setting, 1))


def _quadrature(setting: Setting, points: int) -> float:
    """Correlations with the target at some overlaps: some 20 nodes between two kinks, at each the smoothed target."""
    return functions(points * 20 * setting["width"], 50)


def _kept(setting: Setting, d: int) -> list[int]:
    return [int(n) for n in setting.grid["n"] if int(n) * d <= setting["most_entries"]]


def _population(setting: Setting, networks: int) -> float:
    """The descent of the population, a series of `_DEGREES` terms for each network and iteration."""
    return setting["iterations"] * (4 * product(networks * _DEGREES, setting["width"], 1) + 30 * CALL)


def learning_curves(setting: Setting) -> Cost:
    """A descent of one network a target at each d and n, and the population's."""
    networks, width, dimensions = len(setting.grid["s"]), setting["width"], [int(d) for d in setting.grid["d"]]
    flops, most = _population(setting, networks * len(dimensions)), 0
    for d in dimensions:
        for n in _kept(setting, d):
            flops += _descent(setting, n, networks) + _outcomes(setting, n, networks)
            most = max(most, n * (4 * 8 * d + 4 * 8 * width))
    return Cost(flops, most)


def selection(setting: Setting) -> Cost:
    """A descent of a network for each target, step size and ridge, with restarts at one n."""
    targets, width, d, flops, most = len(setting.grid["s"]), setting["width"], int(setting["d"]), 0.0, 0
    points = targets * len(setting.grid["eta"]) * len(setting.grid["ridge"])
    for n in map(int, setting.grid["n"]):
        networks = points + (n == setting["restarts_at"]) * (targets - 1) * (setting["restarts"] - 1)
        flops += _descent(setting, n, networks) + _outcomes(setting, n, networks)
        most = max(most, n * (4 * 8 * d + 4 * 8 * width + 8 * networks))
    return Cost(flops, most)


def landscape(setting: Setting) -> Cost:
    """Correlations at every overlap by quadrature between the kinks, and a system for each target and ridge."""
    points, width = setting["points"], setting["width"]
    solved = solve(width, points) + product(points, width, width)
    each = _quadrature(setting, points) + len(setting.grid["s"]) * len(setting.grid["ridge"]) * solved
    return Cost(setting["draws"] * each, 8 * 20 * width * (2 * points + width))


def population_flow(setting: Setting) -> Cost:
    """The population's descent from every start, a target at a time."""
    targets, inits = len(setting.grid["s"]), setting["inits"]
    return Cost(targets * _population(setting, inits), 8 * 4 * inits * _DEGREES * setting["width"])


def kernel_baseline(setting: Setting) -> Cost:
    """Arc-cosine kernels and a Cholesky factor for each d, n and ridge."""
    tests, targets, ridges, flops = setting["test_size"], len(setting.grid["s"]), len(setting.grid["kernel_ridge"]), 0.0
    sizes = [int(n) for n in setting.grid["n"]]
    most = max(sizes)
    for d in map(int, setting.grid["d"]):
        flops += normals((most + tests) * d) + product(most + tests, d, most)
        flops += functions((most + tests) * most) + passes((most + tests) * most, 4)
        for n in sizes:
            flops += ridges * (passes(n * n, 2) + product(tests, n, targets)) + shifted(n, ridges, targets)
    return Cost(flops, 8 * 5 * most * max(most, tests))


def concentration(setting: Setting) -> Cost:
    """Losses of many fixed networks, for each target and n."""
    networks = setting["points"] * setting["directions"]
    sizes = [int(n) for n in setting.grid["n"]]
    losses = sum(passes(networks * (n + setting["width"]), 5) for n in sizes)
    flops = _quadrature(setting, setting["points"]) + len(setting.grid["s"]) * losses
    return Cost(flops, 8 * max(sizes) * (2 * setting["d"] + 2 * networks))

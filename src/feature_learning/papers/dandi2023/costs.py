"""Costs of training jobs that draw their inputs in d dimensions or, with the reduced method, in a few coordinates."""

from feature_learning.core.cost import Cost, cholesky, functions, gram, normals, passes, product
from feature_learning.core.setting import Setting

_CHUNK = 4096


def _step(n: float, d: float, width: float, students: int) -> float:
    """Return the cost of a forward and backward pass of each student over a batch that is drawn as it is read."""
    return normals(n * d) + students * (2 * product(n, d, width) + passes(n * width, 2))


def _drawn(setting: Setting, d: float, width: float) -> float:
    """Return the number of coordinates of an input: d, or in the reduced method those of the weights and the target."""
    return min(d, width + 2) if setting.values.get("method") == "reduced" else d


def _fitted(rows: float, d: float, width: float) -> float:
    """Return the cost of the features of a streamed batch and of their normal equations."""
    return product(rows, d, width) + passes(rows * width, 2) + gram(rows, width)


def _chunks(d: float, width: float, students: int) -> float:
    """Return the bytes of a chunk, of its features in both precisions, and of the layers and their gradients."""
    return _CHUNK * (8 * d + 16 * width) + 24 * students * width * d


def one_step(setting: Setting) -> Cost:
    """Return the cost of one step per d and target; the network is mirrored, so only half of it is computed."""
    width, students = setting["width"] / 2, len(setting.grid["target"])
    dimensions, most = [int(d) for d in setting.grid["d"]], max(map(float, setting.grid["alpha"]))
    seen = [_drawn(setting, d, width) for d in dimensions]
    flops = sum(_step(most * d, drawn, width, students) for d, drawn in zip(dimensions, seen, strict=True))
    return Cost(flops, _chunks(max(seen), width, students))


def leap_two(setting: Setting) -> Cost:
    """Return the cost of one step with up to ratio d^2 samples at each d."""
    width, dimensions = setting["width"] / 2, [int(d) for d in setting.grid["d"]]
    seen = [_drawn(setting, d, width) for d in dimensions]
    flops = sum(_step(setting["ratio"] * d * d, drawn, width, 1) for d, drawn in zip(dimensions, seen, strict=True))
    return Cost(flops, _chunks(max(seen), width, 1))


exclusion = leap_two


def never(setting: Setting) -> Cost:
    """Return the cost of all steps at each d, for every step size."""
    width, cases, steps = setting["width"], len(setting.grid["step"]), max(map(int, setting.grid["time"]))
    dimensions = [int(d) for d in setting.grid["d"]]
    seen = [_drawn(setting, d, cases * width) for d in dimensions]
    flops = sum(steps * _step(setting["alpha"] * d, drawn, width, cases) for d, drawn in zip(dimensions, seen, strict=True))
    return Cost(flops, _chunks(max(seen), width, cases))


def transition(setting: Setting) -> Cost:
    """Return the cost of one step with up to ratio d^leap samples at each leap and d."""
    width, most, flops, widest = setting["width"], max(map(float, setting.grid["ratio"])), 0.0, 0.0
    for leap in map(int, setting.grid["leap"]):
        for factor in map(float, setting.grid["factor"]):
            d = setting[f"base_{leap}"] * factor
            drawn = _drawn(setting, d, width)
            flops += _step(most * d**leap, drawn, width, 1)
            widest = max(widest, drawn)
    return Cost(flops, _chunks(widest, width, 1))


def learning_curves(setting: Setting) -> Cost:
    """Return the cost of all steps at each sample size, each with a fit for every target and rate."""
    d, width, steps = setting["d"], setting["width"], setting["steps"]
    sizes, d = [d ** float(size) for size in setting.grid["log_size"]], _drawn(setting, d, width)
    cases, flops = len(setting.grid["target"]) * len(setting.grid["rate"]), 0.0
    for n in sizes:
        fits = (steps * cases + 1) * (_fitted(n, d, width) + cholesky(width) + functions(width**2, 3))
        flops += steps * _step(n, d, width, cases) + normals(n * d) + fits
    held = 8 * (steps + 1) * cases * (2 * width**2 + width * d)
    return Cost(flops, held + _chunks(d, width, cases))


learning_rates = learning_curves


def _steps(setting: Setting, cases: int) -> Cost:
    d, width, steps = setting["d"], setting["width"], max(map(int, setting.grid["time"]))
    drawn = _drawn(setting, d, width)
    return Cost(steps * _step(setting["alpha"] * d, drawn, width, cases), _chunks(drawn, width, cases))


def multi_step(setting: Setting) -> Cost:
    """Return the cost of all steps, with one student per target."""
    return _steps(setting, len(setting.grid["target"]))


slide_examples = multi_step


def finite_width(setting: Setting) -> Cost:
    """Return the cost of all steps, each with a fit for every target."""
    d, width, refit = setting["d"], setting["width"], setting["refit_size"]
    cases, steps = len(setting.grid["target"]), max(map(int, setting.grid["time"]))
    n, d = setting["alpha"] * d, _drawn(setting, d, cases * width)
    fits = _fitted(refit, d, width) + cholesky(width) + functions(width**2, 3)
    flops = normals(refit * d) + steps * _step(n, d, width, cases) + (steps + 1) * cases * fits
    return Cost(flops, _chunks(d, width, cases) + 8 * (steps + 1) * cases * (2 * width**2 + width * d))


finite_width_equal = finite_width


def step_gain(setting: Setting) -> Cost:
    """Return the cost of one step, and of a ridge fit for every sample size, target and state of the weights."""
    d, width, tests, sizes = setting["d"], setting["width"], setting["test_size"], [float(a) * setting["d"] for a in setting.grid["alpha"]]
    targets, d = len(setting.grid["target"]), _drawn(setting, d, width)
    flops = _step(max(sizes), d, width / 2, targets)
    for n in sizes:
        # Half of the frozen layer, and a layer for each target
        fits = [(width / 2, 1), (width, targets)]
        flops += normals((n + tests) * d)
        flops += sum(
            count * (product(n + tests, d, own) + passes((n + tests) * own, 2) + gram(max(n, own), min(n, own)) + cholesky(min(n, own)))
            for own, count in fits
        )
    return Cost(flops, 8 * ((max(sizes) + tests) * (d + 3 * width) + 2 * width**2))


def preprocessed(setting: Setting) -> Cost:
    """Return the cost of a gradient and of a fit for each set of weights, at each sample size."""
    d, most = setting["d"], 0.0
    width, flops = setting["ratio"] * d, 0.0
    for log_size in map(float, setting.grid["log_size"]):
        n = d**log_size
        flops += 4 * normals(n * d) + 2 * _fitted(n, d, width) + 2 * cholesky(width) + product(n, d, width)
        most = max(most, 8 * width * min(n, 2 * width))
    return Cost(flops, _chunks(d, width, 1) + most + 40 * width**2)


preprocessed_sizes = preprocessed


def regimes_trained(setting: Setting) -> Cost:
    """Return the cost of one step on ratio d^order samples at each d."""
    width, dimensions = setting["width"] / 2, [int(d) for d in setting.grid["d"]]
    seen = [_drawn(setting, d, width + 1) for d in dimensions]
    flops = sum(_step(setting["ratio"] * d ** setting["order"], drawn, width, 1) for d, drawn in zip(dimensions, seen, strict=True))
    return Cost(flops, _chunks(max(seen), width, 1))


regimes_square = regimes_trained


def regimes_error(setting: Setting) -> Cost:
    """Return the cost of two steps and of three fits of the widest network."""
    d, width, refit = setting["d"], max(map(int, setting.grid["width"])), 4 * setting["refit_size"]
    samples = setting["linear_ratio"] * d + 2 * setting["square_ratio"] * d**2
    flops = _step(samples, d, width, 1) + _fitted(refit, d, width) + 3 * (cholesky(width) + _fitted(setting["test_size"], d, width) / 8)
    return Cost(flops, _chunks(d, 2 * width, 1) + 60 * width**2)


def random_features(setting: Setting) -> Cost:
    """Return the cost of the largest Gram matrix, of its powers, and of a solution at every size."""
    sizes = [setting["d"] ** float(size) for size in setting.grid["log_size"]]
    largest, sweeps = max(sizes), len(setting.grid["varied"])
    flops = product(largest, setting["d"], largest) + passes(largest**2, 60) + sum(cholesky(size) + 2 * size**2 for size in sizes)
    return Cost(sweeps * flops, 48 * largest**2)


random_features_medium = random_features_large = random_features


def direction_count(setting: Setting) -> Cost:
    """Return the cost of all steps, with one student per case."""
    return _steps(setting, len(setting.grid["case"]))

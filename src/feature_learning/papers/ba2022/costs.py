"""What jobs cost whose leading terms differ between scales, or that stop by themselves."""

from collections.abc import Iterable

from feature_learning.core.cost import Cost, cholesky, functions, gram, normals, passes, product
from feature_learning.core.setting import Setting

_STEPS = {"mean-field": 900, "ntk": 400}  # at most, as measured from d = 16 to 128: fewer than the cap
_CHUNK = 2048


def _refits(setting: Setting, sizes: Iterable[tuple[float, float]], steps: int) -> Cost:
    """Gradients and ridge regressions for all steps, at each (n, width)."""
    d, test, flops, held = setting["d"], setting["test_size"], 0.0, 0.0
    for n, width in sizes:
        flops += normals(2 * n * d) + 4 * product(n, d, width) + functions(n * width, 2)
        flops += steps * (functions((n + test) * width) + passes((n + test) * width) + gram(n, min(n, width)))
        flops += steps * cholesky(min(n, width)) + 2 * product(test, d, width)
        rows = n if n < width else min(n, _CHUNK)
        held = max(held, 8 * (steps * min(n, width) ** 2 + 3 * rows * width + 2 * test * width + 2 * width * d))
    return Cost(flops, held)


def step_sizes(setting: Setting) -> Cost:
    """One refit for each teacher, n/d and step."""
    d, width = setting["d"], setting["psi2"] * setting["d"]
    sizes = [(float(point["psi1"]) * d, width) for point in setting.points("teacher", "psi1")]
    return _refits(setting, sizes, len(setting.grid["step"]))


def biases(setting: Setting) -> Cost:
    """One refit for each teacher, student, n/d and step."""
    d, width = setting["d"], setting["psi2"] * setting["d"]
    sizes = [(float(point["psi1"]) * d, width) for point in setting.points("teacher", "bias", "psi1")]
    return _refits(setting, sizes, len(setting.grid["step"]))


def small_step_samples(setting: Setting) -> Cost:
    """One refit for each n/d and step."""
    d, width = setting["d"], setting["psi2"] * setting["d"]
    return _refits(setting, [(float(psi1) * d, width) for psi1 in setting.grid["psi1"]], len(setting.grid["eta"]))


def small_step_widths(setting: Setting) -> Cost:
    """One refit for each N/d and step."""
    d, n = setting["d"], setting["psi1"] * setting["d"]
    return _refits(setting, [(n, float(psi2) * d) for psi2 in setting.grid["psi2"]], len(setting.grid["eta"]))


def _descent(setting: Setting, d: int) -> float:
    n, width, test = setting["psi1"] * d, setting["psi2"] * d, setting["test_size"]
    steps = sum(_STEPS[str(name)] for name in setting.grid["parameterisation"])
    each = 2 * product(n, d, width) + passes(n * width, 3)
    return steps * each + normals((n + test) * d) + 2 * product(test, d, width)


def _held(setting: Setting, d: int) -> float:
    n, width = setting["psi1"] * d, setting["psi2"] * d
    return 8 * (n * width + (n + width + setting["test_size"]) * d + setting["test_size"] * width)


def trajectories(setting: Setting) -> Cost:
    """Both parameterisations at each dimension."""
    sizes = [int(d) for d in setting.grid["d"]]
    return Cost(sum(_descent(setting, d) for d in sizes), _held(setting, max(sizes)))


def paths(setting: Setting) -> Cost:
    """Both parameterisations at one dimension."""
    return Cost(_descent(setting, setting["d"]), _held(setting, setting["d"]))

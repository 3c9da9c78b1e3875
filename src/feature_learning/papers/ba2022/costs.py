"""What descending to convergence costs: the steps that it takes, which the cap does not tell."""

from feature_learning.core.cost import Cost, normals, passes, product
from feature_learning.core.setting import Setting

_STEPS = {"mean-field": 900, "ntk": 400}  # at most, as measured from d = 16 to 128


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

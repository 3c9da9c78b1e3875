"""What a training job of each experiment costs: the same at every dimension, for the batch shrinks to a few coordinates."""

from feature_learning.core.cost import Cost, eigenvectors, gram, normals, passes, product
from feature_learning.core.setting import Setting

_CHUNK = 4096


def _gradient(n: float, width: int, directions: int) -> float:
    """The batch in the coordinates of weights and teacher, and the Gram matrix of its coefficients."""
    k = width + directions
    return normals(n * k) + 2 * product(n, k, width) + passes(n * width, 5) + gram(n, width) + eigenvectors(width)


def _held(width: int, directions: int) -> float:
    return _CHUNK * 8 * (2 * (width + directions) + 3 * width)


def one_step(setting: Setting) -> Cost:
    """One gradient at each d."""
    width = setting["width"]
    return Cost(sum(_gradient(setting["alpha"] * float(d), width, 2) for d in setting.grid["d"]), _held(width, 2), gpu=True)


def transition(setting: Setting) -> Cost:
    """Gradients of up to ratio d^leap samples at each leap and d."""
    width, flops = setting["width"], 0.0
    for leap in map(int, setting.grid["leap"]):
        for factor in map(float, setting.grid["factor"]):
            flops += _gradient(max(map(float, setting.grid["ratio"])) * (setting[f"base_{leap}"] * factor) ** leap, width, 1)
    return Cost(flops, _held(width, 1), gpu=True)

"""What a training job of ``transition`` costs: its sample sizes are powers of the dimension."""

from feature_learning.core.cost import Cost, gram, normals, passes, product
from feature_learning.core.setting import Setting

_CHUNK = 4096


def transition(setting: Setting) -> Cost:
    """Gradients of up to ratio d^leap samples at each leap and d, in the coordinates of weights and teacher."""
    width, flops, most = setting["width"], 0.0, max(map(float, setting.grid["ratio"]))
    for leap in map(int, setting.grid["leap"]):
        for factor in map(float, setting.grid["factor"]):
            n = most * (setting[f"base_{leap}"] * factor) ** leap
            flops += normals(n * (width + 1)) + 2 * product(n, width + 1, width) + passes(n * width, 5) + gram(n, width)
    return Cost(flops, _CHUNK * 8 * (2 * (width + 1) + 3 * width))

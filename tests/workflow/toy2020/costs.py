"""What a training job of each experiment costs."""

from feature_learning.core.cost import Cost, normals, passes
from feature_learning.core.setting import Setting


def line(setting: Setting) -> Cost:
    """The noise, and its mean at each point."""
    return Cost(normals(setting["size"]) + len(setting.grid["x"]) * passes(setting["size"]), 8 * setting["size"])


def cloud(setting: Setting) -> Cost:
    """Twenty points."""
    return Cost(normals(20), 8 * 20)

"""What a training job costs: calls of some 10^9 FLOPs at the smallest sizes, mostly linear in the size that grows."""

from feature_learning.core.cost import Cost
from feature_learning.core.setting import Setting

_SMALLEST, _SIZES = 3e8, 2.5  # a call's FLOPs and the sizes that are varied, in the mean over kernels


def scaling(setting: Setting) -> Cost:
    """Each kernel at each factor, once to load what it needs, once for its memory, then for its times."""
    calls = (int(setting["rounds"]) + 2) * len(setting.grid["kernel"]) * _SIZES
    return Cost(calls * _SMALLEST * sum(map(float, setting.grid["factor"])), 2e7 * max(map(float, setting.grid["factor"])))

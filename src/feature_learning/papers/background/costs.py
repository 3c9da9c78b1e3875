"""What a training job of each experiment costs: online SGD sample by sample, most of it calls on few numbers."""

from feature_learning.core.cost import CALL, Cost, gaussian_overlaps, normals, online_sgd, passes, product
from feature_learning.core.setting import Setting


def soft_committee(setting: Setting) -> Cost:
    """Steps on overlaps alone; and the limit's equations beside."""
    students, teachers = setting["students"], setting["teachers"]
    steps = setting["horizon"] * setting["dimension"]
    replicas = max(1, min(setting["replicas"], setting["most_steps"] // steps))
    equations = setting["horizon"] * 4000 * CALL
    sizes = 2**16 + setting["dimension"] * students
    return Cost(gaussian_overlaps(students, teachers, steps, replicas) + equations, 8 * replicas * sizes)


def _to(setting: Setting, width: int) -> float:
    """FLOPs of online SGD up to the last time, time being counted in ``width d / gamma`` steps."""
    steps = max(map(float, setting.grid["t"])) * setting.values.get("width", width) * setting["d"] / setting["gamma"]  # type: ignore[operator]
    return online_sgd(width, setting["d"], steps, setting["replicas"])


def classic_limit(setting: Setting) -> Cost:
    """Online SGD of all replicas at once."""
    return Cost(_to(setting, setting["students"]), 8 * setting["replicas"] * setting["students"] * (64 + setting["d"]))


def square_histogram(setting: Setting) -> Cost:
    """Online SGD of d neurons, which span the many; the many come back at each snapshot."""
    many = setting["replicas"] * setting["width"] * setting["d"]
    return Cost(_to(setting, setting["d"]) + len(setting.grid["t"]) * passes(many, 10), 8 * 6 * many)


def width_fluctuations(setting: Setting) -> Cost:
    """A flow of d by d moments, all replicas and widths in one integration of some 300 evaluations."""
    entries = setting["replicas"] * len(setting.grid["width"]) * setting["d"] ** 2
    return Cost(300 * (passes(entries, 20) + 20 * CALL), 8 * 20 * entries)


def isotropic_gaussians(setting: Setting) -> Cost:
    """Batches of SGD up to the last time, for each delta."""
    d, width, batch = setting["d"], setting["width"], setting["batch"]
    steps = max(map(float, setting.grid["t"])) / (setting["step"] * batch)
    step = normals(batch * d) + 2 * product(batch, d, width) + passes(batch * width, 12) + passes(width * d, 3) + 25 * CALL
    test = len(setting.grid["t"]) * (product(setting["test_size"], d, width) + passes(setting["test_size"] * width, 6))
    return Cost(len(setting.grid["delta"]) * (steps * step + test), 8 * setting["test_size"] * (3 * width + d))

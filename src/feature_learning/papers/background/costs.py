"""What a training job of ``soft_committee`` costs: it has fewer replicas if it takes more steps."""

from feature_learning.core.cost import CALL, Cost, gaussian_overlaps
from feature_learning.core.setting import Setting


def soft_committee(setting: Setting) -> Cost:
    """Return the cost of steps on overlaps, and of the limit's equations."""
    students, teachers = setting["students"], setting["teachers"]
    steps = setting["horizon"] * setting["dimension"]
    replicas = max(1, min(setting["replicas"], setting["most_steps"] // steps))
    equations = setting["horizon"] * 4000 * CALL
    sizes = 2**16 + setting["dimension"] * students
    return Cost(gaussian_overlaps(students, teachers, steps, replicas) + equations, 8 * replicas * sizes)

"""Errors of few neurons with a refitted readout after 0 to 3 steps (fig6)."""

from collections.abc import Mapping

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.papers.dandi2023.shared.steps import (
    dimensions,
    mirror_pairs,
    refitted_risks,
    several_steps,
)
from feature_learning.training.streamed_step import Student

# In coordinates t, s along and across the linear part: example 1 is sqrt 2 t + 2 t s, example 2
# sqrt 2 t + H_2(t) + H_2(s).
TURNED: Mapping[str, HermiteTarget] = {
    "example-1": HermiteTarget({(1, 0): 2**0.5, (1, 1): 2.0}),
    "example-2": HermiteTarget({(1, 0): 2**0.5, (2, 0): 1.0, (0, 2): 1.0}),
}


def known(name: str, time: int) -> list[int]:
    """Return the directions that few neurons know at that time: none, v, and for example 1 both
    from the second step on.
    """
    return [] if time == 0 else [0, 1] if time > 1 and name == "example-1" else [0]


def floor(name: str, time: int) -> float:
    """Return the squared norm of what finitely many neurons cannot fit at that time, however many
    samples there are.

    Raises
    ------
    UserError
        The floor of this target is not known.
    """
    return lookup(TURNED, name, "target with a known floor").floor(known(name, time), 0)


def one_step_floor(name: str, alpha: float) -> float:
    """Return the error of many ReLU neurons after one step at n = alpha d, the readouts varied and
    their fit exact.

    References
    ----------
    Derived here: what all neurons have in common of the gradient's noise has variance ``mu_1^2 E
    y^2/alpha`` next to the signal ``mu_1^2 |v|^2``, so the direction that they learn has ``cos^2 =
    q = |v|^2/(|v|^2 + E y^2/alpha)`` with v. A term of degree k in v alone is fitted up to the
    fraction ``q^k`` of its squared norm.
    """
    turned = lookup(TURNED, name, "target with a known floor")
    slope = turned.terms[1, 0] ** 2
    q = slope / (slope + turned.square_norm / alpha)
    return turned.square_norm - sum(
        norm * q ** sum(term) for term, norm in turned.square_norms().items() if term[1] == 0
    )


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw two directions and one neuron of each pair."""
    return model.pairs(setting, 2, rng)


def finite_width(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target and time; readouts are fitted on a fresh batch, the same at all
    times, and their risks are exact.
    """
    d, teacher, sigma = setting["d"], draws["teacher"], activation(setting["activation"])
    first, second = mirror_pairs(setting, draws["first"], setting["readout"])
    names = setting.names("target")
    targets = [model.target(name, 2) for name in names]
    students = [
        Student(first, model.labels(target, teacher), sigma, second / setting["width"])
        for target in targets
    ]
    pushes = [setting["step"] * second] * len(names)
    steps = several_steps(setting, 2, d, students, pushes, rng, device)
    states = [students, *(after for _, _, after in steps)]
    fresh = model.batch(setting["refit_size"], dimensions(states), rng, "refit")
    # Products are in float32, the normal equations in float64: the ridge is far below float32's
    # resolution of them.
    risks = refitted_risks(states, targets, teacher, fresh, setting["ridge"], "float64")
    for time, case, error in risks:
        name = names[case]
        above = error - floor(name, time)
        yield {"target": name, "time": time, "error": error, "above_floor": above}

"""Soft committees trained online, followed in their overlaps (bg1)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.activations import SCALED_ERF
from feature_learning.theory.online_odes import saad_solla
from feature_learning.training.gaussian_overlaps import GaussianOverlaps
from feature_learning.training.online_sgd import Rule
from feature_learning.training.schedule import snapshot_steps

PLATEAU = 0.01467
"""The error on the plateau of two students and two teachers."""
ESCAPED = PLATEAU / 2


def runs_of(setting: Setting) -> int:
    """Return how many runs a job has: the replicas, or fewer (at least one) to keep their total
    number of steps in bounds.
    """
    steps = snapshot_steps([setting["horizon"]], setting["dimension"])[0]
    return max(1, min(setting["replicas"], setting["most_steps"] // steps))


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the overlaps of Gaussian weights with an orthonormal teacher (its first coordinates) and
    with themselves.
    """
    spread, dimension = setting["spread"], setting["dimension"]
    overlaps, products = [], []
    for replica in range(runs_of(setting)):
        normal = rng("init", replica).standard_normal((setting["students"], dimension))
        weights = spread * normal / np.sqrt(dimension)
        overlaps.append(weights[:, : setting["teachers"]])
        products.append(weights @ weights.T)
    return {"overlap": np.array(overlaps), "student": np.array(products)}


def soft_committee(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per run and time: the error and overlaps of the run and of the equations, and
    the time of escape.
    """
    dimension, width, eta = setting["dimension"], setting["students"], setting["eta"]
    teacher, overlap, student = np.eye(setting["teachers"]), draws["overlap"], draws["student"]
    (horizon,) = snapshot_steps([setting["horizon"]], dimension)
    shown = setting.floats("alpha")
    times = sorted({*shown, *map(float, range(setting["horizon"] + 1))})

    def labels(fields: np.ndarray) -> np.ndarray:
        return SCALED_ERF(fields).sum(axis=1)

    equations = saad_solla(teacher, width, eta)
    committee = GaussianOverlaps(teacher, overlap, student, dimension, labels)
    rule = Rule(SCALED_ERF, np.ones(width), eta / dimension)
    solution = equations.solve(_replicas_last(overlap), _replicas_last(student), shown)
    steps, risks, overlaps = snapshot_steps(times, dimension), [], []
    for _, overlap, student in committee.run(rule, rng("train"), steps, horizon):
        risks.append(equations.risk(_replicas_last(overlap), _replicas_last(student)))
        overlaps.append(overlap)
    escaped = np.array(risks) < ESCAPED
    # Argmax finds the first time; a run that never escapes has no such time.
    escape = np.where(escaped.any(axis=0), np.array(times)[escaped.argmax(axis=0)], np.inf)
    for alpha, ode_overlap, ode_student in zip(shown, *solution, strict=True):
        now, ode_risk = times.index(alpha), equations.risk(ode_overlap, ode_student)
        for replica in range(committee.replicas):
            yield {
                "alpha": alpha,
                "replica": replica,
                "risk": float(risks[now][replica]),
                "ode_risk": float(ode_risk[replica]),
                "overlaps": overlaps[now][replica].ravel(),
                "ode_overlaps": ode_overlap[..., replica].ravel(),
                "escape": float(escape[replica]),
            }


def _replicas_last(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(np.moveaxis(array, 0, -1))

"""Soft committees trained online, followed in their overlaps (bg1)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.activations import SCALED_ERF
from feature_learning.theory.online_odes import saad_solla
from feature_learning.training.gaussian_overlaps import GaussianOverlaps
from feature_learning.training.online_sgd import Rule
from feature_learning.training.schedule import snapshot_steps

PLATEAU = 0.01467
ESCAPED = PLATEAU / 2


def runs_of(setting: Setting) -> int:
    """Return how many runs a job has: the replicas, or fewer (at least one) to keep their total number of steps in bounds."""
    steps = snapshot_steps([setting["horizon"]], setting["dimension"])[0]
    return max(1, min(int(setting["replicas"]), int(setting["most_steps"]) // steps))


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the overlaps of Gaussian weights with an orthonormal teacher (its first coordinates) and with themselves."""
    students, teachers, dimension = setting["students"], setting["teachers"], setting["dimension"]
    replicas = runs_of(setting)
    overlaps, products = np.empty((replicas, students, teachers)), np.empty((replicas, students, students))
    for replica in range(replicas):
        weights = setting["spread"] * rng("init", replica).standard_normal((students, dimension)) / np.sqrt(dimension)
        overlaps[replica], products[replica] = weights[:, :teachers], weights @ weights.T
    return {"overlap": overlaps, "student": products}


def soft_committee(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per run and time: the error and overlaps of the run and of the equations, and the time of escape."""
    dimension, width, teacher = setting["dimension"], setting["students"], np.eye(setting["teachers"])
    horizon = snapshot_steps([setting["horizon"]], dimension)[0]
    shown = list(map(float, setting.grid["alpha"]))
    at = sorted({*shown, *map(float, range(setting["horizon"] + 1))})
    equations = saad_solla(teacher, width, setting["eta"])
    run = GaussianOverlaps(teacher, draws["overlap"], draws["student"], dimension, lambda fields: SCALED_ERF(fields).sum(axis=1))
    rule = Rule(SCALED_ERF, np.ones(width), setting["eta"] / dimension)
    risks, overlaps = [], []
    for _, overlap, student in run.run(rule, rng("train"), snapshot_steps(at, dimension), horizon):
        risks.append(equations.risk(*map(_last, (overlap, student))))
        overlaps.append(overlap)
    error = np.array(risks)
    # Argmax finds the first time; a run that never escapes has no such time.
    left = np.where((error < ESCAPED).any(axis=0), np.array(at)[(error < ESCAPED).argmax(axis=0)], np.inf)
    predicted, products = equations.solve(_last(draws["overlap"]), _last(draws["student"]), shown)
    for number, alpha in enumerate(shown):
        now, ode = at.index(alpha), equations.risk(predicted[number], products[number])
        for replica in range(run.replicas):
            yield {
                "alpha": alpha,
                "replica": replica,
                "risk": float(error[now, replica]),
                "ode_risk": float(ode[replica]),
                "overlaps": overlaps[now][replica].ravel(),
                "ode_overlaps": predicted[number][..., replica].ravel(),
                "escape": float(left[replica]),
            }


def _last(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(np.moveaxis(array, 0, -1))

"""Soft committees trained online, followed in their overlaps."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.activations import SCALED_ERF
from feature_learning.theory.online_odes import OnlineODE, saad_solla
from feature_learning.training.gaussian_overlaps import GaussianOverlaps
from feature_learning.training.online_sgd import Rule
from feature_learning.training.schedule import snapshot_steps

PLATEAU = 0.01467
"""The error on the plateau of two students and two teachers."""
ESCAPED = PLATEAU / 2
_ON_WAY = 240  # times at which the equations of `plateaus` are kept


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


def draw_plateaus(setting: Setting, rng: Streams) -> Draws:
    """Draw the overlaps of students of unit length with the teachers, the first axes."""
    weights = rng("init", setting["d"]).standard_normal((setting["students"], setting["d"]))
    weights /= np.linalg.norm(weights, axis=1)[:, None]
    return {"overlap": weights[:, : setting["teachers"]], "student": weights @ weights.T}


def plateaus(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per time: the risk of SGD on noisy labels, that of the equations from the same
    start, and the equations' on their way from the time before.
    """
    d, gamma, noise = setting["d"], setting["gamma"], setting["noise"]
    width, teachers, times = setting["students"], setting["teachers"], setting.floats("alpha")
    of_teacher, of_student = (np.full(count, 1 / count) for count in (teachers, width))
    errors, deviation = rng("noise", d), np.sqrt(noise)

    def labels(fields: np.ndarray) -> np.ndarray:
        clean = SCALED_ERF(fields).mean(axis=1)
        return clean + deviation * errors.standard_normal(clean.shape)

    equations = OnlineODE(
        np.eye(teachers),
        of_teacher,
        of_student,
        quadratic=gamma,
        noise=gamma * noise,
        speed=gamma,  # alpha counts steps/d
    )
    way = np.geomspace(times[0], times[-1], _ON_WAY)
    every = np.unique([*times, *way])
    start = (draws["overlap"], draws["student"])
    flow = equations.solve(*start, every.tolist())
    of_flow = [float(equations.risk(*state)) for state in zip(*flow, strict=True)]
    risks = dict(zip(every, of_flow, strict=True))
    parts = np.split(way, np.searchsorted(way, times[:-1], side="right"))
    committee = GaussianOverlaps(np.eye(teachers), start[0][None], start[1][None], d, labels)
    rule, steps = Rule(SCALED_ERF, of_student, gamma / d), snapshot_steps(times, d)
    run = committee.run(rule, rng("train", d), steps, steps[-1])
    for alpha, part, (_, overlap, student) in zip(times, parts, run, strict=True):
        yield {
            "alpha": alpha,
            "risk": float(equations.risk(overlap[0], student[0])),
            "ode_risk": risks[alpha],
            "way": part,
            "way_risk": np.array([risks[t] for t in part]),
        }


def _replicas_last(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(np.moveaxis(array, 0, -1))

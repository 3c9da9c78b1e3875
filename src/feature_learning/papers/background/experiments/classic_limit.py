"""The animation's small network, trained on single samples, and its gradient flow (bg1b)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.activations import SCALED_ERF
from feature_learning.theory.online_odes import OnlineODE
from feature_learning.training.online_sgd import Rule, online_sgd
from feature_learning.training.schedule import snapshot_steps


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw orthogonal teacher neurons of norm sqrt d and standard normal students."""
    students, teachers, d, replicas = (setting[name] for name in ("students", "teachers", "d", "replicas"))
    drawn = rng("teacher").standard_normal((replicas, d, teachers))
    directions = np.linalg.qr(drawn)[0].transpose(0, 2, 1)
    return {"teacher": np.sqrt(d) * directions, "first_layer": rng("init").standard_normal((replicas, students, d))}


def classic_limit(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per run and time: risk, cosines and asymmetry, and those of the gradient flow from the same weights."""
    width, teachers, d, gamma = setting["students"], setting["teachers"], setting["d"], float(setting["gamma"])
    teacher, weights = draws["teacher"], draws["first_layer"]
    replicas = len(weights)
    times = list(map(float, setting.grid["t"]))
    variance, inputs, noise = setting["noise"], rng("train"), rng("noise")
    deviation = np.sqrt(variance)

    def draw(count: int) -> tuple[np.ndarray, np.ndarray]:
        # Fields are w . x / sqrt d; the inputs absorb the root. Runs share the inputs, but each has its own teacher and students.
        x = inputs.standard_normal((count, replicas, d)).transpose(1, 0, 2) / np.sqrt(d)
        y = SCALED_ERF(x @ teacher.transpose(0, 2, 1)).mean(axis=2)
        return x, (y + deviation * noise.standard_normal((count, replicas)).T if deviation else y)

    readout = np.full(width, 1 / width)
    equations = OnlineODE(np.eye(teachers), np.full(teachers, 1 / teachers), readout, noise=gamma * variance, speed=float(width))
    steps = snapshot_steps(times, width * d / gamma)
    start, products = (np.moveaxis(product, 0, -1) for product in _overlaps(weights, teacher))
    flow = equations.solve(start, products, times)
    for number, (_, current) in enumerate(online_sgd(weights, Rule(SCALED_ERF, readout, gamma), draw, steps, steps[-1])):
        now = [np.moveaxis(product, 0, -1) for product in _overlaps(current, teacher)]
        then = [part[number] for part in flow]
        asymmetries = [_asymmetry(pair[0]) for pair in (now, then)]
        risks, cosines = [equations.risk(*pair) for pair in (now, then)], [_cosines(*pair) for pair in (now, then)]
        for replica in range(replicas):
            yield {
                "t": times[number],
                "replica": replica,
                "risk": float(risks[0][replica]),
                "ode_risk": float(risks[1][replica]),
                "asymmetry": float(asymmetries[0][replica]),
                "ode_asymmetry": float(asymmetries[1][replica]),
                "cosines": cosines[0][..., replica].ravel(),
                "ode_cosines": cosines[1][..., replica].ravel(),
            }


def _overlaps(weights: np.ndarray, teacher: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    d = weights.shape[-1]
    return weights @ teacher.transpose(0, 2, 1) / d, weights @ weights.transpose(0, 2, 1) / d


def _cosines(overlap: np.ndarray, student: np.ndarray) -> np.ndarray:
    """Return cosines of students with teachers, (students, teachers, replicas); the teachers' norms are 1 in these units."""
    own = np.arange(len(student))
    return overlap / np.sqrt(student[own, own])[:, None]


def _asymmetry(overlap: np.ndarray) -> np.ndarray:
    """Return how far the mean neuron is from the diagonal between two teachers, ``|M_1 - M_2|/|M|``, shape (replicas,)."""
    mean = overlap.mean(axis=0)
    return np.asarray(np.abs(mean[0] - mean[1]) / np.linalg.norm(mean, axis=0))

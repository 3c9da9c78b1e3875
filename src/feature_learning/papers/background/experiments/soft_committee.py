"""Soft committees trained online, followed in their overlaps."""

import math

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Positive
from feature_learning.networks.activations import SCALED_ERF
from feature_learning.papers.background.model import Dimension, Teachers
from feature_learning.statistics import crossing
from feature_learning.theory.online_odes import OnlineODE, saad_solla
from feature_learning.training.gaussian_overlaps import GaussianOverlaps
from feature_learning.training.online_sgd import Rule
from feature_learning.training.schedule import snapshot_steps

PLATEAU = 0.01467
"""The error on the plateau of two students and two teachers."""
ESCAPED = PLATEAU / 2
_ON_WAY = 240  # times at which the equations of `plateaus` are kept
_DIMENSIONS = np.array([1e6, 1e8])
_LATEST = 600


class _Committee(Experiment):
    """SGD in its overlaps, against steps/d."""

    students: Count
    teachers: Teachers
    alpha: Grid[NotNegative]  # steps/d


class SoftCommittee(_Committee):
    """Errors and overlaps of runs and of their equations, and the times of escape.

    In theory the time of escape grows with log N. On the plateau an asymmetry of order N^(-1/2)
    grows as ``exp(rate alpha)``, so the slope is ``1/(2 rate)`` whatever the start. The plateau
    drifts slowly, and the slope with it (16.1 from N = 1e4 to 1e6, 15.9 from 1e10 to 1e12).
    """

    dimension: Count
    eta: Positive
    spread: Positive  # of the initial weights
    horizon: Count  # steps/d
    replicas: Count
    most_steps: Count  # of all runs of a job

    @property
    def runs(self) -> int:
        """The replicas, or fewer (at least one) to keep their total number of steps in bounds."""
        steps = snapshot_steps([self.horizon], self.dimension)[0]
        return max(1, min(self.replicas, self.most_steps // steps))

    def generate(self, rng: Streams) -> Draws:
        """Draw the overlaps of Gaussian weights with an orthonormal teacher and with themselves."""
        spread, dimension = self.spread, self.dimension
        overlaps, products = [], []
        for replica in range(self.runs):
            normal = rng("init", replica).standard_normal((self.students, dimension))
            weights = spread * normal / np.sqrt(dimension)
            overlaps.append(weights[:, : self.teachers])
            products.append(weights @ weights.T)
        return {"overlap": np.array(overlaps), "student": np.array(products)}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per run and time."""
        dimension, width, eta = self.dimension, self.students, self.eta
        teacher, overlap, student = np.eye(self.teachers), draws["overlap"], draws["student"]
        (horizon,) = snapshot_steps([self.horizon], dimension)
        shown = self.alpha
        times = sorted({*shown, *map(float, range(self.horizon + 1))})

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

    def predict(self) -> Rows:
        """Yield the slope of the time of escape in log N, by the equations."""
        students, spread = self.students, self.spread
        equations = saad_solla(np.eye(self.teachers), students, self.eta)
        scale = spread / np.sqrt(_DIMENSIONS)
        overlap = _uneven(students, self.teachers)[..., None] * scale
        student = np.repeat(spread**2 * np.eye(students)[..., None], len(_DIMENSIONS), axis=2)
        times = np.arange(1, 10 * _LATEST + 1) / 10
        solution = equations.solve(overlap, student, times.tolist())
        risks = np.array([equations.risk(*state) for state in zip(*solution, strict=True)])
        escapes = [crossing(times, -np.log(risk), -math.log(ESCAPED)) for risk in risks.T]
        slope = np.diff(escapes)[0] / math.log(_DIMENSIONS[1] / _DIMENSIONS[0])
        yield {"log_slope": slope}


class Plateaus(_Committee):
    """SGD on noisy labels, and the equations from the same start.

    Rows have the risks of both, and the equations' on their way from the time before.
    """

    d: Dimension
    gamma: Positive  # step size
    noise: NotNegative  # variance of the labels' noise

    def generate(self, rng: Streams) -> Draws:
        """Draw the overlaps of students of unit length with the teachers, the first axes."""
        weights = rng("init", self.d).standard_normal((self.students, self.d))
        weights /= np.linalg.norm(weights, axis=1)[:, None]
        return {"overlap": weights[:, : self.teachers], "student": weights @ weights.T}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per time."""
        d, gamma, noise = self.d, self.gamma, self.noise
        width, teachers, times = self.students, self.teachers, self.alpha
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


def _uneven(students: int, teachers: int) -> np.ndarray:
    """Return overlaps of order 1 without any symmetry."""
    return np.cos(1 + np.arange(students * teachers)).reshape(students, teachers)


def _replicas_last(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(np.moveaxis(array, 0, -1))

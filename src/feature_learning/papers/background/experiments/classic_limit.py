"""The animation's small network, trained on single samples, and its gradient flow, also in higher
dimensions.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Positive, whole
from feature_learning.networks.activations import SCALED_ERF
from feature_learning.papers.background.model import Dimension, Teachers
from feature_learning.theory.online_odes import OnlineODE
from feature_learning.training.online_sgd import Rule, online_sgd
from feature_learning.training.schedule import snapshot_steps

BETWEEN = 15  # times at which the flow is kept on its way to each of the runs' times


class _Network(Experiment):
    """Students and teachers of an erf network, with readouts of one over the width."""

    students: Count
    teachers: Teachers
    t: Grid[NotNegative]  # mean-field time

    def equations(self, noise: float = 0.0) -> OnlineODE:
        """Return the gradient flow in mean-field time."""
        width, teachers = self.students, self.teachers
        of_teacher, of_student = (np.full(count, 1 / count) for count in (teachers, width))
        return OnlineODE(np.eye(teachers), of_teacher, of_student, noise=noise, speed=float(width))


class Animation(_Network):
    """The gradient flow, with the label noise of SGD, from the authors' weights."""

    d: Dimension
    generator: Annotated[int, whole(least=0)]  # the seed of numpy's generator
    gamma: Positive
    noise: NotNegative  # variance of the labels' noise

    def predict(self) -> Rows:
        """Yield risk and cosines (row by row, in list columns) against t."""
        students, teachers, times = self.students, self.teachers, sorted(self.t)
        equations = self.equations(self.gamma * self.noise)
        first = start_of(self.generator, students, teachers, self.d)
        solution = equations.solve(*first, times)
        for t, overlap, student in zip(times, *solution, strict=True):
            cosines = overlap / np.sqrt(np.diag(student))[:, None]
            risk = float(equations.risk(overlap, student))
            yield {"t": t, "risk": risk, "cosines": cosines.ravel().tolist()}


class ClassicLimit(_Network):
    """SGD on single samples, and the gradient flow from the same weights.

    Rows have risk, cosines and asymmetry of both, and the flow's cosines on its way from the time
    before.
    """

    teachers: Annotated[int, whole(least=2, most="d")]
    d: Dimension
    gamma: Positive  # step size
    noise: NotNegative  # variance of the labels' noise
    replicas: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw orthogonal teacher neurons of norm sqrt d and standard normal students."""
        d, replicas = self.d, self.replicas
        teacher = rng("teacher").standard_normal((replicas, d, self.teachers))
        return {
            "teacher": np.sqrt(d) * np.linalg.qr(teacher)[0].transpose(0, 2, 1),
            "first_layer": rng("init").standard_normal((replicas, self.students, d)),
        }

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per run and time."""
        width, d, gamma = self.students, self.d, self.gamma
        teacher, weights = draws["teacher"], draws["first_layer"]
        replicas, times = len(weights), self.t
        inputs, noise, deviation = rng("train"), rng("noise"), np.sqrt(self.noise)

        def samples(count: int) -> tuple[np.ndarray, np.ndarray]:
            # Fields are w . x / sqrt d; the inputs absorb the root. Runs share the inputs, but each
            # has its own teacher and students.
            x = inputs.standard_normal((count, replicas, d)).transpose(1, 0, 2) / np.sqrt(d)
            y = SCALED_ERF(x @ teacher.transpose(0, 2, 1)).mean(axis=2)
            if deviation:
                y += deviation * noise.standard_normal((count, replicas)).T
            return x, y

        equations = self.equations(gamma * self.noise)
        start, products = _overlaps(weights, teacher)
        ways = _ways(times)
        flow = equations.solve(start, products, ways.ravel().tolist())
        followed = [
            state.reshape(len(times), BETWEEN, *state.shape[1:]) for state in (flow[0], flow[1])
        ]
        rule = Rule(SCALED_ERF, equations.second_layer, gamma)
        steps = snapshot_steps(times, width * d / gamma)
        run = online_sgd(weights, rule, samples, steps, steps[-1])
        for t, way, (_, current), *of_flow in zip(times, ways, run, *followed, strict=True):
            pairs = (_overlaps(current, teacher), [state[-1] for state in of_flow])
            sgd, ode = (_measured(equations, *pair) for pair in pairs)
            states = zip(*of_flow, strict=True)
            cosines = [_measured(equations, *state)["cosines"] for state in states]
            for replica in range(replicas):
                on_way = np.concatenate([at[replica] for at in cosines])
                row = {"t": t, "replica": replica, "way": way, "way_cosines": on_way}
                for name in sgd:
                    row |= {name: sgd[name][replica], f"ode_{name}": ode[name][replica]}
                yield row


class PlateauByDimension(_Network):
    """The gradient flow in several dimensions."""

    d: Grid[Dimension]

    def generate(self, rng: Streams) -> Draws:
        """Draw the overlaps of standard normal students with orthogonal teachers of norm sqrt d."""
        students, teachers = self.students, self.teachers
        drawn: dict[str, np.ndarray] = {}
        for d in self.d:
            weights = rng("init", d).standard_normal((students, d)) / np.sqrt(d)
            # The first axes are as good as any orthonormal teacher.
            drawn |= {f"overlap-{d}": weights[:, :teachers], f"student-{d}": weights @ weights.T}
        return drawn

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and time: the risk."""
        times, flow = self.t, self.equations()
        for d in self.d:
            solved = flow.solve(draws[f"overlap-{d}"], draws[f"student-{d}"], times)
            for t, overlap, student in zip(times, *solved, strict=True):
                yield {"d": d, "t": t, "risk": float(flow.risk(overlap, student))}


class DimensionIndependence(_Network):
    """SGD from the same overlaps in every dimension, and the gradient flow with its label noise.

    Rows have the risks of both, and the flow's on its way from the time before.
    """

    d: Grid[Dimension]
    gamma: Positive  # step size
    noise: NotNegative  # variance of the labels' noise

    def generate(self, rng: Streams) -> Draws:
        """Draw students within the span of the teachers, whose overlaps are the same at every d."""
        overlap = rng("init").standard_normal((self.students, self.teachers))
        return {"overlap": overlap / np.linalg.norm(overlap, axis=1)[:, None]}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and time."""
        students, teachers = self.students, self.teachers
        times, gamma, overlap = self.t, self.gamma, draws["overlap"]
        equations, ways = self.equations(gamma * self.noise), _ways(times)
        flow = equations.solve(overlap, overlap @ overlap.T, ways.ravel().tolist())
        risks = np.array([float(equations.risk(*state)) for state in zip(*flow, strict=True)])
        of_flow = list(zip(ways, risks.reshape(ways.shape), strict=True))
        deviation = np.sqrt(self.noise)
        for d in self.d:
            inputs, noise = rng("train", d), rng("noise", d)

            def samples(
                count: int,
                d: int = d,
                inputs: np.random.Generator = inputs,
                noise: np.random.Generator = noise,
            ) -> tuple[np.ndarray, np.ndarray]:
                x = inputs.standard_normal((count, d))
                y = SCALED_ERF(x[:, :teachers]).mean(axis=1)
                return x, y + deviation * noise.standard_normal(count)

            weights = np.zeros((students, d))
            # The teachers are the first axes, of norm 1 in these units.
            weights[:, :teachers] = overlap
            rule = Rule(SCALED_ERF, equations.second_layer, gamma / d)
            steps = snapshot_steps(times, students * d / gamma)
            run = online_sgd(weights, rule, samples, steps, steps[-1])
            for t, (way, on_way), (_, now) in zip(times, of_flow, run, strict=True):
                risk = float(equations.risk(now[:, :teachers], now @ now.T))
                row = {"d": d, "t": t, "risk": risk, "ode_risk": on_way[-1]}
                yield {**row, "way": way, "way_risk": on_way}


def start_of(number: int, students: int, teachers: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the overlaps M, (students, teachers), and Q, (students, students), of the weights with
    which the authors' animation starts: those that a generator draws first.

    Teachers are the left singular vectors of normalised draws. Their signs, which a singular value
    decomposition leaves open, are such that the first student's overlaps are positive, as in the
    authors' stored states.

    Parameters
    ----------
    number
        The seed of numpy's generator.
    students, teachers, d
        How many neurons both networks have, and of how many inputs.
    """
    rng = np.random.default_rng(number)
    teacher, student = rng.normal(size=(teachers, d)), rng.normal(size=(students, d))
    teacher /= np.linalg.norm(teacher, axis=1)[:, None]
    directions = np.linalg.svd(teacher.T, full_matrices=False)[0]
    overlap = student @ directions / np.sqrt(d)
    return overlap * np.sign(overlap[0]), student @ student.T / d


def _ways(times: Sequence[float]) -> np.ndarray:
    """Return times, (times, between), each row up to one of the runs' times, in equal ratios."""
    starts = [times[0] / 10, *times[:-1]]
    return np.array(
        [
            np.geomspace(start, end, BETWEEN + 1)[1:]
            for start, end in zip(starts, times, strict=True)
        ]
    )


def _overlaps(weights: np.ndarray, teacher: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the students' overlaps with the teachers and with one another, replicas last."""
    with_teachers, with_students = (
        np.moveaxis(weights @ other.transpose(0, 2, 1) / weights.shape[-1], 0, -1)
        for other in (teacher, weights)
    )
    return with_teachers, with_students


def _measured(
    equations: OnlineODE, overlap: np.ndarray, student: np.ndarray
) -> dict[str, list[Any]]:
    """Return by replica the risk, how far the mean neuron is from the diagonal between two teachers
    (``|M_1 - M_2|/|M|``), and the cosines, row by row; teachers have norm 1 in these units.
    """
    mean, number = overlap.mean(axis=0), np.arange(len(student))
    asymmetry = np.abs(mean[0] - mean[1]) / np.linalg.norm(mean, axis=0)
    cosines = overlap / np.sqrt(student[number, number])[:, None]
    return {
        "risk": equations.risk(overlap, student).tolist(),
        "asymmetry": asymmetry.tolist(),
        "cosines": list(cosines.reshape(-1, cosines.shape[-1]).T),
    }

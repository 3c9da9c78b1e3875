"""The population loss of a soft committee at the point where its plateau lies (bg1)."""

from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize_scalar

from feature_learning.core.experiment import Experiment, Rows
from feature_learning.core.values import Count
from feature_learning.papers.background.model import Teachers
from feature_learning.theory.online_odes import saad_solla

_STEP = 1e-3  # of the differences
_LONGEST = 2.0


class Saddle(Experiment):
    """Curvatures of the loss at the best point at which all students are the same and see all
    teachers alike.

    The gradient vanishes there by symmetry. Weights have one coordinate per teacher and one for all
    other inputs.
    """

    students: Count
    teachers: Teachers
    d: Count

    def predict(self) -> Rows:
        """Yield the loss and the least and largest eigenvalue of its Hessian over the weights."""
        shape = (self.students, self.teachers + 1)
        equations = saad_solla(np.eye(self.teachers), self.students, 1.0)  # at any rate

        def loss(weights: np.ndarray) -> float:
            rows = weights.reshape(shape)
            return float(equations.risk(rows[:, :-1], rows @ rows.T))

        alike = np.tile([1.0] * self.teachers + [0.0], self.students)
        found = minimize_scalar(
            lambda length: loss(length * alike), bounds=(0, _LONGEST), method="bounded"
        )
        values = np.linalg.eigvalsh(_hessian(loss, found.x * alike))
        for which, curvature in (("least", values[0]), ("largest", values[-1])):
            yield {"which": which, "curvature": float(curvature), "loss": float(found.fun)}


def _hessian(loss: Callable[[np.ndarray], float], at: np.ndarray) -> np.ndarray:
    """Return the second differences of a loss."""
    steps = _STEP * np.eye(len(at))

    def entry(a: np.ndarray, b: np.ndarray) -> float:
        corners = loss(at + a + b) - loss(at + a - b) - loss(at - a + b) + loss(at - a - b)
        return corners / (4 * _STEP**2)

    return np.array([[entry(a, b) for b in steps] for a in steps])

"""Online SGD on Gaussian inputs followed in its overlaps alone, at a cost independent of d.

The result is exact in law. Teacher and weights are held in coordinates of a space of r + width
dimensions that contains them all; the teacher's directions are the first r. A sample has standard
normal coordinates there. Of the remaining part of it only the length matters, a chi variable with
d - r - width degrees of freedom, because it lies along a separate direction.

A step gives the weights a coordinate along that direction, and rotations bring them back into as
many coordinates as before. From the last coordinate up they turn the sample's part beyond the
teacher onto one axis, on which the step then acts. From the first down they make the weights
triangular again (the update of a QR factorisation). A step costs about ``6 width^2`` operations,
and nothing becomes singular where weights are dependent, as mirror pairs are.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.training.online_loops import walk
from feature_learning.training.online_sgd import DRAWN, Rule
from feature_learning.training.schedule import blocks

_SMALL = 16  # up to this size an eigendecomposition costs little


class GaussianOverlaps:
    """Independent runs of online SGD on standard normal inputs, each known by its overlaps alone.

    Parameters
    ----------
    teacher : (r, r)
        ``T = W* W*^T``, positive definite.
    overlap : (replicas, width, r)
        ``M = W W*^T`` at the start.
    student : (replicas, width, width)
        ``Q = W W^T`` at the start.
    dimension
        d.
    labels
        Takes the teacher's fields, (count, r, replicas), and returns labels (count, replicas).

    Raises
    ------
    UserError
        d leaves no dimension beyond the teacher and the weights, or shapes do not fit.

    References
    ----------
    Saad and Solla (1995), Phys. Rev. E 52: a step depends on the weights through their overlaps
    alone. Golub and Van Loan (2013), "Matrix computations": the update of a QR factorisation by
    rotations.
    Derived here: the exact law at finite d, see the page on exact simulation in law.
    """

    def __init__(
        self,
        teacher: np.ndarray,
        overlap: np.ndarray,
        student: np.ndarray,
        dimension: int,
        labels: Callable[[np.ndarray], np.ndarray],
    ) -> None:
        self.replicas, self.width, r = overlap.shape
        if teacher.shape != (r, r) or student.shape != (self.replicas, self.width, self.width):
            raise UserError(
                f"overlaps of shapes {teacher.shape}, {overlap.shape}, {student.shape} do not "
                "belong together"
            )
        self.room = dimension - r - self.width
        if self.room < 1:
            raise UserError(
                f"dimension {dimension} leaves no room beyond {r} + {self.width} directions"
            )
        self._labels, self._root = labels, np.linalg.cholesky(teacher)
        # One column per neuron: r coordinates along the teacher, a triangle beyond it, and a row
        # for the coordinate that comes and goes.
        self._coordinates = np.zeros((self.replicas, r + self.width + 1, self.width))
        for own, products, inner in zip(self._coordinates, overlap, student, strict=True):
            own[:r] = np.linalg.solve(self._root, products.T)
            triangle = np.linalg.qr(roots(inner - own[:r].T @ own[:r]).T, mode="r")
            # Signs of a Cholesky factor, which rotations keep.
            own[r:-1] = np.where(np.diag(triangle) < 0, -1, 1)[:, None] * triangle

    def run(
        self, rule: Rule, rng: np.random.Generator, snapshots: Sequence[int], horizon: int
    ) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
        """Yield (steps, M, Q) at the snapshots.

        Parameters
        ----------
        rule
            How a sample changes the weights.
        rng
            The stream of samples.
        snapshots, horizon
            As in `online_sgd`.

        Raises
        ------
        UserError
            As in `online_sgd`.
        """
        r, size = len(self._root), len(self._root) + self.width
        for start, stop, last in blocks(
            snapshots, horizon, max(1, DRAWN // (self.replicas * (size + 1)))
        ):
            if stop > start:
                inside = rng.standard_normal((self.replicas, stop - start, size))
                beyond = np.sqrt(rng.chisquare(self.room, (self.replicas, stop - start)))
                labels = np.ascontiguousarray(
                    self._labels((inside[:, :, :r] @ self._root.T).transpose(1, 2, 0)).T
                )
                sizes, kept = rule.factors(start, stop - start)
                for own, inputs, lengths, wanted in zip(
                    self._coordinates, inside, beyond, labels, strict=True
                ):
                    walk(*rule.network, own, inputs, lengths, wanted, sizes, kept)
            if last:
                transposed = self._coordinates.transpose(0, 2, 1)
                yield stop, transposed[:, :, :r] @ self._root.T, transposed @ self._coordinates


def roots(covariance: np.ndarray) -> np.ndarray:
    """Return a factor R of ``R R^T = covariance``, of the same shape.

    Parameters
    ----------
    covariance : (..., size, size)
        May be singular, as for mirror pairs.

    References
    ----------
    Derived here: Cholesky's factor where there is one, else ``V D^(1/2)`` from the
    eigendecomposition ``V D V^T``.
    """
    if covariance.shape[-1] > _SMALL:
        try:
            return np.linalg.cholesky(covariance)
        except np.linalg.LinAlgError:
            pass
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.clip(values, 0, None))[..., None, :])

"""Online SGD on Gaussian inputs followed in its overlaps alone: exact in law, at a cost that does not depend on the dimension.

Given W, a block's fields ``(W* x, W x)`` are Gaussian with the overlaps as covariance, and what inputs have beyond the span of
``(W*, W)`` enters their inner products only. A block is taken in one of two ways, with the same law.

- *By its Gram matrix.* All fields are drawn under the weights at the start of the block, and the inner products of the inputs
  beyond the span from a Wishart matrix with d - r - width degrees of freedom, whose Cholesky factor has normal entries below a
  diagonal of chi variables (Bartlett). `Rule.block` then takes one sample after the other. Any width, any dimension.
- *By iteration.* The samples of a step are r + width normal numbers and one chi variable, in coordinates of the span at that
  step, and the overlaps after it are sums of what the steps before it did. All steps of a block are evaluated at once along a
  guess of the overlaps' path, which their sums then replace, until it stays: each round makes at least one more step exact, and
  where a block changes the overlaps by little a few rounds settle all of them to ten digits. No round of the interpreter a
  step: for few neurons in a large dimension many times faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.training.online_sgd import SHORTEST, Rule, block_length, replicas_last
from feature_learning.training.schedule import blocks

_FEW, _LARGE = 4, 5_000  # neurons and dimensions from which on blocks are iterated
_PATH = 2048  # steps x replicas of an iterated block: its arrays stay in the processor's cache
_CHANGE = 1 / 64  # and an iterated block is at most this share of the dimension, so that few rounds suffice
_SETTLED = 1e-10  # far below what chance moves the overlaps by in a block
_TINY = 1e-300
_SMALL = 16  # up to here an eigendecomposition costs no more than the rest of a block


class GaussianOverlaps:
    """Independent runs of online SGD on standard normal inputs, each known by its overlaps alone.

    Parameters
    ----------
    teacher : (r, r)
        ``T = W* W*^T``.
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
        d leaves no room beyond the fields for a block, or shapes do not fit.
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
            raise UserError(f"overlaps of shapes {teacher.shape}, {overlap.shape}, {student.shape} do not belong together")
        self.room = dimension - r - self.width
        if self.room < SHORTEST:
            raise UserError(f"dimension {dimension} leaves no room beyond {r} + {self.width} directions")
        self.teacher, self.overlap, self.student = teacher, overlap.copy(), student.copy()
        self._labels = labels

    def run(
        self, rule: Rule, rng: np.random.Generator, snapshots: Sequence[int], horizon: int, *, iterated: bool | None = None
    ) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
        """Yield (steps, M, Q) at the snapshots; raises as `online_sgd` does.

        Parameters
        ----------
        rule
        rng
        snapshots, horizon
            As in `online_sgd`.
        iterated
            Whether blocks are taken by iteration; by default where that is faster. Iteration knows no decay and no biases.
        """
        plain = not rule.decay and rule.bias is None
        if iterated is None:
            iterated = plain and self.width <= _FEW and self.room >= _LARGE
        elif iterated and not plain:
            raise UserError("blocks with weight decay or biases are taken by their Gram matrix, not by iteration")
        longest = max(1, min(_PATH // self.replicas, int(_CHANGE * self.room)))
        length = longest if iterated else min(block_length(self.width, self.replicas), self.room)
        advance = self._iterate if iterated else self._advance
        for start, stop, last in blocks(snapshots, horizon, length):
            if stop > start:
                advance(rule, rng, start, stop - start)
            if last:
                yield stop, self.overlap.copy(), self.student.copy()

    def _iterate(self, rule: Rule, rng: np.random.Generator, start: int, count: int) -> None:
        r, width = len(self.teacher), self.width
        root = np.linalg.cholesky(self.teacher)
        draws = rng.standard_normal((r + width, self.replicas, count))
        squares = (draws**2).sum(axis=0) + rng.chisquare(self.room, (self.replicas, count))
        known, own = draws[:r], draws[r:]
        labels = np.ascontiguousarray(self._labels(np.einsum("ns,src->cnr", root, known)).T)
        scale = rule.second_layer[:, None, None] * rule.sizes(start, count)
        # M in coordinates in which the teacher is orthonormal, then the lower triangle of Q: (entries, replicas).
        lower = np.tril_indices(width)
        overlap = np.linalg.solve(root, self.overlap.transpose(0, 2, 1)).transpose(2, 1, 0)
        before = np.concatenate([overlap.reshape(-1, self.replicas), self.student.transpose(1, 2, 0)[lower]])
        path = np.repeat(before[..., None], count, axis=2)
        sums, change = np.empty_like(path), np.empty_like(path)
        shift, end = np.inf, before
        for _ in range(count + 1):
            fields = _fields(path, known, own)
            residuals = labels - np.tensordot(rule.second_layer, rule.activation(fields, np), 1)
            pushes = scale * rule.activation.derivative(fields, np) * residuals
            np.multiply(pushes[:, None], known, out=change[: width * r].reshape(width, r, self.replicas, count))
            for number, (i, j) in enumerate(zip(*lower, strict=True), start=width * r):
                change[number] = pushes[i] * (fields[j] + pushes[j] * squares) + fields[i] * pushes[j]
            np.cumsum(change, axis=2, out=sums)
            path[..., 1:] = before[..., None] + sums[..., :-1]
            after = before + sums[..., -1]
            last, shift, end = shift, float(np.abs(after - end).max()), after
            # The next round shifts it by less still, in the ratio of the last two: then that round may be spared.
            if shift == 0 or (np.isfinite(last) and shift * shift / last < _SETTLED):
                break
        self.overlap = np.einsum("wnr,sn->rws", end[: width * r].reshape(width, r, self.replicas), root)
        self.student[:, lower[0], lower[1]] = self.student[:, lower[1], lower[0]] = end[width * r :].T

    def _advance(self, rule: Rule, rng: np.random.Generator, start: int, count: int) -> None:
        r, size = len(self.teacher), len(self.teacher) + self.width
        covariance = np.empty((self.replicas, size, size))
        covariance[:, :r, :r] = self.teacher
        covariance[:, r:, :r] = self.overlap
        covariance[:, :r, r:] = self.overlap.transpose(0, 2, 1)
        covariance[:, r:, r:] = self.student
        root = roots(covariance)
        inside = rng.standard_normal((self.replicas, count, size))
        beyond = np.zeros((self.replicas, count, count))
        below = _below(count)
        beyond[:, *below] = rng.standard_normal((self.replicas, len(below[0])))
        diagonal = np.arange(count)
        beyond[:, diagonal, diagonal] = np.sqrt(rng.chisquare(self.room - diagonal, (self.replicas, count)))
        grams = inside @ inside.transpose(0, 2, 1) + beyond @ beyond.transpose(0, 2, 1)
        fields = inside @ root.transpose(0, 2, 1)
        seen = replicas_last(fields)
        started = fields[:, :, r:]
        changes, kept = rule.block(seen[:, r:].copy(), replicas_last(grams), self._labels(seen[:, :r]), start)
        steps = changes.transpose(2, 1, 0)  # (replicas, width, count)
        crossed = kept * (steps @ started)
        self.overlap = kept * self.overlap + steps @ fields[:, :, :r]
        self.student = kept**2 * self.student + crossed + crossed.transpose(0, 2, 1) + steps @ grams @ steps.transpose(0, 2, 1)


def _fields(path: np.ndarray, known: np.ndarray, own: np.ndarray) -> np.ndarray:
    """Return W x, (width, replicas, count), of samples with coordinates along the teacher and beyond it, along a path of overlaps."""
    r, width = len(known), len(own)
    overlap, products = path[: width * r].reshape(width, r, *path.shape[1:]), iter(path[width * r :])
    fields = np.einsum("wnrc,nrc->wrc", overlap, known)
    factor: list[list[np.ndarray]] = []  # of the part of Q beyond the teacher, row by row (Cholesky)
    for i in range(width):
        row: list[np.ndarray] = []
        for j in range(i + 1):
            left = next(products) - (overlap[i] * overlap[j]).sum(axis=0)
            for one, two in zip(row, factor[j] if j < i else row, strict=False):
                left -= one * two
            row.append(np.sqrt(np.maximum(left, _TINY)) if j == i else left / factor[j][j])
            fields[i] += row[j] * own[j]
        factor.append(row)
    return fields


def roots(covariance: np.ndarray) -> np.ndarray:
    """Return a factor R of ``R R^T = covariance``, (..., size, size); it may be singular, as with mirror pairs."""
    if covariance.shape[-1] > _SMALL:
        try:
            return np.linalg.cholesky(covariance)
        except np.linalg.LinAlgError:
            pass
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.clip(values, 0, None))[..., None, :])


@lru_cache(maxsize=4)
def _below(count: int) -> tuple[np.ndarray, np.ndarray]:
    return np.tril_indices(count, -1)

"""Ridge regression on features that arrive in chunks."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import GaussianBatch
from feature_learning.training.second_layer import ridge, solve_regularised
from feature_learning.training.streamed_step import Student, labelled


class NormalEquations:
    """``argmin sum (y - F c)^2 + penalty ||c||^2``, where F is added in chunks of rows.

    Parameters
    ----------
    n, width
        Shape of the whole F. With n >= width only ``F^T F`` and ``F^T y`` are kept; otherwise F
        itself, which is smaller.
    xp
        The array namespace.

    Notes
    -----
    Chunks may be float32. Their products are added up and solved in float64.

    References
    ----------
    Hoerl and Kennard (1970), "Ridge regression", Technometrics 12(1). ``F^T F`` and ``F^T y`` are
    sums over rows, hence over chunks.
    """

    def __init__(self, n: int, width: int, xp: Any = np) -> None:
        self._n, self._width, self._xp, self._seen = n, width, xp, 0
        self._sums: tuple[Any, Any] | None = None
        self._rows: list[tuple[Any, Any]] = []

    def add(self, features: Any, labels: Any) -> None:
        """Add rows with their labels.

        Parameters
        ----------
        features : (chunk, width)
            Rows of F.
        labels : (chunk,) or (chunk, targets)
            y.
        """
        self._seen += features.shape[0]
        labels = self._xp.asarray(labels, dtype=features.dtype)
        if self._n >= self._width:
            parts = features.T @ features, features.T @ labels
            if self._sums is None:
                self._sums = self._double(parts[0]), self._double(parts[1])
            else:
                for total, part in zip(self._sums, parts, strict=True):
                    # In place: a fresh width x width array at each chunk costs noticeable time.
                    total += part
        else:
            self._rows.append((features, labels))

    def _double(self, array: Any) -> Any:
        return self._xp.asarray(array, dtype=self._xp.float64)

    def solve(self, penalty: float, width: int | None = None) -> Any:
        """Return the coefficients of the first `width` features.

        Parameters
        ----------
        penalty
            Positive.
        width
            Default: all features.

        Returns
        -------
        coefficients : (width,) or (width, targets)

        Raises
        ------
        UserError
            The penalty is not positive, not all n rows have been added, or there are not so many
            features.
        """
        width = width or self._width
        if width > self._width:
            raise UserError(f"width = {width} is larger than the number of features, {self._width}")
        if self._seen != self._n:
            raise UserError(f"{self._seen} of {self._n} rows were added to the normal equations")
        if self._rows:
            features, labels = (
                self._double(self._xp.concat(parts)) for parts in zip(*self._rows, strict=True)
            )
            return ridge(features[:, :width], labels, penalty, self._xp)
        assert self._sums is not None
        gram, projected = self._sums
        return solve_regularised(gram[:width, :width], projected[:width], penalty, self._xp)


def refitted(
    batch: GaussianBatch, students: Sequence[Student], penalty: float, dtype: str | None = None
) -> list[Student]:
    """Return students with the readouts that best fit their labels on a batch.

    The inputs are drawn once for all students.

    Parameters
    ----------
    batch
        The inputs.
    students
        Those whose first layers are the same array share its features, and those with the same
        label function share the labels. In coordinates, some may have fewer than the batch: they
        are zero in those that they lack.
    penalty
        Added to the sum of squares.
    dtype
        Of the normal equations' products and of the readouts, if it differs from that of the batch.
    """
    dtype = dtype or batch.dtype
    hidden, targets = _hidden(students), list(dict.fromkeys(id(one.labels) for one in students))
    fits = {layer: NormalEquations(batch.n, len(one.first_layer)) for layer, one in hidden.items()}
    for x in batch:
        y = np.stack(list(labelled(x, students).values()), axis=1)
        for layer, one in hidden.items():
            fits[layer].add(_features(x, one).astype(dtype, copy=False), y)
    readouts = {
        layer: dict(zip(targets, fit.solve(penalty).T.astype(dtype), strict=True))
        for layer, fit in fits.items()
    }
    return [replace(one, readout=readouts[_layer(one)][id(one.labels)]) for one in students]


def _layer(student: Student) -> tuple[int, int]:
    return id(student.first_layer), id(student.activation)


def _hidden(students: Sequence[Student]) -> dict[tuple[int, int], Student]:
    """One student of each hidden layer."""
    return {_layer(student): student for student in students}


def _features(x: np.ndarray, student: Student) -> np.ndarray:
    first = student.first_layer
    return student.activation(x[:, : first.shape[1]] @ first.T.astype(x.dtype, copy=False))

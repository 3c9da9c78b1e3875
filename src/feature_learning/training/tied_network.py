"""Networks whose neurons share one direction: ``f(x) = sum_i c_i width^(-1/2) relu(e_i <theta, x> - b_i)``.

Such a network is a piecewise-linear function of one projection, with a knot ``e_i b_i`` a neuron. A step needs no n x width
features: each sample finds the segment that it lies in, reads slope and intercept from a table, and gradients in c are sums over
segments. That is exact and costs O(d) and a few table look-ups a sample, whatever the width.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

_MOST_CELLS = 2**20
_BLOCK = 2**15  # samples times networks that are worked on at once: what fits a processor's cache


def features(projections: np.ndarray, offsets: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """Return ``width^(-1/2) relu(e_i u - b_i)``, shape (*projections.shape, width)."""
    return np.maximum(projections[..., None] * signs - offsets, 0) / math.sqrt(len(offsets))


class Segments:
    """The segments between the knots, and the cell of a fine regular grid that each number lies in.

    Parameters
    ----------
    offsets, signs : (width,)
        b and e of the neurons.
    dtype
        Of the projections that will be looked up.

    Notes
    -----
    Cells are halved until none holds two knots of the range. Then a cell's number gives the segment but for one comparison with its knot.
    """

    _REACH = 8.0  # beyond it lies one of 10^15 projections; it is looked up all the same, by bisection

    def __init__(self, offsets: np.ndarray, signs: np.ndarray, dtype: type = np.float64) -> None:
        width = len(offsets)
        order = np.argsort(signs * offsets, kind="stable")
        self.knots: np.ndarray = (signs * offsets)[order].astype(dtype)
        position = np.empty(width, dtype=int)
        position[order] = np.arange(width)
        segment = np.arange(width + 1)[:, None]
        # A neuron of sign + is active in the segments right of its knot, one of sign - in those left of it.
        active = np.where(signs > 0, segment > position, segment <= position)
        scale = 1 / math.sqrt(width)
        self.slope_of: np.ndarray = (active * signs * scale).astype(dtype)
        self.intercept_of: np.ndarray = (active * -offsets * scale).astype(dtype)
        self.count = width + 1
        self._tabulate(dtype)

    def _tabulate(self, dtype: type) -> None:
        inner = self.knots[np.abs(self.knots) < self._REACH]
        cells = 2**10
        while True:
            self._per_unit = dtype(cells / (2 * self._REACH))
            held = self._cell(inner)
            if len(np.unique(held)) == len(held) or cells >= _MOST_CELLS:
                break
            cells *= 2
        self.exact = len(np.unique(held)) == len(held)
        first = int((self.knots <= -self._REACH).sum())
        self._before = first + np.searchsorted(held, np.arange(cells + 1))
        self._knot: np.ndarray = np.full(cells + 1, np.inf, dtype=dtype)
        self._knot[held] = inner
        self._last = dtype(cells)

    def _cell(self, u: np.ndarray) -> np.ndarray:
        return ((u + u.dtype.type(self._REACH)) * self._per_unit).astype(np.intp)

    def find(self, u: np.ndarray, work: Workspace) -> np.ndarray:
        """Return the segment of each number: how many knots are at or below it; float and index buffers of u's shape are reused."""
        if not self.exact or not (u.max() < self._REACH and u.min() >= -self._REACH):
            return np.searchsorted(self.knots, u, side="right")
        scaled, index, cell = work.scaled, work.index, work.cell
        np.add(u, u.dtype.type(self._REACH), out=scaled)
        np.multiply(scaled, self._per_unit, out=scaled)
        np.copyto(cell, scaled, casting="unsafe")
        np.take(self._before, cell, out=index, mode="clip")
        np.take(self._knot, cell, out=scaled, mode="clip")
        np.add(index, u >= scaled, out=index)
        return index


@dataclass
class Workspace:
    """Buffers of one block's shape: page faults of fresh ones would cost more than the arithmetic."""

    scaled: np.ndarray
    slope: np.ndarray
    residual: np.ndarray
    projections: np.ndarray
    weights: np.ndarray
    index: np.ndarray
    cell: np.ndarray

    @classmethod
    def of(cls, shape: tuple[int, int], dtype: type) -> Workspace:
        """Return empty buffers."""
        floats: np.ndarray = np.empty((4, *shape), dtype)
        whole: np.ndarray = np.empty((2, *shape), np.intp)
        return cls(floats[0], floats[1], floats[2], floats[3], np.empty(shape), whole[0], whole[1])


class TiedNetworks:
    """Several networks with the same neurons and the same inputs, each with its own direction, second layer and labels.

    Parameters
    ----------
    segments
        The neurons.
    inputs : (n, d)
    labels : (networks, n)
    """

    def __init__(self, segments: Segments, inputs: np.ndarray, labels: np.ndarray) -> None:
        self.segments = segments
        self.inputs = inputs
        self.labels = labels
        networks, n = labels.shape
        self._rows = max(256, _BLOCK // networks)
        self._spaces = {
            size: Workspace.of((networks, size), inputs.dtype.type) for size in {min(self._rows, n), n % self._rows or min(n, self._rows)}
        }
        self._shift = np.arange(networks, dtype=np.intp)[:, None] * segments.count

    def gradients(self, theta: np.ndarray, c: np.ndarray, *, second: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """Return mean squared errors and their gradients.

        Parameters
        ----------
        theta : (networks, d)
        c : (networks, width)
        second
            Whether the gradient in c is wanted.

        Returns
        -------
        errors : (networks,)
        in_theta : (networks, d)
            Euclidean.
        in_c : (networks, width) or None
        """
        segments, networks, n = self.segments, *self.labels.shape
        slopes, intercepts = c @ segments.slope_of.T, c @ segments.intercept_of.T
        in_theta = np.zeros_like(theta)
        errors = np.zeros(networks)
        sums = np.zeros((2, networks * segments.count)) if second else None
        for start in range(0, n, self._rows):
            x, y = self.inputs[start : start + self._rows], self.labels[:, start : start + self._rows]
            work = self._spaces[len(x)]
            u = np.matmul(theta, x.T, out=work.projections)
            index = segments.find(u, work)
            np.add(index, self._shift, out=index)
            slope = np.take(slopes.ravel(), index, out=work.slope, mode="clip")
            residual = np.take(intercepts.ravel(), index, out=work.residual, mode="clip")
            np.subtract(y, residual, out=residual)
            np.multiply(slope, u, out=work.scaled)
            np.subtract(residual, work.scaled, out=residual)
            errors += np.vecdot(residual, residual)
            np.multiply(slope, residual, out=slope)
            in_theta += slope @ x
            if sums is not None:
                # Weights are handed over in double precision: bincount would make that copy anew each time.
                flat, weights = index.ravel(), work.weights
                np.copyto(weights, residual)
                sums[0] += np.bincount(flat, weights.ravel(), minlength=sums.shape[1])
                np.multiply(weights, u, out=weights)
                sums[1] += np.bincount(flat, weights.ravel(), minlength=sums.shape[1])
        factor = -2 / n
        in_c = None
        if sums is not None:
            level, tilt = (part.reshape(networks, segments.count).astype(c.dtype, copy=False) for part in sums)
            in_c = factor * (tilt @ segments.slope_of + level @ segments.intercept_of)
        return errors / n, factor * in_theta, in_c

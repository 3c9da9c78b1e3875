"""Networks whose neurons share one direction.

They are ``f(x) = sum_i c_i width^(-1/2) relu(e_i <theta, x> - b_i)``, piecewise-linear functions of
one projection, with a knot ``e_i b_i`` for each neuron. A step needs no n x width features. Each
sample finds the segment that it lies in and reads slope and intercept from a table, and gradients
in c are sums over segments. This is exact, and costs O(d) and a look-up per sample, whatever the
width.
"""

import math

import numpy as np

from feature_learning.core.compiled import compiled

_BLOCK = 512  # samples at a time, few enough to stay in the cache with their slopes and residuals


def features(projections: np.ndarray, offsets: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """Return ``width^(-1/2) relu(e_i u - b_i)``, shape (*projections.shape, width).

    Parameters
    ----------
    projections
        u, any shape.
    offsets, signs : (width,)
        b and e.
    """
    return np.maximum(projections[..., None] * signs - offsets, 0) / math.sqrt(len(offsets))


class Segments:
    """The knots in ascending order, and a fine grid that says near which of them a number lies.

    Parameters
    ----------
    offsets, signs : (width,) or (sets, width)
        b and e of the neurons; with two axes, of several sets of neurons.
    dtype
        Of the projections that will be looked up.

    Attributes
    ----------
    knots : (sets, width + 1)
        The last of each set is NaN, which stops every search.
    order : (sets, width)
        The neuron of each knot.
    falling : (sets, width)
        1 for neurons of sign -, which are active left of their knot; 0 elsewhere.
    before : (sets, cells + 1)
        How many knots lie in the cells left of each.
    per_unit, reach
        A number u lies in cell ``(u + reach) per_unit``. The first and the last cell hold what lies
        beyond the grid.
    """

    _REACH, _CELLS = 8.0, 2**12  # one projection in 10^15 lies beyond the reach

    def __init__(self, offsets: np.ndarray, signs: np.ndarray, dtype: type = np.float64) -> None:
        offsets, signs = np.atleast_2d(offsets), np.atleast_2d(signs)
        self.order: np.ndarray = np.argsort(signs * offsets, axis=1, kind="stable")
        knots, own = (
            np.take_along_axis(part, self.order, axis=1) for part in (signs * offsets, signs)
        )
        self.falling: np.ndarray = (own < 0).astype(dtype)
        self.knots: np.ndarray = np.pad(knots, ((0, 0), (0, 1)), constant_values=np.nan)
        self.knots = self.knots.astype(dtype)
        self.reach, self.per_unit = dtype(self._REACH), dtype(self._CELLS / (2 * self._REACH))
        places = (self.knots[:, :-1] + self.reach) * self.per_unit
        cells = np.clip(places, 0, self._CELLS).astype(int)
        edges = np.arange(self._CELLS + 1)
        self.before: np.ndarray = np.stack([np.searchsorted(row, edges) for row in cells])
        self.before = self.before.astype(np.uint32)


@compiled
def _lines(
    c: np.ndarray, knots: np.ndarray, order: np.ndarray, falling: np.ndarray, lines: np.ndarray
) -> None:
    """Write slope and intercept of each segment.

    Beyond its knot u, a neuron of either sign has added ``c (1, -u)``.
    """
    slope, intercept = 0.0, 0.0
    for knot in range(len(order)):
        own = falling[knot] * c[order[knot]]
        slope -= own
        intercept += own * knots[knot]
    scale = 1 / math.sqrt(len(order))
    lines[0, 0], lines[0, 1] = scale * slope, scale * intercept
    for knot in range(len(order)):
        own = c[order[knot]]
        slope += own
        intercept -= own * knots[knot]
        lines[knot + 1, 0], lines[knot + 1, 1] = scale * slope, scale * intercept


@compiled
def _in_second(
    sums: np.ndarray,
    knots: np.ndarray,
    order: np.ndarray,
    falling: np.ndarray,
    gradient: np.ndarray,
) -> None:
    """Write the gradient in c of ``sum residual f`` from segments' sums of ``residual (u, 1)``.

    This is the transpose of `_lines`.
    """
    scale = 1 / math.sqrt(len(order))
    tilt, level = 0.0, 0.0  # sums over the segments right of the knot
    all_tilt, all_level = 0.0, 0.0
    for segment in range(len(sums)):
        all_tilt += sums[segment, 0]
        all_level += sums[segment, 1]
    for knot in range(len(order) - 1, -1, -1):
        tilt += sums[knot + 1, 0]
        level += sums[knot + 1, 1]
        gradient[order[knot]] = scale * (
            tilt - knots[knot] * level - falling[knot] * (all_tilt - knots[knot] * all_level)
        )


@compiled
def _pull(
    projections: np.ndarray,
    labels: np.ndarray,
    c: np.ndarray,
    sets: np.ndarray,
    segments: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, float, float],
    second: bool,
) -> tuple[np.ndarray, np.ndarray]:
    """Replace each projection u by the residual's pull on it.

    The pull is the segment's slope times ``r = y - slope u - intercept``. Samples are taken a block
    at a time, in loops that each do one thing, so loops without look-ups work on many samples
    at once.

    Returns
    -------
    squares : (networks,)
        Sums of r^2.
    in_second : (networks, width)
        Gradients in c of the sums of r f; zero where they are not wanted.
    """
    all_knots, orders, all_falling, all_before, per_unit, reach = segments
    last = projections.dtype.type(all_before.shape[1] - 1)
    first = projections.dtype.type(0)
    squares, in_second = np.zeros(len(c)), np.zeros_like(c)
    lines = np.empty((all_knots.shape[1], 2), projections.dtype)
    sums = np.empty((all_knots.shape[1], 2))
    cells, places = np.empty(_BLOCK, np.uint16), np.empty(_BLOCK, np.uint32)
    slopes, residuals = np.empty(_BLOCK, projections.dtype), np.empty(_BLOCK, projections.dtype)
    turns = np.empty(_BLOCK, projections.dtype)
    for network in range(len(c)):
        own = sets[network]
        knots, order, falling, before = (
            all_knots[own],
            orders[own],
            all_falling[own],
            all_before[own],
        )
        _lines(c[network], knots, order, falling, lines)
        sums[:] = 0
        for start in range(0, projections.shape[1], _BLOCK):
            u = projections[network, start : start + _BLOCK]
            y = labels[network, start : start + _BLOCK]
            count = len(u)
            for i in range(count):
                cells[i] = np.uint16(np.int32(min(max((u[i] + reach) * per_unit, first), last)))
            for i in range(count):
                segment = before[cells[i]]
                while knots[segment] <= u[i]:  # those in the same cell
                    segment += np.uint32(1)
                places[i], slopes[i], residuals[i] = segment, lines[segment, 0], lines[segment, 1]
            for i in range(count):
                residuals[i] = y[i] - (slopes[i] * u[i] + residuals[i])
                turns[i] = residuals[i] * u[i]
                u[i] = slopes[i] * residuals[i]
            squares[network] += np.dot(residuals[:count], residuals[:count])
            if second:
                for i in range(count):
                    sums[places[i], 0] += turns[i]
                    sums[places[i], 1] += residuals[i]
        if second:
            _in_second(sums, knots, order, falling, in_second[network])
    return squares, in_second


class TiedNetworks:
    """Networks on the same inputs, with their own directions, second layers and labels.

    Parameters
    ----------
    segments
        The sets of neurons.
    inputs : (n, d)
        The sample.
    labels : (networks, n)
        Each network's own.
    sets : (networks,), optional
        Which set of neurons each network has; by default all have the first.
    """

    def __init__(
        self,
        segments: Segments,
        inputs: np.ndarray,
        labels: np.ndarray,
        sets: np.ndarray | None = None,
    ) -> None:
        s = segments
        self._segments = s.knots, s.order, s.falling, s.before, s.per_unit, s.reach
        self._sets = np.zeros(len(labels), dtype=int) if sets is None else sets
        self._inputs, self._labels = inputs, np.ascontiguousarray(labels)
        # Projections of the transposed inputs are many times faster, and page faults of a fresh
        # array would cost more than the arithmetic.
        self._transposed = np.ascontiguousarray(inputs.T)
        self._projections = np.empty(labels.shape, inputs.dtype)

    def gradients(
        self, theta: np.ndarray, c: np.ndarray, *, second: bool
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """Return mean squared errors and their gradients.

        Parameters
        ----------
        theta : (networks, d)
            Directions.
        c : (networks, width)
            Second layers.
        second
            Whether the gradient in c is wanted.

        Returns
        -------
        errors : (networks,)
        in_theta : (networks, d)
            Euclidean.
        in_c : (networks, width) or None
        """
        pull = np.matmul(theta, self._transposed, out=self._projections)
        squares, in_second = _pull(pull, self._labels, c, self._sets, self._segments, second)
        factor = -2 / self._labels.shape[1]
        in_theta = factor * (pull @ self._inputs)
        return squares * (-factor / 2), in_theta, factor * in_second if second else None

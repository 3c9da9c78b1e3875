"""One large gradient step on a batch of any size.

Inputs stream in chunks, so memory does not grow with n.

For ``f(x) = sum_i b_i sigma(<w_i, x>)`` the step needs, for each neuron,

    g_i = (1/n) sum_mu (y_mu - f(x_mu)) sigma'(<w_i, x_mu>) x_mu.

Minus the gradient of the loss in ``w_i`` is ``b_i g_i``. Each chunk takes two matrix products, and
the step takes 4 n d p operations.

The same functions also take networks held in coordinates of the span of their weights and the
teacher (`training.reduction`). Then inputs are drawn in the coordinates, and the part of a gradient
outside them is drawn from its law.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.errors import UserError
from feature_learning.data.covariates import GaussianBatch
from feature_learning.networks.activations import Activation
from feature_learning.training.reduction import Coordinates, Outside, Reduced
from feature_learning.training.streamed_loops import add_outputs, to_coefficients

Labels = Callable[[np.ndarray], np.ndarray]
_UNSEEN = 1e-12


@dataclass(frozen=True)
class Student:
    """A network and the labels that it learns.

    Attributes
    ----------
    first_layer : (p, d)
        The weights.
    labels
        Takes inputs (n, d), returns labels (n,).
    activation
        sigma.
    readout : (p,), optional
        b, including any scaling by the width. Without it the output counts as zero (mirror pairs
        before training).
    """

    first_layer: np.ndarray
    labels: Labels
    activation: Activation
    readout: np.ndarray | None = None


def streamed_gradients(
    batch: GaussianBatch,
    students: Sequence[Student],
    device: Device,
    checkpoints: Sequence[int] = (),
    outside: Outside | None = None,
) -> Iterator[tuple[int, list[np.ndarray]]]:
    """Yield ``(n, [g of each student])`` for growing batches; the students see the same inputs.

    Parameters
    ----------
    batch
        Its dtype is that of the products. Chunks are added up in float64.
    students
        Whose gradients are wanted.
    device
        Where the products run.
    checkpoints
        Sizes at which to yield. The last is always the whole batch.
    outside
        For networks in coordinates. Gradients then have further columns, and those of all students
        share the new coordinates.

    Raises
    ------
    UserError
        A checkpoint lies outside the batch.

    References
    ----------
    Dandi, Krzakala, Loureiro, Pesce and Stephan (2023), arXiv 2305.18270: g in the giant step. The
    outside part is derived in ``docs/reduction.md``.
    """
    stops = sorted({*checkpoints, batch.n})
    if stops[0] < 1 or stops[-1] > batch.n:
        raise UserError(f"checkpoints {stops[0]}..{stops[-1]} lie outside a batch of {batch.n}")
    first = device.put(
        np.concatenate([student.first_layer for student in students]).astype(batch.dtype)
    )
    readouts = [
        None if student.readout is None else device.put(student.readout.astype(batch.dtype))
        for student in students
    ]
    ends = np.cumsum([len(student.first_layer) for student in students])
    sums, gram, seen = np.zeros(first.shape), np.zeros((ends[-1], ends[-1]) if outside else 0), 0
    for chunk in batch:
        start = 0
        while start < len(chunk):
            part = chunk[start : start + stops[0] - seen]
            inputs = device.put(part)
            coefficients = first @ inputs.T
            truth = {
                name: device.put(labels.astype(batch.dtype, copy=False))
                for name, labels in labelled(part, students).items()
            }
            for student, readout, end in zip(students, readouts, ends, strict=True):
                own = coefficients[end - len(student.first_layer) : end]
                write_coefficients(
                    own, truth[id(student.labels)], readout, student.activation, device.xp
                )
            sums += device.get(coefficients @ inputs)
            if outside is not None:
                gram += device.get(coefficients @ coefficients.T)
            start, seen = start + len(part), seen + len(part)
            if seen == stops[0]:
                found = sums
                if outside is not None:
                    found = np.hstack([sums, outside.add(gram)])
                    gram[:] = 0
                yield stops.pop(0), np.split(found / seen, ends[:-1])


def labelled(inputs: np.ndarray, students: Sequence[Student]) -> dict[int, np.ndarray]:
    """Return the students' labels of inputs, by the `id` of their function.

    Students often share one.

    Parameters
    ----------
    inputs : (n, d)
        Where.
    students
        Whose labels are wanted.
    """
    functions = {id(student.labels): student.labels for student in students}
    return {name: labels(inputs) for name, labels in functions.items()}


def write_coefficients(
    fields: Any, labels: Any, readout: Any, activation: Activation, xp: Any
) -> Any:
    """Replace preactivations ``W X^T`` by ``(y - f(X)) sigma'(W X^T)``.

    The product of these coefficients with X is n times the gradient g.

    Parameters
    ----------
    fields : (p, n)
        Overwritten.
    labels : (n,)
        y.
    readout : (p,) or None
        With None the output counts as zero.
    activation
        Its values and derivative are used.
    xp
        The array namespace.

    Returns
    -------
    residuals : (n,)
        ``y - f(X)``.
    """
    if activation.hinge is not None and xp is np:
        threshold, offset = activation.hinge
        residuals = labels
        if readout is not None:
            outputs = np.full(len(labels), offset * readout.sum(), labels.dtype)
            add_outputs(fields, threshold, readout, outputs)
            residuals = labels - outputs
        to_coefficients(fields, threshold, residuals)
    else:
        residuals = labels if readout is None else labels - readout @ activation(fields, xp)
        fields[:] = activation.derivative(fields, xp) * residuals
    return residuals


def streamed_gradient(batch: GaussianBatch, student: Student, device: Device) -> np.ndarray:
    """Return g of one student on the whole batch, shape (p, d).

    Parameters
    ----------
    batch, student, device
        As in `streamed_gradients`.
    """
    *_, (_, (gradient,)) = streamed_gradients(batch, [student], device)
    return gradient


def reduced_gradients(
    state: Reduced,
    batch: GaussianBatch,
    device: Device,
    rng: np.random.Generator,
    checkpoints: Sequence[int] = (),
) -> Iterator[tuple[int, np.ndarray]]:
    """Yield ``(n, g)`` of a network in coordinates for a growing fresh batch.

    Parameters
    ----------
    state
        The network.
    batch
        Of as many dimensions as the network has coordinates.
    device
        Where the products run.
    rng
        The stream of the part outside the coordinates.
    checkpoints
        As in `streamed_gradients`.

    Yields
    ------
    n : int
        The size of the batch so far.
    gradient : (p, k + m)
        Its last coordinates are new. Minus the gradient of the loss in w_i is ``b_i g_i``.
    """
    student = Student(state.first_layer, state.labels, state.activation, state.readout)
    outside = Outside(state.d - state.coordinates, rng)
    for n, (gradient,) in streamed_gradients(batch, [student], device, checkpoints, outside):
        yield n, gradient


def streamed_steps(
    batches: Callable[[int], GaussianBatch],
    students: Sequence[Student],
    pushes: Sequence[np.ndarray],
    steps: int,
    device: Device,
    coordinates: Coordinates | None = None,
) -> Iterator[tuple[int, list[np.ndarray], list[Student]]]:
    """Yield ``(time, gradients followed, students after the step)``.

    The steps are ``w_i <- w_i + push_i g_i``.

    Parameters
    ----------
    batches
        Takes the time, from 1, and returns that step's batch: a fresh one, or the same again.
    students
        As they start.
    pushes
        For each student the step size times its readout, shape (p,).
    steps
        How many.
    device
        Where the products run.
    coordinates
        For networks in coordinates, and fresh batches. The batches are drawn in as many dimensions
        as there are coordinates by then.

    References
    ----------
    Dandi et al. (2023), arXiv 2305.18270: the giant step, ``push_i`` being ``(eta/p) a_i`` there.
    """
    students = list(students)
    for time in range(1, steps + 1):
        batch, outside = batches(time), None
        if coordinates is not None:
            batch = replace(batch, d=students[0].first_layer.shape[1])
            outside = coordinates.outside(batch.d, time)
        *_, (_, gradients) = streamed_gradients(batch, students, device, outside=outside)
        layers = [
            stepped(student.first_layer, push, gradient)
            for student, push, gradient in zip(students, pushes, gradients, strict=True)
        ]
        if coordinates is not None:
            layers = coordinates.compressed(layers)
        students = [
            replace(student, first_layer=layer)
            for student, layer in zip(students, layers, strict=True)
        ]
        yield time, gradients, students


def stepped(first: np.ndarray, push: np.ndarray, gradient: np.ndarray) -> np.ndarray:
    """Return the weights ``w_i + push_i g_i``, in the shape of the gradient.

    Weights are zero in coordinates that are new in it.

    Parameters
    ----------
    first : (p, k)
        The weights.
    push : (p,)
        Step size times readout.
    gradient : (p, k + m)
        g.
    """
    return (
        np.pad(first, ((0, 0), (0, gradient.shape[1] - first.shape[1]))) + push[:, None] * gradient
    )

"""One step of mirror pairs: at n = alpha d all neurons turn to one line, at n of order d^2 they
spread over the directions of degree 2 (fig1); the talk's worked example at both sizes (fig7).
"""

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.training.streamed_step import Student, stepped


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw two directions and one neuron of each pair at every dimension.

    The output is zero, so the gradient does not depend on the sign of the readout: one neuron of
    each pair is enough.
    """
    return model.pairs_at_dimensions(setting, 2, rng)


def one_step(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, target and sample size; all targets see the same inputs, and
    small batches are parts of large ones.
    """
    names, sigma = setting.names("target"), activation(setting["activation"])
    targets = [model.target(name, 2) for name in names]
    for d in setting.ints("d"):
        teacher, half = draws[f"teacher-{d}"], draws[f"first-{d}"]
        students = [Student(half, model.labels(target, teacher), sigma) for target in targets]
        sizes = {round(alpha * d): alpha for alpha in setting.floats("alpha")}
        batches = model.first_gradients(setting, 2, d, students, list(sizes), rng, device, d)
        for n, gradients in batches:
            for name, target, gradient in zip(names, targets, gradients, strict=True):
                linear = target.linear().any()
                along = model.line(target) if linear else np.array([1.0, 0.0])
                across = np.array([-along[1], along[0]])
                weights = _both_signs(half, setting["step"] if linear else d**0.5, gradient)
                of_weights = model.cosines(weights, teacher)
                plus, minus = np.split(of_weights @ along, 2)
                yield {
                    "d": d,
                    "target": name,
                    "alpha": sizes[n],
                    "plus_along": float(plus.mean()),
                    "minus_along": float(minus.mean()),
                    "gradient_along": float((model.cosines(gradient, teacher) @ along).mean()),
                    "off_line": float(model.rms(of_weights @ across)),
                    "size": float(model.rms(of_weights.ravel())),
                    "first": of_weights[:, 0].tolist(),
                    "second": of_weights[:, 1].tolist(),
                }


def leap_two(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and batch: n = ratio d (`linear`) and n = ratio d^2
    (`square`).
    """
    sigma, target = activation(setting["activation"]), model.target(setting["target"], 2)
    for d in setting.ints("d"):
        teacher, half = draws[f"teacher-{d}"], draws[f"first-{d}"]
        students, orders = [Student(half, model.labels(target, teacher), sigma)], {}
        for name in setting.names("batch"):
            order = lookup({"linear": d, "square": d**2}, name, "batch")
            orders[round(setting["ratio"] * order)] = name
        batches = model.first_gradients(setting, 2, d, students, list(orders), rng, device, d)
        for n, (gradient,) in batches:
            cosines = model.cosines(_both_signs(half, d**0.5, gradient), teacher)
            sizes = model.rms(cosines).tolist()
            yield {
                "d": d,
                "batch": orders[n],
                "size": float(model.rms(cosines.ravel())),
                "size_1": sizes[0],
                "size_2": sizes[1],
                "first": cosines[:, 0].tolist(),
                "second": cosines[:, 1].tolist(),
            }


def draw_growing_batch(setting: Setting, rng: Streams) -> Draws:
    """Draw two directions and one neuron of each pair."""
    return model.pairs(setting, 2, rng)


def growing_batch(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per sample size and target: the same neurons and targets on a batch that grows,
    with the step that each target needs.
    """
    sigma, d = activation(setting["activation"]), setting["d"]
    targets = {name: model.target(name, 2) for name in setting.names("target")}
    teacher, half = draws["teacher"], draws["first"]
    students = [Student(half, model.labels(one, teacher), sigma) for one in targets.values()]
    sizes = {round(d**log_size): log_size for log_size in setting.floats("log_size")}
    for n, gradients in model.first_gradients(setting, 2, d, students, list(sizes), rng, device):
        for (name, one), gradient in zip(targets.items(), gradients, strict=True):
            step = setting["step"] if one.linear().any() else d**0.5
            cosines = model.cosines(_both_signs(half, step, gradient), teacher)
            yield {
                "log_size": sizes[n],
                "target": name,
                "first": cosines[:, 0].tolist(),
                "second": cosines[:, 1].tolist(),
            }


def draw_regimes_trained(setting: Setting, rng: Streams) -> Draws:
    """Draw three directions and one neuron of each pair at every dimension."""
    return model.pairs_at_dimensions(setting, 3, rng)


def regimes_trained(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, for a batch of ratio d^order and the step ``d^((order - 1)/2)``.

    ``r1`` to ``r3`` are root mean squares of the weights along the directions over that of their
    part outside all three: cosines would be useless where the part along w1 is large. ``start_2``
    is the root mean square of ``sqrt d <w_i, w2>`` before the step.
    """
    order, sigma = setting["order"], activation(setting["activation"])
    target = model.target(setting["target"], 3)
    for d in setting.ints("d"):
        teacher, half = draws[f"teacher-{d}"], draws[f"first-{d}"]
        students = [Student(half, model.labels(target, teacher), sigma)]
        n = round(setting["ratio"] * d**order)
        ((_, (gradient,)),) = model.first_gradients(setting, 3, d, students, [n], rng, device, d)
        weights = _both_signs(half, d ** ((order - 1) / 2), gradient)
        known = teacher.shape[1]
        inside = weights[:, :known] @ teacher.T
        outside = np.sqrt((weights**2).sum(axis=1) - (inside**2).sum(axis=1))
        r1, r2, r3 = (model.rms(inside) / model.rms(outside)).tolist()
        start = d**0.5 * float(model.rms(half[:, :known] @ teacher[1]))
        yield {"d": d, "r1": r1, "r2": r2, "r3": r3, "start_2": start}


def _both_signs(half: np.ndarray, push: float, gradient: np.ndarray) -> np.ndarray:
    """Return the weights after a step of the neurons with positive readout, then of the others."""
    return np.concatenate(
        [stepped(half, np.full(len(half), sign * push), gradient) for sign in (1, -1)]
    )

"""Online SGD: blocks are single samples, schedules and decay, the law of the overlaps, and what is
refused.
"""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import (
    ACTIVATIONS,
    PIECEWISE_LINEAR,
    SHIFTED_RELU,
    SQUARE,
    threshold_relu,
)
from feature_learning.networks.activations import SCALED_ERF as ERF
from feature_learning.training.gaussian_overlaps import GaussianOverlaps
from feature_learning.training.online_loops import number_of, value_and_slope
from feature_learning.training.online_sgd import Rule, block_length, online_sgd
from feature_learning.training.schedule import snapshot_steps

D, WIDTH = 12, 3


def start(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape) / np.sqrt(shape[-1])


def stream(teacher: np.ndarray, seed: int = 1, noise: float = 0.1):
    inputs, errors = np.random.default_rng(seed), np.random.default_rng(seed + 1)

    def draw(count):
        x = inputs.standard_normal((count, teacher.shape[1]))
        return x, np.tanh(x @ teacher.T).sum(axis=1) + noise * errors.standard_normal(count)

    return draw


def one_at_a_time(weights, rule, draw, count):
    weights = weights.copy()
    for number in range(count):
        (x,), (y,) = draw(1)
        fields = weights @ x + (0 if rule.bias is None else rule.bias)
        residual = y - rule.second_layer @ rule.activation(fields)
        (step,) = rule.sizes(number, 1)
        weights = (1 - step * rule.decay) * weights + step * np.outer(
            residual * rule.second_layer * rule.activation.derivative(fields, np), x
        )
    return weights


@pytest.mark.parametrize("activation", ACTIVATIONS.values(), ids=ACTIVATIONS)
def test_compiled_forms_give_the_same_numbers(activation):
    at = np.concatenate(
        [3 * np.random.default_rng(0).standard_normal(1000), [-800.0, 0.0, 800.0], activation.kinks]
    )
    found = np.array([value_and_slope(number_of(activation), x) for x in at])
    for column, expected in zip(
        found.T, (activation(at), activation.derivative(at, np)), strict=True
    ):
        assert column == pytest.approx(expected, rel=1e-14, abs=1e-14)


@pytest.mark.parametrize(
    "activation", [ERF, SQUARE, PIECEWISE_LINEAR, SHIFTED_RELU], ids=lambda one: one.name
)
@pytest.mark.parametrize("block", [1, 7, 64, None])
@pytest.mark.parametrize(
    ("step", "decay"), [(0.02, 0.0), (0.02, 0.3), (lambda number: 0.05 / (1 + number / 20), 0.1)]
)
def test_blocks_are_one_sample_after_the_other(activation, block, step, decay):
    rule = Rule(activation, np.array([0.5, -0.4, 0.3]), step, decay)
    weights, teacher = start(WIDTH, D), start(2, D, seed=9)
    expected = one_at_a_time(weights, rule, stream(teacher), 130)
    found = dict(online_sgd(weights, rule, stream(teacher), [0, 57, 130], 130, block=block))
    assert list(found) == [0, 57, 130]
    assert np.array_equal(found[0], weights)
    # slopes of 10 magnify
    assert np.allclose(
        found[130], expected, rtol=1e-9 if activation is PIECEWISE_LINEAR else 1e-12, atol=1e-12
    )


@pytest.mark.parametrize("block", [1, 7, 64])
@pytest.mark.parametrize("decay", [0.3, 49.9])
def test_biases_shift_the_fields_and_do_not_decay(block, decay):
    """The stronger decay leaves 0.2 % of the weights a step: no product over a block may vanish and
    be divided by.
    """
    rule = Rule(SHIFTED_RELU, np.array([0.5, -0.4, 0.3]), 0.02, decay, np.array([0.3, -0.2, 1.0]))
    weights, teacher = start(WIDTH, D), start(2, D, seed=9)
    expected = one_at_a_time(weights, rule, stream(teacher), 130)
    ((_, found),) = online_sgd(weights, rule, stream(teacher), [130], 130, block=block)
    assert np.allclose(found, expected, rtol=1e-11, atol=1e-14)
    assert not np.allclose(
        found,
        one_at_a_time(
            weights, Rule(SHIFTED_RELU, rule.second_layer, 0.02, decay), stream(teacher), 130
        ),
    )


def test_replicas_with_biases_are_runs_of_their_own():
    rule = Rule(SHIFTED_RELU, np.ones(WIDTH), 0.05, 0.2, np.array([0.3, -0.2, 1.0]))
    weights, draw = start(WIDTH, D), stream(start(2, D, seed=9))
    x, y = draw(90)
    ((_, found),) = online_sgd(
        np.stack([weights, weights]),
        rule,
        lambda count: (np.stack([x, x]), np.stack([y, y])),
        [90],
        90,
        block=15,
    )
    ((_, alone),) = online_sgd(weights, rule, lambda count: (x, y), [90], 90, block=90)
    assert np.allclose(found, alone, rtol=1e-11, atol=1e-13)


def test_a_step_is_the_gradient_of_the_regularised_loss():
    """``R = loss + (lambda/2) ||W||_F^2`` on one sample, by central differences."""
    rule = Rule(ERF, np.array([0.5, -0.4, 0.3]), 0.1, 0.7, np.array([0.3, -0.2, 1.0]))
    weights = start(WIDTH, D)
    x, y = stream(start(2, D, seed=9))(1)

    def loss(flat):
        own = flat.reshape(WIDTH, D)
        output = rule.second_layer @ ERF(own @ x[0] + rule.bias)
        return 0.5 * (y[0] - output) ** 2 + 0.35 * np.sum(own**2)

    flat = weights.ravel()
    gradient = [
        (loss(flat + 1e-5 * unit) - loss(flat - 1e-5 * unit)) / 2e-5 for unit in np.eye(flat.size)
    ]
    ((_, found),) = online_sgd(weights, rule, lambda count: (x, y), [1], 1)
    assert np.allclose(found, weights - 0.1 * np.reshape(gradient, weights.shape), atol=1e-9)


def test_autograd_takes_the_same_steps():
    torch = pytest.importorskip("torch")
    rule = Rule(ERF, np.array([0.5, -0.4, 0.3]), 0.1)
    weights, teacher = start(WIDTH, D), start(2, D, seed=9)
    ((_, found),) = online_sgd(weights, rule, stream(teacher), [40], 40)
    draw, own = stream(teacher), torch.tensor(weights, requires_grad=True)
    optimiser = torch.optim.SGD([own], lr=0.1)
    for _ in range(40):
        x, y = (torch.tensor(part[0]) for part in draw(1))
        optimiser.zero_grad()
        (0.5 * (y - torch.tensor(rule.second_layer) @ torch.erf(own @ x / 2**0.5)) ** 2).backward()
        optimiser.step()
    assert np.allclose(found, own.detach().numpy(), rtol=1e-11, atol=1e-12)


def test_replicas_are_runs_of_their_own():
    rule = Rule(ERF, np.ones(WIDTH), 0.05)
    weights, teacher = start(4, WIDTH, D), start(2, D, seed=9)
    draws = [stream(teacher, seed) for seed in range(4)]

    def together(count):
        parts = [draw(count) for draw in draws]
        return np.stack([x for x, _ in parts]), np.stack([y for _, y in parts])

    ((_, found),) = online_sgd(weights, rule, together, [90], 90)
    for replica in range(4):
        ((_, alone),) = online_sgd(weights[replica], rule, stream(teacher, replica), [90], 90)
        assert np.allclose(found[replica], alone, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize(
    ("decay", "bias"), [(0.0, None), (0.5, None), (0.5, np.array([0.4, -0.2]))]
)
def test_overlaps_alone_have_the_law_of_the_weights(decay, bias):
    """Means and spreads of overlaps after 60 steps in 15 dimensions, over 3000 runs each."""
    d, runs, steps, count = 15, 3000, [60], 60
    rule = Rule(ERF, np.ones(2), 0.08, decay, bias)
    teacher, weights = np.eye(d)[:2], np.repeat(start(2, d)[None], runs, axis=0)
    rng = np.random.default_rng(3)

    def draw(count):
        x = rng.standard_normal((runs, count, d))
        return x, ERF(x[..., :2]).sum(axis=2)

    ((_, ends),) = online_sgd(weights, rule, draw, steps, count)
    overlap, student = weights @ teacher.T, weights @ weights.transpose(0, 2, 1)
    followed = GaussianOverlaps(
        np.eye(2), overlap, student, d, lambda fields: ERF(fields).sum(axis=1)
    )
    ((_, overlaps, products),) = followed.run(rule, np.random.default_rng(4), steps, count)
    for one, two in ((ends @ teacher.T, overlaps), (ends @ ends.transpose(0, 2, 1), products)):
        error = np.hypot(one.std(axis=0), two.std(axis=0)) / np.sqrt(runs)
        assert (np.abs(one.mean(axis=0) - two.mean(axis=0)) < 4 * error).all()
        assert np.allclose(one.std(axis=0), two.std(axis=0), rtol=0.08)


def test_overlaps_stay_those_of_some_weights():
    overlap, student = np.zeros((5, 2, 1)), np.repeat(0.2 * np.eye(2)[None], 5, axis=0)
    run = GaussianOverlaps(
        np.eye(1), overlap, student, 1000, lambda fields: ERF(fields).sum(axis=1)
    )
    ((_, end, products),) = run.run(
        Rule(ERF, np.ones(2), 5e-4), np.random.default_rng(0), [3000], 3000
    )
    for one, two in zip(end, products, strict=True):
        assert np.linalg.eigvalsh(np.block([[np.eye(1), one.T], [one, two]]))[0] > 0
    assert not np.allclose(end[0], end[1])


def test_blocks_shrink_as_networks_widen():
    assert [block_length(width) for width in (1, 200, 800, 10**5)] == [96, 47, 23, 8]


def test_times_become_steps():
    assert snapshot_steps([0.0, 0.5, 2.0], 10.0) == [0, 5, 20]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Rule(ERF, np.ones(0), 0.1), "0 neurons"),
        (lambda: Rule(ERF, np.ones(1), -0.1), "step size -0.1"),
        (lambda: Rule(ERF, np.ones(1), float("nan")), "step size nan"),
        (lambda: Rule(ERF, np.ones(1), 0.1, -1.0), "weight decay -1.0"),
        (lambda: Rule(ERF, np.ones(3), 0.1, 0.0, np.ones(2)), "2 biases for 3 neurons"),
        (lambda: Rule(threshold_relu(0.5), np.ones(1), 0.1), "compiled activation.*relu-0.5"),
        (lambda: Rule(ERF, np.ones(1), 0.5, 2.0).sizes(0, 3), "below 1"),
        (
            lambda: Rule(ERF, np.ones(1), lambda number: 3.0 - number).sizes(2, 3),
            "step size 0.0 at step 3",
        ),
        (lambda: snapshot_steps([0.0, -1.0], 10), "at least 0"),
        (lambda: snapshot_steps([0.0, 0.01], 10), "at least one step of 0.1"),
        (lambda: snapshot_steps([1.0], 0.0), "0.0 steps"),
        (
            lambda: list(
                online_sgd(start(2, 5), Rule(ERF, np.ones(2), 0.1), stream(start(2, 5)), [5, 3], 9)
            ),
            "must ascend",
        ),
        (
            lambda: list(
                online_sgd(start(2, 5), Rule(ERF, np.ones(2), 0.1), stream(start(2, 5)), [5, 10], 9)
            ),
            "step 10 lies beyond .* 9",
        ),
        (
            lambda: list(
                online_sgd(start(2, 5), Rule(ERF, np.ones(3), 0.1), stream(start(2, 5)), [5], 9)
            ),
            "3 neurons",
        ),
        (
            lambda: GaussianOverlaps(
                np.eye(2), np.zeros((1, 2, 2)), np.eye(2)[None], 4, lambda fields: fields[:, 0]
            ),
            "no room",
        ),
        (
            lambda: GaussianOverlaps(
                np.eye(3), np.zeros((1, 2, 2)), np.eye(2)[None], 60, lambda fields: fields[:, 0]
            ),
            "do not belong",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(UserError, match=message):
        call()

"""Overlaps alone: sample by sample the numbers of a plain form, dependent neurons, and what a wrong
law would show.
"""

import numpy as np
import pytest
from scipy.stats import ks_2samp

from feature_learning.networks.activations import ERF, SCALED_ERF, TANH
from feature_learning.training.gaussian_overlaps import GaussianOverlaps, roots
from feature_learning.training.online_sgd import Rule

D, RUNS = 40, 3
TEACHER = np.array([[1.0, 0.3], [0.3, 2.0]])


def labels(fields):
    return ERF(fields).sum(axis=1)


def start(width: int, runs: int = RUNS, d: int = D) -> tuple[np.ndarray, np.ndarray]:
    """M and Q of drawn weights."""
    weights = np.random.default_rng(3).standard_normal((runs, width, d)) / np.sqrt(d)
    teacher = np.zeros((2, d))
    teacher[:, :2] = np.linalg.cholesky(TEACHER)
    return weights @ teacher.T, weights @ weights.transpose(0, 2, 1)


def one_at_a_time(
    overlap: np.ndarray, student: np.ndarray, rule: Rule, draws: np.ndarray, tails: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Each sample under the overlaps of its own step, from its coordinates along the teacher and
    the neurons, and what is beyond.
    """
    overlap, student = overlap.copy(), student.copy()
    root = np.linalg.cholesky(TEACHER)
    for number in range(draws.shape[1]):
        (size,), (kept,) = rule.factors(number, 1)
        for replica in range(len(overlap)):
            sample = draws[replica, number]
            m, q = overlap[replica], student[replica]
            along = np.linalg.solve(root, m.T).T
            seen = root @ sample[:2]
            unbiased = along @ sample[:2] + np.linalg.cholesky(q - along @ along.T) @ sample[2:]
            fields = unbiased if rule.bias is None else unbiased + rule.bias
            residual = labels(seen[None, :, None])[0, 0] - rule.second_layer @ rule.activation(
                fields
            )
            push = size * residual * rule.second_layer * rule.activation.derivative(fields, np)
            overlap[replica] = kept * m + np.outer(push, seen)
            square = (sample**2).sum() + tails[replica, number]
            crossed = kept * np.outer(push, unbiased)
            student[replica] = kept**2 * q + crossed + crossed.T + square * np.outer(push, push)
    return overlap, student


@pytest.mark.parametrize("width", [1, 2, 3, 20])
@pytest.mark.parametrize("step", [0.3 / D, lambda number: 1 / (D + number)])
@pytest.mark.parametrize("decay", [0.0, 0.5])
@pytest.mark.parametrize("biased", [False, True])
def test_a_run_is_one_sample_after_the_other(width, step, decay, biased):
    count, rule = (
        30,
        Rule(
            TANH,
            np.linspace(0.5, 1.0, width),
            step,
            decay,
            np.linspace(-1, 1, width) if biased else None,
        ),
    )
    rng = np.random.default_rng(7)
    draws, tails = (
        rng.standard_normal((RUNS, count, 2 + width)),
        rng.chisquare(D - 2 - width, (RUNS, count)),
    )
    expected = one_at_a_time(*start(width), rule, draws, tails)
    ((_, *found),) = GaussianOverlaps(TEACHER, *start(width), D, labels).run(
        rule, np.random.default_rng(7), [count], count
    )
    for one, two in zip(found, expected, strict=True):
        assert one == pytest.approx(two, abs=1e-10)


def test_neurons_that_are_equal_stay_so_and_act_as_one():
    """Two with the same readout are one with twice the readout at half the step (and twice the
    decay, which the step multiplies).
    """
    steps, runs = 60, 2000
    overlap, student = (part[:1, :1].repeat(runs, axis=0) for part in start(1))
    twice = overlap.repeat(2, axis=1), student.repeat(2, axis=1).repeat(2, axis=2)
    ends = []
    for width, seed, own in ((1, 1, (overlap, student)), (2, 2, twice)):
        rule = Rule(SCALED_ERF, np.full(width, 2 / width), 0.25 * width / D, 0.6 / width)
        run = GaussianOverlaps(TEACHER, *own, D, labels)
        ((_, overlaps, students),) = run.run(rule, np.random.default_rng(seed), [steps], steps)
        assert overlaps == pytest.approx(overlaps[:, :1].repeat(width, axis=1), abs=1e-10)
        assert students == pytest.approx(
            students[:, :1, :1].repeat(width, axis=1).repeat(width, axis=2), abs=1e-10
        )
        ends.append(np.hstack([overlaps[:, 0], students[:, 0, :1]]))
    # Three numbers: the least of their p-values lies below 1e-4 three times in ten thousand correct
    # codes.
    assert min(ks_2samp(*pair).pvalue for pair in zip(ends[0].T, ends[1].T, strict=True)) > 1e-4


def test_a_neuron_that_decays_to_nothing_leaves_the_others_their_law():
    """Its readout is zero, and 0.7 of its weights are left a step: their squares have lost all
    digits after a thousand.
    """
    steps, runs, ends = 1044, 500, []
    overlap, student = (part[:1].repeat(runs, axis=0) for part in start(2))
    for kept, seed in ((slice(0, 2), 1), (slice(1, 2), 2)):
        run = GaussianOverlaps(TEACHER, overlap[:, kept], student[:, kept, kept], D, labels)
        rule = Rule(TANH, np.array([0.0, 2.0])[kept], 0.5 / D, 0.6 * D)
        ((_, overlaps, students),) = run.run(rule, np.random.default_rng(seed), [steps], steps)
        ends.append(np.hstack([overlaps[:, -1], students[:, -1, -1:]]))
    assert min(ks_2samp(*pair).pvalue for pair in zip(ends[0].T, ends[1].T, strict=True)) > 1e-4


def test_a_wrong_norm_of_the_inputs_is_noticed():
    steps, runs, rule = 60, 2000, Rule(SCALED_ERF, np.ones(2), 0.5 / D)
    norms = []
    for off, seed in ((0, 1), (16, 2)):
        run = GaussianOverlaps(TEACHER, *start(2, runs), D, labels)
        run.room += off
        ((_, _, student),) = run.run(rule, np.random.default_rng(seed), [steps], steps)
        norms.append(student[:, 0, 0])
    assert ks_2samp(*norms).pvalue < 1e-4


@pytest.mark.parametrize("size", [3, 30])
def test_roots_of_singular_matrices(size):
    rows = np.random.default_rng(0).standard_normal((size, 5))
    rows[1] = rows[0]  # a mirror pair
    root = roots(rows @ rows.T)
    assert root @ root.T == pytest.approx(rows @ rows.T, abs=1e-10)

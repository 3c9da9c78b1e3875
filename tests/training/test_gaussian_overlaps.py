"""Overlaps by iteration: one sample after the other to ten digits, and the law of the blocks by Gram matrices."""

import numpy as np
import pytest
from scipy.stats import ks_2samp

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import ERF, SCALED_ERF, TANH
from feature_learning.training import gaussian_overlaps
from feature_learning.training.gaussian_overlaps import GaussianOverlaps, roots
from feature_learning.training.online_sgd import Rule

D, RUNS = 40, 3
TEACHER = np.array([[1.0, 0.3], [0.3, 2.0]])


def labels(fields):
    return ERF(fields).sum(axis=1)


def start(width: int, runs: int = RUNS, d: int = D) -> GaussianOverlaps:
    weights = np.random.default_rng(3).standard_normal((runs, width, d)) / np.sqrt(d)
    teacher = np.zeros((2, d))
    teacher[:, :2] = np.linalg.cholesky(TEACHER)
    return GaussianOverlaps(TEACHER, weights @ teacher.T, weights @ weights.transpose(0, 2, 1), d, labels)


def one_at_a_time(run: GaussianOverlaps, rule: Rule, draws: np.ndarray, tails: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each sample under the overlaps of its own step, from its coordinates along the teacher and the neurons, and what is beyond."""
    overlap, student = run.overlap.copy(), run.student.copy()
    root = np.linalg.cholesky(run.teacher)
    for number in range(draws.shape[2]):
        (step,) = rule.sizes(number, 1)
        for replica in range(len(overlap)):
            sample = draws[:, replica, number]
            m, q = overlap[replica], student[replica]
            along = np.linalg.solve(root, m.T).T
            seen = root @ sample[:2]
            fields = along @ sample[:2] + np.linalg.cholesky(q - along @ along.T) @ sample[2:]
            residual = labels(seen[None, :, None])[0, 0] - rule.second_layer @ rule.activation(fields)
            push = step * residual * rule.second_layer * rule.activation.derivative(fields, np)
            overlap[replica] = m + np.outer(push, seen)
            square = (sample**2).sum() + tails[replica, number]
            student[replica] = q + np.outer(push, fields) + np.outer(fields, push) + square * np.outer(push, push)
    return overlap, student


@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("step", [0.3 / D, lambda number: 1 / (D + number)])
def test_an_iterated_block_is_one_sample_after_the_other(width, step, monkeypatch):
    count, rule = 30, Rule(TANH, np.linspace(0.5, 1.0, width), step)
    monkeypatch.setattr(gaussian_overlaps, "_CHANGE", 1.0)  # one block, however many rounds it takes
    run = start(width)
    rng = np.random.default_rng(7)
    draws, tails = rng.standard_normal((2 + width, RUNS, count)), rng.chisquare(D - 2 - width, (RUNS, count))
    expected = one_at_a_time(run, rule, draws, tails)
    ((_, *found),) = run.run(rule, np.random.default_rng(7), [count], count, iterated=True)
    for one, two in zip(found, expected, strict=True):
        assert one == pytest.approx(two, abs=1e-9)


def test_both_ways_have_the_same_law():
    steps, runs, rule = 60, 2000, Rule(SCALED_ERF, np.ones(2), 0.5 / D)
    ends = []
    for iterated, seed in ((False, 1), (True, 2)):
        ((_, overlap, student),) = start(2, runs).run(rule, np.random.default_rng(seed), [steps], steps, iterated=iterated)
        ends.append(np.hstack([overlap.reshape(runs, -1), student.reshape(runs, -1)]))
    # Eight numbers: the least of their p-values lies below 1e-4 once in a thousand correct codes.
    assert min(ks_2samp(*pair).pvalue for pair in zip(ends[0].T, ends[1].T, strict=True)) > 1e-4


def test_a_wrong_norm_of_the_inputs_is_noticed():
    steps, runs, rule = 60, 2000, Rule(SCALED_ERF, np.ones(2), 0.5 / D)
    norms = []
    for off, seed in ((0, 1), (16, 2)):
        run = start(2, runs)
        run.room += off
        ((_, _, student),) = run.run(rule, np.random.default_rng(seed), [steps], steps, iterated=True)
        norms.append(student[:, 0, 0])
    assert ks_2samp(*norms).pvalue < 1e-4


def test_few_neurons_in_many_dimensions_are_iterated(monkeypatch):
    ways = []
    for way in ("_iterate", "_advance"):
        monkeypatch.setattr(GaussianOverlaps, way, lambda *_, way=way: ways.append(way))
    for d, width, decay in ((100_000, 2, 0.0), (100_000, 2, 0.1), (1000, 2, 0.0), (100_000, 9, 0.0)):
        run = GaussianOverlaps(np.eye(1), np.zeros((1, width, 1)), np.eye(width)[None], d, labels)
        list(run.run(Rule(ERF, np.ones(width), 1 / d, decay), np.random.default_rng(0), [4], 4))
    assert ways == ["_iterate", "_advance", "_advance", "_advance"]
    with pytest.raises(UserError, match="weight decay or biases"):
        list(run.run(Rule(ERF, np.ones(width), 1 / d, 0.1), np.random.default_rng(0), [4], 4, iterated=True))


@pytest.mark.parametrize("size", [3, 30])
def test_roots_of_singular_matrices(size):
    rows = np.random.default_rng(0).standard_normal((size, 5))
    rows[1] = rows[0]  # a mirror pair
    root = roots(rows @ rows.T)
    assert root @ root.T == pytest.approx(rows @ rows.T, abs=1e-10)

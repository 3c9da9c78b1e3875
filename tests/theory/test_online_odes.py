"""Order-parameter equations: known digits, derivatives against Monte Carlo, and online SGD in high
dimension.
"""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import SCALED_ERF as ERF
from feature_learning.theory.gaussian_fields import (
    draw_fields,
    erf_moments,
    gram,
    monte_carlo_moments,
)
from feature_learning.theory.online_odes import OnlineODE, checked_times, saad_solla
from feature_learning.training.gaussian_overlaps import GaussianOverlaps
from feature_learning.training.online_sgd import Rule

STUDENT = np.array([[0.3, 0.05], [0.05, 0.2]])
OVERLAP = np.array([[0.1, 0.02], [-0.03, 0.15]])


def test_known_digits_of_the_soft_committee():
    equations = saad_solla(np.eye(2), 2, 0.5)
    overlap, student = equations.slope(OVERLAP, STUDENT)
    assert round(float(equations.risk(OVERLAP, STUDENT)), 6) == 0.389438
    assert overlap.round(6).tolist() == [[0.185238, 0.155124], [0.187028, 0.166203]]
    assert student.round(6).tolist() == [[-0.005226, -0.00475], [-0.00475, 0.033621]]


@pytest.mark.parametrize(("quadratic", "noise"), [(0.0, 0.0), (0.0, 0.2), (0.3, 0.06)])
def test_slopes_are_those_of_monte_carlo(quadratic, noise):
    """With and without the quadratic term, with label noise; mean readouts and a speed, as the
    animation has them.
    """
    teacher_readout, readout = np.full(2, 0.5), np.full(2, 0.5)
    equations = OnlineODE(np.eye(2), teacher_readout, readout, quadratic, noise, speed=2.0)
    overlap, student = equations.slope(OVERLAP, STUDENT)
    covariance, rng, count = gram(np.eye(2), OVERLAP, STUDENT), np.random.default_rng(0), 400000
    moments = monte_carlo_moments(
        covariance, lambda z: ERF(z) @ teacher_readout, readout, ERF, count, rng
    )
    slopes = ERF.derivative(draw_fields(covariance, count, rng)[:, 2:], np)
    first = 2.0 * readout[:, None] * moments.first
    second = 2.0 * 0.25 * (quadratic * moments.second + noise * slopes.T @ slopes / count)
    assert np.allclose(overlap, first[:, :2], atol=3e-3)
    assert np.allclose(student, first[:, 2:] + first[:, 2:].T + second, atol=4e-3)


def test_any_moments_will_do():
    def sampled(covariance, teacher_readout, second_layer):
        return monte_carlo_moments(
            covariance,
            lambda z: ERF(z) @ teacher_readout,
            second_layer,
            ERF,
            200000,
            np.random.default_rng(0),
        )

    exact = saad_solla(np.eye(2), 2, 0.5)
    found = OnlineODE(np.eye(2), np.ones(2), np.ones(2), 0.5, speed=0.5, moments=sampled)
    for one, two in zip(exact.slope(OVERLAP, STUDENT), found.slope(OVERLAP, STUDENT), strict=True):
        assert np.allclose(one, two, atol=4e-3)


def test_starts_solved_together_are_solved_alone():
    equations = saad_solla(np.eye(2), 2, 0.5)
    scales = np.array([1.0, 0.7, 1.2])
    overlaps, students = OVERLAP[..., None] * scales, STUDENT[..., None] * scales
    together = equations.solve(overlaps, students, [0.0, 5.0, 40.0])
    for case in range(3):
        alone = equations.solve(overlaps[..., case], students[..., case], [0.0, 5.0, 40.0])
        for one, two in zip(together, alone, strict=True):
            assert np.allclose(one[..., case], two, atol=2e-6)
    assert np.allclose(together[0][0], overlaps)
    alone = equations.risk(overlaps[..., 2], students[..., 2])
    assert equations.risk(overlaps, students)[2] == pytest.approx(alone, rel=1e-12)


def test_moments_of_many_cases_are_those_of_each():
    cases = np.stack([gram(np.eye(2), OVERLAP * scale, STUDENT) for scale in (1.0, 0.5)], axis=-1)
    together = erf_moments(cases, np.ones(2), np.ones(2))
    for case in range(2):
        alone = erf_moments(cases[..., case], np.ones(2), np.ones(2))
        assert np.allclose(together.first[..., case], alone.first, rtol=1e-13)
        assert np.allclose(together.second[..., case], alone.second, rtol=1e-13)


def test_online_sgd_in_high_dimension_follows_them_to_the_plateau():
    """The error is 0.0247 at alpha = 5 and 0.01467 on the plateau."""
    d, runs, eta = 1000, 6, 0.5
    rng = np.random.default_rng(0)
    weights = 0.3 * rng.standard_normal((runs, 2, d)) / np.sqrt(d)
    overlap, student = weights[..., :2], weights @ weights.transpose(0, 2, 1)
    equations = saad_solla(np.eye(2), 2, eta)
    run = GaussianOverlaps(np.eye(2), overlap, student, d, lambda fields: ERF(fields).sum(axis=1))
    times = [1.0, 5.0, 20.0]
    found = [
        equations.risk(np.moveaxis(one, 0, -1), np.moveaxis(two, 0, -1))
        for _, one, two in run.run(Rule(ERF, np.ones(2), eta / d), rng, [1000, 5000, 20000], 20000)
    ]
    solved = equations.solve(np.moveaxis(overlap, 0, -1), np.moveaxis(student, 0, -1), times)
    predicted = np.array([equations.risk(one, two) for one, two in zip(*solved, strict=True)])
    assert np.abs(np.log10(np.array(found) / predicted)).max() < 0.05
    assert np.abs(np.log10(np.mean(found, axis=1) / predicted.mean(axis=1))).max() < 0.02
    assert predicted[1] == pytest.approx(0.0247, rel=0.02)
    assert predicted[2] == pytest.approx(0.01467, rel=0.02)


def test_label_noise_adds_what_its_term_says():
    """Large steps and noise in 400 dimensions: the term more than doubles the risk."""
    d, runs, eta, variance = 400, 24, 1.0, 0.3
    rng = np.random.default_rng(0)
    overlap, student = np.zeros((runs, 2, 2)), np.repeat(0.09 * np.eye(2)[None], runs, axis=0)
    equations = OnlineODE(
        np.eye(2), np.ones(2), np.ones(2), quadratic=eta, noise=eta * variance, speed=eta
    )

    def labels(fields):
        return ERF(fields).sum(axis=1) + np.sqrt(variance) * rng.standard_normal(
            (len(fields), runs)
        )

    run = GaussianOverlaps(np.eye(2), overlap, student, d, labels)
    ((_, one, two),) = run.run(
        Rule(ERF, np.ones(2), eta / d), np.random.default_rng(1), [20 * d], 20 * d
    )
    found = equations.risk(np.moveaxis(one, 0, -1), np.moveaxis(two, 0, -1))
    (overlaps,), (students,) = equations.solve(overlap[0], student[0], [20.0])
    predicted = float(equations.risk(overlaps, students))
    (overlaps,), (students,) = saad_solla(np.eye(2), 2, eta).solve(overlap[0], student[0], [20.0])
    assert found.mean() == pytest.approx(predicted, rel=0.05)
    assert predicted > 2 * float(equations.risk(overlaps, students))


def test_the_plateau_has_its_known_height():
    equations = saad_solla(np.eye(2), 2, 0.5)
    overlaps, students = equations.solve(1e-9 * OVERLAP, 0.09 * np.eye(2), [60.0])
    assert float(equations.risk(overlaps[0], students[0])) == pytest.approx(0.01467, abs=5e-6)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: saad_solla(np.eye(2), 2, 0.0), "eta = 0.0"),
        (lambda: saad_solla(np.eye(2), 0, 0.5), "K must be at least 1"),
        (lambda: saad_solla(np.empty((0, 0)), 2, 0.5), "teacher of 0 neurons"),
        (lambda: OnlineODE(np.eye(1), np.ones(1), np.ones(1), quadratic=-1.0), "quadratic = -1.0"),
        (lambda: OnlineODE(np.eye(1), np.ones(1), np.ones(1), noise=-1.0), "noise = -1.0"),
        (lambda: OnlineODE(np.eye(1), np.ones(1), np.ones(1), speed=0.0), "speed = 0.0"),
        (lambda: checked_times([0.0, 2.0, 1.0]), "must ascend"),
        (lambda: checked_times([-1.0]), "must ascend and be at least 0"),
    ],
)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(UserError, match=message):
        call()

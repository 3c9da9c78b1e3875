"""Tied networks in segment form against the dense network, their descent, and the authors' public
code.
"""

import math

import numpy as np
import pytest

from feature_learning.data.covariates import on_sphere
from feature_learning.training.projected_flow import projected_step
from feature_learning.training.tied_descent import Networks, Schedule, descend, descend_once
from feature_learning.training.tied_network import Segments, TiedNetworks, features

RNG = np.random.default_rng(0)


def problem(networks=3, n=500, d=6, width=40, spread=2.0):
    offsets, signs = spread * RNG.standard_normal(width), RNG.choice([-1.0, 1.0], width)
    inputs, labels = RNG.standard_normal((n, d)), RNG.standard_normal((networks, n))
    theta = RNG.standard_normal((networks, d))
    theta /= np.linalg.norm(theta, axis=1, keepdims=True)
    return offsets, signs, inputs, labels, theta, RNG.standard_normal((networks, width))


def dense(offsets, signs, inputs, labels, theta, c):
    """Mean squared errors and gradients with features of size n x width."""
    errors, in_theta, in_c = [], [], []
    for y, direction, second in zip(labels, theta, c, strict=True):
        phi = features(inputs @ direction, offsets, signs)
        residual = y - phi @ second
        slope = ((phi > 0) * signs) @ second / math.sqrt(len(offsets))
        errors.append((residual**2).mean())
        in_theta.append(-2 / len(y) * inputs.T @ (residual * slope))
        in_c.append(-2 / len(y) * phi.T @ residual)
    return np.array(errors), np.array(in_theta), np.array(in_c)


@pytest.mark.parametrize(
    "shape",
    [
        {},
        {"networks": 1, "n": 1},
        {"networks": 12, "n": 7000},
        {"n": 100, "spread": 20.0},
        {"width": 1},
    ],
)
def test_segments_are_the_dense_network(shape):
    parts = problem(**shape)
    found = TiedNetworks(Segments(*parts[:2]), *parts[2:4]).gradients(*parts[4:], second=True)
    for one, other in zip(found, dense(*parts), strict=True):
        assert np.abs(one - other).max() < 1e-12 * max(1, np.abs(other).max())


def test_gradients_by_finite_differences():
    parts = problem(n=60)
    networks = TiedNetworks(Segments(*parts[:2]), *parts[2:4])
    theta, c = parts[4:]
    _, in_theta, in_c = networks.gradients(theta, c, second=True)
    for vector, gradient, place in ((theta, in_theta, 0), (c, in_c, 1)):
        for index in ((0, 0), (1, 3), (2, 5)):
            values = []
            for step in (1e-6, -1e-6):
                moved = vector.copy()
                moved[index] += step
                values.append(
                    networks.gradients(
                        *((moved, c) if place == 0 else (theta, moved)), second=False
                    )[0][index[0]]
                )
            assert (values[0] - values[1]) / 2e-6 == pytest.approx(gradient[index], abs=1e-6)


def test_projections_beyond_the_table_and_crowded_knots_are_looked_up_all_the_same():
    offsets, signs, inputs, labels, theta, c = problem()
    parts = (offsets, signs, 10 * inputs, labels, theta, c)
    for one, other in zip(
        TiedNetworks(Segments(offsets, signs), *parts[2:4]).gradients(theta, c, second=True),
        dense(*parts),
        strict=True,
    ):
        assert np.abs(one - other).max() < 1e-12 * np.abs(other).max()
    offsets[:5], signs[:5] = 0.25, 1
    found = TiedNetworks(Segments(offsets, signs), inputs, labels).gradients(theta, c, second=True)
    for one, other in zip(found, dense(offsets, signs, inputs, labels, theta, c), strict=True):
        assert np.abs(one - other).max() < 1e-12 * max(1, np.abs(other).max())


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_each_number_finds_its_segment_at_a_knot_too(dtype):
    """As a binary search does. With signs and second layers of one, the slope counts the knots at
    or below a projection.
    """
    offsets = 3 * RNG.standard_normal(300)
    offsets[:20] = 0.5 + 1e-5 * RNG.standard_normal(20)  # in one cell
    segments = Segments(offsets, np.ones(300), dtype)
    knots = segments.knots[0, :-1]
    numbers = np.concatenate(
        [
            knots,
            np.nextafter(knots, dtype(-9)),
            np.nextafter(knots, dtype(9)),
            dtype([-8, 8, -1e3, 1e3]),
        ]
    )
    networks = TiedNetworks(segments, np.ones((1, 1), dtype), np.full((len(numbers), 1), -1, dtype))
    errors, in_theta, _ = networks.gradients(
        numbers[:, None], np.ones((len(numbers), 300), dtype), second=False
    )
    slopes = np.abs(in_theta[:, 0]) / (2 * np.sqrt(errors))
    assert (
        np.rint(slopes * math.sqrt(300)).tolist()
        == np.searchsorted(knots, numbers, side="right").tolist()
    )


def test_single_precision_is_the_same_to_its_digits():
    parts = problem(networks=2, n=2000)
    single = [part.astype(np.float32) for part in parts[2:]]
    found = TiedNetworks(Segments(*parts[:2], np.float32), *single[:2]).gradients(
        *single[2:], second=True
    )
    for one, other in zip(found, dense(*parts), strict=True):
        assert one == pytest.approx(other, abs=1e-4 * np.abs(other).max())


def test_a_step_ends_on_the_sphere_and_a_long_radial_one_turns_round():
    theta = np.eye(3)[:1]
    gradient = np.array([[3.0, 0.1, 0.0]])
    for radial, sign in ((True, -1), (False, 1)):
        moved = projected_step(theta, gradient, np.ones((1, 1)), radial)
        assert np.linalg.norm(moved) == pytest.approx(1)
        assert np.sign(moved[0, 0]) == sign


def test_the_radial_component_makes_the_overlap_alternate_in_the_warm_up():
    """c starts with an output of size 7: the loss is steep in the norm of theta, and a step of size
    one turns theta round.
    """
    rng = np.random.default_rng(5)
    changes = {}
    for radial in (True, False):
        flips = []
        for _ in range(12):
            offsets, signs, c = (
                10 * rng.standard_normal(100),
                rng.choice([-1.0, 1.0], 100),
                rng.standard_normal((1, 100)),
            )
            inputs = rng.standard_normal((1000, 10))
            networks = TiedNetworks(Segments(offsets, signs), inputs, np.sin(inputs[:, 0])[None])
            theta = on_sphere(rng.standard_normal((1, 10)))
            path = []
            for _ in range(100):
                theta = projected_step(
                    theta, networks.gradients(theta, c, second=False)[1], np.ones((1, 1)), radial
                )
                path.append(theta[0, 0])
            flips.append((np.diff(np.sign(path)) != 0).sum())
        changes[radial] = flips
    assert max(changes[True]) > 50
    assert max(changes[False]) < 20


def networks(theta, c, sets=None):
    return Networks(theta, c, np.zeros(len(theta), dtype=int) if sets is None else sets)


def test_networks_with_neurons_of_their_own_are_dense_networks():
    rng = np.random.default_rng(7)
    offsets, signs = 2 * rng.standard_normal((3, 40)), rng.choice([-1.0, 1.0], (3, 40))
    _, _, inputs, labels, theta, c = problem(networks=5)
    sets = np.array([2, 0, 1, 0, 2])
    found = TiedNetworks(Segments(offsets, signs), inputs, labels, sets).gradients(
        theta, c, second=True
    )
    for row, own in enumerate(sets):
        alone = dense(
            offsets[own],
            signs[own],
            inputs,
            labels[row : row + 1],
            theta[row : row + 1],
            c[row : row + 1],
        )
        for one, other in zip(found, alone, strict=True):
            assert np.abs(one[row] - other[0]).max() < 1e-12 * max(1, np.abs(other).max())


class TestDescent:
    plan = Schedule(iterations=60, warmup=20, ratio=100.0, radial=True)

    def test_batched_runs_are_single_runs(self):
        offsets, signs, inputs, labels, theta, c = problem(networks=1, n=200)
        steps, ridges = np.array([1e-3, 1e-3, 1e-2]), np.array([1e-3, 1e-1, 1e-1])
        segments = Segments(offsets, signs)
        begin = networks(np.tile(theta, (3, 1)), np.tile(c, (3, 1)))
        together = descend(
            segments, inputs, np.tile(labels, (3, 1)), begin, steps, ridges, self.plan
        )
        for row in range(3):
            alone = descend(
                segments,
                inputs,
                labels,
                networks(theta, c),
                steps[row : row + 1],
                ridges[row : row + 1],
                self.plan,
            )
            assert np.allclose(together[0][row], alone[0][0], atol=1e-10)
            assert np.allclose(together[1][row], alone[1][0], atol=1e-10)

    @pytest.mark.parametrize("radial", [True, False])
    def test_it_is_the_plain_loop(self, radial):
        offsets, signs, inputs, labels, theta, c = problem(networks=2, n=200)
        plan = Schedule(iterations=60, warmup=20, ratio=100.0, radial=radial)
        found, second = descend(
            Segments(offsets, signs),
            inputs,
            labels,
            networks(theta, c),
            np.full(2, 1e-3),
            np.full(2, 0.1),
            plan,
        )
        for iteration in range(60):
            _, in_theta, in_c = dense(offsets, signs, inputs, labels, theta, c)
            if not radial:
                in_theta = in_theta - (in_theta * theta).sum(axis=1, keepdims=True) * theta
            moved = theta - 0.1 * in_theta
            if iteration >= 20:
                c = c - 1e-3 * (in_c + 0.2 * c)
            theta = moved / np.linalg.norm(moved, axis=1, keepdims=True)
        assert np.allclose(found, theta, atol=1e-10)
        assert np.allclose(second, c, atol=1e-10)

    def test_one_pass_takes_each_batch_once(self):
        offsets, signs, inputs, labels, theta, c = problem(networks=2, n=183)
        plan = Schedule(iterations=60, warmup=20, ratio=100.0, radial=False)
        rates, steps, ridges = np.array([0.1, 0.02]), np.full(2, 1e-3), np.full(2, 0.1)
        found, second = descend_once(
            Segments(offsets, signs), inputs, labels, networks(theta, c), rates, steps, ridges, plan
        )
        for iteration in range(60):
            batch = slice(3 * iteration, 3 * iteration + 3)
            _, in_theta, in_c = dense(offsets, signs, inputs[batch], labels[:, batch], theta, c)
            moved = projected_step(theta, in_theta, rates[:, None], False)
            if iteration >= 20:
                c = c - 1e-3 * (in_c + 0.2 * c)
            theta = moved
        assert np.allclose(found, theta, atol=1e-10)
        assert np.allclose(second, c, atol=1e-10)

    def test_a_diverging_network_leaves_the_others_alone(self):
        offsets, signs, inputs, labels, theta, c = problem(networks=1, n=200)
        steps = np.array([1e-3, 1e2])
        plan = Schedule(iterations=100, warmup=10, ratio=1.0, radial=False)
        segments = Segments(offsets, signs)
        begin = networks(np.tile(theta, (2, 1)), np.tile(c, (2, 1)))
        both = descend(
            segments, inputs, np.tile(labels, (2, 1)), begin, steps, np.full(2, 0.1), plan
        )
        alone = descend(
            segments, inputs, labels, networks(theta, c), steps[:1], np.full(1, 0.1), plan
        )
        assert np.isnan(both[0][1]).all()
        assert np.isnan(both[1][1]).all()
        assert np.allclose(both[0][0], alone[0][0], atol=1e-12)


class TestAuthorsCode:
    """Held against abietti/sim, first public version (one sign, c over sqrt(N)), run in double
    precision on these inputs.
    """

    AFTER_ONE = (
        [0.40093409671485203, -0.3014513663012404, -0.7229103342225616, -0.4751626800589306],
        [0.044522494775453905, -0.08911620965712608, 0.12959437341931576],
    )
    AFTER_TWO_HUNDRED = (
        [0.9997326608854691, -0.022963578129635107, -0.00212093152899838, 0.001668079072846316],
        [0.03166074506616094, -0.1296738700150277, 0.08019103598484731],
    )

    @pytest.mark.parametrize(
        ("iterations", "expected", "error"),
        [(1, AFTER_ONE, 2e-15), (200, AFTER_TWO_HUNDRED, 1e-12)],
    )
    def test_same_inputs_same_steps(self, iterations, expected, error):
        n, d, width, step, ridge = 60, 4, 10, 1e-3, 1e-2
        row, column, neuron = (
            np.arange(1, n + 1)[:, None],
            np.arange(1, d + 1),
            np.arange(1, width + 1),
        )
        inputs = 1.5 * np.sin(1.7 * row + 2.3 * column * np.sqrt(row))
        theta = np.cos(1.0 * column) / np.linalg.norm(np.cos(1.0 * column))
        u = inputs[:, 0]
        labels = sum(w * np.maximum(u + k, 0) for w, k in ((1, 2), (-2, 1), (2, -1), (-1, -2)))
        begin = networks(theta[None], np.sin(3.0 * neuron)[None])
        # Their c is ours over sqrt(N): its step is N times as long, its ridge N times as small.
        plan = Schedule(iterations, warmup=0, ratio=100 / width, radial=True)
        steps, ridges = np.array([width * step]), np.array([ridge / width])
        found, second = descend(
            Segments(2 * np.cos(5.0 * neuron), np.ones(width)),
            inputs,
            labels[None],
            begin,
            steps,
            ridges,
            plan,
        )
        assert np.abs(found[0] - expected[0]).max() < error
        assert np.abs(second[0, :3] / np.sqrt(width) - expected[1]).max() < error

"""A step of tied networks in segment form, twelve at once, against the strongest plain form, one at
a time.

The plain form has n x N features in single precision and gradients written by hand, in blocks of
rows that stay in the cache. The bar: a step of the segment form costs at most a fifth per network.
`test_bar` measures both in one run, rounds taken in turn.
"""

import time

import numpy as np
import pytest

from feature_learning.training.tied_network import Segments, TiedNetworks

N, D, WIDTH, NETWORKS = 10_000, 100, 100, 12
_BAR = 5.0


class Problem:
    def __init__(self):
        rng = np.random.default_rng(0)
        self.offsets, self.signs = (
            (10 * rng.standard_normal(WIDTH)).astype(np.float32),
            rng.choice([-1, 1], WIDTH).astype(np.float32),
        )
        self.inputs, self.labels = (
            rng.standard_normal(shape).astype(np.float32) for shape in ((N, D), (NETWORKS, N))
        )
        theta = rng.standard_normal((NETWORKS, D))
        self.theta = (theta / np.linalg.norm(theta, axis=1, keepdims=True)).astype(np.float32)
        self.c = rng.standard_normal((NETWORKS, WIDTH)).astype(np.float32)
        self.networks = TiedNetworks(
            Segments(self.offsets, self.signs, np.float32), self.inputs, self.labels
        )

    def segments(self):
        return self.networks.gradients(self.theta, self.c, second=True)[1:]


class Dense:
    """One network, features in blocks of rows with buffers that are reused."""

    def __init__(self, problem, rows):
        self.problem, self.rows = problem, rows
        self.features, self.active = (np.empty((rows, WIDTH), np.float32) for _ in range(2))
        self.positive = np.empty((rows, WIDTH), bool)

    def step(self):
        p, scale = self.problem, np.float32(WIDTH**-0.5)
        c, tilt = p.c[0] * scale, p.signs * p.c[0] * scale
        lifted, lines, positive = (
            np.ones((self.rows, 2), np.float32),
            np.stack([p.signs, -p.offsets]),
            self.positive,
        )
        in_theta, in_c = np.zeros(D, np.float32), np.zeros(WIDTH, np.float32)
        for start in range(0, N, self.rows):
            x, y = p.inputs[start : start + self.rows], p.labels[0, start : start + self.rows]
            phi, active = self.features[: len(x)], self.active[: len(x)]
            lifted[: len(x), 0] = x @ p.theta[0]
            # E u - b as a product: twice as fast as two broadcasts.
            np.matmul(lifted[: len(x)], lines, out=phi)
            np.maximum(phi, 0, out=phi)
            np.copyto(active, np.greater(phi, 0, out=positive[: len(x)]))
            residual = y - phi @ c
            in_theta += (residual * (active @ tilt)) @ x
            in_c += residual @ phi
        return -2 / N * in_theta, -2 / N * scale * in_c


def fastest_dense(problem):
    """The block that is fastest here."""
    forms = {rows: Dense(problem, rows) for rows in (128, 256, 512, 1024, N)}
    return min(forms.values(), key=lambda form: best(form.step, 5))


def best(call, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


@pytest.fixture(scope="module")
def problem():
    return Problem()


def test_segments_twelve_at_once(problem, benchmark):
    benchmark.pedantic(problem.segments, rounds=20, warmup_rounds=2)


def test_dense_one_network(problem, benchmark):
    benchmark.pedantic(fastest_dense(problem).step, rounds=20, warmup_rounds=2)


def test_bar(problem, benchmark):
    dense = fastest_dense(problem)
    found, expected = problem.segments(), dense.step()
    for one, other in zip(found, expected, strict=True):
        assert np.abs(one[0] - other).max() < 1e-3 * np.abs(other).max()
    times = np.array([(best(dense.step, 1), best(problem.segments, 1)) for _ in range(25)]).min(
        axis=0
    )
    ratio = times[0] * NETWORKS / times[1]
    benchmark.extra_info["times as fast"] = ratio
    benchmark.pedantic(problem.segments, rounds=3)
    print(
        f"plain {1e3 * times[0]:.2f} ms, rows {dense.rows}; segments "
        f"{1e3 * times[1] / NETWORKS:.3f} ms: {ratio:.1f} times as fast"
    )
    assert ratio > _BAR

"""
Two giant steps: which directions of f = z_1 + z_1 z_2 + He_3(z_1) z_3 the first layer learns.

Statement (talk on giant steps, example 3, second case). With readouts a_i = +1 or -1, neurons in
pairs of equal weights and opposite readouts, step of order p and fresh batches n of order d, the
second step learns span(w_2, w_3), because He_1 and He_3 are linearly independent; by conjecture 1
the layer learns exactly U_2 = span(w_1, w_2, w_3) after two steps.

Derivation. Before the first step overlaps are O(d^-1/2), so the first step with rate eta = step p
adds step a c_1 w_1: u = t + a m z_1, t ~ N(0, q^2), m = step/2 for ReLU. At the second step the
output of the network depends on z_1 only, so a neuron gains step a K_k(a) along w_2 (k = 1) and w_3
(k = 3), K_k(a) = E[He_k(z_1) sigma'(u)] = E[He_k(z_1) g(a m z_1)]. For odd k and any activation
K_k(-a) = -K_k(a), so a K_k(a) is the same for a = +1 and -1: the layer gains one line of the
plane. For ReLU the line is w_2 - r^2 w_3, r^2 = (a m)^2/(q^2 + (a m)^2), 1/5 for a = 1, step 1 and
the population. The gain is (w_2 - r^2 w_3) step |a| r/sqrt(2 pi): r^2 depends on |a|, so readouts
of varied size learn all of the plane. More steps do not help readouts of one size: f is odd in z_1,
so z_1 -> -z_1 with a -> -a is a symmetry of the dynamics, and the parts in the plane stay equal for
both signs at every step.

What comes out. Population dynamics by quadrature: with a = +-1 the second singular value in the
plane is zero at steps 2 to 4; with a uniform on [-1, 1] it is 0.04 of the first at step 2, 0.06 at
step 3 and 0.07 at step 4. With n = 8d the noise of the batch makes q^2 = 1 + step^2/2; the
simulations follow the gains for that q, and with a = +-1 the second singular value falls as d^-1/2.

Where the document is right. The neurons' projections lie in U_2 for every choice of readouts, and
the layer spans U_2 for readouts of at least two sizes (uniform or Gaussian, say), or for +-1 where
the two factors have opposite parity, as in z_1 + z_1 z_2 + He_2(z_1) z_3, and E sigma''' is not
zero (it is zero for ReLU).
"""

import functools

import numpy as np
import pytest
from scipy.special import ndtr

STEP = 4.0  # simulations: a step of 4 p separates sizes of readouts better than a step of p
READOUTS = {
    "signs": (np.array([1.0, -1.0]), np.array([0.5, 0.5])),
    "uniform": (lambda nodes, weights: (nodes, weights / 2))(*np.polynomial.legendre.leggauss(16)),
}


def target(z, k=3):
    he = z[..., 0] ** 3 - 3 * z[..., 0] if k == 3 else z[..., 0] ** 2 - 1
    return z[..., 0] + z[..., 0] * z[..., 1] + he * z[..., 2]


def population(a, weights, steps, *, step=1.0, k=3):
    """
    Overlaps (neurons, 3) after some steps, for d and p infinite. A ReLU neuron is q t + <m, z>, t
    normal and its own; averages over t are in closed form, those over z by quadrature.
    """
    nodes, w = np.polynomial.hermite_e.hermegauss(40)
    z = np.stack(np.meshgrid(nodes, nodes, nodes, indexing="ij"), -1).reshape(-1, 3)
    w = np.einsum("i,j,k->ijk", w, w, w).ravel() / w.sum() ** 3
    z, w = z[w > 1e-16], w[w > 1e-16]
    m, q = np.zeros((len(a), 3)), np.ones(len(a))
    for _ in range(steps):
        u = z @ m.T / q
        density = np.exp(-(u**2) / 2) / np.sqrt(2 * np.pi)
        output = (q * (density + u * ndtr(u))) @ (a * weights)  # zero at the start: pairs
        residual = w * (target(z, k) - output)
        m = m + step * a[:, None] * ((residual[:, None] * ndtr(u)).T @ z)
        q = q + step * a * (residual @ density)
    return m


def spread(m, weights):
    """The two singular values of the layer's part in the plane of w_2 and w_3."""
    return np.linalg.svd(m[:, 1:] * np.sqrt(weights)[:, None], compute_uv=False)


def simulated(d, readouts, *, steps=2, p=64, ratio=8, seed=0):
    """Readouts and overlaps with w_1, w_2, w_3 after giant steps on fresh batches of `ratio` d."""
    rng = np.random.default_rng([d, seed])
    W = rng.normal(size=(p // 2, d))
    W = np.tile(W / np.linalg.norm(W, axis=1)[:, None], (2, 1)).astype(np.float32)
    a = np.ones(p // 2) if readouts == "signs" else rng.uniform(-1, 1, size=p // 2)
    a = np.concatenate([a, -a])
    for _ in range(steps):
        G = np.zeros_like(W)
        for _ in range(ratio):
            X = rng.standard_normal((d, d), dtype=np.float32)
            pre = X @ W.T
            residual = target(X[:, :3].astype(float)) - np.maximum(pre, 0) @ a / p
            G += ((pre > 0) * residual[:, None]).T.astype(np.float32) @ X / (ratio * d)
        W = W + (STEP * a[:, None]).astype(np.float32) * G
    return a, W[:, :3].astype(float)


def gain(a, *, step=STEP, ratio=8):
    """Second step's gain along w_2 and w_3; the noise of the first batch lengthens the neurons."""
    m, noise = step * a / 2, (step * a) ** 2 * 8 / 2 / ratio  # E f^2 = 8, E sigma'^2 = 1/2
    r = np.abs(m) / np.sqrt(1 + noise + m**2)
    return step * np.abs(a) * r / np.sqrt(2 * np.pi), -step * np.abs(a) * r**3 / np.sqrt(2 * np.pi)


@functools.cache
def runs(d, readouts, seeds):
    return [simulated(d, readouts, seed=seed) for seed in range(seeds)]


@pytest.mark.parametrize("steps", [2, 3, 4])
def test_signs_learn_one_line_of_the_plane_in_the_population(steps):
    for step in (1.0, STEP):
        first, second = spread(population(*READOUTS["signs"], steps, step=step), [0.5, 0.5])
        assert first > 0.15
        assert second < 1e-10 * first


def test_the_line_is_the_one_derived():
    m = population(*READOUTS["signs"], 2)
    assert m[0, 1] == pytest.approx(np.sqrt(0.2 / (2 * np.pi)))
    assert m[:, 2] / m[:, 1] == pytest.approx([-0.2, -0.2])
    assert m[:, 0] == pytest.approx([0.875, -0.875])


@pytest.mark.parametrize(("steps", "fraction"), [(2, 0.0398), (3, 0.0622), (4, 0.0707)])
def test_readouts_of_varied_size_learn_the_plane(steps, fraction):
    a, weights = READOUTS["uniform"]
    first, second = spread(population(a, weights, steps), weights)
    assert second / first == pytest.approx(fraction, rel=0.02)


def test_relu_gains_nothing_along_an_even_factor():
    first, second = spread(population(*READOUTS["signs"], 2, k=2), [0.5, 0.5])
    assert second < 1e-8 * first


@pytest.mark.parametrize("activation", ["tanh", "shifted tanh", "step"])
def test_equal_gains_hold_for_any_activation(activation):
    """a E[He_k(z) sigma'(t + a z/2)] by quadrature: equal for both signs at k = 1, 3, not at 2."""
    slope = {
        "tanh": lambda u: 1 / np.cosh(u) ** 2,
        "shifted tanh": lambda u: 1 / np.cosh(u + 0.5) ** 2,
        "step": lambda u: ndtr(4 * u - 1),
    }[activation]
    nodes, w = np.polynomial.hermite_e.hermegauss(60)
    t, z = np.meshgrid(nodes, nodes, indexing="ij")
    w = np.outer(w, w) / w.sum() ** 2
    gains = {}
    for k, he in ((1, z), (2, z**2 - 1), (3, z**3 - 3 * z)):
        gains[k] = [a * np.sum(w * he * slope(t + a * z / 2)) for a in (1, -1)]
    assert gains[1][0] == pytest.approx(gains[1][1], abs=1e-12)
    assert gains[3][0] == pytest.approx(gains[3][1], abs=1e-12)
    assert gains[2][0] == pytest.approx(-gains[2][1], abs=1e-12)
    assert abs(gains[2][0]) > 0.001


def test_simulated_signs_gain_the_same_for_both_signs():
    """Means of +1 and -1 differ by noise: zero on average, and small at each run."""
    differences, means = [], []
    for a, m in runs(500, "signs", 12):
        differences.append(m[a > 0, 1:].mean(0) - m[a < 0, 1:].mean(0))
        means.append(m[:, 1:].mean(0))
    error = np.std(differences, axis=0, ddof=1) / np.sqrt(12)
    assert np.all(np.abs(np.mean(differences, axis=0)) < 4 * error)
    assert np.all(4 * error < 0.5 * np.linalg.norm(gain(1.0)))
    deviation = np.std(means, axis=0, ddof=1) / np.sqrt(12)
    assert np.all(np.abs(np.mean(means, axis=0) - gain(np.array(1.0))) < 4 * deviation + 0.05)


def test_simulated_second_direction_of_signs_vanishes_with_d():
    second = {d: np.median([spread(m, np.full(64, 1 / 64))[1] for _, m in runs(d, "signs", seeds)])
              for d, seeds in ((250, 12), (500, 12), (1000, 6))}  # fmt: skip
    slope = np.polyfit(np.log(list(second)), np.log(list(second.values())), 1)[0]
    assert -0.85 < slope < -0.25


def test_simulated_uniform_readouts_gain_by_size():
    """Gain along w_3 relative to w_2: larger for the larger half of the readouts, as derived."""
    ratios = []
    for a, m in runs(1000, "uniform", 8):
        large = np.abs(a) > 0.6
        ratios.append([m[group, 2].mean() / m[group, 1].mean() for group in (large, ~large)])
    drop = np.array(ratios)[:, 0] - np.array(ratios)[:, 1]
    error = drop.std(ddof=1) / np.sqrt(8)
    a = np.linspace(0, 1, 1001)[1:]
    means = [[part[group].mean() for part in gain(a)] for group in (a > 0.6, a <= 0.6)]
    derived = means[0][1] / means[0][0] - means[1][1] / means[1][0]
    assert drop.mean() == pytest.approx(derived, abs=4 * error)
    assert drop.mean() < -3 * error


@pytest.mark.slow
def test_simulated_second_direction_vanishes_up_to_four_thousand_dimensions():
    second = {d: np.mean([spread(m, np.full(64, 1 / 64)) for _, m in runs(d, "signs", 3)], axis=0)
              for d in (500, 1000, 2000, 4000)}  # fmt: skip
    slope = np.polyfit(np.log(list(second)), np.log([s[1] for s in second.values()]), 1)[0]
    assert -0.75 < slope < -0.3
    assert second[4000][0] == pytest.approx(np.hypot(*gain(np.array(1.0))), rel=0.1)
    assert second[4000][1] < 0.12 * second[4000][0]

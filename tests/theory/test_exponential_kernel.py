"""The kernel exp(<x, x'>/d) on spiked inputs: its spectrum, the target's place in it, and the
samples that it needs.
"""

import math
from dataclasses import replace

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.theory.exponential_kernel import exponential_kernel
from feature_learning.theory.spiked_overlap import SpikedDirection

RISKS = {
    None: (1.000, 1.000, 0.850, 0.633, 0.343),
    (0, 0.3): (0.344, 0.128, 0.0390, 0.0116, 0.0053),
    (0, 0.6): (0.0138, 0.0048, 0.0026),
    (0.25, 0.6): (0.396, 0.246, 0.152),
    (0.5, 0.6): (0.981, 0.864, 0.712, 0.540, 0.326),
}


SQUARE = (0.0, 0.0, 1.0)


def kernel_of(d, pair, target=SQUARE):
    seen = SpikedDirection.scaled(d, *pair) if pair else SpikedDirection(0.0, 0.0)
    return exponential_kernel(d, seen.theta, seen.seen_cosine, target)


MIXED = (0.0, 0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5))
KNOWN = {  # at n/d = 8, 16 and 32
    ((0, 0.3), MIXED): (0.646, 0.583, 0.547),
    ((0, 0.6), MIXED): (0.225, 0.104, 0.038),
    ((0, 0.45), (0.0,) * 4 + (1.0,)): (1.0, 0.99, 0.84),
}


@pytest.mark.parametrize("case", KNOWN)
def test_known_risks_of_higher_degrees(case):
    """The two parts of a target share modes, so that their signs matter."""
    kernel = kernel_of(128, *case)
    found = [kernel.risk(128 * ratio, 0.01) for ratio in (8, 16, 32)]
    assert found == pytest.approx(KNOWN[case], rel=0.04, abs=2e-3)


@pytest.mark.parametrize("pair", RISKS)
def test_known_risks_at_d_128(pair):
    kernel = kernel_of(128, pair)
    found = [kernel.risk(128 * ratio, 0.01) for ratio in (4, 8, 16, 32, 64)]
    assert found[: len(RISKS[pair])] == pytest.approx(RISKS[pair], rel=0.03, abs=2e-3)


def test_known_sample_sizes_and_their_exponents():
    sizes = [kernel_of(d, None).samples(0.5, 0.01) for d in (32, 64, 128, 256)]
    assert sizes == pytest.approx([436, 1543, 5758, 22186], rel=0.015)
    for pair, near, far in (
        (None, 1.95, 2.00),
        ((0, 0.15), 1.59, 1.74),
        ((0, 0.3), 1.33, 1.37),
        ((0, 0.4), 1.18, 1.16),
    ):
        n = {d: kernel_of(d, pair).samples(0.5, 0.01) for d in (128, 256, 4096, 65536)}
        assert math.log2(n[256] / n[128]) == pytest.approx(near, abs=0.01)
        assert math.log(n[65536] / n[4096], 16) == pytest.approx(far, abs=0.01)


@pytest.mark.parametrize(
    ("pair", "degree"),
    [(None, 2), ((0, 0.4), 2), ((0.25, 0.6), 2), ((0.25, 0.4), 3), ((0.5, 0.4), 1)],
)
def test_trace_and_target_are_whole(pair, degree):
    kernel = kernel_of(40, pair, (0.0,) * degree + (1.0,))
    r = (1 + (40 ** pair[1] if pair else 0)) / 40
    assert kernel.spectrum.trace == pytest.approx(math.e / math.sqrt(1 - 2 * r), rel=1e-4)
    assert kernel.power.sum() + kernel.unfitted == pytest.approx(1)
    assert kernel.power.sum() == pytest.approx(1, abs=1e-9)


def test_eigenvalues_along_the_spike_by_quadrature():
    z, weights = np.polynomial.hermite_e.hermegauss(60)
    root = np.sqrt(weights / weights.sum())
    r = (1 + 40**0.6) / 40
    expected = np.sort(np.linalg.eigvalsh(root[:, None] * np.exp(r * np.outer(z, z)) * root))[::-1]
    found = exponential_kernel(40, 40**0.6, 1.0, SQUARE).spectrum.eigenvalues
    assert found[:6] == pytest.approx(expected[:6], rel=1e-4)


def test_risk_of_simulated_regression():
    """d = 40, n = 800, a misaligned spike; one ridge, three samples."""
    d, n, ridge, rng = 40, 800, 0.03, np.random.default_rng(0)
    seen = SpikedDirection.scaled(d, 0.25, 0.5)
    kernel = exponential_kernel(d, seen.theta, seen.seen_cosine, SQUARE)
    mu = np.zeros(d)
    mu[:2] = seen.seen_cosine, math.sqrt(1 - seen.seen_cosine**2)
    risks = []
    for _ in range(3):
        g = rng.standard_normal((n + 1500, d))
        x = g + (math.sqrt(1 + seen.theta) - 1) * np.outer(g @ mu, mu)
        y = (g[:, 0] ** 2 - 1) / math.sqrt(2)
        coefficients = kernel_ridge(
            np.exp(x[:n] @ x[:n].T / d), y[:n] + 0.1 * rng.standard_normal(n), [ridge]
        )[:, 0]
        fits = np.exp(x[n:] @ x[:n].T / d) @ coefficients
        risks.append(np.mean((fits - y[n:]) ** 2) / np.mean(y[n:] ** 2))
    assert np.mean(risks) == pytest.approx(kernel._risk(n, ridge, 0.01), rel=0.12)


def test_what_has_no_answer_is_refused():
    with pytest.raises(UserError, match="finite trace"):
        exponential_kernel(40, 30.0, 1.0, SQUARE)
    with pytest.raises(UserError, match="between"):
        exponential_kernel(40, 0.0, 1.0, SQUARE).samples(1.5)
    half = replace(exponential_kernel(40, 0.0, 1.0, SQUARE), unfitted=0.5)
    assert half.samples(0.8) > 1
    with pytest.raises(UserError, match=r"stays above 0\.4 .* must lie above 0\.5"):
        half.samples(0.4)

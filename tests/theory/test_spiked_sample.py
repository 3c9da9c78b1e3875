"""The kernel's equivalent given the projections of the sample: digits, simulation, and what it
contains.
"""

from statistics import NormalDist

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import weighted_stratified_gaussian
from feature_learning.kernels.inner_product import InnerProductKernel, named_kernel
from feature_learning.networks.named import link
from feature_learning.theory.spiked_kernel import spiked_kernel
from feature_learning.theory.spiked_sample import SpikedSample, coefficients

KERNEL = named_kernel("exp-4")
NAMES = ("he2", "he3", "he4", "he1-he4", "mix")
LINKS = [link(name) for name in NAMES]


def quantiles(n):
    return np.array([NormalDist().inv_cdf((i + 0.5) / n) for i in range(n)])


def labelled(z, links=LINKS):
    return np.stack([one(z) for one in links], axis=1)


DIGITS = [
    (
        256,
        0.5,
        [0.49917, 0.99046, 1.02782, 0.52167, 0.50389],
        [0.30828, 0.02409, 0.00084, 0.43957, 0.38353],
    ),
    (
        256,
        0.7,
        [0.05966, 0.52394, 0.97615, 0.48954, 0.18702],
        [0.76384, 0.29470, 0.04310, 0.49817, 0.64199],
    ),
    (
        1024,
        0.8,
        [0.00362, 0.06145, 0.46360, 0.23193, 0.01977],
        [0.96455, 0.75990, 0.35179, 0.67193, 0.89459],
    ),
]


@pytest.mark.parametrize(("d", "gamma", "risks", "learned"), DIGITS)
def test_digits(d, gamma, risks, learned):
    z = quantiles(2 * d)
    found = SpikedSample(KERNEL, z, LINKS, labelled(z)).fitted(d, d**gamma, 3.0)
    assert found.risks == pytest.approx(risks, abs=6e-6)
    assert found.learned == pytest.approx(learned, abs=6e-6)


def test_digits_of_the_coefficients():
    along, across, own = coefficients(KERNEL, 256, 256**0.7)
    assert along == pytest.approx([1.0019531, 0.1937485, 0.0187327, 0.0012051, 0.0000583], abs=6e-8)
    assert across == pytest.approx([1, 0.1933708, 0.0186961, 0.0012051], abs=6e-8)
    assert own == pytest.approx([0.7083333, 0.1289139, 0.0093481, 0, 0], abs=6e-8)


def test_bins_and_noise_averaged_over_change_little():
    """Against the same sample, one input at a time and with its noise drawn."""
    rng, links = np.random.default_rng(3), [one.with_noise(0.01) for one in LINKS]
    z = np.round(rng.standard_normal(2048), 2)
    drawn = labelled(z) + 0.1 * rng.standard_normal(2048)[:, None]
    nodes, counts = np.unique(z, return_counts=True)
    single = SpikedSample(KERNEL, z, links, drawn).fitted(1024, 1024**0.7, 3.0)
    binned = SpikedSample(KERNEL, nodes, links, counts=counts).fitted(1024, 1024**0.7, 3.0)
    assert binned.risks == pytest.approx(single.risks, abs=4e-3)
    assert binned.learned == pytest.approx(single.learned, abs=4e-3)


def test_it_predicts_the_seed_whose_projections_it_has():
    """Over draws of the isotropic part; the risk itself has a spread over projections of 0.05 and
    more.
    """
    rng, d, theta = np.random.default_rng(0), 128, 128**0.7
    n, scale = 2 * d, (1 + theta) ** 0.5
    z = rng.standard_normal(n)
    at, weights = weighted_stratified_gaussian(4000, np.eye(d)[0], rng, 1.8)
    labels = labelled(z)
    risks = []
    for _ in range(12):
        inputs = rng.standard_normal((n, d))
        inputs[:, 0] = z
        x, test = (part * np.append(scale, np.ones(d - 1)) for part in (inputs, at))
        coefficients = np.linalg.solve(KERNEL(x @ x.T / d) + 3.0 * np.eye(n), labels)
        risks.append(weights @ (KERNEL(test @ x.T / d) @ coefficients - labelled(at[:, 0])) ** 2)
    expected = SpikedSample(KERNEL, z, LINKS, labels).fitted(d, theta, 3.0)
    assert np.mean(risks, axis=0) == pytest.approx(expected.risks, abs=0.015)


def test_many_samples_give_the_equivalent_for_n_to_infinity():
    d, theta, links = 1e4, 1e4**0.4, [link("he1").with_noise(0.01), link("mix").with_noise(0.01)]
    rng, n = np.random.default_rng(1), 100_000
    z = rng.standard_normal(n)
    noise = 0.1 * rng.standard_normal(n)
    found = SpikedSample(KERNEL, z, links, labelled(z, links) + noise[:, None]).fitted(
        d, theta, 3.0
    )
    wide = spiked_kernel(KERNEL, d, theta, n, 3.0)
    assert found.risks == pytest.approx([wide.risk(one) for one in links], abs=0.006)
    assert found.learned == pytest.approx([wide.learned(one) for one in links], abs=0.006)


def test_a_linear_kernel_is_ridge_regression_on_the_inputs():
    """With ``g(t) = t`` there is nothing of V but the spike, and the isotropic part is noise that
    is fitted.
    """
    linear, rng = InnerProductKernel("linear", (0.0, 1.0)), np.random.default_rng(2)
    d, n, theta = 200, 400, 30.0
    z, one = rng.standard_normal(n), link("he2")
    labels = one(z)[:, None]
    found = SpikedSample(linear, z, [one], labels).fitted(d, theta, 1.0)
    risks = []
    for _ in range(10):
        x = rng.standard_normal((n, d))
        x[:, 0] = (1 + theta) ** 0.5 * z
        weights = x.T @ np.linalg.solve(x @ x.T / d + np.eye(n), labels) / d
        risks.append(1 + float((weights**2).sum() + theta * weights[0, 0] ** 2))
    assert np.mean(risks) == pytest.approx(float(found.risks[0]), rel=0.02)


def test_impossible_samples_are_refused():
    z = quantiles(4)
    with pytest.raises(UserError, match="constant"):
        SpikedSample(InnerProductKernel("flat", (1.0,)), z, LINKS, labelled(z))
    with pytest.raises(UserError, match="4 inputs and 5 targets"):
        SpikedSample(KERNEL, z, LINKS, labelled(z)[:, :2])

"""Our normal numbers are normal and independent, erf and tanh are themselves, as are the fits."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest
from scipy import special, stats

from feature_learning.core import fastmath
from feature_learning.core.fastmath import (
    erf,
    normal_pairs,
    normals,
    random_bits,
    tanh_sums_and_slopes,
)

COUNT = 1_000_001
FIT = Path(__file__).parents[2] / "benchmarks/fit_fastmath.py"


@pytest.fixture(scope="module")
def numbers() -> np.ndarray:
    return normals(COUNT, np.random.SFC64(3))


def test_moments_up_to_the_sixth(numbers: np.ndarray) -> None:
    for power, mean, square in ((1, 0, 1), (2, 1, 3), (3, 0, 15), (4, 3, 105), (6, 15, 10395)):
        deviation = (numbers.astype(float) ** power).mean() - mean
        assert abs(deviation) < 4.5 * np.sqrt((square - mean**2) / COUNT), power


def test_law(numbers: np.ndarray) -> None:
    assert stats.kstest(numbers, "norm").pvalue > 1e-3
    beyond = int((np.abs(numbers) > 4).sum())
    assert stats.binomtest(beyond, COUNT, 2 * stats.norm.sf(4)).pvalue > 1e-3


@pytest.mark.parametrize("lag", [1, 2, 128, 1 << 14, COUNT // 2, COUNT // 2 + 1])
def test_neighbours_and_the_two_of_a_pair_are_independent(numbers: np.ndarray, lag: int) -> None:
    one, two = numbers[:-lag].astype(float), numbers[lag:].astype(float)
    for function in (np.positive, np.square, np.abs):
        assert abs(np.corrcoef(function(one), function(two))[0, 1]) * np.sqrt(len(one)) < 4.5


@pytest.mark.parametrize("count", [0, 1, 2, 7, 1 << 15, (1 << 15) + 1])
def test_any_count_single_precision_and_the_same_from_the_same_state(count: int) -> None:
    drawn = normals(count, np.random.SFC64(5))
    assert drawn.shape == (count,)
    assert drawn.dtype == np.float32
    assert np.isfinite(drawn).all()
    assert (drawn == normals(count, np.random.SFC64(5))).all()


def test_draws_go_on_where_the_last_ended() -> None:
    rng = np.random.default_rng(5)
    bits = random_bits(rng)
    first, second, other = normals(1000, bits), normals(1000, bits), normals(1000, random_bits(rng))
    assert np.intersect1d(first, second).size < 5
    assert np.intersect1d(first, other).size < 5


def exact(bits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Box and Muller's transform in double precision."""
    radii, angles = bits.view(np.uint32).reshape(2, -1)
    uniform = ((radii >> np.uint32(1)) + 0.5) / 2**31
    radius = np.sqrt(-2 * np.log(uniform)) * np.where(radii & np.uint32(1), -1, 1)
    angle = np.pi * angles.view(np.int32) / 2.0**32
    return radius * np.sin(angle), radius * np.cos(angle)


EXTREME = [0, 0xFFFFFFFF, 1, 0, 0xFFFFFFFE, 0x80000000, 0x7FFFFFFF, 0x80000001]


@pytest.mark.parametrize(
    "bits",
    [np.random.SFC64(1).random_raw(1 << 16), np.array(EXTREME, np.uint32).view(np.uint64)],
    ids=["random", "extreme"],
)
def test_pairs_are_the_transform_of_their_words(bits: np.ndarray) -> None:
    ones, others = np.empty((2, bits.size), np.float32)
    normal_pairs(bits.view(np.uint32), ones, others)
    far = np.hypot(*exact(bits)) > 0.1
    for found, expected in zip((ones, others), exact(bits), strict=True):
        # Close to the radius 0 single precision keeps the square of the radius to 1e-7.
        np.testing.assert_allclose(found, expected, atol=4e-4)
        np.testing.assert_allclose(found[far], expected[far], atol=2e-6)


def test_erf_is_scipys() -> None:
    at = np.concatenate([np.linspace(-7, 7, 200_001), [-np.inf, np.inf, 1e-30]]).astype(np.float32)
    found = erf(at[:, None])
    assert found.dtype == np.float32
    assert found.shape == (len(at), 1)
    assert np.abs(found[:, 0] - special.erf(at.astype(float))).max() < 4e-7
    assert np.abs(found).max() <= 1
    small = np.array([1e-30, -1e-6, 1e-3], np.float32)
    assert erf(small) == pytest.approx(special.erf(small.astype(float)), rel=3e-7)
    assert np.isnan(erf(np.array([np.nan], np.float32))).all()
    assert np.array_equal(erf(np.asfortranarray(at[:6].reshape(2, 3))), erf(at[:6].reshape(2, 3)))


TANH_ERROR = 5e-7


def tanh_and_slopes(numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    slopes, sums = numbers.astype(np.float32), np.empty(len(numbers), np.float32)
    tanh_sums_and_slopes(slopes, sums)
    return sums, slopes


@pytest.mark.parametrize("count", [1, 16])
def test_tanh_is_numpys(count: int) -> None:
    at = np.linspace(-20, 20, 400_002).astype(np.float32)
    tanh = np.tanh(at.astype(float))
    sums, slopes = tanh_and_slopes(np.repeat(at[:, None], count, axis=1))
    assert np.abs(sums / count - tanh).max() < TANH_ERROR
    assert np.abs(slopes - (1 - tanh**2)[:, None]).max() < 2.5 * TANH_ERROR
    small = np.array([[1e-30], [-1e-6], [1e-3]])
    assert tanh_and_slopes(small)[0] == pytest.approx(np.tanh(small[:, 0]), rel=3e-7)


def test_tanh_is_odd_saturates_and_keeps_nan() -> None:
    at = np.linspace(0, 20, 20_000).reshape(100, 200)
    sums, slopes = tanh_and_slopes(at)
    mirrored = tanh_and_slopes(-at)
    assert np.array_equal(mirrored[0], -sums)
    assert np.array_equal(mirrored[1], slopes)
    far, flat = tanh_and_slopes(np.array([[8.0], [1e30], [np.inf], [-np.inf]]))
    assert far == pytest.approx([1, 1, 1, -1], abs=TANH_ERROR)
    assert flat == pytest.approx(0, abs=2.5 * TANH_ERROR)
    assert np.isnan(tanh_and_slopes(np.array([[0.0, np.nan]]))[0]).all()


def test_sums_of_tanh_are_over_rows() -> None:
    at = np.random.default_rng(0).standard_normal((5, 103))
    sums, slopes = tanh_and_slopes(at)
    assert sums == pytest.approx(np.tanh(at).sum(axis=1), abs=103 * TANH_ERROR)
    assert slopes == pytest.approx(1 - np.tanh(at) ** 2, abs=2.5 * TANH_ERROR)


@pytest.fixture(scope="module")
def fit() -> dict[str, tuple[float, ...]]:
    return runpy.run_path(str(FIT))["fitted"]()


@pytest.mark.parametrize("name", ["LOG", "SINE", "COSINE", "ERF_ABOVE", "ERF_BELOW"])
def test_coefficients_are_those_of_the_fit(fit: dict[str, tuple[float, ...]], name: str) -> None:
    # Another linear algebra library weighs the nodes of erf a little differently.
    assert getattr(fastmath, name) == pytest.approx(
        fit[name], rel=1e-4 if name.startswith("ERF") else 1e-8
    )


def test_coefficients_have_the_stated_errors() -> None:
    polynomial = np.polynomial.polynomial.polyval
    y, x = np.linspace(np.sqrt(0.5) - 1, np.sqrt(2) - 1, 9998), np.linspace(1e-6, 0.5, 9999)
    reach = np.linspace(0, 3.92, 9999)
    errors = [
        polynomial(y, fastmath.LOG) - np.log1p(y) / y,
        polynomial(x**2, fastmath.SINE) - np.sin(np.pi * x) / x,
        polynomial(x**2, fastmath.COSINE) - np.cos(np.pi * x),
        reach
        * polynomial(reach**2, fastmath.ERF_ABOVE)
        / polynomial(reach**2, (1, *fastmath.ERF_BELOW))
        - special.erf(reach),
    ]
    assert [np.abs(error).max() < 4e-8 for error in errors] == [True] * 4

"""Random words are SplitMix64's, and normal pairs are Box and Muller's transform of them."""

import numpy as np
import pytest

from feature_learning.core.normal_loops import normal_pairs, random_words

# The first words from seed 1234567, as published beside implementations of the generator.
PUBLISHED = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]


def words(count, seed=1234567, first=1):
    found = np.empty(count, np.uint64)
    random_words(np.uint64(seed), first, found)
    return found


def test_words_are_the_published_ones():
    assert words(5).tolist() == PUBLISHED
    assert words(2, first=4).tolist() == PUBLISHED[3:]


def exact(bits):
    radii, angles = bits.view(np.uint32).reshape(2, -1)
    uniform = ((radii >> np.uint32(1)) + 0.5) / 2**31
    radius = np.sqrt(-2 * np.log(uniform)) * np.where(radii & np.uint32(1), -1, 1)
    angle = np.pi * angles.view(np.int32) / 2.0**32
    return radius * np.sin(angle), radius * np.cos(angle)


@pytest.mark.parametrize(
    "bits",
    [words(1 << 16), np.array([0, 0xFFFFFFFF, 1, 0, 0xFFFFFFFE, 0x80000000, 0x7FFFFFFF, 0x80000001], np.uint32).view(np.uint64)],
    ids=["random", "extreme"],
)
def test_pairs_are_the_transform_of_their_words(bits):
    ones, others = np.empty((2, bits.size), np.float32)
    normal_pairs(bits.view(np.uint32), ones, others)
    for found, expected in zip((ones, others), exact(bits), strict=True):
        # Close to the radius 0 single precision keeps the square of the radius to 1e-7.
        np.testing.assert_allclose(found, expected, atol=4e-4)
        far = np.hypot(*exact(bits)) > 0.1
        np.testing.assert_allclose(found[far], expected[far], atol=2e-6)

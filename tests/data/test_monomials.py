"""Boolean targets: values, their text, and what is none."""

from itertools import product

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.monomials import monomials, monomials_text, parity_of

SIGNS = np.array(list(product((1.0, -1.0), repeat=4)), dtype=np.float32)


def test_a_target_is_the_sign_of_its_sum():
    target = monomials("monomials_1-2_2-3-4__1_-0.5")
    first, second = SIGNS[:, 0] * SIGNS[:, 1], SIGNS[:, 1] * SIGNS[:, 2] * SIGNS[:, 3]
    assert (target(SIGNS) == np.sign(first - second / 2)).all()
    assert target.last == 4
    assert target(SIGNS).dtype == np.float32
    assert (parity_of(3)(SIGNS) == SIGNS[:, :3].prod(axis=1)).all()


def test_the_text_is_that_of_the_mapping():
    raw = {"monomials": [[1, 2], [2, 3, 4]], "coefficients": [1, -0.5]}
    assert monomials_text(raw) == "monomials_1-2_2-3-4__1_-0.5"
    assert monomials_text({"monomials": [[3]]}) == "monomials_3__1"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"monomial": [[1]]}, "unknown key 'monomial'. Did you mean monomials"),
        ({"monomials": [1, 2]}, "lists of coordinates, counted from 1"),
        ({"monomials": [[0, 1]]}, "lists of coordinates, counted from 1"),
        ({"monomials": [[1]], "coefficients": [1, 2]}, "one number for each of the 1 monomials"),
        ({"monomials": [[1]], "coefficients": ["a"]}, "one number for each"),
    ],
)
def test_a_malformed_mapping_is_refused(raw, message):
    with pytest.raises(UserError, match=message):
        monomials_text(raw)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("he2", "unknown Boolean target 'he2'"),
        ("monomials_1-1__1", "a coordinate twice"),
        ("monomials_1_2__1_1", r"the sum is 0 at z_1 = \+1, z_2 = -1"),
        ("monomials_1_2__1", "one coefficient for each product"),
        ("monomials_" + "-".join(map(str, range(1, 18))) + "__1", "17 coordinates matter"),
    ],
)
def test_what_is_no_boolean_target_is_refused(text, message):
    with pytest.raises(UserError, match=message):
        monomials(text)

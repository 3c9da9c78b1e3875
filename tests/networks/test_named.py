"""Activations and links by name and by Hermite coefficients."""

import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feature_learning.core.errors import UserError
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.networks.activations import ACTIVATIONS, TANH
from feature_learning.networks.named import HERMITE_TEXT, activation, hermite_text, link, links

COEFFICIENTS = st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=1, max_size=6)


@given(st.lists(COEFFICIENTS, min_size=1, max_size=3), st.sampled_from(["monic", "orthonormal"]))
def test_a_text_keeps_every_digit(rows, normalisation):
    text = hermite_text({"hermite": rows, "normalisation": normalisation})
    assert re.fullmatch(HERMITE_TEXT, text)
    assert json.loads(json.dumps(text)) == text
    found = links(text)
    assert [list(one.polynomial) for one in found] == rows
    assert {one.normalised for one in found} == {normalisation == "orthonormal"}


@given(
    st.lists(
        st.floats(-1e3, 1e3).map(lambda value: round(value, 3)), min_size=1, max_size=6
    ).filter(any)
)
def test_an_activation_is_the_link_of_the_same_coefficients(row):
    text, at = hermite_text({"hermite": row}), np.linspace(-3, 3, 7)
    size = np.abs(row).max()
    assert activation(text)(at) / size == pytest.approx(link(text)(at) / size, abs=1e-9)
    step = (link(text)(at + 1e-4) - link(text)(at - 1e-4)) / 2e-4
    assert activation(text).derivative(at) / size == pytest.approx(step / size, abs=1e-3)


def test_the_coefficients_of_an_activation_are_those_given():
    found = activation("orthonormal_0_1_0.5_0_0.25")
    assert found.hermite * np.sqrt([1, 1, 2, 6, 24, 120, 720]) == pytest.approx(
        [0, 1, 0.5, 0, 0.25, 0, 0], abs=1e-9
    )


def test_every_activation_is_a_link_too():
    at = np.linspace(-2, 2, 9)
    assert [
        name for name in ACTIVATIONS if not np.array_equal(link(name)(at), ACTIVATIONS[name](at))
    ] == []
    assert [
        name for name in (*ACTIVATIONS, "relu-0.5", "relu-1") if activation(name).name != name
    ] == []


@pytest.mark.parametrize("name", ["he1", "he2", "he5", "mix", "he2-he3", "he1-he4-he7"])
def test_named_polynomials_have_variance_one(name):
    nodes, weights = gaussian_nodes()
    assert weights @ link(name)(nodes) ** 2 == pytest.approx(1)
    assert link(name).square_norm == pytest.approx(1)


def test_tanh_by_either_road():
    assert activation("tanh") is TANH


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"hermite": []}, "must be a list of coefficients"),
        ({"hermite": 3}, "must be a list of coefficients"),
        ({"hermite": [0, "1"]}, "finite number .found '1'"),
        ({"hermite": [0, True]}, "finite number"),
        ({"hermite": [0, float("nan")]}, "finite number"),
        (
            {"hermite": [0, 1], "normalisation": "physicists"},
            "monic or orthonormal .found 'physicists'",
        ),
        ({"hermite": [0, 1], "normalization": "monic"}, "Did you mean normalisation"),
        ({"hermite": [[0, 1], 2]}, "finite number"),
    ],
)
def test_malformed_coefficients_are_refused(raw, said):
    with pytest.raises(UserError, match=said):
        hermite_text(raw)


def test_unknown_names_are_refused():
    with pytest.raises(UserError, match=r"unknown activation 'tahn'\. Did you mean tanh"):
        activation("tahn")
    with pytest.raises(UserError, match="unknown link 'he'"):
        link("he")
    with pytest.raises(UserError, match="sum over 2 directions"):
        link("monic_0_1__0_1")
    assert links("tanh") is None

"""Functions of one's own: derivatives, bends and Hermite coefficients, and what is refused."""

import math

import numpy as np
import pytest

from feature_learning import predict, run
from feature_learning.core.errors import UserError
from feature_learning.networks import own
from feature_learning.networks.named import activation, link


def ramp(x):
    return np.clip(x, 0.5, 1.5) * 10 - 7.5


@pytest.mark.parametrize(
    ("function", "same"),
    [
        (np.tanh, "tanh"),
        (math.tanh, "tanh"),
        (lambda x: max(x, 0.3) - 0.3, "relu-0.3"),
        (ramp, "piecewise-linear"),
        (lambda x: x**3 - 3 * x, "monic_0_0_0_1"),
    ],
)
def test_a_function_is_the_activation_that_it_writes(function, same):
    found, expected = activation(own.named(function)), activation(same)
    assert found.kinks == pytest.approx(expected.kinks)
    assert found.hermite == pytest.approx(expected.hermite, abs=1e-9)
    assert found.slope_power == pytest.approx(expected.slope_power, rel=1e-9)
    x = np.linspace(-2, 2, 9) + 0.01  # not at a bend
    assert found.derivative(x) == pytest.approx(expected.derivative(x), abs=1e-8)
    of_link = link(own.named(function))
    assert of_link.coefficients(3) == pytest.approx(found.hermite[:4] * np.sqrt([1, 1, 2, 6]))


def test_a_name_is_one_functions():
    first, second = (lambda x: x), (lambda x: 2 * x)
    assert own.named(first) == own.named(first) != own.named(second)
    assert own.named(ramp) == "own-ramp"
    assert activation("own-ramp")(np.float32(1.0)).dtype == np.float32


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (np.sign, "sign jumps at "),
        (lambda x: 1 / x, "must return one finite number for each number"),
        (lambda x: "a", "must return one finite number for each number"),
    ],
)
def test_what_is_no_activation_is_refused(function, said):
    with pytest.raises(UserError, match=said):
        own.named(function)


def test_simulation_and_theory_take_functions():
    for call in (run, predict):
        found, expected = (
            call("dandi2023", "multi_step", scale="smoke", activation=each)
            for each in (np.tanh, "tanh")
        )
        assert set(found["activation"]) == {own.named(np.tanh)}
        numbers = list(expected.select_dtypes("float"))
        assert np.allclose(found[numbers], expected[numbers], atol=1e-4, equal_nan=True)
    target = {"task": 1, "link": np.sin, "noise": 0.0}
    found = run("moniri2023", "one_step", scale="smoke", problem=target)
    assert set(found["link"]) == {own.named(np.sin)}
    with pytest.raises(UserError, match=r"link own-sin.*: the loss is in closed form for zigzag"):
        run("bietti2022", "selection", scale="smoke", link=np.sin)

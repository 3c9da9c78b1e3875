"""Settings: labels that are valid in paths, texts that are read back, the order of points."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feature_learning.core.setting import Setting, label_of

names = st.from_regex(r"[a-z][a-z0-9]{0,5}", fullmatch=True)
texts = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9.-]{0,8}", fullmatch=True)
scalars = st.one_of(st.booleans(), st.integers(-(10**9), 10**9), st.floats(allow_nan=False), texts)
tables = st.dictionaries(names, scalars, max_size=4)
grids = st.dictionaries(names, st.lists(scalars, min_size=1, max_size=3).map(tuple), max_size=3)


@given(tables)
def test_labels_are_safe_in_paths_and_wildcards(swept):
    """No comma and no plus sign of an exponent: both would split."""
    label = label_of(swept)
    assert re.fullmatch(r"[A-Za-z0-9=.+-]+", label)
    assert label.count("+") == max(len(swept) - 1, 0)


@pytest.mark.parametrize(
    ("swept", "label"),
    [
        ({}, "only"),
        ({"s": 2, "d": 20}, "s=2+d=20"),
        ({"n": 1e22}, "n=1e22"),
        ({"lam": 1e-7}, "lam=1e-07"),
        ({"w0": "sphere"}, "w0=sphere"),
    ],
)
def test_labels_read_well(swept, label):
    assert label_of(swept) == label
    assert Setting("p", "e", swept, {}, {}).label == label


@given(st.lists(st.floats(allow_nan=False), min_size=2, max_size=6, unique=True))
def test_different_values_have_different_labels(values):
    labels = {label_of({"x": value}) for value in values}
    # 0.0 and -0.0 are equal and spelt apart, never the other way round.
    assert len(labels) == len(values)


@given(tables, tables, grids)
def test_settings_come_back_from_their_text(swept, fixed, grid):
    setting = Setting("paper", "experiment", swept, fixed, grid)
    back = Setting.from_json(setting.to_json())
    assert back == setting
    assert back.to_json() == setting.to_json()
    assert back.label == setting.label
    assert [type(v) for v in back.values.values()] == [type(v) for v in setting.values.values()]


def test_the_text_is_one_line_of_json():
    text = Setting("p", "e", {"a": 1}, {"b": "x"}, {"c": (1, 2)}).to_json()
    assert "\n" not in text
    assert json.loads(text)["grid"] == {"c": [1, 2]}


def test_points_are_the_product_first_variable_slowest():
    setting = Setting("p", "e", {}, {}, {"a": (1, 2), "b": ("x", "y", "z")})
    assert [tuple(point.values()) for point in setting.points()] == [
        (1, "x"),
        (1, "y"),
        (1, "z"),
        (2, "x"),
        (2, "y"),
        (2, "z"),
    ]
    assert list(Setting("p", "e", {}, {}, {}).points()) == [{}]


def test_values_that_go_together_stand_under_their_own_names():
    cases = ({"d": 8, "k": 2}, {"d": 16, "k": 3})
    swept = Setting("p", "e", {"case": cases[1]}, {"width": 4}, {"heat": (0.1, 1.0)})
    assert swept.label == "d=16+k=3"
    assert swept.values == {"width": 4, "d": 16, "k": 3}
    assert (swept["k"], swept["case"]) == (3, cases[1])
    inside = Setting("p", "e", {}, {}, {"case": cases, "heat": (0.1,)})
    assert inside.listed("case") == cases
    assert inside.listed("d") == (8, 16)
    assert list(inside.points())[1] == {"d": 16, "k": 3, "heat": 0.1}
    assert Setting.from_json(inside.to_json()) == inside


def test_a_grid_and_one_value_are_listed_alike():
    setting = Setting("p", "e", {"s": 2}, {"d": 20, "law": "sphere"}, {"x": (1, 2.5), "n": (3, 4)})
    listed = [setting.listed(name) for name in ("x", "n", "d", "s", "law")]
    assert listed == [(1, 2.5), (3, 4), (20,), (2,), ("sphere",)]
    with pytest.raises(KeyError, match="p/e declares no value 'y'"):
        setting.listed("y")


def test_values_are_found_by_name_and_missed_by_name():
    setting = Setting("mei2019", "risk", {"psi": 3.0}, {"d": 20}, {})
    assert (setting["psi"], setting["d"]) == (3.0, 20)
    assert setting.values == {"d": 20, "psi": 3.0}
    with pytest.raises(KeyError, match=r"mei2019/risk declares no value 'width'"):
        setting["width"]

"""The nearest names for a misspelt one."""

from feature_learning.core.errors import did_you_mean


def test_near_names_are_suggested():
    assert did_you_mean("sphear", ["sphere", "gaussian"]) == " Did you mean sphere?"
    assert did_you_mean("fig1", ["fig1a", "fig1b", "other"]) in (
        " Did you mean fig1a or fig1b?",
        " Did you mean fig1b or fig1a?",
    )


def test_where_nothing_is_near_all_are_named():
    assert did_you_mean("xyz", ["sphere", "gaussian"]) == " Known: gaussian, sphere."
    assert did_you_mean("xyz", []) == ""


def test_anything_can_be_misspelt():
    assert did_you_mean(3, {"three": 1}) == " Known: three."

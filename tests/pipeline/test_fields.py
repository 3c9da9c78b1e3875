"""Numbers in captions are filled from what a figure says."""

from types import SimpleNamespace

import pytest

from feature_learning.core.errors import UserError
from feature_learning.pipeline.report.fields import declared_values, filled, read


def test_fields_are_filled_and_braces_of_formulas_stay():
    text = r"{gap:.1%} below $d^{n}$, {size} runs."
    assert filled(text, {"gap": 0.021, "size": 7}) == r"2.1% below $d^{n}$, 7 runs."


def test_a_field_without_a_value_stays_open_or_is_refused():
    assert filled("by {gap}", None) == "by …"
    with pytest.raises(UserError, match="the field 'gap', but the figure does not set it"):
        filled("by {gap}", {"gaps": 1.0}, strict=True)


def test_what_a_figure_said_is_read_from_its_file(tmp_path):
    assert read(tmp_path / "fig.json") is None
    (tmp_path / "fig.json").write_text('{"gap": 0.5}')
    assert read(tmp_path / "fig.json") == {"gap": 0.5}


def test_a_field_in_a_formula_has_three_braces():
    assert filled("$n = {{{ratio}}} d$", {"ratio": 4}, strict=True) == "$n = {4} d$"
    assert filled(r"$\sqrt{d}$", {"d": 4}, strict=True) == r"$\sqrt{d}$"
    with pytest.raises(UserError, match=r"\{ratio\} in a formula"):
        filled("$n = {ratio:g} d$", {"ratio": 4.0}, strict=True)
    with pytest.raises(UserError, match=r"\{risks.d\} in a formula"):
        filled("$d = {risks.d}$", {"risks.d": 4}, strict=True)


def test_declared_values_are_fields():
    values = {"d": [50, 100], "ridge": 0.01, "case": {"k": 2, "bias": 0.0}}
    said = declared_values({"risks": SimpleNamespace(values=values, seeds=12)})
    text = "{risks.d} for {risks.case}, {risks.seeds} seeds, $n^{{{risks.ridge:.2f}}}$"
    assert filled(text, said, strict=True) == "50, 100 for (k = 2, bias = 0), 12 seeds, $n^{0.01}$"


def test_a_sentence_that_quotes_what_the_run_lacks_is_left_out():
    text = "**Slopes agree.** a: it is {slope:.2f} at $d = {{{d}}}$. b: errors. It is {x.y}."
    kept = filled(text, {"slope": None, "d": 4, "x.y": 2})
    assert kept == "**Slopes agree.** b: errors. It is 2."
    kept = filled(text, {"slope": 0.5, "d": None, "x.y": None})
    assert kept == "**Slopes agree.** b: errors."

"""Claims that declare their quantity: what the declaration means, and what is refused."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.claim import Claim
from feature_learning.pipeline.declare.functions import missing, quantity_functions
from feature_learning.pipeline.declare.quantity import Part
from feature_learning.pipeline.run.quantities import quantities_of, quantity_of, rival_at
from feature_learning.statistics.sources import exact, of_runs

SIZES, SLOPES = [10.0, 20.0, 40.0], [0.5, 1.0]
SAYS = {"says": "It grows.", "kind": "value", "basis": "theory", "above": 0.0}


def norm(tables, factor=1.0):
    """Powers of n with noise, by slope and n, and their prediction."""
    rng = np.random.default_rng(0)
    rows = [
        {"seed": seed, "slope": slope, "n": n, "norm": factor * n**slope * rng.uniform(0.9, 1.1)}
        for seed in range(8)
        for slope in SLOPES
        for n in SIZES
    ]
    theory = pd.DataFrame(
        [{"slope": s, "n": n, "norm": factor * n**s} for s in SLOPES for n in SIZES]
    )
    found = of_runs(pd.DataFrame(rows), "norm", ("slope", "n"), "sizes")
    return found.predicted_by(exact(theory, "norm", ("slope", "n")))


NAMED = SimpleNamespace(norm=norm, SYMBOLS={"slope": "a"})


def of(text):
    return quantity_of(Part.model_validate({"of": "norm", **text}), None, NAMED)


def estimates(quantity):
    return [one.estimate for one in quantity.intervals()]


@pytest.mark.parametrize(
    ("declared", "labels"),
    [
        ({"at": {"slope": 0.5, "n": "largest"}}, [""]),
        ({"at": {"slope": 0.5, "n": [40.0, 10.0]}}, ["n = 10", "n = 40"]),
        ({"at": {"slope": 1.0, "n": {"from": 20}}}, ["n = 20", "n = 40"]),
        ({"at": {"slope": 1.0, "n": {"except": 20}}}, ["n = 10", "n = 40"]),
        ({"at": {"n": {"outside": [15, 30]}, "slope": 1.0}}, ["n = 10", "n = 40"]),
        ({"at": {"n": "smallest"}}, ["a = 0.5", "a = 1"]),
    ],
)
def test_points_are_narrowed_and_called_by_their_symbols(declared, labels):
    assert of(declared).labels == labels


def test_operations_are_done_in_their_order():
    slopes = of({"take": [{"exponent": "n"}, {"minus": "slope"}]})
    assert estimates(slopes) == pytest.approx([0.0, 0.0], abs=0.06)
    ratio = of({"at": {"slope": 1.0}, "take": [{"over": {"of": "norm", "at": {"slope": 0.5}}}]})
    assert estimates(ratio) == pytest.approx([np.sqrt(n) for n in SIZES], rel=0.2)
    change = of({"take": [{"exponent": "n"}, {"changes": {"slope": [[1.0, 0.5]]}}, "negative"]})
    assert change.labels == ["a = 1.0 minus 0.5"]
    assert estimates(change) == pytest.approx([-0.5], abs=0.1)
    off = of({"at": {"slope": 0.5}, "take": ["over prediction", {"minus": 1}, "absolute"]})
    assert all(0 <= value < 0.1 for value in estimates(off))


def test_arguments_reach_the_function_and_tell_several_quantities_apart():
    parts = [
        Part.model_validate({"of": "norm", "with": {"factor": factor}, "at": {"n": "largest"}})
        for factor in (1.0, 3.0)
    ]
    one, three = quantities_of(parts, None, NAMED)
    assert one.labels == ["1.0, a = 0.5", "1.0, a = 1"]
    assert estimates(three) == pytest.approx([3 * value for value in estimates(one)])


@pytest.mark.parametrize(
    ("given", "values"),
    [
        (2, [2, 2]),
        ([1.0, None], [1, np.nan]),
        ("slope - 0.5", [0, 0.5]),
        ({"of": "norm", "at": {"n": 10.0}, "take": ["minus prediction"]}, None),
    ],
)
def test_a_rival_has_a_value_at_every_point(given, values):
    exponents = of({"take": [{"exponent": "n"}]})
    claim = Claim.model_validate(
        {**SAYS, "of": "norm", "rival": {"says": "not", "value": given}, "above": 2.5}
    )
    found = rival_at(claim.rival.value, [exponents], None, NAMED)
    if values is None:
        assert np.abs(found).max() < 1
    else:
        np.testing.assert_equal(found, values)
    with pytest.raises(UserError, match="3 values for 2 points"):
        rival_at([1.0, 2.0, 3.0], [exponents], None, NAMED)


def test_an_unknown_quantity_is_answered_with_the_nearest():
    with pytest.raises(UserError, match=r"no quantity 'nrom'\. Did you mean norm"):
        quantity_of(Part(of="nrom"), None, NAMED)


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"of": "norm", "take": [{"exponent": "n", "minus": 1}]}, "one operation"),
        ({"of": "norm", "take": ["absolute"] * 4}, "at most 3"),
        ({"of": "norm", "take": ["doubled"]}, "absolute"),
        ({"of": [{"of": "norm"}], "at": {"n": 10}}, "belong to one quantity"),
        ({}, "of"),
        ({"of": "norm", "at": {"n": {"near": 3}}}, "except"),
    ],
)
def test_what_a_declaration_cannot_mean_is_refused(declared, message):
    with pytest.raises(ValidationError, match=message):
        Claim.model_validate({**SAYS, **declared})


def test_a_claim_names_the_functions_that_it_needs():
    rival = {"says": "not", "value": {"of": "limit"}}
    declared = {"of": "norm", "take": [{"over": {"of": "unit"}}], "rival": rival}
    assert Claim.model_validate({**SAYS, **declared}).names == ["norm", "unit", "limit"]


def test_quantities_may_be_a_package_of_modules(tmp_path):
    package = tmp_path / "quantities"
    package.mkdir()
    (package / "__init__.py").write_text("from papers.quantities.norms import norm\n")
    (package / "norms.py").write_text("def norm(tables):\n    pass\n")
    own, other = quantity_functions("fig1", "grows", ["norm", "angle"])
    assert not list(missing([own], tmp_path))
    assert "quantities.py has no function angle" in next(missing([other], tmp_path))

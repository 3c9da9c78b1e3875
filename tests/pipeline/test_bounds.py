"""Types of values: what does not fit is named, with the file and the key where it was written,
before any job starts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import feature_learning
from feature_learning.core.errors import UserError
from feature_learning.core.values import COUNT, Flag, Function, Joint, Number, OneOf, Text, whole
from feature_learning.pipeline.declare.bounds import BoundViolation, kinds_of, violations
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.declared import fixed_of
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.project import check_labels

TOY = Path(__file__).parents[1] / "workflow/toy2020"
NUMBER, POSITIVE, FLAG = Number(), Number(above=0), Flag()
ACTIVATION, LINK, TARGET = Function("activation"), Function("link"), Function("target")
PRECISION = OneOf("float32", "float64")
KINDS = {"n": whole(least=0), "d": NUMBER, "rate": NUMBER, "k": NUMBER, "t": NUMBER, "e": NUMBER}


def found(kinds, theory=None, split=(), **values):
    """The violations of a design with these values beside n, d and rate."""
    values = {"n": 10, "d": 4, "rate": 0.5} | values
    design = Experiment(
        run="design.Design", values=values, theory=theory, split=list(split), seeds=1
    )
    return list(violations(design, KINDS | kinds))


@pytest.mark.parametrize(
    ("kinds", "values", "violation"),
    [
        ({"n": COUNT}, {"n": 0}, BoundViolation("n", 0, "at least 1")),
        ({"n": COUNT}, {"n": 2.5}, BoundViolation("n", 2.5, "a whole number")),
        ({"n": COUNT}, {"n": [2, 0, -1]}, BoundViolation("n", 0, "at least 1")),
        ({}, {"n": -1}, BoundViolation("n", -1, "at least 0")),
        ({"rate": POSITIVE}, {"rate": 0.0}, BoundViolation("rate", 0.0, "positive")),
        (
            {"rate": POSITIVE},
            {"rate": float("inf")},
            BoundViolation("rate", float("inf"), "finite"),
        ),
        ({"rate": POSITIVE}, {"rate": True}, BoundViolation("rate", True, "a number")),
        ({"rate": POSITIVE}, {"rate": "many"}, BoundViolation("rate", "many", "a number")),
        ({"rate": Number(most=0.25)}, {}, BoundViolation("rate", 0.5, "at most 0.25")),
        ({"rate": Number(below=0.5)}, {}, BoundViolation("rate", 0.5, "below 0.5")),
        ({"rate": Number(below=0.5, simulated=True)}, {}, BoundViolation("rate", 0.5, "below 0.5")),
        ({"rate": Number(above=0.5)}, {}, BoundViolation("rate", 0.5, "above 0.5")),
        (
            {"rate": Number(least=0.1, zero=True)},
            {"rate": [0.0, 0.1, 0.01]},
            BoundViolation("rate", 0.01, "0 or at least 0.1"),
        ),
        ({"k": Number(most="d")}, {"k": [1, 5]}, BoundViolation("k", 5, "at most d", "d", 4)),
        (
            {"k": Number(most="e")},
            {"k": [1, 3], "e": [4, 2], "split": ["e"]},
            BoundViolation("k", 3, "at most e", "e", 2),
        ),
        (
            {"d": OneOf("many"), "n": Number(most="d")},
            {"d": "many"},
            BoundViolation("d", "many", "a number"),
        ),
        (
            {"t": POSITIVE},
            {"theory": {"t": {"start": 0.0, "stop": 1.0, "points": 3}}},
            BoundViolation("t", 0.0, "positive"),
        ),
        ({"k": FLAG}, {"k": 1}, BoundViolation("k", 1, "true or false")),
        ({"k": PRECISION}, {"k": "float16"}, BoundViolation("k", "float16", "float32 or float64")),
        ({"k": OneOf("a", "b", "c")}, {"k": ["a", "d"]}, BoundViolation("k", "d", "a, b or c")),
        (
            {"k": Text("fixed-[0-9]+", "fixed- and a number")},
            {"k": "fixed-"},
            BoundViolation("k", "fixed-", "fixed- and a number"),
        ),
        # Of several types one must fit; a text is told what texts may be, a number what numbers.
        ({"k": (OneOf("full"), COUNT)}, {"k": "fll"}, BoundViolation("k", "fll", "full")),
        ({"k": (OneOf("full"), COUNT)}, {"k": 0}, BoundViolation("k", 0, "at least 1")),
    ],
)
def test_what_does_not_fit_its_type_is_found(kinds, values, violation):
    assert found(kinds, **values) == [violation]


@pytest.mark.parametrize(
    ("kinds", "values"),
    [
        ({"n": COUNT, "d": COUNT, "rate": POSITIVE, "k": Number(most="d")}, {"k": [1, 4]}),
        ({}, {"n": 0}),
        # Points of theory's own may lie beyond the limits of the simulation.
        (
            {"rate": Number(below=1.0, simulated=True)},
            {"theory": {"rate": {"start": 0.0, "stop": 2.0, "points": 3}}},
        ),
        ({"rate": Number(least=0.5, most=0.5)}, {}),
        ({"rate": NUMBER}, {"rate": float("inf")}),
        ({"k": FLAG}, {"k": [True, False]}),
        ({"k": PRECISION}, {"k": "float32"}),
        ({"k": Text("fixed-[0-9]+", "fixed- and a number")}, {"k": "fixed-3"}),
        ({"k": (OneOf("full"), COUNT)}, {"k": ["full", 3]}),
        ({"k": ACTIVATION}, {"k": ["relu", "tanh"]}),
        ({"k": LINK}, {"k": ["he2", "he2-he3"]}),
        ({"k": TARGET}, {"k": ["he2", "monic_0_1__0_0_1"]}),
        ({"k": Function("link", ("own",))}, {"k": "he2"}),
        # A curve of theory is drawn between whole numbers, too.
        ({"k": COUNT}, {"k": [1, 2], "theory": {"k": {"start": 1.0, "stop": 2.0, "points": 3}}}),
    ],
)
def test_what_fits_passes(kinds, values):
    assert found(kinds, **values) == []


@pytest.mark.parametrize(
    ("kind", "value", "says"),
    [
        (ACTIVATION, "rleu", "unknown activation 'rleu'. Did you mean relu"),
        (LINK, "h2", "unknown link 'h2'. Did you mean he2"),
        (TARGET, "h2", "unknown link 'h2'. Did you mean he2"),
        (LINK, "monic_0_1__0_0_1", "is a sum over 2 directions"),
        (Function("link", ("own", "other")), "owm", "This paper has more: Did you mean own"),
    ],
)
def test_an_unknown_function_is_named_with_its_neighbours(kind, value, says):
    (violation,) = found({"k": kind}, k=value)
    assert (violation.name, violation.value) == ("k", value)
    assert says in violation.message


@pytest.fixture
def papers(tmp_path):
    shutil.copytree(TOY, tmp_path / "toy2020")
    return tmp_path


def refusal(raw, papers):
    with pytest.raises(UserError) as caught:
        load(raw, papers)
    return str(caught.value)


def override(**line):
    return {"overrides": {"toy2020": {"experiments": {"line": line}}}}


def edit(papers, name, before, after):
    file = papers / "toy2020" / name
    text = file.read_text()
    assert text.count(before) == 1
    file.write_text(text.replace(before, after))


def test_a_changed_value_is_named_by_its_key(papers):
    here = "configuration: overrides.toy2020.experiments.line"
    said = refusal(override(noise=3.0), papers)
    assert said == f"{here}.noise: must be at most 1 (found 3.0)"
    said = refusal(override(x=[-0.5, 0.5]), papers)
    assert said == f"{here}.x: must be at least 0 (found -0.5)"
    said = refusal(override(theory={"x": [-0.5, 0.5]}), papers)
    assert said == f"{here}.theory.x: must be at least 0 (found -0.5)"


def test_a_paper_s_own_value_is_named_in_its_file(papers):
    edit(papers, "experiments.yaml", "values: {slope", "values: {noise: 2.0, slope")
    edit(papers, "experiments.yaml", "use: [noise, size]", "use: [size]")
    edit(papers, "experiments.yaml", "  noise: 0.1\n", "")
    said = refusal({}, papers)
    here = "toy2020/experiments.yaml at the scale laptop"
    assert said == f"{here}: line.noise: must be at most 1 (found 2.0)"


def test_a_scale_is_named_and_judged_at_that_scale_alone(papers):
    edit(papers, "experiments.yaml", "paper: {size: 200", "paper: {size: 200, noise: 2.0")
    assert load({}, papers).experiment("toy2020", "line").fixed["noise"] == 0.1
    said = refusal({"scale": "paper"}, papers)
    here = "toy2020/experiments.yaml at the scale paper"
    assert said == f"{here}: line.noise: must be at most 1 (found 2.0)"


def test_types_are_read_from_the_class(papers):
    assert kinds_of(papers / "toy2020", "line", "line.Line")["size"] == COUNT
    edit(papers, "experiments/line.py", "Number(most=1)", "Number(most=0.05)")
    assert "line.noise: must be at most 0.05 (found 0.1)" in refusal({}, papers)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (
            "    noise: Annotated[float, Number(most=1)]\n",
            "    noisy: Annotated[float, Number(most=1)]\n",
            "line: Line in experiments/line.py has no field noise. Did you mean noisy?",
        ),
        (
            "    size: Count\n",
            "    size: Count\n    more: Count\n",
            "line: lacks the value more of Line in experiments/line.py",
        ),
        ("Number(most=1)", "Number(mots=1)", "Number(mots=1): Number.__init__() got"),
        ("    size: Count\n", "    size: Cuont\n", "Cuont is not a type of core.values"),
    ],
)
def test_wrong_fields_are_named(papers, before, after, says):
    edit(papers, "experiments/line.py", before, after)
    assert says in refusal({}, papers)


def test_types_are_read_without_anything_heavy():
    """They are read while Snakemake reads the workflow."""
    code = (
        "import sys; from feature_learning.pipeline.declare import fields; "
        "print(*({'numpy', 'pandas', 'scipy', 'torch'} & set(sys.modules)))"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(feature_learning.__file__).parents[1])}
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_what_a_paper_says_is_fixed_is_no_value_of_some_experiment():
    for key, paper in load({}).papers.items():
        for name in fixed_of(load({}).folders[key]):
            every = paper.experiments.values()
            assert any(name not in {*each.values, *(each.theory or {})} for each in every), key


_PARTS = {"size": COUNT, "degree": whole(most="size")}
CASES = {"case": Joint(_PARTS), **_PARTS}


@pytest.mark.parametrize(
    ("case", "must", "message"),
    [
        ({"size": 4, "degree": 4}, None, None),
        ("small", "a mapping of size and degree", ""),
        ({"size": 4}, "a mapping of size and degree", ""),
        ({"size": 4, "degree": 5}, "", "degree must be at most size = 4 (found 5)"),
        ({"size": "four", "degree": 1}, "", "size must be a number (found 'four')"),
    ],
)
def test_values_that_go_together_are_checked_one_by_one(case, must, message):
    """Their limits hold within each mapping, not across mappings."""
    expected = [] if must is None else [BoundViolation("case", case, must, message=message)]
    assert found(CASES, case=[{"size": 9, "degree": 9}, case]) == expected


def test_a_value_is_given_once():
    with pytest.raises(ValueError, match="n is given in case and in n"):
        found({}, case={"n": 4, "degree": 1})


def test_of_two_values_both_are_named():
    at = "configuration: overrides.suzuki2023.experiments.heatmap"
    for change, says in (
        ({"k": 9}, f"{at}.k: must be at most d = 8 (found 9)"),
        ({"d": [1, 8]}, f"{at}.k: must be at most d = 1 (found 2)"),
    ):
        with pytest.raises(UserError) as caught:
            load({"overrides": {"suzuki2023": {"experiments": {"heatmap": change}}}})
        assert str(caught.value) == says


@pytest.mark.parametrize(
    ("paper", "experiment", "change", "says"),
    [
        (
            "background",
            "classic_limit",
            {"noise": [-1.0]},
            "noise: must be at least 0 (found -1.0)",
        ),
        (
            "background",
            "isotropic_gaussians",
            {"delta": [1.5]},
            "delta: must be below 1 (found 1.5)",
        ),
        ("bietti2022", "learning_curves", {"tau": float("inf")}, "tau: must be finite (found inf)"),
        ("mousavi2022", "neurons", {"d": 3}, "d: must be at most 2 (found 3)"),
        ("mousavi2023", "overlap", {"k": 200}, "k: must be at most d = 64 (found 200)"),
        ("suzuki2023", "chaos", {"replicas": 1}, "replicas: must be at least 2 (found 1)"),
        (
            "moniri2023",
            "one_step",
            {"network": "talk"},
            "network: must be rank-one, simplified, slide or slides (found 'talk')",
        ),
        (
            "moniri2023",
            "one_step",
            {"network": ["slides", "talk"]},
            "network: must be rank-one, simplified, slide or slides (found 'talk')",
        ),
        (
            "moniri2023",
            "models",
            {"problem": {"link": "h1"}},
            "problem: unknown link 'h1'. Did you mean",
        ),
    ],
)
def test_the_papers_types(paper, experiment, change, says):
    with pytest.raises(UserError) as caught:
        load({"overrides": {paper: {"experiments": {experiment: change}}}})
    here = f"configuration: overrides.{paper}.experiments.{experiment}."
    assert str(caught.value).startswith(f"{here}{says}")


def test_whole_numbers_beside_fractions_in_a_split_list_are_fractions():
    """On their own, and by name in values that go together; texts and switches stay."""
    design = Experiment(
        run="one.One",
        values={
            "a": [0, 0.5],
            "b": [{"c": 1, "d": 2}, {"c": 0.5, "d": 3}],
            "e": [1, 2],
            "f": [0, 0.5],
        },
        split=["a", "b", "e"],
        seeds=1,
    )
    assert repr(design.sweep) == repr(
        {"a": [0.0, 0.5], "b": [{"c": 1.0, "d": 2}, {"c": 0.5, "d": 3}], "e": [1, 2]}
    )
    assert repr(design.grid) == "{'f': [0, 0.5]}"  # within a job nothing is wrong


@pytest.mark.parametrize("value", ["he21", "monic" + "_0" * 21 + "_1.0"])
def test_a_degree_that_quadrature_cannot_integrate_is_refused(value):
    said = violations(
        Experiment(run="one.One", values={"f": value}, seeds=1), {"f": Function("link")}
    )
    assert "has degree 21, and quadrature is exact to 20" in next(said).message


def test_a_setting_whose_name_is_too_long_for_a_folder_is_refused():
    links = [{"hermite": [0.123456789012345 + k] * 16} for k in range(2)]
    change = {"bietti2022": {"experiments": {"selection": {"link": links}}}}
    said = r"bietti2022/selection: the values of link, d name a folder, .* \(at most 255\)"
    with pytest.raises(UserError, match=said):
        check_labels(load({"overrides": change}))

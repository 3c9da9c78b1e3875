"""Configuration and declarations: what is merged, and one line for each thing that is wrong."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import load

TOY = Path(__file__).parent / "toy2020"
FIGURES = "lines", "powers", "line-and-cloud"
FILES = ("paper.yaml", "experiments.yaml", *(f"figures/{name}.yaml" for name in FIGURES))


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    declare(tmp_path / "toy2020")
    return tmp_path


def declare(folder: Path) -> None:
    """Put the throw-away paper's declarations into a new folder."""
    (folder / "figures").mkdir(parents=True)
    for name in FILES:
        shutil.copy(TOY / name, folder / name)
    shutil.copytree(TOY / "experiments", folder / "experiments")


def override(**experiments: Any) -> dict[str, Any]:
    return {"overrides": {"toy2020": {"experiments": experiments}}}


def claims(**changes: Any) -> dict[str, Any]:
    return {"overrides": {"toy2020": {"figures": {"powers": {"claims": changes}}}}}


def refusal(raw: dict[str, Any], papers: Path) -> str:
    with pytest.raises(UserError) as caught:
        load(raw, papers)
    return str(caught.value)


def test_the_laptop_scale_is_what_is_declared(papers: Path) -> None:
    line = load({}, papers).experiment("toy2020", "line")
    assert (line.seeds, line.fixed["size"], line.fixed["noise"]) == (3, 50, 0.1)


@pytest.mark.parametrize(("scale", "seeds", "size"), [("smoke", 2, 10), ("paper", 4, 200)])
def test_a_scale_changes_what_it_names_and_nothing_else(
    papers: Path, scale: str, seeds: int, size: int
) -> None:
    line = load({"scale": scale}, papers).experiment("toy2020", "line")
    assert (line.seeds, line.fixed) == (seeds, {"noise": 0.1, "size": size})


def test_overrides_come_last(papers: Path) -> None:
    raw = {"scale": "smoke", **override(line={"size": 7, "slope": [5.0], "seeds": 6})}
    catalogue = load(raw, papers)
    line = catalogue.experiment("toy2020", "line")
    assert (line.seeds, line.fixed) == (6, {"noise": 0.1, "size": 7})
    assert [setting.label for setting in catalogue.settings("toy2020", "line")] == [
        "slope=5.0+start_at=0.0"
    ]
    assert catalogue.experiment("toy2020", "cloud").seeds == 2


def test_values_are_fixed_or_a_grid_or_split_into_jobs(papers: Path) -> None:
    line = load({}, papers).experiment("toy2020", "line")
    assert line.sweep == {"slope": [1.0, 2.0], "start_at": [0.0]}
    assert line.grid == {"x": [0.0, 0.5, 1.0]}
    assert line.fixed == {"noise": 0.1, "size": 50}


def test_defaults_are_taken_where_they_are_used_and_own_values_come_first(papers: Path) -> None:
    file = papers / "toy2020/experiments.yaml"
    text = file.read_text()
    assert set(load({}, papers).experiment("toy2020", "cloud").values) == {"centre"}
    line = load({}, papers).experiment("toy2020", "line")
    assert (line.values["size"], line.values["noise"]) == (50, 0.1)
    assert load(override(line={"size": 7}), papers).experiment("toy2020", "line").fixed["size"] == 7
    own = "x: [0.0, 0.5, 1.0], size: 9}"
    text = text.replace("x: [0.0, 0.5, 1.0]}", own).replace("  size: 50\n", "")
    file.write_text(text.replace("use: [noise, size]", "use: [noise]"))
    assert load({}, papers).experiment("toy2020", "line").values["size"] == 9


def test_sources_of_the_file_hold_unless_the_experiment_says_otherwise(papers: Path) -> None:
    file = papers / "toy2020/experiments.yaml"
    file.write_text(
        file.read_text().replace("centre: 3.0}", "centre: 3.0}\n  sources: {recalled: [centre]}")
    )
    paper = load({}, papers).papers["toy2020"]
    assert paper.experiments["cloud"].sources == {"recalled": ["centre"]}
    assert paper.experiments["ring"].sources == {"ours": ["radius"]}
    assert paper.experiments["powers"].sources == {"ours": ["x", "power"]}


def test_one_value_for_a_list_is_the_list_of_it(papers: Path) -> None:
    catalogue = load(override(line={"slope": 5.0, "x": 0.5}), papers)
    (setting,) = catalogue.settings("toy2020", "line")
    assert setting.label == "slope=5.0+start_at=0.0"
    assert setting.grid == {"x": (0.5,)}


def test_a_range_gives_way_whole(papers: Path) -> None:
    as_list = load(override(line={"theory": {"x": [0.25]}}), papers)
    (first, _) = as_list.theory_settings("toy2020", "line")
    # The simulation's points are always among theory's, so that claims join exactly.
    assert first.grid["x"] == (0.0, 0.25, 0.5, 1.0)
    as_range = load(
        override(line={"theory": {"x": {"start": 0.0, "stop": 2.0, "points": 2}}}), papers
    )
    assert as_range.theory_settings("toy2020", "line")[0].grid["x"] == (0.0, 0.5, 1.0, 2.0)


def test_a_claim_and_a_title_can_be_overridden(papers: Path) -> None:
    raw = {
        "figures": {
            "powers": {"claims": {"shrink": {"below": 0.9}}},
            "lines": {"title": "Other lines"},
        }
    }
    paper = load({"overrides": {"toy2020": raw}}, papers).papers["toy2020"]
    assert (paper.claims["powers-shrink"].below, paper.figures["lines"].title) == (
        0.9,
        "Other lines",
    )


def test_selected_papers_keep_no_others(papers: Path) -> None:
    declare(papers / "more2020")
    assert list(load({"papers": ["more2020"]}, papers).papers) == ["more2020"]
    assert list(load({}, papers).papers) == ["more2020", "toy2020"]


def test_of_other_papers_only_the_claims_are_read(papers: Path) -> None:
    declare(papers / "more2020")
    (papers / "more2020/experiments.yaml").write_text("- a list\n")
    assert list(load({"papers": ["toy2020"]}, papers).papers) == ["toy2020"]
    assert refusal({}, papers).startswith("more2020/experiments.yaml: must be a mapping")


def test_the_documents_have_the_claims_of_all_papers_at_every_scale() -> None:
    claims = load({}).ledger.claims
    assert {paper for tests in claims.values() for paper, _ in tests} > {"mei2019", "dandi2023"}
    assert load({"papers": ["mei2019"]}).ledger.claims == claims
    assert load({"scale": "beyond"}).ledger.claims == claims


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        (
            {"scale": "smok"},
            ["configuration: scale: must be 'smoke', 'laptop', 'paper' or 'beyond' (found 'smok')"],
        ),
        ({"scale": 3}, ["scale: must be 'smoke'", "found 3"]),
        ({"device": "gpu"}, ["device: must be 'auto', 'cpu' or 'cuda'", "gpu"]),
        ({"scael": "smoke"}, ["configuration: unknown key 'scael'. Did you mean scale?"]),
        ({"papers": ["toy202"]}, ["papers: unknown paper 'toy202'. Did you mean toy2020?"]),
        ({"papers": "toy2020"}, ["papers: must be 'all' or a list (found 'toy2020')"]),
        ({"papers": []}, ["papers: must not be empty (found [])"]),
        ({"overrides": {"toy": {}}}, ["overrides: unknown paper 'toy'. Did you mean toy2020?"]),
        ({"overrides": []}, ["overrides: must be a mapping of names to values"]),
        (
            {"overrides": {"toy2020": 3}},
            ["overrides.toy2020: must be a mapping of experiments and figures (found 3)"],
        ),
        (
            {"overrides": {"toy2020": {"experiment": {}}}},
            ["overrides.toy2020: unknown key 'experiment'. Did you mean experiments?"],
        ),
        (
            {"overrides": {"toy2020": {"figures": {"line": {}}}}},
            ["unknown figure 'line'. Did you mean lines"],
        ),
        (
            claims(shrinks={}),
            ["toy2020.figures.powers.claims: unknown claim 'shrinks'. Did you mean shrink?"],
        ),
        (
            claims(shrink={"below": "high"}),
            ["figures.powers.claims.shrink.below: must be a number", "'high'"],
        ),
        (
            {"overrides": {"toy2020": {"figures": {"powers": {"claims": []}}}}},
            ["powers.claims: must be a mapping of names to changes"],
        ),
        (
            {"overrides": {"toy2020": {"figures": {"powers": {"reads": ["lien"]}}}}},
            ["overrides.toy2020.figures.powers.reads: unknown experiment 'lien'."],
        ),
        (override(lien={}), ["experiments: unknown experiment 'lien'. Did you mean line?"]),
        (override(line=None), ["experiments.line: must be a mapping", "None"]),
        (override(line={"sise": 4}), ["experiments.line: unknown value 'sise'. Did you mean size"]),
        (
            override(line={"colour": "red"}),
            ["experiments.line: colour cannot be exchanged here: points have none"],
        ),
        (override(line={"sed": 4}), ["experiments.line: unknown value 'sed'. Did you mean seeds"]),
        (override(line={"values": {"size": 4}}), ["line: unknown value 'values'."]),
        (override(line={"noise": {"a": 1}}), ["line.noise: must be a number", "found {'a': 1}"]),
        (override(line={"size": -4}), ["line.size: must be at least 1 (found -4)"]),
        (override(line={"size": 0}), ["line.size: must be at least 1 (found 0)"]),
        (override(line={"size": 4.5}), ["line.size: must be a whole number (found 4.5)"]),
        (override(line={"size": True}), ["line.size: must be a number (found True)"]),
        (override(line={"size": "many"}), ["line.size: must be a number like 50 (found 'many')"]),
        (
            override(line={"size": [4, 5]}),
            ["line.size: is one value, not a list (found [4, 5]); run it once for each"],
        ),
        (
            override(line={"noise": "1e-3"}),
            ["line.noise: '1e-3' is text, not a number", "write 1.0e-3", "--config"],
        ),
        (override(line={"slope": [1.0, "2.0"]}), ["line.slope[1]: '2.0' is text, not a number"]),
        (override(line={"slope": []}), ["line.values.slope: must not be empty (found [])"]),
        (override(line={"slope": [1.0, 1.0]}), ["line.values.slope: [1.0, 1.0] repeats a value"]),
        (override(line={"theory": {"y": [1.0]}}), ["line.theory: unknown value 'y'"]),
        (override(line={"theory": [1.0]}), ["line.theory: must be a mapping of names to"]),
        (override(cloud={"run": "Points.cloud"}), ["experiments.cloud: unknown value 'run'."]),
        (override(line={"seeds": -1}), ["line.seeds: must be at least 0 (found -1)"]),
        (override(line={"seeds": True}), ["line.seeds: must be a whole number (found True)"]),
        (override(line={"seeds": "3"}), ["line.seeds: must be a whole number (found '3')"]),
        (
            override(line={"theory": {"x": {"start": 1.0, "stop": 0.0, "points": 3}}}),
            ["theory.x", "span no linear range"],
        ),
        (override(cloud={"seeds": 0}), ["cloud: has neither seeds (a simulation) nor theory"]),
    ],
)
def test_a_wrong_configuration_gets_one_line_that_names_it(
    papers: Path, raw: dict[str, Any], parts: list[str]
) -> None:
    message = refusal(raw, papers)
    assert "\n" not in message
    assert "pydantic" not in message
    for part in parts:
        assert part in message


def test_every_mistake_gets_its_line(papers: Path) -> None:
    assert len(refusal({"scale": "smok", "device": "gpu"}, papers).splitlines()) == 2


@pytest.mark.parametrize(
    ("before", "after", "parts"),
    [
        (
            "slope: [1.0, 2.0]",
            "slope: [1.0, 2e3]",
            ["line.values.slope[1]: '2e3' is text, not a number", "1.0e-3"],
        ),
        (
            "slope: [1.0, 2.0]",
            'slope: ["a,b"]',
            ["line.values.slope[0]: 'a,b' must be letters, digits, dots and hyphens"],
        ),
        ("slope: [1.0, 2.0]", "slope: []", ["line.values.slope: must not be empty"]),
        (
            "values: {power: [2, 3]}",
            "values: {seed: [2, 3]}",
            ["powers.values.seed: is not a name for a value"],
        ),
        (
            "values: {power: [2, 3]}",
            "values: {a-b: [2, 3]}",
            ["powers.values.a-b: is not a name for a value"],
        ),
        (
            "cloud:\n  run",
            "Cloud-9:\n  run",
            ["toy2020/experiments.yaml: Cloud-9: is not a name for an experiment"],
        ),
        ("figures: [lines,", "figures: [Lines!,", ["toy2020/paper.yaml: figures[0]: is not an id"]),
        (
            "figures: [lines,",
            "figures: [line,",
            ["toy2020/paper.yaml: figures: no figures/line.yaml. Did you mean lines?"],
        ),
        (
            "reads: [powers]",
            "reads: [power]",
            [
                "toy2020/figures/powers.yaml: reads: unknown experiment 'power'. "
                "Did you mean powers?"
            ],
        ),
        (
            "  centre:\n",
            "  Centre:\n",
            ["toy2020/figures/line-and-cloud.yaml: claims.Centre: is not an id"],
        ),
        (
            "kind: theory",
            "kind: theorie",
            ["figures/lines.yaml: claims.on-theory.kind", "'theorie'"],
        ),
        # Names that begin like a type of pydantic's stay in the path.
        (
            "values: {power: [2, 3]}",
            "values: {interaction: [2, 1e3]}",
            ["powers.values.interaction[1]: '1e3' is text"],
        ),
        (
            "values: {power: [2, 3]}",
            "values: {strength: [2, 1e3]}",
            ["powers.values.strength[1]: '1e3' is text"],
        ),
        ("split: [power]", "split: [pwer]", ["powers: split: unknown value 'pwer'. Did you mean"]),
        ("split: [power]", "split: [power, power]", ["powers: split: names power twice"]),
        (
            "values: {centre: 3.0}",
            "values: {centre: 3.0}\n  split: [centre]",
            ["cloud: split: centre is one value, not a list"],
        ),
        ("use: [noise, size]", "use: [niose, size]", ["line.use: unknown value 'niose'. Did you"]),
        ("use: [noise, size]", "use: [noise, size, size]", ["line.use: names size twice"]),
        (
            "use: [noise, size]\n  values: {",
            "use: [noise, size]\n  values: {size: 3, ",
            ["line.use: names size twice"],
        ),
        ("  noise: 0.1\n", "  noise: 0.1\n  rest: 1\n", ["defaults: no experiment uses rest"]),
        (
            "values: {radius: 1.0}",
            "values: {radius: 1.0}\n  fixed: {size: 3}",
            ["ring: unknown key 'fixed'."],
        ),
        (
            "values: {radius: 1.0}",
            "values: {radius: 1.0, theory: 1.0}",
            ["ring: values: theory cannot name a value, because it is a key of the experiment"],
        ),
        (
            "within: [2.0, 4.0]",
            "within: [4.0, 2.0]",
            ["claims.centre: within [4.0, 2.0] is an empty range"],
        ),
        (
            "within: [2.0, 4.0]",
            "within: [2.0, 4.0]\n    above: 1.0",
            ["centre: declare exactly one of margin", "within, above"],
        ),
        ("    within: [2.0, 4.0]\n", "", ["centre: declare exactly one of margin", "found: none"]),
        (
            "margin: {absolute: 0.2}",
            "margin: {absolute: 0.2, relative: 0.1}",
            ["margin: declare exactly one of absolute and relative"],
        ),
        (
            "margin: {absolute: 0.2}",
            "margin: {}",
            ["on-theory.margin: declare exactly one of absolute and relative"],
        ),
        (
            "stop: 1.0, points: 5}",
            "stop: 1.0, points: 1}",
            ["line.theory.x.points: must be at least 2 (found 1)"],
        ),
        (
            "stop: 1.0, points: 5}",
            "stop: 1.0, points: 5, spacing: log}",
            ["line.theory.x: start 0.0 and stop 1.0 span no log range"],
        ),
        (
            "scales: [laptop]",
            "scales: [desktop]",
            [
                "claims.shrink.scales[0]: must be 'smoke', 'laptop', 'paper' or 'beyond' "
                "(found 'desktop')"
            ],
        ),
        ("scales: [laptop]", "scales: []", ["claims.shrink.scales: must not be empty"]),
        (
            "values: {centre: 3.0}",
            "values: {centre: .nan}",
            ["toy2020/experiments.yaml: cloud.values.centre: is not a number (found nan)"],
        ),
        ("reads: [powers]", "reads: []", ["toy2020/figures/powers.yaml: reads: must not be empty"]),
        (
            "margin: {absolute: 0.2}",
            "margin: {absolute: -0.2}",
            ["margin.absolute: must be greater than 0"],
        ),
        (
            "year: 2020",
            "year: soon",
            ["toy2020/paper.yaml: year: must be a whole number (found 'soon')"],
        ),
        ("venue: A test\n", "", ["venue: is missing"]),
        (
            "smoke: {size: 10",
            "smoke: {sise: 10",
            ["toy2020/experiments.yaml: line.smoke: unknown value 'sise'. Did you mean size"],
        ),
        (
            "smoke: {size: 10",
            "smoke: {size: [10, 20]",
            ["line.smoke.size: is one value, not a list (found [10, 20]); run it once for each"],
        ),
        (
            "values: {centre: 3.0}",
            "values: {centre: 3.0}\n  sources: {recalled: [center]}",
            ["cloud: sources: unknown value 'center'. Did you mean centre?"],
        ),
        (
            "values: {centre: 3.0}",
            "values: {centre: 3.0}\n  sources: {recalled: [centre], code: [centre]}",
            ["cloud: sources: names centre twice"],
        ),
        (
            "values: {centre: 3.0}",
            "values: {centre: 3.0}\n  sources: {guessed: [centre]}",
            [
                "cloud.sources.guessed: must be 'document', 'code', 'told', 'recalled', 'derived' "
                "or 'ours'"
            ],
        ),
    ],
)
def test_a_wrong_declaration_gets_one_line_that_names_it(
    papers: Path, before: str, after: str, parts: list[str]
) -> None:
    (file,) = (path for name in FILES if before in (path := papers / "toy2020" / name).read_text())
    text = file.read_text()
    assert text.count(before) == 1
    file.write_text(text.replace(before, after))
    message = refusal({}, papers)
    assert message.startswith(f"toy2020/{file.relative_to(papers / 'toy2020')}: ")
    for part in parts:
        assert part in message


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("- a list\n", ": must be a mapping"),
        ("title: [never closed\n", ", line 2: is not valid YAML: "),
        ("", ": must be a mapping"),
    ],
)
def test_a_declaration_that_is_no_mapping_or_no_yaml_is_named(
    papers: Path, name: str, text: str, says: str
) -> None:
    (papers / "toy2020" / name).write_text(text)
    assert refusal({}, papers).startswith(f"toy2020/{name}{says}")


def test_a_file_that_is_missing_is_named(papers: Path) -> None:
    (papers / "toy2020/experiments.yaml").unlink()
    assert refusal({}, papers).startswith("toy2020/experiments.yaml is missing")


def test_a_figure_that_the_paper_does_not_list_is_named(papers: Path) -> None:
    shutil.copy(TOY / "figures/lines.yaml", papers / "toy2020/figures/more.yaml")
    assert refusal({}, papers) == (
        "toy2020/figures/more.yaml: toy2020/paper.yaml does not list more under figures"
    )


def test_claims_that_come_out_with_one_id_are_named(papers: Path) -> None:
    folder = papers / "toy2020"
    text = (folder / "figures/line-and-cloud.yaml").read_text()
    (folder / "figures/line-and-cloud.yaml").unlink()
    (folder / "figures/lines-on.yaml").write_text(text.replace("  centre:\n", "  theory:\n"))
    paper = (folder / "paper.yaml").read_text()
    (folder / "paper.yaml").write_text(paper.replace("line-and-cloud]", "lines-on]"))
    assert refusal({}, papers) == (
        "toy2020/figures/lines-on.yaml: claims.theory: its full id is lines-on-theory, "
        "which toy2020/figures/lines.yaml: claims.on-theory already has"
    )


def test_a_folder_that_cannot_be_a_key_is_named(papers: Path) -> None:
    (papers / "toy2020").rename(papers / "Toy-2020")
    assert "Toy-2020" in refusal({}, papers)


def test_figures_have_the_order_of_their_paper(papers: Path) -> None:
    assert tuple(load({}, papers).papers["toy2020"].figures) == FIGURES

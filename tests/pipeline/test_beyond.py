"""The scale past the papers' sizes: the figures that declare it and nothing else, and one clear
answer to the others.
"""

from pathlib import Path

import pytest

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import PAPERS, load
from feature_learning.pipeline.declare.targets import unknown_target
from feature_learning.pipeline.rules import Rules

ROOT = PAPERS.parents[2]
BEYOND = load({"scale": "beyond"})
FIGURES = {
    "background": {"bg1"},
    "dandi2023": {"figure-1", "stairway-bottom", "notebook-circles", "fig1"},
    "mousavi2022": {"prop-a"},
}


@pytest.fixture
def rules(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def at(**config):
        return Rules(load({"scale": "beyond", **config}), ROOT)

    return at


def test_the_scale_has_the_figures_that_declare_it():
    assert {key: set(paper.figures) for key, paper in BEYOND.papers.items()} == FIGURES


@pytest.mark.parametrize("scale", ["smoke", "laptop", "paper"])
def test_every_other_scale_has_every_figure(scale):
    catalogue = load({"scale": scale})
    assert catalogue.absent == []
    assert all(
        set(paper.figures) >= FIGURES.get(key, set()) and paper.figures
        for key, paper in catalogue.papers.items()
    )


def test_what_no_figure_of_it_reads_is_left_out():
    for paper in BEYOND.papers.values():
        assert {read for figure in paper.figures.values() for read in figure.reads} == set(
            paper.experiments
        )
        assert all(
            any(claim.startswith(f"{figure}-") for figure in paper.figures)
            for claim in paper.claims
        )


def test_where_there_is_a_method_it_is_the_reduced_one_there():
    found = set()
    for paper in BEYOND.papers.values():
        for name, experiment in paper.experiments.items():
            if "method" in experiment.fixed:
                found.add(name)
                assert experiment.fixed["method"] == "reduced"
    assert len(found) == 12


def test_aggregates_ask_for_nothing_else(rules):
    asked = rules()
    made = [file for key in asked.catalogue.papers for file in asked.paper_files(key)]
    assert {Path(file).name for file in made if file.endswith(".png")} == {
        f"{name}.png" for names in FIGURES.values() for name in names
    }
    assert all("/beyond/" in file for file in made)


@pytest.mark.parametrize("target", ["mei2019", "mei2019/fig2", "dandi2023/fig5"])
def test_a_figure_that_the_scale_lacks_gets_one_message(rules, target):
    said = unknown_target(rules().catalogue, f"figures/{target}")
    assert said.startswith(
        f"figures/{target} is not drawn at the scale beyond, which has: "
        "background/bg1, dandi2023/figure-1,"
    )
    assert "\n" not in said


def test_a_misspelt_figure_gets_the_nearest_names(rules):
    assert (
        "no target figures/dandi2023/fgi1. Did you mean figures/dandi2023/fig1"
        in unknown_target(rules().catalogue, "figures/dandi2023/fgi1")
    )


def test_papers_without_a_figure_there_are_refused(rules):
    with pytest.raises(
        UserError, match=r"papers: none of ba2022, mei2019 has a figure at the scale beyond"
    ):
        rules(papers=["mei2019", "ba2022"])
    assert set(rules(papers=["mei2019", "dandi2023"]).catalogue.papers) == {"dandi2023"}

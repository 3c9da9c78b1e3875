"""Every paper: what it declares, it has."""

import importlib
import inspect

import pytest

from feature_learning.pipeline.declare.catalogue import PAPERS, load, paper_keys
from feature_learning.pipeline.declare.schema import SCALES

CATALOGUE = load({})


@pytest.mark.parametrize("paper", paper_keys())
def test_claims_and_their_functions_match_one_to_one(paper):
    module = importlib.import_module(f"feature_learning.papers.{paper}.claims")
    functions = {
        name
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__.startswith(module.__name__) and not name.startswith("_")
    }
    assert functions == {claim.replace("-", "_") for claim in CATALOGUE.papers[paper].claims}


@pytest.mark.parametrize("paper", paper_keys())
def test_every_figure_has_a_module_and_every_experiment_is_drawn(paper):
    declared = CATALOGUE.papers[paper]
    for figure in declared.figures:
        module = importlib.import_module(f"feature_learning.papers.{paper}.figures.{figure.replace('-', '_')}")
        assert list(inspect.signature(module.draw).parameters) == ["tables", "figure"]
    assert {read for figure in declared.figures.values() for read in figure.reads} == set(declared.experiments)


@pytest.mark.parametrize("paper", paper_keys())
def test_experiments_and_theory_have_their_functions(paper):
    theory = importlib.import_module(f"feature_learning.papers.{paper}.theory")
    for name, experiment in CATALOGUE.papers[paper].experiments.items():
        if experiment.seeds:
            module = importlib.import_module(f"feature_learning.papers.{paper}.{name}")
            assert list(inspect.signature(module.sample).parameters) == ["setting", "rng"]
            assert list(inspect.signature(module.train).parameters) == ["setting", "instance", "rng", "device"]
        assert (experiment.theory is not None) == hasattr(theory, name)


@pytest.mark.parametrize("paper", paper_keys())
def test_files_are_short_lined_and_name_their_schema(paper):
    for name in ("paper", "experiments", "figures"):
        lines = (PAPERS / paper / f"{name}.yaml").read_text().splitlines()
        assert lines[0] == f"# yaml-language-server: $schema=../../../../docs/schema/{name}.json"
        assert max(map(len, lines)) <= 100
    assert len((PAPERS / paper / "paper.yaml").read_text().splitlines()) < 60


@pytest.mark.parametrize("scale", SCALES)
def test_theory_covers_the_simulation_s_points(scale):
    catalogue = load({"scale": scale})
    for paper, declared in catalogue.papers.items():
        for name, experiment in declared.experiments.items():
            if experiment.seeds and experiment.theory is not None:
                for simulated, predicted in zip(catalogue.settings(paper, name), catalogue.theory_settings(paper, name), strict=True):
                    for variable, values in simulated.grid.items():
                        assert set(values) <= set(predicted.grid[variable])


@pytest.mark.parametrize("paper", paper_keys())
def test_what_a_paper_is_said_to_say_is_quoted(paper):
    unquoted = [name for name, claim in CATALOGUE.papers[paper].claims.items() if claim.basis == "paper" and not claim.quote]
    assert not unquoted


def test_the_laptop_scale_stays_within_its_number_of_runs():
    pairs = sum(
        len(CATALOGUE.settings(paper, name)) * experiment.seeds
        for paper, declared in CATALOGUE.papers.items()
        for name, experiment in declared.experiments.items()
    )
    assert pairs <= 1700  # each costs 0.15 s of CPU beyond its science

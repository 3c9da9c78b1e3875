"""Every paper: what it declares, it has."""

import importlib
import inspect

from feature_learning.pipeline.declare.catalogue import PAPERS, load
from feature_learning.pipeline.declare.schema import SCALES

CATALOGUE = load({})
FILES = ("paper", "experiments", "figures")


def module(*parts):
    return importlib.import_module(".".join(["feature_learning.papers", *parts]))


def takes(function):
    return list(inspect.signature(function).parameters)


def test_claims_and_their_functions_match_one_to_one():
    for key, paper in CATALOGUE.papers.items():
        claims = module(key, "claims")
        functions = {
            name
            for name, function in inspect.getmembers(claims, inspect.isfunction)
            if function.__module__.startswith(claims.__name__) and not name.startswith("_")
        }
        assert functions == {claim.replace("-", "_") for claim in paper.claims}, key


def test_every_figure_has_a_module_and_every_experiment_is_drawn():
    for key, paper in CATALOGUE.papers.items():
        for figure in paper.figures:
            assert takes(module(key, "figures", figure.replace("-", "_")).draw) == ["tables", "figure"], (key, figure)
        assert {read for figure in paper.figures.values() for read in figure.reads} == set(paper.experiments), key


def test_experiments_and_theory_have_their_functions():
    for key, paper in CATALOGUE.papers.items():
        for name, experiment in paper.experiments.items():
            if experiment.seeds:
                assert takes(module(key, name).sample) == ["setting", "rng"], (key, name)
                assert takes(module(key, name).train) == ["setting", "instance", "rng", "device"], (key, name)
            assert (experiment.theory is not None) == hasattr(module(key, "theory"), name), (key, name)


def test_files_are_short_lined_and_name_their_schema():
    for path in (PAPERS / key / f"{name}.yaml" for key in CATALOGUE.papers for name in FILES):
        lines = path.read_text().splitlines()
        assert lines[0] == f"# yaml-language-server: $schema=../../../../docs/schema/{path.stem}.json", path
        assert max(map(len, lines)) <= 100, path


def test_theory_covers_the_simulation_s_points():
    for catalogue in (load({"scale": scale}) for scale in SCALES):
        for key, paper in catalogue.papers.items():
            for name, experiment in paper.experiments.items():
                if experiment.seeds and experiment.theory is not None:
                    settings, predicted = (read(key, name) for read in (catalogue.settings, catalogue.theory_settings))
                    for setting, at in zip(settings, predicted, strict=True):
                        for variable, values in setting.grid.items():
                            assert set(values) <= set(at.grid[variable]), (setting, variable)


def test_what_a_paper_is_said_to_say_is_quoted():
    claims = [(key, *item) for key, paper in CATALOGUE.papers.items() for item in paper.claims.items()]
    assert [(key, name) for key, name, claim in claims if claim.basis == "paper" and not claim.quote] == []


def test_the_laptop_scale_stays_within_its_number_of_runs():
    pairs = sum(
        len(CATALOGUE.settings(paper, name)) * experiment.seeds
        for paper, declared in CATALOGUE.papers.items()
        for name, experiment in declared.experiments.items()
    )
    assert pairs <= 1700  # each costs 0.15 s of CPU beyond its science

"""Every paper: what it declares, it has."""

import importlib
import inspect
import re
from pathlib import Path

from feature_learning.core.experiment import Experiment
from feature_learning.pipeline.declare.catalogue import PAPERS, load
from feature_learning.pipeline.declare.config import SCALES
from feature_learning.pipeline.declare.functions import identifier

CATALOGUE = load({})
FILES = ("paper", "experiments")


def module(*parts):
    return importlib.import_module(".".join(["feature_learning.papers", *parts]))


def takes(function):
    return list(inspect.signature(function).parameters)


def modules(key, folder):
    return {path.stem for path in (PAPERS / key / folder).glob("[!_]*.py")}


_SAID = re.compile(r"claims?( on the \w+)? accepts?|claims?['s]* region|regions? of the claims?")


def test_a_figure_that_speaks_of_what_a_claim_accepts_reads_it_from_the_claim():
    for key, paper in CATALOGUE.papers.items():
        for name, figure in paper.figures.items():
            said = " ".join(f"{figure.caption} {figure.notes}".split())
            text = Path(inspect.getfile(module(key, "figures", identifier(name)))).read_text()
            assert bool(_SAID.search(said)) == (".region(" in text), f"{key}/{name}"


def test_every_figure_has_a_module_and_every_experiment_is_drawn():
    for key, paper in CATALOGUE.papers.items():
        assert modules(key, "figures") == set(map(identifier, paper.figures)), key
        for figure in paper.figures:
            assert takes(module(key, "figures", identifier(figure)).draw) == ["tables", "figure"], (
                key,
                figure,
            )
        assert {read for figure in paper.figures.values() for read in figure.reads} == set(
            paper.experiments
        ), key


def test_every_class_of_an_experiment_has_the_stages_that_are_declared():
    for key, paper in CATALOGUE.papers.items():
        used = set()
        for name, design in paper.experiments.items():
            place = CATALOGUE.definition(key, name)
            used.add(place.module)
            own = getattr(module(key, place.module), place.name)
            assert issubclass(own, Experiment), (key, name)
            assert not design.seeds or own.simulate is not Experiment.simulate, (key, name)
            predicts = own.predict is not Experiment.predict
            assert predicts >= (design.theory is not None), (key, name)
        assert used == {f"experiments.{name}" for name in modules(key, "experiments")}, key


def test_files_are_short_lined_and_name_their_schema():
    figures = sorted(PAPERS.glob("*/figures/*.yaml"))
    others = [PAPERS / key / f"{name}.yaml" for key in CATALOGUE.papers for name in FILES]
    for path in [*others, *figures]:
        form = (
            "../../../../../docs/schema/figure"
            if path in figures
            else (f"../../../../docs/schema/{path.stem}")
        )
        lines = path.read_text().splitlines()
        assert lines[0] == f"# yaml-language-server: $schema={form}.json", path
        assert max(map(len, lines)) <= 100, path


def test_theory_covers_the_simulation_s_points():
    for catalogue in (load({"scale": scale}) for scale in SCALES):
        for key, paper in catalogue.papers.items():
            for name, experiment in paper.experiments.items():
                if experiment.seeds and experiment.theory is not None:
                    settings, predicted = (
                        read(key, name) for read in (catalogue.settings, catalogue.theory_settings)
                    )
                    for setting, at in zip(settings, predicted, strict=True):
                        for variable, values in setting.grid.items():
                            assert all(value in at.grid[variable] for value in values), (
                                setting,
                                variable,
                            )


def test_a_claim_that_can_fail_names_what_one_would_see_then():
    without = [
        f"{key}/{name}"
        for key, paper in CATALOGUE.papers.items()
        for name, claim in paper.claims.items()
        if claim.rests_on != "regression" and claim.rival is None
    ]
    assert without == []


def test_the_laptop_scale_stays_within_its_number_of_runs():
    pairs = sum(
        len(CATALOGUE.settings(paper, name)) * experiment.seeds
        for paper, declared in CATALOGUE.papers.items()
        for name, experiment in declared.experiments.items()
    )
    assert pairs <= 2170  # each costs 0.15 s of CPU beyond its science

"""All papers at one scale, with the changes of the scale and the user, and the settings that
follow.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting, Value
from feature_learning.pipeline.declare import fields
from feature_learning.pipeline.declare.config import Config, checked
from feature_learning.pipeline.declare.declared import figures_of
from feature_learning.pipeline.declare.documents import Ledger, read_ledger
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.folders import PAPERS, papers_in
from feature_learning.pipeline.declare.functions import Definition, experiment_class
from feature_learning.pipeline.declare.messages import CONFIGURATION
from feature_learning.pipeline.declare.resolve import resolve
from feature_learning.pipeline.declare.schema import Paper, claims_of
from feature_learning.pipeline.declare.values import Range


@dataclass(frozen=True)
class Catalogue:
    """The papers of one configuration.

    Attributes
    ----------
    papers
        The selected papers by key, resolved for the scale with the overrides applied.
    lacking
        Why figures are left out that need values which overrides left out, by ``paper/figure``.
    not_covered
        Why theory says nothing about experiments whose values overrides changed, by
        ``paper/experiment``.
    folder, folders
        The project's folder of papers, and the folder of each paper, selected or not, by key.
    """

    config: Config
    papers: dict[str, Paper]
    folder: Path = PAPERS
    lacking: Mapping[str, str] = field(default_factory=dict)
    not_covered: Mapping[str, str] = field(default_factory=dict)
    folders: Mapping[str, Path] = field(default_factory=dict)

    @cached_property
    def ledger(self) -> Ledger:
        """The documents, and which claims test their statements; of papers that are not selected,
        and of figures that the scale does not have, the claims as they are declared.
        """
        claims = {key: claims_of(figures_of(folder)) for key, folder in self.folders.items()}
        for key, paper in self.papers.items():
            claims[key] |= paper.claims
        return read_ledger(claims, self.folders)

    @property
    def absent(self) -> list[str]:
        """The figures that the selected papers only have at other scales, as ``paper/figure``, or
        ``paper`` if that is all of them.
        """
        absent = []
        for key in self.config.selected(self.folders):
            here = self.papers[key].figures if key in self.papers else {}
            lacks = [f"{key}/{name}" for name in figures_of(self.folders[key]) if name not in here]
            absent += lacks if here else [key, *lacks]
        return absent

    @property
    def notes(self) -> list[str]:
        """Which figures are left out and which predictions do not exist, in sentences."""
        return [
            *(f"{name} is left out: {why}" for name, why in self.lacking.items()),
            *(f"{name} has no prediction: {why}" for name, why in self.not_covered.items()),
        ]

    def experiment(self, paper: str, experiment: str) -> Experiment:
        """Return one experiment."""
        return self.papers[paper].experiments[experiment]

    def settings(self, paper: str, experiment: str) -> list[Setting]:
        """Return the settings of an experiment's simulation, in the order of its sweep."""
        design = self.experiment(paper, experiment)
        return [self._setting(paper, experiment, swept, design.grid) for swept in _sweep(design)]

    def theory_settings(self, paper: str, experiment: str) -> list[Setting]:
        """Return the settings with theory's grid: its own points, to which the simulation's are
        always added.
        """
        design = self.experiment(paper, experiment)
        grid = {name: list(values) for name, values in design.grid.items()}
        for name, values in (design.theory or {}).items():
            own = values.values() if isinstance(values, Range) else values
            grid[name] = _together([*grid.get(name, []), *own])
        return [self._setting(paper, experiment, swept, grid) for swept in _sweep(design)]

    def _setting(
        self, paper: str, experiment: str, swept: Mapping[str, Value], grid: Mapping[str, Any]
    ) -> Setting:
        design = self.experiment(paper, experiment)
        points = {name: tuple(values) for name, values in grid.items()}
        return Setting(paper, experiment, swept, design.fixed, points, self.config.seed, design.run)

    @property
    def outside(self) -> list[Path]:
        """The folders outside the project that hold papers."""
        held = dict.fromkeys(folder.parent for folder in self.folders.values())
        return [folder for folder in held if folder != self.folder]

    def definition(self, paper: str, experiment: str) -> Definition:
        """Return the class of an experiment."""
        return experiment_class(experiment, self.experiment(paper, experiment).run)

    def draws(self, paper: str, experiment: str) -> bool:
        """Return whether an experiment has something to generate before training."""
        own = self.definition(paper, experiment)
        place = fields.module(self.folders[paper], own.module)
        return "generate" in fields.methods_of(place, own.name)


def _together(points: list[Any]) -> list[Any]:
    """Return different points, numbers in order."""
    found = [point for place, point in enumerate(points) if point not in points[:place]]
    return sorted(found) if all(isinstance(point, int | float) for point in found) else found


def _sweep(design: Experiment) -> list[dict[str, Value]]:
    return [
        dict(zip(design.sweep, point, strict=True))
        for point in itertools.product(*design.sweep.values())
    ]


def load(raw: Mapping[str, Any], papers: Path = PAPERS) -> Catalogue:
    """Return the papers that a configuration, as Snakemake passes it on, selects.

    Parameters
    ----------
    raw
        The configuration; each mistake in it, or in what it selects, gets one line.
    papers
        The project's folder of papers.
    """
    config = checked(raw)
    folders = papers_in(papers, config.paper_folders)
    chosen = config.selected(folders)
    resolved = {
        key: resolve(folders[key], config.scale, config.overrides.get(key, {})) for key in chosen
    }
    whole = Catalogue(config, resolved, papers, folders=folders)
    uncovered = {key: _not_covered(whole, key) for key in resolved}
    lacking = {
        f"{key}/{name}": "; ".join(lacks)
        for key, paper in resolved.items()
        for name, figure in paper.figures.items()
        if (lacks := list(figure.lacks(paper.experiments, uncovered[key])))
    }
    drawn = {
        key: paper.without(name for name in paper.figures if f"{key}/{name}" in lacking)
        for key, paper in resolved.items()
    }
    drawn = {key: paper for key, paper in drawn.items() if paper.figures}
    if not drawn:
        raise UserError(
            f"{CONFIGURATION}: papers: none of {', '.join(chosen)} has a figure at the scale "
            f"{config.scale}"
        )
    reasons = {
        f"{key}/{name}": why for key, found in uncovered.items() for name, why in found.items()
    }
    return Catalogue(config, drawn, papers, lacking, reasons, folders)


def _not_covered(catalogue: Catalogue, paper: str) -> dict[str, str]:
    """Return why theory does not cover the changed experiments of a paper, by their names."""
    changes = catalogue.config.overrides.get(paper, {}).get("experiments", {})
    if catalogue.folders[paper].parent != PAPERS:
        return {}  # modules of other folders cannot be imported yet
    found = {}
    for name in changes:
        design = catalogue.papers[paper].experiments.get(name)
        if design is not None and design.theory is not None and set(changes[name]) - {"seeds"}:
            # Imported here: without such changes no paper's theory is read.
            from feature_learning.pipeline.declare.uncovered import not_covered

            if reason := not_covered(catalogue.theory_settings(paper, name)):
                found[name] = reason
    return found


def paper_keys() -> list[str]:
    """Return the keys of the project's own papers."""
    return list(papers_in(PAPERS))

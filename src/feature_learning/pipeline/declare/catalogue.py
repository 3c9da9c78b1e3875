"""All papers at one scale, with the changes of the scale and the user, and the settings that
follow.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.core.setting import Setting, Value
from feature_learning.pipeline.declare.config import Config
from feature_learning.pipeline.declare.documents import Ledger, read_ledger
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.folders import PAPERS, papers_in
from feature_learning.pipeline.declare.functions import Function, draws, experiment_function
from feature_learning.pipeline.declare.looks import Looks
from feature_learning.pipeline.declare.messages import explain
from feature_learning.pipeline.declare.resolve import at_scale, resolve
from feature_learning.pipeline.declare.schema import Paper
from feature_learning.pipeline.declare.values import Range


@dataclass(frozen=True)
class Catalogue:
    """The papers of one configuration.

    Attributes
    ----------
    config
        The checked configuration.
    papers
        The selected papers by key, resolved for the scale with the overrides applied.
    absent
        Figures that the selected papers only have at other scales, as ``paper/figure``, or
        ``paper`` if that is all of them.
    folder
        The project's folder of papers.
    folders
        The folder of each paper, selected or not, by key.
    looks
        Which seeds were added after the run's verdicts had been read.
    ledger
        The documents, and which claims of all papers test their statements.
    """

    config: Config
    papers: dict[str, Paper]
    absent: tuple[str, ...] = ()
    folder: Path = PAPERS
    folders: Mapping[str, Path] = field(default_factory=dict)
    looks: Looks = field(default_factory=Looks)
    ledger: Ledger = field(default_factory=lambda: Ledger({}, {}, {}))

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

    def function(self, paper: str, experiment: str) -> Function:
        """Return the function of an experiment."""
        return experiment_function(experiment, self.experiment(paper, experiment).run)

    def draws(self, paper: str, experiment: str) -> bool:
        """Return whether an experiment has something to generate before training."""
        return draws(self.function(paper, experiment), self.folders[paper])


def _together(points: list[Any]) -> list[Any]:
    """Return different points, numbers in order."""
    found = [point for place, point in enumerate(points) if point not in points[:place]]
    return sorted(found) if all(isinstance(point, int | float) for point in found) else found


def _sweep(design: Experiment) -> list[dict[str, Value]]:
    return [
        dict(zip(design.sweep, point, strict=True))
        for point in itertools.product(*design.sweep.values())
    ]


def load(
    raw: Mapping[str, Any],
    papers: Path = PAPERS,
    source: str = "configuration",
    results: Path | None = None,
) -> Catalogue:
    """Check a configuration and resolve the papers that it selects.

    Parameters
    ----------
    raw
        The configuration as Snakemake passes it on.
    papers
        The folder of the papers.
    source
        What messages call it.
    results
        The folder of all results, if seeds that were added to the run count.

    Raises
    ------
    UserError
        One line per mistake, with the file, the key, the value and what is allowed.
    """
    try:
        config = Config.model_validate(dict(raw))
    except ValidationError as error:
        raise UserError(explain(error, source)) from None
    folders = papers_in(papers, config.paper_folders, source)
    known = list(folders)
    chosen = known if config.papers == "all" else list(dict.fromkeys(config.papers))
    for where, names in (("papers", chosen), ("overrides", config.overrides)):
        for name in names:
            if name not in known:
                raise UserError(
                    f"{source}: {where}: unknown paper {name!r}.{did_you_mean(name, known)}"
                )
    resolved = {
        key: resolve(folders[key], config.scale, config.overrides.get(key, {}), source)
        for key in known
    }
    there = {
        key: at_scale(resolved[key], folders[key], config.scale) for key in known if key in chosen
    }
    if not any(paper.figures for paper in there.values()):
        raise UserError(
            f"{source}: papers: none of {', '.join(chosen)} has a figure at the scale "
            f"{config.scale}"
        )
    absent = [key for key, paper in there.items() if not paper.figures]
    absent += [
        f"{key}/{name}"
        for key, paper in there.items()
        for name in resolved[key].figures
        if name not in paper.figures
    ]
    drawn = {key: paper for key, paper in there.items() if paper.figures}
    looks = Looks() if results is None else Looks.read(results / config.run)
    return Catalogue(
        config,
        _with_added_seeds(drawn, looks, f"results/{config.run}/looks.json"),
        tuple(absent),
        papers,
        folders,
        looks,
        read_ledger(resolved, folders),
    )


def _with_added_seeds(papers: dict[str, Paper], looks: Looks, place: str) -> dict[str, Paper]:
    """Return the papers with the seeds of the last look.

    Raises
    ------
    UserError
        More seeds are declared now than at the first look: what was looked at is not what is
        declared.
    """
    found = dict(papers)
    for name, seeds in looks.seeds.items():
        paper, _, experiment = name.partition("/")
        design = found[paper].experiments.get(experiment) if paper in found else None
        if design is None:
            continue
        if design.seeds != looks.states[0][name]:
            raise UserError(
                f"{place}: {name} had {looks.states[0][name]} seeds at its first look and now "
                f"declares {design.seeds}. "
                "Remove the file to begin with the declared seeds, which is a first look again"
            )
        experiments = {
            **found[paper].experiments,
            experiment: design.model_copy(update={"seeds": seeds}),
        }
        found[paper] = found[paper].model_copy(update={"experiments": experiments})
    return found


def paper_keys() -> list[str]:
    """Return the keys of the project's own papers."""
    return list(papers_in(PAPERS, [], ""))

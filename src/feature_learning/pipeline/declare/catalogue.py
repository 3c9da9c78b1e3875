"""All papers at one scale: what was declared, what the scale and the user change, and the settings that follow."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

import feature_learning.papers
from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.core.setting import Scalar, Setting
from feature_learning.pipeline.declare.messages import explain
from feature_learning.pipeline.declare.schema import SCALES, Config, DeclaredPaper, Experiment, Paper, Range

PAPERS = Path(feature_learning.papers.__file__).parent
_TABLES = ("sweep", "grid", "fixed", "theory")


@dataclass(frozen=True)
class Catalogue:
    """The papers of one configuration.

    Attributes
    ----------
    config
        The checked configuration.
    papers
        Selected papers by key, resolved for the scale with the overrides applied: what they have at that scale.
    absent
        Figures that selected papers have at other scales alone, as ``paper/figure``, or ``paper`` where that is all of it.
    """

    config: Config
    papers: dict[str, Paper]
    absent: tuple[str, ...] = ()

    @property
    def together(self) -> dict[str, Paper]:
        """The papers of ``figures/all`` and of the gallery: all that do not stand apart."""
        return {key: paper for key, paper in self.papers.items() if not paper.apart}

    def experiment(self, paper: str, experiment: str) -> Experiment:
        """Return one experiment."""
        return self.papers[paper].experiments[experiment]

    def settings(self, paper: str, experiment: str) -> list[Setting]:
        """Return the settings of an experiment's simulation, in the order of its sweep."""
        design = self.experiment(paper, experiment)
        return [_setting(paper, experiment, swept, design, design.grid) for swept in _sweep(design)]

    def theory_settings(self, paper: str, experiment: str) -> list[Setting]:
        """Return the settings with theory's grid: its own points and, always, the simulation's."""
        design = self.experiment(paper, experiment)
        grid = {name: list(values) for name, values in design.grid.items()}
        for name, values in (design.theory or {}).items():
            own = values.values() if isinstance(values, Range) else values
            points = dict.fromkeys([*grid.get(name, []), *own])
            grid[name] = sorted(points) if all(isinstance(p, int | float) for p in points) else list(points)  # type: ignore[type-var]
        return [_setting(paper, experiment, swept, design, grid) for swept in _sweep(design)]


def _sweep(design: Experiment) -> list[dict[str, Scalar]]:
    return [dict(zip(design.sweep, point, strict=True)) for point in itertools.product(*design.sweep.values())]


def _setting(paper: str, experiment: str, swept: Mapping[str, Scalar], design: Experiment, grid: Mapping[str, Any]) -> Setting:
    return Setting(paper, experiment, swept, design.fixed, {name: tuple(values) for name, values in grid.items()})


def load(raw: Mapping[str, Any], papers: Path = PAPERS, source: str = "config.yaml") -> Catalogue:
    """Check a configuration and resolve the papers that it selects.

    Parameters
    ----------
    raw
        The configuration as Snakemake hands it over.
    papers
        The folder of the papers.
    source
        The file to name in messages.

    Raises
    ------
    UserError
        One line for each thing that is wrong: the key, the value, what is allowed.
    """
    try:
        config = Config.model_validate(dict(raw))
    except ValidationError as error:
        raise UserError(explain(error, source)) from None
    known = paper_keys(papers)
    for key in known:
        if not re.fullmatch("[a-z0-9]+", key) or key == "all":
            raise UserError(f"papers/{key}: is no key for a paper: small letters and digits, as in mei2019")
    chosen = known if config.papers == "all" else list(dict.fromkeys(config.papers))
    for where, names in (("papers", chosen), ("overrides", config.overrides)):
        for name in names:
            if name not in known:
                raise UserError(f"{source}: {where}: unknown paper {name!r}.{did_you_mean(name, known)}")
    resolved = {key: _resolve(papers / key / "paper.yaml", config.scale, config.overrides.get(key, {}), source) for key in known}
    there = {key: _at_scale(resolved[key], papers / key / "paper.yaml", config.scale) for key in known if key in chosen}
    if not any(paper.figures for paper in there.values()):
        raise UserError(f"{source}: papers: none of {', '.join(chosen)} has a figure at the scale {config.scale}")
    absent = [key for key, paper in there.items() if not paper.figures]
    absent += [f"{key}/{name}" for key, paper in there.items() for name in resolved[key].figures if name not in paper.figures]
    return Catalogue(config, {key: paper for key, paper in there.items() if paper.figures}, tuple(absent))


@cache
def paper_keys(papers: Path = PAPERS) -> list[str]:
    """Return the keys of all papers: the folders that hold a ``paper.yaml``."""
    return sorted(path.parent.name for path in papers.glob("*/paper.yaml"))


@cache
def _declared(path: Path) -> dict[str, Any]:
    source = f"{path.parent.name}/paper.yaml"
    try:
        raw = yaml.load(path.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        raise UserError(f"{source} is no YAML: {' '.join(str(error).split())}") from None
    try:
        DeclaredPaper.model_validate(raw)
    except ValidationError as error:
        raise UserError(explain(error, source)) from None
    for name, experiment in raw["experiments"].items():
        for scale in SCALES:
            _check_like(experiment, experiment.get(scale) or {}, f"{source}: experiments.{name}.{scale}")
    return raw


def _resolve(path: Path, scale: str, override: Any, source: str) -> Paper:
    raw = _declared(path)
    place = f"{source}: overrides.{path.parent.name}"
    experiments = {}
    for name, declared in raw["experiments"].items():
        base = {key: value for key, value in declared.items() if key not in SCALES}
        experiments[name] = _merge(base, declared.get(scale) or {})
    tree = {**raw, "experiments": experiments}
    if override:
        _check_override(tree, override, place)
        tree = _merge(tree, override)
    try:
        return Paper.model_validate(tree)
    except ValidationError as error:
        raise UserError(explain(error, place if override else f"{path.parent.name}/paper.yaml")) from None


def _at_scale(paper: Paper, path: Path, scale: str) -> Paper:
    """Return what a paper has at a scale: at ``beyond`` the experiments that declare it, the figures that read them alone, their claims."""
    if scale != "beyond":
        return paper
    declared = _declared(path)["experiments"]
    figures = {
        name: figure for name, figure in paper.figures.items() if all(declared[read].get(scale) is not None for read in figure.reads)
    }
    reads = {read for figure in figures.values() for read in figure.reads}
    experiments = {name: experiment for name, experiment in paper.experiments.items() if name in reads}
    claims = {name: claim for name, claim in paper.claims.items() if claim.figure in figures}
    return paper.model_copy(update={"experiments": experiments, "figures": figures, "claims": claims})


def _merge(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Merge mappings by key; everything else is replaced. A range gives way to a list, and the other way round, whole."""
    merged = dict(base)
    for key, value in change.items():
        nested = isinstance(value, dict) and isinstance(merged.get(key), dict) and "start" not in value
        merged[key] = _merge(merged[key], value) if nested else value
    return merged


def _check_override(tree: Mapping[str, Any], override: Any, place: str) -> None:
    """An override changes what is declared: every name in it must exist, every value be of the declared sort."""
    if not isinstance(override, dict):
        raise UserError(f"{place}: must be a mapping in the form of paper.yaml (found {override!r})")
    for part, names in override.items():
        if part not in ("experiments", "figures", "claims"):
            raise UserError(f"{place}: unknown key {part!r}.{did_you_mean(part, ('experiments', 'figures', 'claims'))}")
        if not isinstance(names, dict):
            raise UserError(f"{place}.{part}: must be a mapping of names to changes (found {names!r})")
        for name, change in names.items():
            if name not in tree[part]:
                raise UserError(f"{place}.{part}: unknown {part[:-1]} {name!r}.{did_you_mean(name, tree[part])}")
            if part == "experiments":
                _check_like(tree[part][name], change, f"{place}.{part}.{name}")


def _check_like(declared: Mapping[str, Any], change: Any, place: str) -> None:
    """A changed value must be of the declared sort: known by name, text for text, whole for whole, positive for positive."""
    if not isinstance(change, dict):
        raise UserError(f"{place}: must be a mapping of sweep, grid, fixed, seeds or theory (found {change!r})")
    for table in _TABLES:
        known = declared.get(table) or {}
        changes = change.get(table, {})
        if not isinstance(changes, dict):
            raise UserError(f"{place}.{table}: must be a mapping of names to values (found {changes!r})")
        for name, value in changes.items():
            if name not in known:
                raise UserError(f"{place}.{table}: unknown value {name!r}.{did_you_mean(name, known)}")
            _check_values(_flat(known[name]), _flat(value), f"{place}.{table}.{name}", isinstance(value, list))


def _flat(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [float(value[key]) for key in ("start", "stop") if isinstance(value.get(key), int | float)]
    return value if isinstance(value, list) else [value]


def _check_values(before: list[Any], after: list[Any], place: str, many: bool) -> None:
    numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in before)
    for position, value in enumerate(after):
        here = f"{place}[{position}]" if many else place
        if isinstance(value, str) and numeric:
            try:
                float(value)
            except ValueError:
                raise UserError(f"{here}: must be a number like {before[0]!r} (found {value!r})") from None
            raise UserError(
                f"{here}: {value!r} is text, not a number. YAML reads 1e-3 as text: write 1.0e-3 (or 1.0e+3). Values nested in "
                "--config are always text: put them under overrides in config.yaml or in a file given to --configfile"
            )
        if not numeric or isinstance(value, bool) or not isinstance(value, int | float):
            if type(value) is not type(before[0]):
                raise UserError(f"{here}: must be of the sort of {before[0]!r} (found {value!r})")
            continue
        if all(isinstance(old, int) for old in before) and not isinstance(value, int):
            raise UserError(f"{here}: must be a whole number like {before[0]!r} (found {value!r})")
        if all(old > 0 for old in before) and value <= 0:
            raise UserError(f"{here}: must be positive like {before[0]!r} (found {value!r})")

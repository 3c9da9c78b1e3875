"""Read and check the three files of a paper, and resolve them for a scale with the user's changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.pipeline.declare.bounds import broken, tables
from feature_learning.pipeline.declare.changes import check_like, check_override, merged
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.messages import explain
from feature_learning.pipeline.declare.schema import FILES, SCALES, Paper, claim_id
from feature_learning.pipeline.declare.values import with_texts

_PARTS = ("paper", "experiments", "figures")


def _declared(folder: Path) -> dict[str, Any]:
    """Read the three files of a paper into one tree; each file is checked on its own."""
    files = (folder / f"{name}.yaml" for name in _PARTS)
    return _checked(folder, tuple(file.stat().st_mtime_ns for file in files if file.is_file()))


@lru_cache(maxsize=256)
def _checked(folder: Path, written: tuple[int, ...]) -> dict[str, Any]:
    """Return the declarations of files last written at these times: a notebook outlives an edit."""
    parts = {name: _read(folder / f"{name}.yaml", name) for name in _PARTS}
    for name, experiment in parts["experiments"].items():
        for scale in SCALES:
            place = f"{folder.name}/experiments.yaml: {name}.{scale}"
            check_like(experiment, experiment.get(scale) or {}, place)
    return {**parts["paper"], "experiments": parts["experiments"], "figures": parts["figures"]}


def _read(path: Path, name: str) -> dict[str, Any]:
    source = f"{path.parent.name}/{path.name}"
    if not path.is_file():
        raise UserError(f"{source} is missing: a paper needs paper.yaml, experiments.yaml and figures.yaml")
    try:
        raw = yaml.load(path.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        raise UserError(f"{source} is not valid YAML: {' '.join(str(error).split())}") from None
    try:
        raw = with_texts(raw, f"{source}: ")
        FILES[name].validate_python(raw)
    except ValidationError as error:
        raise UserError(explain(error, source)) from None
    return dict(raw)


def resolve(folder: Path, scale: str, override: Any, source: str) -> Paper:
    """Return a paper at a scale, with the changes of a configuration.

    Parameters
    ----------
    folder
        The paper's folder.
    scale
        The scale.
    override
        What the configuration changes in this paper.
    source
        The configuration's file, for messages.

    Raises
    ------
    UserError
        One line per mistake, with the file, the key, the value and what is allowed.
    """
    raw = _declared(folder)
    place = f"{source}: overrides.{folder.name}"
    experiments = {}
    for name, declared in raw["experiments"].items():
        base = {key: value for key, value in declared.items() if key not in SCALES}
        experiments[name] = merged(base, declared.get(scale) or {})
    tree = {**raw, "experiments": experiments}
    override = with_texts(override, place)
    if override:
        check_override(tree, override, place)
        tree = merged(tree, override)
    try:
        paper = Paper.model_validate(tree)
    except ValidationError as error:
        at = place if override else f"{folder.name} at the scale {scale}"
        raise UserError(explain(error, at)) from None
    layers = _Layers(folder, raw["experiments"], scale, override or {}, place)
    wrong = [*_wrong_figures(paper, folder.name), *layers.out_of_bounds(paper)]
    if wrong:
        raise UserError("\n".join(wrong))
    return paper


def _wrong_figures(paper: Paper, key: str) -> Iterator[str]:
    """Yield a message for each figure that reads an unknown experiment, and for each pair of claims with one id."""
    ids: dict[str, str] = {}
    for name, figure in paper.figures.items():
        for read in figure.reads:
            if read not in paper.experiments:
                near = did_you_mean(read, paper.experiments)
                yield f"{key}/figures.yaml: {name}.reads: unknown experiment {read!r}.{near}"
        for claim in figure.claims:
            full = claim_id(name, claim)
            if full in ids:
                here = f"{key}/figures.yaml: {name}.claims.{claim}"
                yield f"{here}: its full id is {full}, which {ids[full]} already has"
            ids[full] = f"{name}.claims.{claim}"


@dataclass(frozen=True)
class _Layers:
    """Where each value of a resolved paper was written: in an override, for the scale, or for all scales."""

    folder: Path
    declared: Mapping[str, Any]
    scale: str
    override: Mapping[str, Any]
    place: str

    def out_of_bounds(self, paper: Paper) -> Iterator[str]:
        """Yield a message for each value that breaks its bounds, naming the place that was changed last."""
        for name, design in paper.experiments.items():
            for one in broken(design):
                depth, at = self._written(name, design, one.name, one.value)
                if one.said:
                    yield f"{at}: {one.said}"
                    continue
                if not one.other:
                    yield f"{at}: must be {one.must} (found {one.value!r})"
                    continue
                other_depth, other_at = self._written(name, design, one.other, one.against)
                if other_depth < depth:
                    said = f"{one.name} = {one.value!r} must be {one.must}"
                    yield f"{other_at}: {said} (found {one.other} = {one.against!r})"
                else:
                    yield f"{at}: must be {one.must} = {one.against!r} (found {one.value!r})"

    def _written(self, name: str, design: Experiment, value: str, found: Any) -> tuple[int, str]:
        """Return the layer (0 for the override) and the place where a value was written."""
        change = self.override.get("experiments", {}).get(name, {})
        own, file = self.declared[name], f"{self.folder.name}/experiments.yaml: {name}"
        trees = (change, own.get(self.scale) or {}, own)
        at = (f"{self.place}.experiments.{name}", f"{file}.{self.scale}", file)
        table = next(table for table, known in tables(design).items() if found in known.get(value, []))
        depth = next(depth for depth, tree in enumerate(trees) if value in (tree.get(table) or {}))
        return depth, f"{at[depth]}.{table}.{value}"


def at_scale(paper: Paper, folder: Path, scale: str) -> Paper:
    """Return what a paper has at a scale: at ``beyond``, only experiments that declare it and figures that read only these."""
    if scale != "beyond":
        return paper
    declared = _declared(folder)["experiments"]
    figures = {
        name: figure for name, figure in paper.figures.items() if all(declared[read].get(scale) is not None for read in figure.reads)
    }
    reads = {read for figure in figures.values() for read in figure.reads}
    experiments = {name: experiment for name, experiment in paper.experiments.items() if name in reads}
    return paper.model_copy(update={"experiments": experiments, "figures": figures})

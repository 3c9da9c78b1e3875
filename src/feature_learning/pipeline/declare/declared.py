"""What the files of a paper declare, each checked on its own, for all scales."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.pipeline.declare.experiment import SCALE_KEYS, Experiment
from feature_learning.pipeline.declare.messages import explain
from feature_learning.pipeline.declare.parsed import parsed
from feature_learning.pipeline.declare.schema import FILES, Figure
from feature_learning.pipeline.declare.values import with_texts

_PARTS = ("paper", "experiments")
_EXPERIMENTS = TypeAdapter(dict[str, Experiment])


def declared(folder: Path) -> dict[str, Any]:
    """Return the files of a paper as one tree."""
    return _declared(folder, tuple(_written(folder / f"{name}.yaml") for name in _PARTS)) | {
        "figures": {name: raw for name, (raw, _) in _figures(folder).items()}
    }


def figures_of(folder: Path) -> dict[str, Figure]:
    """Return the figures of a paper at every scale, of which nothing has been changed."""
    return {name: figure for name, (_, figure) in _figures(folder).items()}


def fixed_of(folder: Path) -> Mapping[str, str]:
    """Return why experiments of a paper do not have a value that one might look for, by its name,
    as ``fixed`` of `paper.yaml` says it.
    """
    fixed: Mapping[str, str] = declared(folder).get("fixed", {})
    return fixed


def _figures(folder: Path) -> dict[str, tuple[dict[str, Any], Figure]]:
    """Return what the file of each figure holds, and the figure, in the order of `paper.yaml`.

    Raises
    ------
    UserError
        A listed figure has no file, or a file is not listed.
    """
    paper, own = folder / "paper.yaml", folder / "figures"
    listed: list[str] = _read(paper, _written(paper), "paper")[0]["figures"]
    files = {file.stem: file for file in sorted(own.glob("*.yaml"))}
    for name in (*listed, *files):
        if name not in files:
            near = did_you_mean(name, files)
            raise UserError(f"{folder.name}/paper.yaml: figures: no figures/{name}.yaml.{near}")
        if name not in listed:
            raise UserError(
                f"{folder.name}/figures/{name}.yaml: {folder.name}/paper.yaml does not list "
                f"{name} under figures"
            )
    return {name: _read(files[name], _written(files[name]), "figure") for name in listed}


def laptop(experiment: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an experiment declares next to its other scales."""
    return {key: value for key, value in experiment.items() if key not in SCALE_KEYS}


def _written(file: Path) -> int:
    """Return when a file was last written: a notebook outlives an edit."""
    return file.stat().st_mtime_ns if file.is_file() else 0


@lru_cache(maxsize=256)
def _declared(folder: Path, written: tuple[int, ...]) -> dict[str, Any]:
    paper, experiments = (
        dict(_read(folder / f"{name}.yaml", time, name)[0])
        for name, time in zip(_PARTS, written, strict=True)
    )
    shared = {name: experiments.pop(name, None) or {} for name in ("defaults", "sources")}
    whole = {name: _whole(own, shared) for name, own in experiments.items()}
    try:
        _EXPERIMENTS.validate_python({name: laptop(each) for name, each in whole.items()})
    except ValidationError as error:
        raise UserError(explain(error, f"{folder.name}/experiments.yaml")) from None
    return {**paper, "experiments": whole}


@lru_cache(maxsize=1024)
def _read(file: Path, written: int, form: str) -> tuple[dict[str, Any], Any]:
    """Return what a file last written at this time holds, and the same as its model has it."""
    folder = file.parent.parent if form == "figure" else file.parent
    source = f"{folder.name}/{file.relative_to(folder)}"
    if not file.is_file():
        raise UserError(
            f"{source} is missing: a paper needs paper.yaml, experiments.yaml and figures/"
        )
    raw = with_texts(parsed(file, source), f"{source}: ")
    try:
        return raw, FILES[form].validate_python(raw)
    except ValidationError as error:
        raise UserError(explain(error, source)) from None


def _whole(own: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """Return an experiment with the defaults that it uses and the sources that it shares."""
    used = {name: shared["defaults"][name] for name in own.get("use", [])}
    values = {**used, **own.get("values", {})}
    sources: dict[str, list[str]] = {
        source: list(names) for source, names in own.get("sources", {}).items()
    }
    said = {name for names in sources.values() for name in names}
    known = {*values, *(own.get("theory") or {})} - said
    for source, names in shared["sources"].items():
        sources[source] = [*sources.get(source, []), *(name for name in names if name in known)]
    kept = {source: names for source, names in sources.items() if names}
    found = {key: value for key, value in own.items() if key != "use"}
    return {**found, "values": values, "sources": kept}

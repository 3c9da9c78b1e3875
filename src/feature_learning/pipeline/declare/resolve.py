"""Declarations of a paper: read, checked and resolved for a scale with the user's changes."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.pipeline.declare.bounds import fixed_of, kinds_of, violations
from feature_learning.pipeline.declare.changes import changed, check_override, merged
from feature_learning.pipeline.declare.experiment import SCALE_KEYS, Experiment
from feature_learning.pipeline.declare.messages import explain
from feature_learning.pipeline.declare.parsed import parsed
from feature_learning.pipeline.declare.schema import FILES, Paper, claim_id
from feature_learning.pipeline.declare.values import with_texts

_PARTS = ("paper", "experiments", "figures")
_EXPERIMENTS = TypeAdapter(dict[str, Experiment])


def _declared(folder: Path) -> dict[str, Any]:
    """Read the three files of a paper into one tree; each file is checked on its own."""
    files = (folder / f"{name}.yaml" for name in _PARTS)
    return _checked(folder, tuple(file.stat().st_mtime_ns for file in files if file.is_file()))


@lru_cache(maxsize=256)
def _checked(folder: Path, written: tuple[int, ...]) -> dict[str, Any]:
    """Return the declarations of files last written at these times: a notebook outlives an edit."""
    parts = {name: _read(folder / f"{name}.yaml", name) for name in _PARTS}
    shared = {name: parts["experiments"].pop(name, None) or {} for name in ("defaults", "sources")}
    experiments = {
        name: _whole(declared, shared) for name, declared in parts["experiments"].items()
    }
    try:
        _EXPERIMENTS.validate_python({name: _base(each) for name, each in experiments.items()})
    except ValidationError as error:
        raise UserError(explain(error, f"{folder.name}/experiments.yaml")) from None
    for name, experiment in experiments.items():
        for scale in SCALE_KEYS:
            changed(
                experiment,
                experiment.get(scale) or {},
                f"{folder.name}/experiments.yaml: {name}.{scale}",
            )
    return {**parts["paper"], "experiments": experiments, "figures": parts["figures"]}


def _whole(declared: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """Return an experiment with the defaults that it uses and the sources that it shares."""
    found = {key: value for key, value in declared.items() if key != "use"}
    values = {name: shared["defaults"][name] for name in declared.get("use", [])} | declared.get(
        "values", {}
    )
    own = {name for names in declared.get("sources", {}).values() for name in names}
    known = {*values, *(declared.get("theory") or {})} - own
    sources: dict[str, list[str]] = {
        source: list(names) for source, names in declared.get("sources", {}).items()
    }
    for source, names in shared["sources"].items():
        sources[source] = [*sources.get(source, []), *(name for name in names if name in known)]
    kept = {source: names for source, names in sources.items() if names}
    return {**found, "values": values, "sources": kept}


def _base(experiment: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an experiment declares beside its scales: the laptop scale."""
    return {key: value for key, value in experiment.items() if key not in SCALE_KEYS}


def _read(path: Path, name: str) -> dict[str, Any]:
    source = f"{path.parent.name}/{path.name}"
    if not path.is_file():
        raise UserError(
            f"{source} is missing: a paper needs paper.yaml, experiments.yaml and figures.yaml"
        )
    raw = parsed(path, source)
    try:
        raw = with_texts(raw, f"{source}: ")
        FILES[name].validate_python(raw)
    except ValidationError as error:
        raise UserError(explain(error, source)) from None
    return dict(raw)


def resolve(folder: Path, scale: str, override: Any, source: str) -> Paper:
    """Return a paper at a scale, with the changes of a configuration.

    What the paper declares is checked before it is changed. So what is wrong afterwards is due to
    the changes, and messages name them.

    Raises
    ------
    UserError
        One line per mistake, with the file, the key, the value and what is allowed.
    """
    raw, file = _declared(folder), f"{folder.name}/experiments.yaml"
    experiments = {
        name: changed(_base(declared), declared.get(scale) or {}, f"{file}: {name}.{scale}")
        for name, declared in raw["experiments"].items()
    }
    tree = {**raw, "experiments": experiments}
    paper = _paper(tree, f"{folder.name} at the scale {scale}")
    _refuse(_wrong_figures(paper, f"{folder.name}/figures.yaml: "))
    _refuse(_out_of_bounds(paper, folder, f"{file} at the scale {scale}: "))
    place = f"{source}: overrides.{folder.name}"
    override = with_texts(override, place)
    if not override:
        return paper
    check_override(tree, override, place)
    for name, change in override.get("experiments", {}).items():
        here = f"{place}.experiments.{name}"
        experiments[name] = changed(experiments[name], change, here, fixed_of(folder))
    paper = _paper(merged(tree, {"figures": override.get("figures", {})}), place)
    _refuse(_wrong_figures(paper, f"{place}.figures."))
    _refuse(_out_of_bounds(paper, folder, f"{place}.experiments."))
    return paper


def _paper(tree: Mapping[str, Any], place: str) -> Paper:
    try:
        return Paper.model_validate(tree)
    except ValidationError as error:
        raise UserError(explain(error, place)) from None


def _refuse(mistakes: Iterable[str]) -> None:
    if lines := list(mistakes):
        raise UserError("\n".join(lines))


def _wrong_figures(paper: Paper, place: str) -> Iterator[str]:
    """Yield a message for each figure that reads an unknown experiment, and for each pair of claims
    with one id.
    """
    ids: dict[str, str] = {}
    for name, figure in paper.figures.items():
        for read in figure.reads:
            if read not in paper.experiments:
                near = did_you_mean(read, paper.experiments)
                yield f"{place}{name}.reads: unknown experiment {read!r}.{near}"
        for claim in figure.claims:
            full, here = claim_id(name, claim), f"{name}.claims.{claim}"
            if full in ids:
                yield f"{place}{here}: its full id is {full}, which {ids[full]} already has"
            ids[full] = here


def _out_of_bounds(paper: Paper, folder: Path, place: str) -> Iterator[str]:
    """Yield a message for each value that breaks its type's bounds."""
    for name, design in paper.experiments.items():
        for one in violations(name, design, kinds_of(folder)):
            own = one.value in design.simulated.get(one.name, [])
            bound = f"{one.must} = {one.against!r}" if one.other else one.must
            said = one.message or f"must be {bound} (found {one.value!r})"
            yield f"{place}{name}.{'' if own else 'theory.'}{one.name}: {said}"


def at_scale(paper: Paper, folder: Path, scale: str) -> Paper:
    """Return what a paper has at a scale: at ``beyond``, only experiments that declare it and
    figures that read only these.
    """
    if scale != "beyond":
        return paper
    declared = _declared(folder)["experiments"]
    figures = {
        name: figure
        for name, figure in paper.figures.items()
        if all(declared[read].get(scale) is not None for read in figure.reads)
    }
    reads = {read for figure in figures.values() for read in figure.reads}
    experiments = {
        name: experiment for name, experiment in paper.experiments.items() if name in reads
    }
    return paper.model_copy(update={"experiments": experiments, "figures": figures})

"""A paper at a scale, with the changes of the scale and of the configuration."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.pipeline.declare.bounds import kinds_of, lacking, violations
from feature_learning.pipeline.declare.claim import claim_id
from feature_learning.pipeline.declare.declared import declared, fixed_of, laptop
from feature_learning.pipeline.declare.experiment import RESERVED, SCALE_KEYS
from feature_learning.pipeline.declare.functions import experiment_class
from feature_learning.pipeline.declare.messages import CONFIGURATION, explain
from feature_learning.pipeline.declare.schema import Paper
from feature_learning.pipeline.declare.values import NESTED, with_texts

_PARTS = ("experiments", "figures")


def resolve(folder: Path, scale: str, override: Any) -> Paper:
    """Return a paper at a scale, with the changes of a configuration.

    What the paper declares is checked before it is changed. So what is wrong afterwards is due to
    the changes, and messages name them: one line per mistake, with the file, the key, the value
    and what is allowed.
    """
    raw, file = declared(folder), f"{folder.name}/experiments.yaml"
    experiments = {}
    for name, own in raw["experiments"].items():
        scales = {
            key: _changed(laptop(own), own.get(key) or {}, f"{file}: {name}.{key}")
            for key in SCALE_KEYS
        }
        experiments[name] = scales.get(scale, laptop(own))
    tree = {**raw, "experiments": experiments}
    paper = _paper(tree, f"{folder.name} at the scale {scale}")
    _refuse(_wrong_figures(paper, f"{folder.name}/figures/", ".yaml: "))
    _refuse(_out_of_bounds(paper, folder, f"{file} at the scale {scale}: "))
    place = f"{CONFIGURATION}: overrides.{folder.name}"
    override = with_texts(override, place)
    if override:
        _check_override(tree, override, place)
        for name, change in override.get("experiments", {}).items():
            here = f"{place}.experiments.{name}"
            experiments[name] = _changed(experiments[name], change, here, fixed_of(folder))
        paper = _paper(merged(tree, {"figures": override.get("figures", {})}), place)
        _refuse(_wrong_figures(paper, f"{place}.figures.", "."))
        _refuse(_out_of_bounds(paper, folder, f"{place}.experiments."))
    return _at_beyond(paper, raw["experiments"]) if scale == "beyond" else paper


def _paper(tree: Mapping[str, Any], place: str) -> Paper:
    try:
        return Paper.model_validate(tree)
    except ValidationError as error:
        raise UserError(explain(error, place)) from None


def _refuse(mistakes: Iterable[str]) -> None:
    if lines := list(mistakes):
        raise UserError("\n".join(lines))


def _wrong_figures(paper: Paper, before: str, after: str) -> Iterator[str]:
    """Yield a message for each figure that reads an unknown experiment, and for each pair of claims
    with one id; ``before`` and ``after`` stand around the figure's name in its place.
    """
    ids: dict[str, str] = {}
    for name, figure in paper.figures.items():
        place = f"{before}{name}{after}"
        for read in figure.reads:
            if read not in paper.experiments:
                near = did_you_mean(read, paper.experiments)
                yield f"{place}reads: unknown experiment {read!r}.{near}"
        for claim in figure.claims:
            full, here = claim_id(name, claim), f"{place}claims.{claim}"
            if full in ids:
                yield f"{here}: its full id is {full}, which {ids[full]} already has"
            ids[full] = here


def _out_of_bounds(paper: Paper, folder: Path, place: str) -> Iterator[str]:
    """Yield a message for each value that breaks its type's bounds. What an experiment without its
    class may have is not known, and the start of a run says that the class is missing.
    """
    for name, design in paper.experiments.items():
        declared = experiment_class(name, design.run)
        if not declared.is_in(declared.text(folder) or ""):
            continue
        yield from (f"{place}{message}" for message in lacking(folder, name, design))
        for one in violations(design, kinds_of(folder, name, design.run)):
            own = one.value in design.simulated.get(one.name, [])
            bound = f"{one.must} = {one.against!r}" if one.other else one.must
            said = one.message or f"must be {bound} (found {one.value!r})"
            yield f"{place}{name}.{'' if own else 'theory.'}{one.name}: {said}"


def _at_beyond(paper: Paper, experiments: Mapping[str, Any]) -> Paper:
    """Return what a paper has at this scale: experiments that declare it, and figures that read
    only these.
    """
    figures = {
        name: figure
        for name, figure in paper.figures.items()
        if all(experiments[read].get("beyond") is not None for read in figure.reads)
    }
    reads = {read for figure in figures.values() for read in figure.reads}
    kept = {name: design for name, design in paper.experiments.items() if name in reads}
    return paper.model_copy(update={"experiments": kept, "figures": figures})


def merged(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Merge mappings by key; everything else is replaced.

    A range is replaced as a whole by a list, and a list by a range.
    """
    found = dict(base)
    for key, value in change.items():
        nested = isinstance(value, dict) and isinstance(found.get(key), dict)
        found[key] = merged(found[key], value) if nested and "start" not in value else value
    return found


def unknown_value(name: str, known: Iterable[str], fixed: Mapping[str, str]) -> str:
    """Return the message about a value that an experiment does not have, or the reason why not."""
    if name in fixed:
        return f"{name} cannot be exchanged here: {fixed[name]}"
    return f"unknown value {name!r}.{did_you_mean(name, known)}"


def _changed(
    experiment: Mapping[str, Any],
    change: Any,
    place: str,
    fixed: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return an experiment with other values, seeds or points of theory.

    A single value for a list stands for the list of it, and a mapping changes the entries that it
    names of a single mapping.
    """
    if not isinstance(change, dict):
        raise UserError(
            f"{place}: must be a mapping of values, seeds and theory (found {change!r})"
        )
    values, found = dict(experiment.get("values") or {}), dict(experiment)
    for name, value in change.items():
        if name == "seeds":
            found["seeds"] = value
        elif name == "theory":
            known = experiment.get("theory") or {}
            _check_names(known, value, f"{place}.theory", "value")
            found["theory"] = merged(known, value)
        else:
            if name not in values:
                raise UserError(f"{place}: {unknown_value(name, [*values, *RESERVED], fixed)}")
            values[name] = _like(values[name], value, f"{place}.{name}")
    return {**found, "values": values}


def _like(before: Any, value: Any, place: str) -> Any:
    """Return a new value, as a list where the declared one is a list."""
    if isinstance(before, dict) and isinstance(value, dict):
        return {**before, **value}
    numeric = all(
        isinstance(old, int | float) and not isinstance(old, bool) for old in _flat(before)
    )
    for position, each in enumerate(_flat(value)):
        if isinstance(each, str) and numeric:
            here = f"{place}[{position}]" if isinstance(value, list) else place
            raise UserError(f"{here}: {_not_a_number(each, _flat(before)[0])}")
    if isinstance(before, list):
        return value if isinstance(value, list) else [value]
    if isinstance(value, list):
        raise UserError(
            f"{place}: is one value, not a list (found {value!r}); run it once for each"
        )
    return value


def _flat(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _check_override(tree: Mapping[str, Any], override: Any, place: str) -> None:
    """Refuse an override of something undeclared."""
    if not isinstance(override, dict):
        raise UserError(
            f"{place}: must be a mapping of experiments and figures (found {override!r})"
        )
    for part, names in override.items():
        if part not in _PARTS:
            raise UserError(f"{place}: unknown key {part!r}.{did_you_mean(part, _PARTS)}")
        _check_names(tree[part], names, f"{place}.{part}", part[:-1])
        for name, change in names.items():
            if part == "figures" and isinstance(change, dict) and "claims" in change:
                known = tree[part][name].get("claims") or {}
                _check_names(known, change["claims"], f"{place}.{part}.{name}.claims", "claim")


def _check_names(known: Mapping[str, Any], names: Any, place: str, what: str) -> None:
    if not isinstance(names, dict):
        raise UserError(f"{place}: must be a mapping of names to changes (found {names!r})")
    for name in names:
        if name not in known:
            raise UserError(f"{place}: unknown {what} {name!r}.{did_you_mean(name, known)}")


def _not_a_number(value: str, like: Any) -> str:
    try:
        float(value)
    except ValueError:
        return f"must be a number like {like!r} (found {value!r})"
    return (
        f"{value!r} is text, not a number. YAML reads 1e-3 as text: write 1.0e-3 (or 1.0e+3). "
        f"{NESTED}"
    )

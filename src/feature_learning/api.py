"""Experiments, theory and results as data frames, without Snakemake: `run`, `predict` and `load`.

Values are those of a paper's ``experiments.yaml``. They are checked as an override in
``config.yaml`` is, with the same messages.
"""

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import pandas as pd
from threadpoolctl import threadpool_limits

from feature_learning.core import parquet
from feature_learning.core.compiled_files import mending
from feature_learning.core.device import device as device_named
from feature_learning.core.errors import NotCoveredError, UserError, did_you_mean
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.catalogue import load as declarations
from feature_learning.pipeline.declare.config import checked
from feature_learning.pipeline.declare.declared import fixed_of
from feature_learning.pipeline.declare.folders import importable
from feature_learning.pipeline.declare.messages import CONFIGURATION
from feature_learning.pipeline.declare.parsed import parsed
from feature_learning.pipeline.declare.resolve import unknown_value
from feature_learning.pipeline.declare.uncovered import not_covered
from feature_learning.pipeline.given import computing, plain, seeds_of
from feature_learning.pipeline.run import experiment as simulation
from feature_learning.pipeline.run import theory

Folders = Sequence[str | Path]
_TABLE = {"runs": "metrics", "theory": "theory", "claims": "claims"}


def run(
    paper: str,
    experiment: str,
    *,
    seed: int | Iterable[int] = 0,
    scale: str = "laptop",
    master_seed: int = 0,
    device: str = "cpu",
    paper_folders: Folders | None = None,
    values: Mapping[str, Any] | None = None,
    **changed: Any,
) -> pd.DataFrame:
    """Run an experiment in this process.

    Parameters
    ----------
    paper, experiment
        As in ``moniri2023`` and ``one_step``.
    seed
        One repetition, or several.
    scale
        The declared values to begin with: ``smoke``, ``laptop``, ``paper`` or ``beyond``.
    master_seed
        ``seed`` of ``config.yaml``: another one gives independent repetitions.
    device
        Where large products run: ``cpu``, ``cuda`` or ``auto``.
    paper_folders
        Folders outside the project that hold papers as well; by default those of ``config.yaml`` in
        the working folder, if it is there.
    values, **changed
        Values that differ from the declared ones, by name. What is declared as a list may be given
        as one value or as a list. An activation or a link is a name, ``{"hermite": [0, 1,
        0.5]}`` or a Python function such as ``np.sin``. ``values`` serves for names that are
        parameters of this function.

    Returns
    -------
    rows
        One row per setting, seed and point of the grid, with the setting's values and ``seed`` as
        columns: what ``results/<scale>/metrics`` holds.

    Raises
    ------
    UserError
        A name is unknown or a value is not allowed.
    """
    changes = {**changed, **(values or {})}
    configuration = _configuration(scale, master_seed, paper_folders)
    catalogue = _catalogue(paper, experiment, configuration, changes)
    if not catalogue.experiment(paper, experiment).seeds:
        raise UserError(f"{paper}/{experiment} has no simulation: it is theory only, see predict")
    place, seeds = device_named(device), seeds_of(seed)
    # One thread, as in the pipeline: on small matrices more of them wait for one another, and they
    # would sum in another order.
    with threadpool_limits(limits=1), computing(paper, experiment, changes):
        rows = mending(
            lambda: [
                {**setting.values, "seed": number, **row}
                for setting in catalogue.settings(paper, experiment)
                for number in seeds
                for row in simulation.simulate(setting, number, place)
            ]
        )
    return pd.DataFrame(rows)


def predict(
    paper: str,
    experiment: str,
    *,
    scale: str = "laptop",
    paper_folders: Folders | None = None,
    values: Mapping[str, Any] | None = None,
    **changed: Any,
) -> pd.DataFrame:
    """Compute the theory of an experiment.

    Parameters
    ----------
    paper, experiment, scale, paper_folders, values, **changed
        As for `run`. Where a name is in the grid of the theory as well, the values given replace
        both grids.

    Returns
    -------
    rows
        One row per setting and point of the theory's grid; columns are named as in the runs.

    Raises
    ------
    UserError
        A name is unknown, a value is not allowed, there is no theory for the experiment, or it
        needs more than the activation or the link has.
    """
    changes = {**changed, **(values or {})}
    catalogue = _catalogue(paper, experiment, _configuration(scale, 0, paper_folders), changes)
    if catalogue.experiment(paper, experiment).theory is None:
        raise UserError(f"{paper}/{experiment} has no theory, see run")
    settings = catalogue.theory_settings(paper, experiment)
    with computing(paper, experiment, changes):
        if reason := not_covered(settings):
            raise NotCoveredError(reason)
        return mending(lambda: theory.predict(settings))


def load(
    name: str,
    *,
    scale: str | Sequence[str] = "laptop",
    master_seed: int | Sequence[int] = 0,
    variant: str | Sequence[str] = "",
    stage: Literal["runs", "theory", "claims"] = "runs",
    root: str | Path = ".",
    paper_folders: Folders | None = None,
) -> pd.DataFrame:
    """Read what a run of the pipeline has made, or several runs in one table.

    Parameters
    ----------
    name
        ``paper/experiment``; for claims also the paper alone.
    scale, master_seed, variant
        Which run: ``scale``, ``seed`` and ``name`` of its configuration. A list of one of these
        requires several runs.
    stage
        ``runs``: every row of every seed; ``theory``: its predictions; ``claims``: the verdicts of
        the paper, or of the figures that read the experiment.
    root
        The project's folder, which holds ``results``.
    paper_folders
        As for `run`.

    Returns
    -------
    rows
        Of several runs, with the name of the run as the first column, ``run``.

    Raises
    ------
    UserError
        There is no such table; the message says what makes it.
    """
    if stage not in _TABLE:
        raise UserError(f"unknown stage {stage!r}.{did_you_mean(stage, _TABLE)}")
    if "/" not in name and stage != "claims":
        raise UserError(f"{name!r}: must be paper/experiment, as in moniri2023/one_step")
    asked = [
        each if isinstance(each, list | tuple | range) else [each]
        for each in (scale, master_seed, variant)
    ]
    found = []
    for one in itertools.product(*asked):
        configuration = _configuration(one[0], one[1], paper_folders) | {"name": one[2]}
        table = _loaded(name, configuration, stage, Path(root))
        if max(map(len, asked)) > 1:
            table.insert(0, "run", checked(configuration).run)
        found.append(table)
    return pd.concat(found, ignore_index=True)


def _loaded(name: str, configuration: dict[str, Any], stage: str, root: Path) -> pd.DataFrame:
    """Return one table of one run."""
    paper, _, experiment = name.partition("/")
    config = checked(configuration)
    tables = root / "results" / config.run / _TABLE[stage]
    path = tables / f"{paper if stage == 'claims' else name}.parquet"
    if not path.is_file():
        made = [
            each.relative_to(tables).with_suffix("").as_posix()
            for each in tables.rglob("*.parquet")
        ]
        near = did_you_mean(name, made) if made else ""
        raise UserError(
            f"{path} does not exist: `snakemake figures/{paper} --config "
            f"{' '.join(config.options)}` makes it.{near}"
        )
    found = pd.DataFrame(parquet.read(path)[0].to_pandas())
    if stage == "claims" and experiment:
        figures = _catalogue(paper, experiment, configuration, {}).papers[paper].figures
        reading = [figure for figure, declared in figures.items() if experiment in declared.reads]
        return found[found["figure"].isin(reading)].reset_index(drop=True)
    return found


def _configuration(scale: str, master_seed: int, folders: Folders | None) -> dict[str, Any]:
    """Return the configuration of a call; folders are by default those of ``config.yaml`` here."""
    if folders is None:
        project = Path("config.yaml")
        folders = ((parsed(project) if project.is_file() else None) or {}).get("paper_folders", [])
    return {"scale": scale, "seed": master_seed, "paper_folders": list(map(str, folders))}


def _catalogue(
    paper: str, experiment: str, configuration: dict[str, Any], changed: Mapping[str, Any]
) -> Catalogue:
    """Return one paper with the changes to one of its experiments."""
    raw, place = {**configuration, "papers": [paper]}, f"{paper}/{experiment}"
    try:
        found = declarations(raw)
        if experiment not in found.papers[paper].experiments:
            raise UserError(
                f"{paper} has no experiment {experiment!r} at the scale "
                f"{raw['scale']}.{did_you_mean(experiment, found.papers[paper].experiments)}"
            )
        if changed:
            change = _change(found, paper, experiment, changed)
            found = declarations({**raw, "overrides": {paper: {"experiments": change}}})
    except UserError as error:
        # The place of an override in a configuration means nothing here.
        written = rf"{CONFIGURATION}: (overrides\.{paper}(\.|: )experiments\.{experiment}\.?)?"
        named = re.sub(rf"{written}((values|theory)\.)?", f"{place}: ", str(error))
        said = "\n".join(dict.fromkeys(named.splitlines()))  # the same of both grids is said once
        if not isinstance(raw["scale"], str):
            said += ". A value of the experiment that has this name: "
            said += f"values={{'scale': {raw['scale']!r}}}"
        raise UserError(said) from None
    importable(found.outside)
    return found


def _change(
    catalogue: Catalogue, paper: str, experiment: str, changed: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the override that sets values, those of theory's own grid included."""
    design, fixed = catalogue.experiment(paper, experiment), fixed_of(catalogue.folders[paper])
    own, found = design.theory or {}, {}
    for name, given in changed.items():
        if name not in design.values and name not in own:
            message = unknown_value(name, {**design.values, **own}, fixed)
            raise UserError(f"{paper}/{experiment}: {message}")
        value = plain(given)
        if name in design.values:
            found[name] = value
        if name in own:
            found.setdefault("theory", {})[name] = value if isinstance(value, list) else [value]
    return {experiment: found}

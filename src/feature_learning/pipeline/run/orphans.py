"""Results that the configuration no longer asks for: ``feature-learning clean``."""

import argparse
import shutil
from pathlib import Path

import yaml

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.declare.schema import run_named

_BY_SETTING = ("runs", "data", "logs", "benchmarks")
_TABLES = ("metrics", "theory", "claims")


def orphans(catalogue: Catalogue, results: Path) -> list[Path]:
    """Return the folders and tables below a run's results that belong to no declared paper,
    experiment or setting.

    Parameters
    ----------
    catalogue
        The whole catalogue at the run's scale; papers that are merely not selected are not orphans.
    results
        The folder of the run.
    """
    found = [
        path
        for kind in (*_BY_SETTING, *_TABLES)
        for path in _children(results / kind, {*catalogue.papers, "gallery"})
    ]
    for paper, declared in catalogue.papers.items():
        own = {*declared.experiments, *declared.figures, "claims"}
        found += [
            path
            for kind in (*_BY_SETTING, *_TABLES[:2])
            for path in _children(results / kind / paper, own)
        ]
        for name in declared.experiments:
            labels = {setting.label for setting in catalogue.settings(paper, name)} | {
                "theory",
                "aggregate",
            }
            found += [
                path
                for kind in _BY_SETTING
                for path in _children(results / kind / paper / name, labels)
            ]
    return found


def _children(folder: Path, known: set[str]) -> list[Path]:
    """Return the entries of a folder with unknown names; labels of settings contain dots, so only
    files have a suffix.
    """
    if not folder.is_dir():
        return []
    return sorted(
        path
        for path in folder.iterdir()
        if (path.name if path.is_dir() else path.stem) not in known
    )


def run(args: argparse.Namespace) -> None:
    """List the orphans of every run that has results, and remove them if asked to.

    Raises
    ------
    UserError
        The folder has no ``config.yaml``.
    """
    if not Path("config.yaml").is_file():
        raise UserError("there is no config.yaml here: run this command in the project's folder")
    config = yaml.safe_load(Path("config.yaml").read_text()) or {}
    found = []
    for results in sorted(path for path in Path("results").glob("*") if path.is_dir()):
        found += orphans(load({**config, "papers": "all", **run_named(results.name)}), results)
    for path in found:
        print(path)
        if args.remove:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    what = (
        "removed" if args.remove else "belong to no setting of config.yaml; --remove removes them"
    )
    print(
        f"{len(found)} folders and files {what}"
        if found
        else "all results belong to a setting of config.yaml"
    )

"""The working folder: the configuration that a command for people means, and the layout of its
results.
"""

import argparse
import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import feature_learning
from feature_learning.core.errors import UserError
from feature_learning.core.files import read_text
from feature_learning.core.packages import ROOT
from feature_learning.core.parquet import LAYOUT
from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.declare.config import checked
from feature_learning.pipeline.declare.folders import importable
from feature_learning.pipeline.declare.functions import definitions, missing
from feature_learning.pipeline.declare.parsed import parsed
from feature_learning.pipeline.declare.resolve import merged

_LONGEST = 255  # characters of a folder's name


def configured(args: argparse.Namespace) -> Catalogue:
    """Return what `config_file`, ``--configfile`` and the options of a command declare together,
    read as Snakemake would.
    """
    check_tree()
    config: dict[str, Any] = parsed(path) or {} if (path := config_file()).is_file() else {}
    if args.configfile is not None:
        if not args.configfile.is_file():
            raise UserError(f"{args.configfile} does not exist")
        config = merged(config, parsed(args.configfile) or {})
    options = ("scale", "seed", "name")
    given = {name: value for name in options if (value := getattr(args, name)) is not None}
    catalogue = load({**config, **given})
    importable(catalogue.outside)  # a command runs functions of papers in this process
    return catalogue


def config_file() -> Path:
    """Return the configuration of the working folder or, if there is none, the project's."""
    own = Path("config.yaml")
    return own if own.is_file() else ROOT / own


def check_tree() -> None:
    """Refuse a folder that has its own copy of this package: Snakemake runs that copy there.

    Raises
    ------
    UserError
        Its ``src/feature_learning`` is not the package of this command.
    """
    here, package = Path("src/feature_learning").resolve(), Path(feature_learning.__file__).parent
    if here.is_dir() and here != package.resolve():
        raise UserError(
            f"this command runs {package}, and snakemake would run {here}: install this folder "
            "(pip install --editable .), or use the environment that belongs to it"
        )


def command_options(catalogue: Catalogue, given: Sequence[Path]) -> list[str]:
    """Return the options with which a command for people reads the same configuration as Snakemake
    with these files.
    """
    config = catalogue.config
    plain = checked((parsed(path) if (path := config_file()).is_file() else None) or {})
    values = {"scale": config.scale, "seed": config.seed, "name": config.name}
    changed = {name: value for name, value in values.items() if value != getattr(plain, name)}
    options = [part for file in given for part in ("--configfile", os.path.relpath(file))]
    return options + [part for name, value in changed.items() for part in (f"--{name}", str(value))]


def snakemake_options(args: argparse.Namespace, catalogue: Catalogue) -> list[str]:
    """Return the options with which Snakemake reads the same configuration."""
    options = [] if args.configfile is None else ["--configfile", str(args.configfile)]
    return [*options, "--config", *catalogue.config.options]


def check_layout(results: Path) -> None:
    """Refuse a folder of results, which need not exist, that another version has written."""
    signature = results / "layout"
    scales = [path for path in results.glob("*") if path.is_dir() and any(path.iterdir())]
    found = read_text(signature).strip() if signature.exists() else None
    if found != str(LAYOUT) and (found is not None or scales):
        raise UserError(
            f"results/ has files of layout {found or 'unknown'}, but this version writes layout "
            f"{LAYOUT}. "
            "Move results/ away (or delete it) and run again; nothing in it was changed"
        )


def check_functions(catalogue: Catalogue) -> None:
    """Refuse declarations without their classes and functions, before any job starts: one line for
    each that is missing.
    """
    said = [
        text
        for key, paper in catalogue.papers.items()
        for text in missing(definitions(paper), catalogue.folders[key])
    ]
    if said:
        raise UserError("\n".join(said))


def check_labels(catalogue: Catalogue) -> None:
    """Refuse a setting whose name is too long for a folder, as that of long written-out functions
    may be.
    """
    for paper, declared in catalogue.papers.items():
        for name, design in declared.experiments.items():
            for setting in catalogue.settings(paper, name):
                if len(label := setting.label) > _LONGEST:
                    raise UserError(
                        f"{paper}/{name}: the values of {', '.join(design.split)} name a folder, "
                        f"which would have {len(label)} characters (at most {_LONGEST}): "
                        f"{label[:80]}... Write these values shorter"
                    )


def check_writable(folder: Path) -> None:
    """Refuse a folder that cannot be written, without making it: a dry run writes nothing."""
    place = next(path for path in (folder, *folder.parents) if path.exists())
    disk = os.statvfs(place)
    if not place.is_dir():
        reason = errno.ENOTDIR
    elif disk.f_flag & os.ST_RDONLY:
        reason = errno.EROFS
    elif not os.access(place, os.W_OK | os.X_OK):
        reason = errno.EACCES
    elif disk.f_bavail == 0:
        reason = errno.ENOSPC
    else:
        return
    raise UserError(
        f"{folder}/ cannot be written: {place}: {os.strerror(reason)}. Free it or run in another "
        "folder"
    )

"""A folder for a new paper, ready to run: ``feature-learning new-paper KEY``."""

import argparse
import os
import re
import shlex
import shutil
from pathlib import Path

from feature_learning.core.errors import UserError
from feature_learning.core.files import read_text, write_text
from feature_learning.pipeline.declare.folders import PAPERS, RESERVED, papers_in

EXAMPLE = Path(__file__).parents[1] / "templates/baiyin1993"
"""The paper that is copied, which ``docs/adding-a-paper.md`` shows file by file."""


def run(args: argparse.Namespace) -> None:
    """Write the folder and say what to do next."""
    folder = new_paper(args.key, args.into)
    here = os.path.relpath(folder)
    print(f"{here}/ is a complete paper; replace its parts by yours, one by one.\n")
    if folder.parent != PAPERS.resolve():
        print(f"In config.yaml:  paper_folders: [{os.path.relpath(folder.parent)}]\n")
    print(f"snakemake figures/{args.key} --config scale=smoke    # seconds: does everything run?")
    print(f"pytest {shlex.quote(here)}")


def new_paper(key: str, into: Path = PAPERS) -> Path:
    """Write the example under another key into a folder of papers, and return its own folder."""
    if not re.fullmatch("[a-z][a-z0-9]*", key) or key in RESERVED:
        raise UserError(
            f"{key!r} is not a key: use lower-case letters and digits, beginning with a letter, as "
            "in mei2019"
        )
    folder = into.expanduser().resolve() / key
    if folder.exists() or key in papers_in(PAPERS):
        raise UserError(f"there is a paper with the key {key}; nothing was written")
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in list(folder.rglob("*.*")):
        schemas = Path(os.path.relpath(PAPERS.parents[2] / "docs/schema", file.parent)).as_posix()
        text = re.sub(r"(\.\./)+docs/schema", schemas, read_text(file))
        write_text(file, text.replace(EXAMPLE.name, key))
        file.rename(file.with_name(file.name.replace(EXAMPLE.name, key)))
    return folder

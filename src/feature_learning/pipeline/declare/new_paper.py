"""A folder for a new paper, ready to run: ``feature-learning new-paper KEY``.

It is the worked example of ``docs/adding-a-paper.md`` under another key, read from that page, so
that the page and the folder are one.
"""

import argparse
import os
import re
from pathlib import Path

from feature_learning.core.errors import UserError
from feature_learning.core.files import replacing
from feature_learning.pipeline.declare.folders import PAPERS, papers_in

EXAMPLE = "baiyin1993"
_PROJECT = PAPERS.parents[2]
_BLOCK = re.compile(
    rf"^`src/feature_learning/papers/{EXAMPLE}/(?P<path>[^`]+)`\n\n```\w+\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def run(args: argparse.Namespace) -> None:
    """Write the folder and say what to do next."""
    folder = new_paper(args.key, args.into)
    print(
        f"{os.path.relpath(folder)}/ is a complete paper; replace its parts by yours, one by one.\n"
    )
    if folder.parent != PAPERS.resolve():
        print(f"In config.yaml:  paper_folders: [{os.path.relpath(folder.parent)}]\n")
    print(
        f"snakemake figures/{args.key} --config scale=smoke    # seconds: proves that everything "
        "runs"
    )
    print(f"pytest {os.path.relpath(folder)}")


def new_paper(key: str, into: Path = PAPERS) -> Path:
    """Write the worked example under another key.

    Parameters
    ----------
    key
        The paper's key, such as ``mei2019``.
    into
        The folder that holds papers; it is made if it does not exist.

    Returns
    -------
    folder
        The new paper's folder.

    Raises
    ------
    UserError
        The key is invalid or in use, or the page is missing.
    """
    if not re.fullmatch("[a-z][a-z0-9]*", key) or key == "all":
        raise UserError(
            f"{key!r} is not a key: use lower-case letters and digits, beginning with a letter, as "
            "in mei2019"
        )
    folder = into.expanduser().resolve() / key
    if folder.exists() or key in papers_in(PAPERS, [], "new-paper"):
        raise UserError(f"there is a paper with the key {key}; nothing was written")
    page = _PROJECT / "docs/adding-a-paper.md"
    if not page.is_file():
        raise UserError(
            f"{page} is missing: new-paper reads its example there, so run it in a clone of the "
            "project"
        )
    for path, text in _BLOCK.findall(page.read_text()):
        file = folder / path.replace(EXAMPLE, key)
        file.parent.mkdir(parents=True, exist_ok=True)
        with replacing(file) as temporary:
            temporary.write_text(_under(text, key, folder))
    return folder


def _under(text: str, key: str, folder: Path) -> str:
    """Return a block with the new key, and with the way to the schemas from the new folder."""
    schemas = Path(os.path.relpath(_PROJECT / "docs/schema", folder)).as_posix()
    return text.replace("../../../../docs/schema", schemas).replace(EXAMPLE, key)

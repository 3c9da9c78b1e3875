"""The folders that hold papers: the project's own, and those that the configuration adds
(``paper_folders``).
"""

import re
from collections.abc import Sequence
from pathlib import Path

import feature_learning.papers
from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.messages import CONFIGURATION

PAPERS = Path(feature_learning.papers.__file__).parent
RESERVED = ("all", "papers", "documents")
"""What no paper can be called, because targets and folders of pages have these names."""


def papers_in(own: Path, further: Sequence[str] = ()) -> dict[str, Path]:
    """Return the folder of each paper by key: of the project's own papers, and of those in further
    folders, which hold papers as well.
    """
    found = _keys(own)
    others = []
    for position, name in enumerate(further):
        folder, place = (
            Path(name).expanduser().resolve(),
            f"{CONFIGURATION}: paper_folders[{position}]",
        )
        if folder == own.resolve() or folder in others:
            continue
        held = _keys(folder)
        if not held:
            what = (
                "holds no paper (a folder with a paper.yaml)"
                if folder.is_dir()
                else "does not exist"
            )
            raise UserError(f"{place}: {name} {what}")
        for key, path in held.items():
            if key in found:
                raise UserError(f"{place}: {path} has the key of {found[key]}; give it another one")
            found[key] = path
        others.append(folder)
    for key, path in found.items():
        if not re.fullmatch("[a-z0-9]+", key) or key in RESERVED:
            raise UserError(
                f"{path.parent.name}/{key}: a paper's key has only lower-case letters and digits, "
                f"as in mei2019, and is none of {', '.join(RESERVED)}"
            )
    return dict(sorted(found.items()))


def _keys(folder: Path) -> dict[str, Path]:
    return {path.parent.name: path.parent for path in sorted(folder.glob("*/paper.yaml"))}


def of_your_own(key: str) -> str:
    """Return what to do about an unknown key that may be the user's own, else nothing."""
    hint = f" If {key} is a paper of your own, name its folder under paper_folders."
    return hint if re.fullmatch(r"[a-z]+\d{4}", key) else ""


def importable(folders: Sequence[Path]) -> None:
    """Make the papers of some folders importable in this process, for those who run their
    functions here; jobs of Snakemake have them in their environment.
    """
    known = feature_learning.papers.__path__
    known.extend(str(folder) for folder in folders if str(folder) not in known)

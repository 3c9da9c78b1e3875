"""A record: a folder of tables and figures, with ``record.json`` and pages that show them."""

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from feature_learning.core.errors import UserError
from feature_learning.core.files import dumps, read_text, write_text
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.config import Config
from feature_learning.pipeline.report import gallery, paper_page

RECORD = Path("record")
SUMS = "SHA256SUMS"
"""The checksums of a record's files, as ``sha256sum --check`` reads them."""


@dataclass(frozen=True)
class Record:
    """The record of a run: its whole papers, and its experiments as ``paper/experiment``."""

    folder: Path
    papers: dict[str, Any]
    experiments: dict[str, Any]

    @classmethod
    def of(cls, config: Config) -> Self:
        """Return the record of a run, which is empty if there is none. It has the name of the run,
        or that of the scale alone if the record there is of the run's master seed.

        Raises
        ------
        UserError
            The record of that name is of another master seed.
        """
        names = (config.run,) if config.name else (config.scale, config.run)
        for name in dict.fromkeys(names):
            path = RECORD / name / "record.json"
            found = json.loads(read_text(path)) if path.exists() else {}
            seed = found.get("master_seed", config.seed)
            if seed == config.seed and (found or name == config.run):
                return cls(path.parent, found.get("papers", {}), found.get("experiments", {}))
        raise UserError(
            f"{path.parent} is of master seed {seed}: add --seed {seed}, or give this run a name"
        )

    def write(self, catalogue: Catalogue) -> None:
        """Write ``record.json``, the tables of all verdicts, where there are pictures the pages of
        the whole papers, and the checksums of all files.
        """
        seconds = sum(own["core_s"] for own in self.experiments.values())
        said = {
            "scale": catalogue.config.scale,
            "master_seed": catalogue.config.seed,
            "core_hours": round(seconds / 3600, 2),
            "papers": dict(sorted(self.papers.items())),
            "experiments": dict(sorted(self.experiments.items())),
        }
        write_text(self.folder / "record.json", dumps(said, indent=1) + "\n")
        papers = {key: own for key, own in catalogue.papers.items() if key in self.papers}
        whole = replace(catalogue, papers=papers)
        words = {"formats": ("png",), "logs": False, "runs_from": "", "records": []}
        page = gallery.context(whole, self.folder, self.folder) | words
        gallery.write_verdicts(page, self.folder)
        if any(self.folder.glob("*/*.png")):
            gallery.write_pages(page | {"manifest": "record.json"}, self.folder)
            for key in papers:
                paper_page.write(whole, key, self.folder, self.folder, **words)
        sums = "".join(f"{digest}  {name}\n" for name, digest in self._digests().items())
        write_text(self.folder / SUMS, sums)

    def _digests(self) -> dict[str, str]:
        """Return the checksum of each file, by its path in the record."""
        files = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {
            path.relative_to(self.folder).as_posix(): sha256(path.read_bytes()).hexdigest()
            for path in files
            if path.name != SUMS
        }

    def damaged(self) -> list[str]:
        """Return the files that are missing, others than `write` left, or added since."""
        if not (self.folder / SUMS).exists():
            return [SUMS]
        said = (line.split("  ", 1) for line in read_text(self.folder / SUMS).splitlines())
        written = {(name, digest) for digest, name in said}
        return sorted({name for name, _ in written ^ {*self._digests().items()}})

"""A record: a folder of tables and figures, with ``record.json`` and pages that show them."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from feature_learning.core.files import replacing
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.report import gallery, paper_page

RECORD = Path("record")


@dataclass(frozen=True)
class Record:
    """The record of a run: its whole papers, and its experiments as ``paper/experiment``."""

    folder: Path
    papers: dict[str, Any]
    experiments: dict[str, Any]

    @classmethod
    def read(cls, run: str) -> Self:
        """Return what ``record.json`` says; a run without it has an empty record."""
        path = RECORD / run / "record.json"
        found = json.loads(path.read_text()) if path.exists() else {}
        return cls(path.parent, found.get("papers", {}), found.get("experiments", {}))

    def write(self, catalogue: Catalogue) -> None:
        """Write ``record.json`` and, where there are pictures, the pages of the whole papers."""
        seconds = sum(own["core_s"] for own in self.experiments.values())
        said = {
            "scale": catalogue.config.scale,
            "master_seed": catalogue.config.seed,
            "core_hours": round(seconds / 3600, 2),
            "papers": dict(sorted(self.papers.items())),
            "experiments": dict(sorted(self.experiments.items())),
        }
        with replacing(self.folder / "record.json") as temporary:
            temporary.write_text(json.dumps(said, indent=1) + "\n")
        if not any(self.folder.glob("*/*.png")):
            return
        papers = {key: own for key, own in catalogue.papers.items() if key in self.papers}
        whole = replace(catalogue, papers=papers)
        words = {"formats": ("png",), "logs": False, "runs_from": "", "records": []}
        page = gallery.context(whole, self.folder, self.folder) | words
        gallery.write_pages(page | {"manifest": "record.json"}, self.folder)
        gallery.write_statements(page, self.folder)
        for key in papers:
            paper_page.write(whole, key, self.folder, self.folder, **words)

"""The code that each result depends on, as a fingerprint for its rule and for the record."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.functions import (
    PREDICTING,
    SIMULATING,
    figure_function,
    quantity_functions,
)
from feature_learning.pipeline.declare.quantity import names_in
from feature_learning.pipeline.run.fingerprint import ROOT, fingerprint

# The form of the tables of runs, predictions and metrics. The stages that write them do not count,
# so that the words of a log do not train anything again: raise it by hand when a stage writes other
# rows than before.
ROWS = 1
_STAGES = "feature_learning.pipeline"


class Dependencies:
    """The fingerprints of what a catalogue declares.

    Parameters
    ----------
    catalogue
        The declarations.
    root
        The folder of the package.

    Raises
    ------
    FileNotFoundError
        From each method: a declaration has no module.
    """

    def __init__(self, catalogue: Catalogue, root: Path = ROOT) -> None:
        self._catalogue, self._root = catalogue, root
        self._folders = tuple(dict.fromkeys(folder.parent for folder in catalogue.folders.values()))

    def training(self, paper: str, experiment: str) -> str:
        """Return that of the runs of an experiment, and of what they draw before training."""
        return self._methods(paper, experiment, SIMULATING)

    def theory(self, paper: str, experiment: str) -> str:
        """Return that of the predictions for an experiment."""
        return self._methods(paper, experiment, PREDICTING)

    def _methods(self, paper: str, experiment: str, methods: Sequence[str]) -> str:
        own = self._catalogue.definition(paper, experiment)
        entries = (f"{own.module}:{own.name}.{method}" for method in methods)
        return f"{self._of(paper, *entries)}-{ROWS}"

    def claims(self, paper: str, *figures: str) -> str:
        """Return that of the claims of some figures, and of the judge."""
        declared = self._catalogue.papers[paper].figures
        entries = {
            f"{function.module}:{function.name}": None
            for name in figures
            for own, claim in declared[name].claims.items()
            for function in quantity_functions(name, own, claim.names)
        }
        symbols = ["quantities:SYMBOLS"] if entries else []
        return self._of(paper, *entries, *symbols, stage="run.claims:verdicts")

    def figure(self, paper: str, figure: str) -> str:
        """Return that of a figure, without its style sheet."""
        module = figure_function(figure).module
        parts = self._catalogue.papers[paper].figures[figure].numbers.values()
        named = {f"quantities:{name}": None for part in parts for name in names_in(part)}
        own = (f"{module}:draw", f"{module}:animate", *named)
        return self._of(paper, *own, stage="run.render:render")

    def rows(self) -> str:
        """Return that of the collected rows."""
        return str(ROWS)

    def page(self) -> str:
        """Return that of the page of a paper."""
        return self._of("", stage="report.paper_page:write")

    def gallery(self) -> str:
        """Return that of the front page and of those of the documents."""
        return self._of("", stage="report.gallery:write")

    @cache  # noqa: B019 - one of these per process
    def _of(self, paper: str, *entries: str, stage: str = "") -> str:
        stages = [f"{_STAGES}.{stage}"] if stage else []
        own = [f"feature_learning.papers.{paper}.{entry}" for entry in entries]
        return fingerprint(*stages, *own, root=self._root, papers=self._folders)

"""Files of all rules, for one configuration."""

import errno
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.declare.functions import figure_function
from feature_learning.pipeline.declare.project import check_layout
from feature_learning.pipeline.report.legend import Legend

FORMATS = ("pdf", "png", "svg", "csv", "json")


class Files:
    """The files that rules read and write.

    Parameters
    ----------
    config
        The configuration as Snakemake read it.
    root
        The folder of the Snakefile.

    Raises
    ------
    UserError
        The configuration is wrong, the results have another layout, or a folder cannot be written.
    """

    def __init__(self, config: Mapping[str, Any], root: Path) -> None:
        self._root = root
        self.catalogue: Catalogue = load(
            config, root / "src/feature_learning/papers", results=Path("results")
        )
        self.scale = self.catalogue.config.scale
        self.results = f"results/{self.catalogue.config.run}"
        self.figures = f"figures/{self.catalogue.config.drawn}"
        for folder in (self.results, self.figures):
            _check_writable(Path(folder))
        check_layout(Path("results"))

    def source(self, path: str) -> str:
        """Return a file of the package, relative to the working folder, so that moving the project
        redraws nothing.
        """
        return os.path.relpath(self._root.resolve() / "src/feature_learning" / path)

    def run_files(self, paper: str, experiment: str) -> list[str]:
        """Return the run files of an experiment."""
        folder = f"{self.results}/runs/{paper}/{experiment}"
        seeds = range(self.catalogue.experiment(paper, experiment).seeds)
        return [
            f"{folder}/{setting.label}/seed-{seed}.parquet"
            for setting in self._settings(paper, experiment)
            for seed in seeds
        ]

    def draws_file(self, paper: str, experiment: str, label: str, seed: str) -> list[str]:
        """Return the file that the data generation of a run writes; none where there is nothing to
        generate.
        """
        if not self._draws(paper, experiment):
            return []
        return [f"{self.results}/data/{paper}/{experiment}/{label}/seed-{seed}.npz"]

    @cache  # noqa: B019 - one workflow per process
    def _draws(self, paper: str, experiment: str) -> bool:
        return self.catalogue.draws(paper, experiment)

    def tables(self, paper: str, experiments: list[str]) -> list[str]:
        """Return the metrics and theory tables that the experiments have."""
        found = []
        for name in experiments:
            experiment = self.catalogue.experiment(paper, name)
            if experiment.seeds:
                found.append(f"{self.results}/metrics/{paper}/{name}.parquet")
            if experiment.theory is not None:
                found.append(f"{self.results}/theory/{paper}/{name}.parquet")
        return found

    def figure_tables(self, paper: str, figure: str) -> list[str]:
        """Return the tables that a figure reads."""
        return self.tables(paper, self.catalogue.papers[paper].figures[figure].reads)

    def judged_figures(self, paper: str) -> list[str]:
        """Return the figures of a paper that have claims."""
        figures = self.catalogue.papers[paper].figures
        return [name for name, figure in figures.items() if figure.claims]

    def claim_tables(self, paper: str) -> list[str]:
        """Return the tables that a paper's claims read: those of their figures."""
        declared = self.catalogue.papers[paper]
        reads = [
            read for figure in declared.figures.values() if figure.claims for read in figure.reads
        ]
        return self.tables(paper, list(dict.fromkeys(reads)))

    def figure_files(self, paper: str, figure: str) -> list[str]:
        """Return the outputs of a figure: one more if its module animates it."""
        module = figure_function(figure)
        moving = replace(module, name="animate").arguments(self.catalogue.folders[paper])
        suffixes = (*FORMATS, "gif") if moving is not None else FORMATS
        return [f"{self.figures}/{paper}/{figure}.{suffix}" for suffix in suffixes]

    def legend(self, paper: str, figure: str) -> Legend:
        """Return what a report says about a figure."""
        said = Path(f"{self.figures}/{paper}/{figure}.json")
        return Legend(paper, figure, self.catalogue.papers[paper], said)

    def paper_files(self, paper: str) -> list[str]:
        """Return all figures and the verdicts of a paper, and the tables on which they are based.

        Snakemake only remakes a missing file that some other job needs. Without the tables here, a
        table that was set aside would stay missing as long as its figures exist.
        """
        declared = self.catalogue.papers[paper]
        files = [file for figure in declared.figures for file in self.figure_files(paper, figure)]
        return [
            *files,
            f"{self.results}/claims/{paper}.parquet",
            *self.tables(paper, list(declared.experiments)),
        ]

    def templates(self) -> list[str]:
        """Return the templates of the pages."""
        folder = "pipeline/report/templates"
        names = sorted(path.name for path in Path(self.source(folder)).iterdir())
        return [self.source(f"{folder}/{name}") for name in names]

    def document_pages(self) -> list[str]:
        """Return the pages of the documents that the run's papers test."""
        keys = self.catalogue.ledger.about(self.catalogue.papers)
        return [f"{self.figures}/documents/{key}.html" for key in keys]

    def paper_pages(self) -> list[str]:
        """Return the pages of the papers."""
        return [f"{self.figures}/papers/{key}.html" for key in self.catalogue.papers]

    def statements_file(self) -> list[str]:
        """Return the table of the statements, which the page of another style does not make."""
        style_alone = self.catalogue.config.drawn != self.catalogue.config.run
        return [] if style_alone else [f"{self.results}/statements.parquet"]

    @cached_property
    def _by_label(self) -> dict[tuple[str, str], dict[str, Setting]]:
        return {
            (paper, name): {
                setting.label: setting for setting in self.catalogue.settings(paper, name)
            }
            for paper, declared in self.catalogue.papers.items()
            for name in declared.experiments
        }

    def _settings(self, paper: str, experiment: str) -> list[Setting]:
        return list(self._by_label[paper, experiment].values())


def _check_writable(folder: Path) -> None:
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

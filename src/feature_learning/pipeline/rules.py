"""What the rules take: their files, and the JSON texts of their jobs."""

import hashlib
import os
from collections.abc import Iterable
from dataclasses import asdict, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare import project
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.functions import figure_function
from feature_learning.pipeline.forecast.costs import CostModel
from feature_learning.pipeline.report import regions
from feature_learning.pipeline.run.dependencies import Dependencies
from feature_learning.pipeline.run.task import text_of

FORMATS = ("pdf", "png", "svg", "csv", "json")


class Rules:
    """The files and jobs of all rules, for one configuration.

    Parameters
    ----------
    catalogue
        What is declared.
    root
        The folder of the Snakefile.

    Raises
    ------
    UserError
        A declaration has no function, a setting too long a name, the results have another layout,
        or a folder cannot be written.
    """

    def __init__(self, catalogue: Catalogue, root: Path) -> None:
        self._package = root.resolve() / "src/feature_learning"
        self.catalogue, own = catalogue, catalogue.config
        self.device = own.device
        self.results, self.figures = f"results/{own.run}", f"figures/{own.drawn}"
        for folder in (self.results, self.figures):
            project.check_writable(Path(folder))
        project.check_layout(Path("results"))
        project.check_functions(catalogue)
        project.check_labels(catalogue)
        self._documents = catalogue.ledger.about(catalogue.papers)
        self.costs = CostModel(catalogue, root=root)
        self._code = Dependencies(catalogue, self._package)

    def source(self, path: str) -> str:
        """Return a file of the package, relative to the working folder: a move redraws nothing."""
        return os.path.relpath(self._package / path)

    # Files

    def draws(self, paper: str, experiment: str, label: str) -> list[str]:
        """Return the file that says what the seeds of a setting drew; none where there is nothing
        to draw.
        """
        if not self._draws(paper, experiment):
            return []
        return [f"{self.results}/data/{paper}/{experiment}/{label}/drawn.json"]

    @cache  # noqa: B019 - one of these per process
    def _draws(self, paper: str, experiment: str) -> bool:
        return self.catalogue.draws(paper, experiment)

    def run_files(self, paper: str, experiment: str) -> list[str]:
        """Return the run files of an experiment."""
        folder = f"{self.results}/runs/{paper}/{experiment}"
        seeds = range(self.seeds(paper, experiment))
        labels = self._by_label[paper, experiment]
        return [f"{folder}/{label}/seed-{seed}.parquet" for label in labels for seed in seeds]

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
        figures = self.catalogue.papers[paper].figures
        reads = [read for name in self.judged_figures(paper) for read in figures[name].reads]
        return self.tables(paper, list(dict.fromkeys(reads)))

    def figure_files(self, paper: str, figure: str) -> list[str]:
        """Return the outputs of a figure: one more if its module animates it."""
        moving = replace(figure_function(figure), name="animate")
        text = moving.text(self.catalogue.folders[paper]) or ""
        suffixes = (*FORMATS, "gif") if moving.is_in(text) else FORMATS
        return [f"{self.figures}/{paper}/{figure}.{suffix}" for suffix in suffixes]

    def paper_files(self, paper: str) -> list[str]:
        """Return all figures and the verdicts of a paper, and the tables on which they are based:
        else Snakemake would not remake a table that was set aside while its figures exist.
        """
        declared = self.catalogue.papers[paper]
        files = [file for figure in declared.figures for file in self.figure_files(paper, figure)]
        tables = self.tables(paper, list(declared.experiments))
        return [*files, f"{self.results}/claims/{paper}.parquet", *tables]

    def document_pages(self) -> list[str]:
        """Return the pages of the documents that the run's papers test."""
        return [f"{self.figures}/documents/{key}.html" for key in self._documents]

    def page_file(self, paper: str) -> str:
        """Return the page of a paper."""
        return f"{self.figures}/papers/{paper}.html"

    def verdict_files(self) -> list[str]:
        """Return the tables of all verdicts, which the page of another style does not make."""
        if self.catalogue.config.drawn != self.catalogue.config.run:
            return []
        return [f"{self.results}/statements.parquet", f"{self.results}/verdicts.csv"]

    # Jobs

    def sample(self, paper: str, experiment: str, label: str) -> str:
        """Return the job that draws for the seeds of a setting."""
        return text_of(
            "sample",
            setting=self._setting(paper, experiment, label).raw(),
            runs=f"{self.results}/runs/{paper}/{experiment}",
            restored=f"{self.results}/restored/{paper}/{experiment}",
            code=self._code.training(paper, experiment),
        )

    def seeds(self, paper: str, experiment: str) -> int:
        """Return the number of seeds of an experiment."""
        return self.catalogue.experiment(paper, experiment).seeds

    def train(self, paper: str, experiment: str, label: str, seed: str) -> str:
        """Return the job that runs a (setting, seed)."""
        return text_of(
            "train",
            setting=self._setting(paper, experiment, label).raw(),
            seed=int(seed),
            draws=f"{self.results}/data/{paper}/{experiment}/{label}",
            restored=f"{self.results}/restored/{paper}/{experiment}",
            code=self._code.training(paper, experiment),
        )

    def theory(self, paper: str, experiment: str) -> str:
        """Return the job that computes the predictions for an experiment."""
        return text_of(
            "theory",
            settings=_raw(self.catalogue.theory_settings(paper, experiment)),
            code=self._code.theory(paper, experiment),
        )

    def aggregate(self, paper: str, experiment: str) -> str:
        """Return the job that collects the runs of an experiment."""
        return text_of(
            "aggregate",
            settings=_raw(self._by_label[paper, experiment].values()),
            seeds=self.seeds(paper, experiment),
            runs=f"{self.results}/runs/{paper}/{experiment}",
            code=self._code.rows(),
        )

    def claims(self, paper: str, *only: str) -> str:
        """Return the job that tests the claims of a paper, or of some of its figures."""
        declared = self.catalogue.papers[paper].figures
        names = only or self.judged_figures(paper)
        return text_of(
            "claims",
            paper=paper,
            scale=self.catalogue.config.scale,
            results=self.results,
            changed=bool(self.catalogue.config.overrides.get(paper)),
            claims={
                name: declared[name].model_dump(
                    include={"claims"}, exclude_defaults=True, by_alias=True
                )
                for name in names
            },
            code=self._code.claims(paper, *names),
        )

    def render(self, paper: str, figure: str) -> str:
        """Return the job that draws a figure.

        The figure is drawn again when a region of a claim changes, and not when a remark does.
        """
        declared = self.catalogue.papers[paper].figures[figure]
        regions = declared.accepted
        numbers = {
            name: part.model_dump(exclude_defaults=True, by_alias=True)
            for name, part in declared.numbers.items()
        }
        return text_of(
            "render",
            paper=paper,
            figure=figure,
            results=self.results,
            regions={claim: asdict(region) for claim, region in regions.items()},
            numbers=numbers,
            style=self.catalogue.config.figure_style,
            code=self._code.figure(paper, figure),
            sheet=self._style,
        )

    def page(self, paper: str) -> str:
        """Return the job that writes the page of a paper."""
        return text_of(
            "page",
            paper=paper,
            config=self._config,
            results=self.results,
            declared=self._declared(paper),
            ledger=_digest(self.catalogue.folders[paper] / regions.FILE),
            templates=self._templates,
            code=self._code.page(),
        )

    def gallery(self) -> str:
        """Return the job that writes the front page and those of the documents."""
        return text_of(
            "gallery",
            config=self._config,
            results=self.results,
            declared=self._declared(*self.catalogue.papers),
            templates=self._templates,
            code=self._code.gallery(),
        )

    @cached_property
    def _config(self) -> dict[str, Any]:
        """The configuration without the device, which changes no result."""
        return self.catalogue.config.model_dump(mode="json", exclude={"device"})

    def _declared(self, *papers: str) -> str:
        """Return a hash of the declarations of some papers, and of all documents."""
        parts = [
            *(self.catalogue.papers[key] for key in papers),
            *self.catalogue.ledger.documents.values(),
        ]
        return _digest(text="".join(part.model_dump_json() for part in parts))

    @cached_property
    def _style(self) -> str:
        return _digest(self._package / "plotting/paper.mplstyle")

    @cached_property
    def _templates(self) -> str:
        return _digest(*sorted((self._package / "pipeline/report/templates").iterdir()))

    @cached_property
    def _by_label(self) -> dict[tuple[str, str], dict[str, Setting]]:
        return {
            (paper, name): {
                setting.label: setting for setting in self.catalogue.settings(paper, name)
            }
            for paper, declared in self.catalogue.papers.items()
            for name in declared.experiments
        }

    def _setting(self, paper: str, experiment: str, label: str) -> Setting:
        known = self._by_label.get((paper, experiment))
        if known is None:
            name, names = f"{paper}/{experiment}", [f"{p}/{e}" for p, e in self._by_label]
            raise UserError(f"unknown experiment {name}.{did_you_mean(name, names)}")
        if label not in known:
            raise UserError(
                f"{paper}/{experiment} has no setting {label!r}.{did_you_mean(label, known)}"
            )
        return known[label]


def _raw(settings: Iterable[Setting]) -> list[dict[str, Any]]:
    return [setting.raw() for setting in settings]


def _digest(*files: Path, text: str = "") -> str:
    """Return a hash of a text and of files, because file times may come from another clock."""
    content = b"".join(file.read_bytes() for file in files if file.is_file())
    return hashlib.sha256(text.encode() + content).hexdigest()[:16]

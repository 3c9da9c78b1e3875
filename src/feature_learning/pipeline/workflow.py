"""Files, settings and code dependencies of all rules, for the Snakefile."""

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.core.setting import Setting
from feature_learning.pipeline.commands import STAGES
from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.declare.functions import (
    declared_functions,
    figure_function,
    identifier,
    missing,
)
from feature_learning.pipeline.declare.project import check_layout
from feature_learning.pipeline.forecast.bundles import Bundles
from feature_learning.pipeline.forecast.costs import CostModel
from feature_learning.pipeline.report.legend import Legend
from feature_learning.pipeline.run.fingerprint import fingerprint

FORMATS = ("pdf", "png", "svg", "csv", "json")
_PIPELINE = "feature_learning.pipeline"
_PAPERS = "feature_learning.papers"
_ROOM = 2**20


class Workflow:
    """The files and parameters of all rules, for one configuration.

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
        self.device = self.catalogue.config.device
        self.figure_style = self.catalogue.config.figure_style
        self.results = f"results/{self.catalogue.config.run}"
        self.figures = f"figures/{self.catalogue.config.drawn}"
        self.costs = CostModel(self.catalogue, root=root)
        self.bundles = Bundles(self.catalogue, self.costs)
        for folder in (self.results, self.figures):
            _check_writable(Path(folder))
        check_layout(Path("results"))
        _check_functions(self.catalogue)

    # Files

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

    def unknown_target(self, asked: str) -> str:
        """Return the message for an unknown target: this scale lacks it, it is a file of a target,
        or it does not exist and another has a similar name.
        """
        papers = self.catalogue.papers
        figures = [f"{paper}/{figure}" for paper in papers for figure in papers[paper].figures]
        plain = re.sub(r"\.[a-z]+$", "", re.sub("^(figures?|verdicts?)/", "", asked))
        if plain in self.catalogue.absent:
            has = ", ".join(figures)
            return f"figures/{plain} is not drawn at the scale {self.scale}, which has: {has}"
        targets = [*papers, *figures]
        if asked.startswith("verdicts/"):
            known = [f"verdicts/{name}" for name in targets]
            near = did_you_mean(f"verdicts/{plain}", known)
            return f"there is no target {asked}.{near} (snakemake --list-target-rules lists all)"
        known = [f"figures/{name}" for name in ["all", *targets]]
        if asked in known:
            return f"there is no target {asked}/: leave out the slash at its end"
        same = [name for name in known if name.endswith(f"/{plain}")]
        near = (
            f" Did you mean {' or '.join(same)}?"
            if same
            else did_you_mean(f"figures/{plain}", known)
        )
        own = re.match(r"[a-z]+\d{4}(?=/|$)", plain)
        hint = (
            f" If {own[0]} is a paper of your own, name its folder under paper_folders."
            if own and own[0] not in self.catalogue.folders
            else ""
        )
        listed = "(snakemake --list-target-rules lists all)"
        return f"there is no target {asked}.{near}{hint} {listed}"

    def failures(self, since: float) -> list[str]:
        """Return the errors at the ends of the logs of the jobs that failed after a time (seconds
        since the epoch), each once.
        """
        by_message: dict[str, list[tuple[str, Path]]] = {}
        for path in sorted(Path(self.results, "logs").rglob("*.log")):
            if path.stat().st_mtime >= since:
                said = re.search(
                    r"^(error in \w+ of .*?): (.*)",
                    path.read_text(errors="replace"),
                    re.MULTILINE | re.DOTALL,
                )
                if said:
                    by_message.setdefault(said[2].strip(), []).append((said[1], path))
        found = [
            f"{jobs[0][0]}{_others(len(jobs) - 1)}: {message}\n  (log: {jobs[0][1]})"
            for message, jobs in by_message.items()
        ]
        if shutil.disk_usage(self.results).free < _ROOM:
            # The job cannot say so: there is no room for its log either.
            found.append(
                f"{self.results}/ is full: free some space and run again; what was finished is kept"
            )
        return found

    # Parameters

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

    def setting(self, paper: str, experiment: str, label: str) -> str:
        """Return the setting that is passed to a sample or train job.

        Raises
        ------
        UserError
            The paper, the experiment or the setting does not exist.
        """
        known = self._by_label.get((paper, experiment))
        if known is None:
            names = [f"{p}/{e}" for p, e in self._by_label]
            raise UserError(
                "unknown experiment "
                f"{paper}/{experiment}.{did_you_mean(f'{paper}/{experiment}', names)}"
            )
        if label not in known:
            raise UserError(
                f"{paper}/{experiment} has no setting {label!r}.{did_you_mean(label, known)}"
            )
        return known[label].to_json()

    def bundle(self, paper: str, experiment: str, label: str, seed: str) -> str:
        """Return the file that says that the bundle of a pair has been made."""
        number = self.bundles.number(paper, experiment, label, int(seed))
        return f"{self.results}/bundles/{paper}/{experiment}/{number}.made"

    def bundle_settings(self, paper: str, experiment: str, number: str) -> str:
        """Return the settings of a bundle's pairs with their seeds, as they are passed to its
        job.
        """
        pairs = self.bundles.pairs(paper, experiment)[int(number)]
        labels = dict.fromkeys(label for label, _ in pairs)
        settings = self._by_label[paper, experiment]
        return (
            "["
            + ",".join(
                f'{{"setting":{settings[label].to_json()},'
                f'"seeds":{[seed for own, seed in pairs if own == label]}}}'
                for label in labels
            )
            + "]"
        )

    def settings(self, paper: str, experiment: str) -> str:
        """Return the settings that are passed to an aggregate job."""
        return _list(self.catalogue.settings(paper, experiment))

    def theory_settings(self, paper: str, experiment: str) -> str:
        """Return the settings that are passed to a theory job."""
        return _list(self.catalogue.theory_settings(paper, experiment))

    def seeds(self, paper: str, experiment: str) -> int:
        """Return the number of seeds of an experiment."""
        return self.catalogue.experiment(paper, experiment).seeds

    def declarations(self, paper: str, figure: str = "") -> str:
        """Return a paper's claims by figure, or those of one figure, as they are passed to a
        claims job.
        """
        figures = self.catalogue.papers[paper].figures
        if figure:
            figures = {figure: figures[figure]}
        return json.dumps(
            {
                name: figure.model_dump(include={"claims"}, exclude_defaults=True)
                for name, figure in figures.items()
            }
        )

    def looks(self, paper: str) -> str:
        """Return the seeds of a paper's experiments at each look, as they are passed to its claims
        job.
        """
        return json.dumps(self.catalogue.looks.of(paper))

    def config_text(self) -> str:
        """Return the configuration that is passed to the gallery's job, without the device, which
        does not change results.
        """
        return self.catalogue.config.model_dump_json(exclude={"device"})

    def catalogue_digest(self) -> str:
        """Return a hash of all declarations, so that the gallery is remade when one changes."""
        declared = {**self.catalogue.papers, **self.catalogue.ledger.documents}
        text = "".join(f"{key}{part.model_dump_json()}" for key, part in declared.items())
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # The code that a result depends on

    @cache  # noqa: B019 - one workflow per process
    def code(self, stage: str, *modules: str) -> str:
        """Return the fingerprint of a stage's runner and of modules named relative to the
        papers.
        """
        entries = [
            f"{_PIPELINE}.{STAGES[stage].module}",
            *(f"{_PAPERS}.{module}" for module in modules),
        ]
        folders = tuple(dict.fromkeys(folder.parent for folder in self.catalogue.folders.values()))
        return fingerprint(*entries, root=self._root / "src/feature_learning", papers=folders)

    def experiment_code(self, stage: str, paper: str, experiment: str) -> str:
        """Return the fingerprint of the code that a run, or what it draws, depends on."""
        return self.code(
            stage,
            *(f"{paper}.{entry}" for entry in self.catalogue.function(paper, experiment).entries),
        )

    def claims_code(self, paper: str, figure: str = "") -> str:
        """Return the fingerprint of the claims of a paper, or of one figure."""
        figures = [figure] if figure else self.judged_figures(paper)
        return self.code("claims", *(f"{paper}.claims.{identifier(name)}" for name in figures))

    def figure_code(self, paper: str, figure: str) -> str:
        """Return the fingerprint of a figure: its code and the style sheet. File times may come
        from another clock.
        """
        return self.code("render", f"{paper}.figures.{identifier(figure)}") + self._style

    @cached_property
    def _style(self) -> str:
        return hashlib.sha256(
            Path(self.source("plotting/paper.mplstyle")).read_bytes()
        ).hexdigest()[:16]


def _others(count: int) -> str:
    return f" and {count} other job{'' if count == 1 else 's'}" if count else ""


def _list(settings: list[Setting]) -> str:
    return "[" + ",".join(setting.to_json() for setting in settings) + "]"


def _check_writable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(4096))  # a full disk still accepts an empty file
    except OSError as error:
        culprit = next(path for path in (folder, *folder.parents) if path.exists())
        raise UserError(
            f"{folder}/ cannot be written: {culprit}: {os.strerror(error.errno or 0)}. Free it or "
            "run in another folder"
        ) from None


def _check_functions(catalogue: Catalogue) -> None:
    """Refuse a declaration without its function, before any job starts."""
    said = [
        text
        for key, paper in catalogue.papers.items()
        for text in missing(declared_functions(paper), catalogue.folders[key])
    ]
    if said:
        raise UserError("\n".join(said))

"""Settings and code dependencies of all rules, for the Snakefile."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.functions import declared_functions, missing
from feature_learning.pipeline.files import Files
from feature_learning.pipeline.forecast.bundles import Bundles
from feature_learning.pipeline.forecast.costs import CostModel
from feature_learning.pipeline.run.dependencies import Dependencies


class Workflow(Files):
    """The files and parameters of all rules, for one configuration.

    Parameters
    ----------
    config, root
        As for `Files`.

    Raises
    ------
    UserError
        As `Files`, or a declaration has no function.
    """

    def __init__(self, config: Mapping[str, Any], root: Path) -> None:
        super().__init__(config, root)
        self.device = self.catalogue.config.device
        self.figure_style = self.catalogue.config.figure_style
        self.costs = CostModel(self.catalogue, root=root)
        self.bundles = Bundles(self.catalogue, self.costs)
        self.code = Dependencies(self.catalogue, root / "src/feature_learning")
        _check_functions(self.catalogue)

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

    def regions(self, paper: str, figure: str) -> str:
        """Return what each claim of a figure accepts, as it is passed to the figure's job: the
        figure is drawn again when a region changes, and not when a remark does.
        """
        regions = self.catalogue.papers[paper].figures[figure].accepted
        return json.dumps({claim: asdict(region) for claim, region in regions.items()})

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

    def claims_code(self, paper: str) -> str:
        """Return the fingerprint of all claims of a paper."""
        return self.code.claims(paper, *self.judged_figures(paper))

    def figure_code(self, paper: str, figure: str) -> str:
        """Return the fingerprint of a figure: its code and the style sheet. File times may come
        from another clock.
        """
        return self.code.figure(paper, figure) + self._style

    @cached_property
    def _style(self) -> str:
        return hashlib.sha256(
            Path(self.source("plotting/paper.mplstyle")).read_bytes()
        ).hexdigest()[:16]


def _list(settings: list[Setting]) -> str:
    return "[" + ",".join(setting.to_json() for setting in settings) + "]"


def _check_functions(catalogue: Catalogue) -> None:
    """Refuse a declaration without its function, before any job starts."""
    said = [
        text
        for key, paper in catalogue.papers.items()
        for text in missing(declared_functions(paper), catalogue.folders[key])
    ]
    if said:
        raise UserError("\n".join(said))

"""The claims of a finished run with their evidence, and what one more seed of each experiment
costs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from feature_learning.core import parquet
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.schema import Claim, claim_id
from feature_learning.pipeline.forecast.costs import CostModel, Job
from feature_learning.pipeline.run.claims import ClaimJudge
from feature_learning.statistics.evidence import Evidence
from feature_learning.statistics.tallies import HEADLINE


@dataclass(frozen=True)
class Judgeable:
    """A claim of a finished run that seeds can decide.

    Attributes
    ----------
    paper, name
        Its paper and its full id.
    claim
        Its declaration.
    evidence
        What the run found.
    experiments
        The simulated experiments that it reads, as ``paper/experiment``, with their seeds.
    verdict
        The verdict of the run.
    """

    paper: str
    name: str
    claim: Claim
    evidence: Evidence
    experiments: dict[str, int]
    verdict: str

    @property
    def headline(self) -> bool:
        """Whether it counts among the claims of the paper or of a theory."""
        return self.claim.rests_on in HEADLINE

    def seeds(self, rows: int) -> dict[str, int]:
        """Return the seeds of each experiment that give so many rows of evidence; a seed may have
        several replicas.
        """
        have = len(self.evidence.observed)
        return {name: -(-rows * seeds // have) for name, seeds in self.experiments.items()}


def claims_of(
    catalogue: Catalogue, results: Path, paper: str, figure: str = ""
) -> Iterator[Judgeable]:
    """Yield the claims of a paper, or of one of its figures, that are tested at this scale and rest
    on seeds.

    Parameters
    ----------
    catalogue
        What was run.
    results
        The folder of the run.
    paper, figure
        The paper and, for its claims alone, the figure.

    Raises
    ------
    UserError
        The tables are not complete.
    """
    judged = results / "claims" / (f"{paper}/{figure}" if figure else paper)
    rows = parquet.read(judged.with_suffix(".parquet"))[0].to_pylist()
    verdicts = {row["claim"]: row["verdict"] for row in rows}
    declared = catalogue.papers[paper]
    if not declared.claims:
        return
    judge = ClaimJudge(paper, catalogue.config.scale, results)
    drawn = [figure] if figure else list(declared.figures)
    named = [(each, own) for each in drawn for own in declared.figures[each].claims]
    for each, own in named:
        name, claim = claim_id(each, own), declared.figures[each].claims[own]
        if catalogue.config.scale not in claim.scales or name not in verdicts:
            continue
        evidence, read = judge.evidence(each, own)
        experiments = {
            f"{paper}/{one}": declared.experiments[one].seeds
            for one in sorted(read)
            if declared.experiments[one].seeds
        }
        if evidence.estimate != "exact" and experiments:
            yield Judgeable(paper, name, claim, evidence, experiments, verdicts[name])


def seed_seconds(catalogue: Catalogue, model: CostModel) -> dict[str, float]:
    """Return the CPU seconds that one more seed of each experiment costs, by the cost model; it
    draws for itself.

    Parameters
    ----------
    catalogue
        The papers at their scale.
    model
        Its cost model.
    """
    found = {}
    for paper, declared in catalogue.papers.items():
        for name, design in declared.experiments.items():
            if design.seeds:
                jobs = [
                    Job("train", paper, name, setting.label)
                    for setting in catalogue.settings(paper, name)
                ]
                found[f"{paper}/{name}"] = sum(model.forecast(job).seconds for job in jobs)
    return found

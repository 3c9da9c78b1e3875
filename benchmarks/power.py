"""The seeds that each experiment needs, from a pilot under another master seed, which runs first:

snakemake figures/all --config seed=1
PYTHONPATH=src python benchmarks/power.py --seed 1 [--scale laptop] [--power 0.9]
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.project import configured
from feature_learning.pipeline.forecast.costs import CostModel
from feature_learning.pipeline.forecast.decide import Judgeable, claims_of, seed_seconds
from feature_learning.pipeline.forecast.plan import machine_factor
from feature_learning.statistics.power import MOST_SEEDS, seeds_to_reproduce
from feature_learning.statistics.verdicts import centred


@dataclass(frozen=True)
class Need:
    """What a claim needs.

    Attributes
    ----------
    claim
        The claim.
    seeds
        The seeds of each experiment at which it is reproduced with the wanted probability; None if
        none are enough.
    """

    claim: Judgeable
    seeds: Mapping[str, int] | None


def main() -> None:
    """Print the seeds that each experiment needs, what they cost, and which claim asks for them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--power", type=float, default=0.9, help="the probability of a verdict")
    parser.add_argument("--scale")
    parser.add_argument("--seed", type=int, help="the pilot's master seed")
    parser.set_defaults(name=None, configfile=None)
    args = parser.parse_args()
    catalogue = configured(args)
    results = Path("results", catalogue.config.run)
    missing = [
        paper
        for paper in catalogue.papers
        if not (results / "claims" / f"{paper}.parquet").exists()
    ]
    if missing:
        options = " ".join(catalogue.config.options)
        raise UserError(
            f"{results} has no verdicts for {', '.join(missing)}; run the pilot first: snakemake "
            f"figures/all --config {options}"
        )
    claims = [
        claim
        for paper in catalogue.papers
        for claim in claims_of(catalogue, results, paper)
        if claim.headline
    ]
    true = [claim for claim in claims if centred(claim.claim, claim.parts)]
    needs = [_need(claim, args.power) for claim in true]
    model = CostModel(catalogue)
    factor = machine_factor(catalogue, model)
    seconds = {name: factor * each for name, each in seed_seconds(catalogue, model).items()}
    print(
        f"pilot: {catalogue.config.title}, {len(claims)} claims of papers and theories; power "
        f"{args.power:g}"
    )
    print(report(needs, [claim for claim in claims if claim not in true], seconds))


def _need(claim: Judgeable, power: float) -> Need:
    rows = seeds_to_reproduce(claim.claim, claim.parts, power=power)
    return Need(claim, None if rows is None else claim.seeds(rows))


def report(needs: Sequence[Need], untrue: Sequence[Judgeable], seconds: Mapping[str, float]) -> str:
    """Return the table of experiments, then the claims that seeds cannot help.

    Parameters
    ----------
    needs
        The claims that the pilot finds true.
    untrue
        The claims of which the pilot has an estimate outside the region.
    seconds
        What one seed of each experiment costs.
    """
    asked: dict[str, list[tuple[int, str]]] = {}
    declared: dict[str, int] = {}
    for need in needs:
        declared |= need.claim.experiments
        for name, seeds in (need.seeds or {}).items():
            asked.setdefault(name, []).append((seeds, need.claim.name))
    lines = [
        f"{'experiment':<34}{'declared':>9}{'needed':>8}{'s per seed':>12}{'s more':>9}  asked for "
        "by"
    ]
    more = 0.0
    for name in sorted(asked):
        ordered = sorted(asked[name], reverse=True)
        seeds = ordered[0][0]
        who = (
            ", ".join(f"{claim} {count}" for count, claim in ordered if count > declared[name])
            or ordered[0][1]
        )
        extra = max(0, seeds - declared[name]) * seconds[name]
        more += extra
        lines.append(
            f"{name:<34}{declared[name]:>9}{seeds:>8}{seconds[name]:>12.2f}{extra:>9.1f}  {who}"
        )
    lines.append(f"{'in all':<34}{'':>29}{more:>9.1f}")
    lines += _listed(
        f"more than {MOST_SEEDS} seeds needed", (need.claim for need in needs if need.seeds is None)
    )
    lines += _listed("not true in the pilot: an estimate lies outside its region", untrue)
    return "\n".join(lines)


def _listed(head: str, claims: Iterable[Judgeable]) -> list[str]:
    names = [f"  {claim.paper}: {claim.name}" for claim in claims]
    return ["", f"{head}:", *names] if names else []


if __name__ == "__main__":
    main()

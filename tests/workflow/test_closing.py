"""A run ends with what it drew and judged itself, not with what an earlier one did."""

from __future__ import annotations

import pytest

from workflow.copies import Copy


@pytest.mark.slow
def test_the_closing_lines_are_of_this_run(finished: Copy) -> None:
    summary = (finished.root / "figures/laptop/summary.txt").read_text()
    assert "claims: 2 reproduced, 1 inconclusive" in summary
    finished.edit("figures/powers.py", '"power {}"', '"exponent {}"')
    ran = finished.run("figures/toy2020", "-R", "claims")
    assert ran.jobs == {"toy2020/powers", "toy2020/claims", "toy2020/page"}
    assert "drawn: figures/laptop/toy2020/powers (.pdf .png .svg .csv)\n" in ran.output
    assert "toy2020: claims: 2 reproduced, 1 inconclusive\n" in ran.output
    assert "page: figures/laptop/papers/toy2020.html\n" in ran.output
    assert (
        "figures/laptop/index.html is from an earlier run; snakemake figures/all updates it\n"
        in ran.output
    )
    assert "3 figures of 1 paper" not in ran.output
    ran = finished.run("figures/all")
    assert summary in ran.output
    assert "drawn: " not in ran.output

"""``snakemake --report`` has a caption and a category for every figure."""

from __future__ import annotations

import pytest

from workflow.copies import Copy

pytestmark = pytest.mark.slow


def test_a_report_of_one_figure(finished: Copy) -> None:
    # A caption is mended after the figure is drawn: nothing is drawn anew, and markup in it is
    # plain text.
    finished.edit(
        "figures.yaml", "caption: Two noisy lines.", "caption: Two |noisy| lines, x_i* against *t*."
    )
    assert finished.done("figures/toy2020/lines") == set()
    ran = finished.run("--report", "report.html", "figures/toy2020/lines")
    assert ran.rc == 0, ran.output
    assert not ran.jobs
    said = (finished.root / "report.html").read_text()
    assert "Two |noisy| lines, x_i* against *t*." in said
    assert "toy2020: A line, a cloud and some powers" in said
    assert "The measured line lies on the true one." in said
    assert "figures/laptop/toy2020/lines.png" in said
    assert "Figures of papers on feature learning" in said
    assert "system-message" not in said
    assert "figures/laptop/toy2020/powers.png" not in said

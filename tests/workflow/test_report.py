"""``snakemake --report`` has every figure under its paper."""

from __future__ import annotations

import pytest

from workflow.copies import Copy

pytestmark = pytest.mark.slow


def test_a_report_of_one_figure(finished: Copy) -> None:
    ran = finished.run("--report", "report.html", "figures/toy2020/lines")
    assert ran.rc == 0, ran.output
    assert not ran.jobs
    said = (finished.root / "report.html").read_text()
    assert "figures/laptop/toy2020/lines.png" in said
    assert "figures/laptop/toy2020/powers.png" not in said

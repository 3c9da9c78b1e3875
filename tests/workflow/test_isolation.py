"""One failing experiment stops its own figures only, and says which job it was."""

from __future__ import annotations

import pytest

from workflow.copies import Copy

pytestmark = pytest.mark.slow


def test_the_others_go_on_and_the_logs_say_who_failed(finished: Copy) -> None:
    finished.edit(
        "experiments/points.py",
        '        yield {"mean"',
        "        if rng.seed == 1:\n"
        '            raise ValueError("the cloud\\nis gone")\n        yield {"mean"',
    )
    finished.edit("figures/powers.py", "(ax,) =", "(ax, =")
    finished.edit("figures/lines.py", '"position"', '"place"')
    ran = finished.run("figures/all")
    assert ran.rc != 0
    assert ran.jobs >= {
        "toy2020/lines",
        "toy2020/powers",
        "toy2020/cloud/only/train-0",
        "toy2020/cloud/only/train-1",
    }
    # What fails is not drawn, what rests on it is kept as it was.
    assert not ran.jobs & {
        "toy2020/cloud/aggregate",
        "toy2020/line-and-cloud",
        "toy2020/claims",
        "gallery",
    }
    assert (finished.root / "figures/laptop/toy2020/lines.pdf").exists()
    assert (finished.root / "figures/laptop/toy2020/line-and-cloud.pdf").exists()

    cloud = "error in train of toy2020/cloud, setting only, seed 1: ValueError: the cloud"
    assert finished.log("toy2020/cloud/only/train-1").splitlines()[-1] == cloud
    powers = finished.log("toy2020/powers").splitlines()[-1]
    assert powers.startswith("error in render of toy2020/powers: SyntaxError: ")
    # The terminal ends with both, and where to read more.
    closing = ran.output[ran.output.rindex(cloud) :].splitlines()
    assert closing[1] == "  (log: results/laptop/logs/toy2020/cloud/only/train-1.log)"
    assert powers in closing

    finished.edit("experiments/points.py", "rng.seed == 1", "rng.seed == 9")
    finished.edit("figures/powers.py", "(ax, =", "(ax,) =")
    jobs = finished.done("figures/all")
    assert {
        "toy2020/cloud/only/train-1",
        "toy2020/line-and-cloud",
        "toy2020/powers",
        "toy2020/claims",
        "gallery",
    } <= jobs
    assert "toy2020/lines" not in jobs

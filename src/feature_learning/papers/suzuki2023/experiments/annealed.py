"""Constant temperatures against one that is halved again and again, at the same total time
(figure 5).
"""

import re

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, rows

ANNEALED, CONSTANT = "annealed", "fixed-"


def annealed(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per case, schedule and replica. All schedules share data, first neurons and noise."""
    cases, schedules = setting.names("case"), setting.names("schedule")
    sizes = [parsed(case) for case in cases]
    phases = np.array([heats(setting, schedule) for schedule in schedules]).T
    ends = np.rint(np.linspace(0, setting["horizon"] / setting["eta"], len(phases) + 1)).astype(int)
    for case, (d, k, n) in zip(cases, sizes, strict=True):
        trials = Trials(setting, rng, d, k, n)
        network = trials.network([(n, heat) for heat in phases[0]], setting["width"], device)
        for phase, steps in zip(phases, np.diff(ends).tolist(), strict=True):
            network.set_temperature(np.repeat(phase * trials.heat_unit, trials.replicas))
            network.run(steps)
        by_schedule = trials.accuracy(network, len(schedules))
        for schedule, accuracies in zip(schedules, by_schedule, strict=True):
            yield from rows({"case": case, "schedule": schedule}, accuracies)


def parsed(case: str) -> tuple[int, int, int]:
    """Return d, k and n of a case such as ``d16-k3-n96``.

    Raises
    ------
    UserError
        It is not of this form, or k is not between 1 and d.
    """
    match = re.fullmatch(r"d(\d+)-k(\d+)-n(\d+)", case)
    d, k, n = map(int, match.groups()) if match else (0, 1, 0)
    if not 1 <= k <= d or n < 1:
        raise UserError(f"case {case!r} must give d, k up to d, and n, such as d16-k3-n96")
    return d, k, n


def heats(setting: Setting, schedule: str) -> list[float]:
    """Return lam d in each phase of a schedule: ``annealed``, or a constant such as ``fixed-0.1``.

    Raises
    ------
    UserError
        The schedule is neither.
    """
    count = setting["halvings"] + 1
    if schedule == ANNEALED:
        return [setting["hottest"] / 2**phase for phase in range(count)]
    try:
        return [float(schedule.removeprefix(CONSTANT))] * count
    except ValueError:
        raise UserError(
            f"schedule {schedule!r} must be {ANNEALED} or {CONSTANT} and a number, such as "
            f"{CONSTANT}0.1"
        ) from None

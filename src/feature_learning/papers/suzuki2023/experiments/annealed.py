"""Constant temperatures against one that is halved again and again, at the same total time (figure 5)."""

import re

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, rows

ANNEALED, CONSTANT = "annealed", "fixed-"


def annealed(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per case, schedule and replica. All schedules share data, first neurons and noise."""
    for case in setting.grid["case"]:
        parsed(str(case))
    for schedule in setting.grid["schedule"]:
        heats(setting, str(schedule))
    schedules = list(map(str, setting.grid["schedule"]))
    phases = np.array([heats(setting, schedule) for schedule in schedules]).T
    ends = np.rint(np.linspace(0, float(setting["horizon"]) / float(setting["eta"]), len(phases) + 1)).astype(int)
    for case in map(str, setting.grid["case"]):
        d, k, n = parsed(case)
        trials = Trials(setting, rng, d, k, n)
        network = trials.network(setting, [(n, float(heat)) for heat in phases[0]], int(setting["width"]), device)
        for own, steps in zip(phases, np.diff(ends), strict=True):
            network.set_temperature(np.repeat(own * trials.heat_unit, trials.replicas))
            network.run(int(steps))
        for schedule, accuracies in zip(schedules, trials.accuracy(network, len(schedules)), strict=True):
            yield from rows({"case": case, "schedule": schedule}, accuracies)


def parsed(case: str) -> tuple[int, int, int]:
    """Return d, k and n of a case such as ``d16-k3-n96``.

    Raises
    ------
    UserError
        It is not of this form, or k is not between 1 and d.
    """
    found = re.fullmatch(r"d(\d+)-k(\d+)-n(\d+)", case)
    d, k, n = map(int, found.groups()) if found else (0, 1, 0)
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
    count = int(setting["halvings"]) + 1
    if schedule == ANNEALED:
        return [float(setting["hottest"]) / 2**phase for phase in range(count)]
    try:
        return [float(schedule.removeprefix(CONSTANT))] * count
    except ValueError:
        raise UserError(f"schedule {schedule!r} must be {ANNEALED} or {CONSTANT} and a number, such as {CONSTANT}0.1") from None

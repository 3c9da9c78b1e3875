"""The gradient flow of the animation's small network in higher dimensions: its plateau grows with d (bg1b)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.theory.online_odes import OnlineODE


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the overlaps of standard normal students with orthogonal teachers of norm sqrt d, at each d."""
    students, teachers = setting["students"], setting["teachers"]
    drawn: dict[str, np.ndarray] = {}
    for d in map(int, setting.grid["d"]):
        weights = rng("init", d).standard_normal((students, d)) / np.sqrt(d)
        # The first axes are as good as any orthonormal teacher.
        drawn |= {f"overlap-{d}": weights[:, :teachers], f"student-{d}": weights @ weights.T}
    return drawn


def plateau_by_dimension(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and time: the risk of the gradient flow."""
    width, teachers = setting["students"], setting["teachers"]
    dimensions, times = list(map(int, setting.grid["d"])), list(map(float, setting.grid["t"]))
    flow = OnlineODE(np.eye(teachers), np.full(teachers, 1 / teachers), np.full(width, 1 / width), speed=float(width))
    overlaps, students = (np.stack([draws[f"{name}-{d}"] for d in dimensions], axis=-1) for name in ("overlap", "student"))
    for t, overlap, student in zip(times, *flow.solve(overlaps, students, times), strict=True):
        for d, risk in zip(dimensions, flow.risk(overlap, student), strict=True):
            yield {"d": d, "t": t, "risk": float(risk)}

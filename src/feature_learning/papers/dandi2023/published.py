"""What the authors published in numbers or pictures: the errors of ``single_step.ipynb``, the
cosines of ``multiple_steps.ipynb``, and the errors of the summary picture ``stairway.png``.
"""

from collections.abc import Mapping
from io import StringIO
from typing import NamedTuple

import pandas as pd


class Printed(NamedTuple):
    """The mean and the standard deviation of a test error."""

    mean: float
    spread: float


PUBLISHED: Mapping[float, Printed] = {
    1.3: Printed(0.3360, 0.0063),
    1.65: Printed(0.2068, 0.0059),
    2.0: Printed(0.0774, 0.0021),
}
"""The only published numbers, printed by ``single_step.ipynb``: mean and spread of the error over
ten draws, by log n/log d; d = 512, so n = 3326, 29532 and 262144."""

# Means of the neurons' cosines, read off the two pictures of ``multiple_steps.ipynb`` to 0.01:
# gradients at the first three steps of one run. By target, the steps' (first, second) of readouts
# +, then of readouts -.
_CENTRES: Mapping[str, tuple[tuple[float, float, float, float], ...]] = {
    "notebook-1": (
        (0.54, 0.14, -0.53, -0.14),
        (0.48, 0.11, -0.18, -0.08),
        (0.34, 0.04, -0.05, -0.09),
    ),
    "notebook-2": (
        (0.26, 0.29, -0.27, -0.28),
        (0.21, 0.06, -0.03, -0.25),
        (0.18, 0.00, -0.01, -0.22),
    ),
}
COLUMNS = ("plus_first", "plus_second", "minus_first", "minus_second")


def published_centres(target: str) -> pd.DataFrame:
    """Return the centres at steps 1 to 3, in the columns of runs: those of readouts -1 are of the
    gradient without its readout, so they have the other sign.
    """
    signs = (1, 1, -1, -1)
    rows = [
        {
            "time": time,
            **dict(zip(COLUMNS, (s * v for s, v in zip(signs, row, strict=True)), strict=True)),
        }
        for time, row in enumerate(_CENTRES[target], 1)
    ]
    return pd.DataFrame(rows)


# Errors read off ``stairway.png``, the only form in which they are published. The picture's points
# were located to a pixel, which is 0.004 in the left panel and 0.008 in the right; those of which
# less than 2.5 pixels are seen are left out. A number here is that of a line through the points
# within 0.034 of its log n/log d, which are two to four; there is none where all of them lie on one
# side. Columns: log n/log d, then the error of random features and after 1 to 6 steps.
_ERRORS: Mapping[str, str] = {
    "quartic": """\
0.3125 0.780     -     -     -     -     - 0.769
0.3750 0.785     -     -     -     -     - 0.762
0.4375 0.796     -     -     -     -     - 0.767
0.5000 0.788     -     -     -     -     - 0.762
0.5625 0.796     -     -     -     -     - 0.760
0.6250 0.790     -     -     -     -     - 0.746
0.6875 0.778     -     -     -     -     - 0.738
0.7500 0.783 0.756     -     -     -     - 0.736
0.8125 0.770 0.733     -     -     -     - 0.713
0.8750 0.766 0.731 0.705     -     -     - 0.694
0.9375 0.752 0.691 0.668     -     -     - 0.650
1.0000 0.744 0.666 0.649 0.646     -     - 0.621
1.0625 0.727 0.614 0.605 0.603 0.590     - 0.575
1.1250 0.717 0.570 0.560 0.541 0.529     - 0.518
1.1875 0.692 0.510 0.497 0.488 0.462     - 0.459
1.2500 0.676 0.445 0.427     -     -     - 0.399
1.3125 0.657 0.394     -     -     -     - 0.346
1.3750 0.642 0.351     -     -     -     - 0.330
1.4375 0.626 0.308     -     -     -     - 0.282
1.5000 0.616 0.278     -     -     -     - 0.260
1.5625 0.608 0.256     -     -     -     - 0.229
1.6250 0.602 0.239     -     -     -     - 0.211
1.6875 0.600 0.231 0.220     -     - 0.205 0.194
1.7500 0.601 0.222 0.212     - 0.196 0.180 0.163
1.8125 0.595 0.219 0.207     - 0.193 0.177 0.155
1.8750 0.595 0.216 0.204 0.193 0.184 0.165 0.143
1.9375 0.600 0.216 0.203 0.192 0.184 0.152 0.136
2.0000 0.596 0.218 0.203 0.191 0.182 0.152 0.133
2.0625 0.596 0.220 0.201 0.191 0.175 0.151 0.129
2.1250 0.597 0.216 0.196 0.188 0.166 0.137 0.124
2.1875 0.596 0.217 0.195 0.187 0.163 0.136 0.122
2.2500 0.592 0.221 0.197 0.187 0.170 0.144 0.129
""",
    "notebook-2": """\
0.3125 1.505     -     -     -     -     -     -
0.3750 1.522     -     -     -     -     -     -
0.4375 1.535     -     -     -     -     - 1.494
0.5000 1.566     -     -     -     -     - 1.520
0.5625 1.502     -     -     -     -     -     -
0.6250 1.552     -     -     -     -     - 1.497
0.6875 1.529     -     -     -     -     - 1.524
0.7500 1.520     -     -     -     -     -     -
0.8125 1.534     -     -     -     -     - 1.529
0.8750 1.526     -     -     -     -     - 1.536
0.9375 1.525     -     -     -     -     - 1.530
1.0000 1.523     -     -     -     - 1.561 1.514
1.0625 1.547     -     -     -     -     - 1.517
1.1250 1.514     -     -     -     -     - 1.420
1.1875 1.483     -     -     -     - 1.372 1.351
1.2500 1.484 1.224 1.190     -     - 1.135 1.106
1.3125 1.448 1.126 1.001     - 0.920 0.925 0.901
1.3750 1.451 1.015 0.821 0.693 0.673 0.653 0.613
1.4375 1.431 0.917 0.666 0.517 0.466 0.426 0.368
1.5000 1.413 0.788 0.570 0.382 0.325 0.295 0.249
1.5625 1.395 0.702 0.482 0.281 0.231 0.208 0.173
1.6250 1.392 0.618 0.451 0.262 0.204 0.183 0.148
1.6875 1.374 0.530 0.434 0.232 0.182 0.160 0.135
1.7500 1.363 0.473 0.401 0.241     - 0.150 0.126
1.8125 1.362 0.421 0.376 0.256 0.171 0.154 0.132
1.8750 1.357 0.390 0.330 0.259 0.182 0.165 0.146
1.9375 1.363 0.362 0.297 0.247 0.193     - 0.167
2.0000 1.362 0.346 0.273 0.229 0.211     - 0.187
2.0625 1.364 0.334 0.255     -     -     - 0.200
2.1250 1.363 0.327 0.237     -     -     - 0.210
2.1875 1.355 0.321 0.225 0.155     -     - 0.202
2.2500 1.363 0.318 0.217     -     -     - 0.187
""",
}


def published_curves(target: str) -> pd.DataFrame:
    """Return the picture's curves of a target: columns ``time``, ``log_size`` and ``error``."""
    table = pd.read_csv(StringIO(_ERRORS[target]), sep=r"\s+", header=None, na_values="-")
    curves = table.set_axis(["log_size", *range(table.shape[1] - 1)], axis=1)
    curves = curves.melt("log_size", var_name="time", value_name="error")
    return curves.dropna().astype({"time": int}).reset_index(drop=True)

"""Numbers that authors published with their pictures."""

from collections.abc import Mapping

SCATTER: Mapping[float, float] = {
    0.099: 0.103704,
    1.0: 0.0606316,
    10.0: 0.00443933,
    100.0: 0.000644164,
    1000.0: 9.37281e-05,
    9100.0: 5.90359e-07,
}
"""Risks of the equations by time, stored with the animation ``scatter.gif`` (repository
DimensionlessDynamicsSGD). Its Euler steps have the length 0.001, and a time that is stored with a
state is that of the end of the state's next step, which is taken off here."""

HISTOGRAM: Mapping[float, float] = {3.0: 0.00195172, 30.0: 2.07715e-05, 300.0: 2.08089e-07}
"""Risks of one run by time, stored with ``histogram.gif``."""

PLATEAUS: Mapping[float, float] = {
    1.0: 0.0470076316,
    2.0: 0.0283482642,
    5.0: 0.0082232043,
    10.0: 0.0037394168,
    20.0: 0.0031967089,
    30.0: 0.0029963763,
    40.0: 0.0030679213,
    50.0: 0.0028630853,
    100.0: 0.0028139784,
    1000.0: 0.0001846268,
    5000.0: 0.0001164831,
    6000.0: 0.0001130852,
    7000.0: 0.0000892660,
    8000.0: 0.0001227875,
    9000.0: 0.0001140142,
    10000.0: 0.0000988992,
}
"""Risks of one run at d = 100 by steps/d, printed by the notebook ``sim/how_to.ipynb`` (repository
phdiag_sgd of Veiga et al.)."""

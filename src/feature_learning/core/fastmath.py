"""Normal numbers, erf and tanh in single precision, as loops that become vector instructions.

Libraries offer all three, and all other code uses theirs. Normal numbers and erf stay because whole
experiments take more than twice as long without them: reduction/transition 2.9 times with numpy's
single-precision normals, ba2022/step_sizes 2.7 times with SciPy's ``erf``. torch is as fast, but a
job that needs it for nothing else would spend two seconds on importing it. tanh stays for
processors without AVX-512: there numpy's takes four to six times as long, and the experiments of
suzuki2023 1.5 to 1.65 times; with AVX-512 1.04 to 1.08 times.

The coefficients are those of ``benchmarks/fit_fastmath.py``, which a test runs again; those of tanh
are Eigen's.
"""

import math

import numpy as np

from feature_learning.core.compiled import vectorised

# From the constant term on. log(1 + y)/y between the roots of 1/2 and 2; sin(pi x)/x and cos(pi x)
# in x^2, for |x| < 1/2.
LOG = (
    *(0.9999999741, -0.4999999638, 0.3333419329, -0.2500135219, 0.1995593336),
    *(-0.165779929, 0.1497740128, -0.1426925819, 0.0853331305),
)
SINE = (3.14159264, -5.167710077, 2.550077387, -0.5982904113, 0.07765591224)
COSINE = (0.9999999998, -4.934802137, 4.058709155, -1.335211949, 0.2349370685, -0.02439593196)
# erf(x) = x P(x^2)/Q(x^2) up to 3.92; beyond, single precision cannot tell erf from its sign. Q(0)
# = 1.
ERF_ABOVE = (
    1.128379023,
    0.192759457,
    0.05305977543,
    0.003868099201,
    0.0002874691838,
    2.034707061e-06,
)
ERF_BELOW = (0.5041602899, 0.1150826275, 0.01517184873, 0.001188049973, 3.806981075e-05)

# tanh(x) = x P(x^2)/Q(x^2) up to 7.905; beyond, single precision cannot tell tanh from its sign.
TANH_ABOVE = (
    *(4.89352455891786e-03, 6.37261928875436e-04, 1.48572235717979e-05, 5.12229709037114e-08),
    *(-8.60467152213735e-11, 2.00018790482477e-13, -2.76076847742355e-16),
)
TANH_BELOW = (
    *(4.89352518554385e-03, 2.26843463243900e-03),
    *(1.18534705686654e-04, 1.19825839466702e-06),
)

# A Python number would turn the compiled arithmetic into double precision.
_L0, _L1, _L2, _L3, _L4, _L5, _L6, _L7, _L8 = map(np.float32, LOG)
_S0, _S1, _S2, _S3, _S4 = map(np.float32, SINE)
_C0, _C1, _C2, _C3, _C4, _C5 = map(np.float32, COSINE)
_P0, _P1, _P2, _P3, _P4, _P5 = map(np.float32, ERF_ABOVE)
_Q1, _Q2, _Q3, _Q4, _Q5 = map(np.float32, ERF_BELOW)
_T0, _T1, _T2, _T3, _T4, _T5, _T6 = map(np.float32, TANH_ABOVE)
_U0, _U1, _U2, _U3 = map(np.float32, TANH_BELOW)
_ZERO, _HALF, _ONE, _MINUS_TWO, _REACH = map(np.float32, (0, 0.5, 1, -2, 3.92))
_TANH_REACH = np.float32(7.90531110763549805)
_TO_UNIT, _TO_ANGLE = np.float32(2.0**-31), np.float32(2.0**-32)
_LOG_2 = np.float32(math.log(2))
_ROOT_HALF, _FRACTION_BITS = np.float32(math.sqrt(0.5)).view(np.int32), np.int32(23)

_PAIRS = 1 << 13  # pairs at a time, so their bits stay in the cache


def random_bits(rng: np.random.Generator) -> np.random.SFC64:
    """Return numpy's fastest source of random bits, seeded by the next number of a stream."""
    return np.random.SFC64(rng.integers(1 << 64, dtype=np.uint64))


def normals(count: int, bits: np.random.BitGenerator) -> np.ndarray:
    """Draw standard normal numbers in single precision, by the transform of Box and Muller.

    Parameters
    ----------
    count
        How many numbers to draw.
    bits
        The source of random bits; each number takes half of a 64-bit word.

    Returns
    -------
    numbers : (count,), float32
        None is larger than 6.7.

    References
    ----------
    G. E. P. Box and M. E. Muller, A note on the generation of random normal deviates, Ann. Math.
    Stat. 29 (1958).
    """
    half = -(-count // 2)
    numbers: np.ndarray = np.empty(2 * half, dtype=np.float32)
    for start in range(0, half, _PAIRS):
        stop = min(start + _PAIRS, half)
        words = bits.random_raw(stop - start).view(np.uint32)
        normal_pairs(words, numbers[start:stop], numbers[half + start : half + stop])
    return numbers[:count]


@vectorised
def normal_pairs(words: np.ndarray, ones: np.ndarray, others: np.ndarray) -> None:
    """Turn random bits into pairs of independent standard normal numbers.

    The radius takes 31 bits; one bit for its sign and 32 bits for the angle give the direction.

    Parameters
    ----------
    words : (2 count,), uint32
        Random bits, first those of the radii, then those of the angles.
    ones, others : (count,), float32
        Overwritten by the pairs.

    References
    ----------
    See `normals`.
    """
    count = ones.size
    for i in range(count):
        word = words[i]
        uniform = (np.float32(np.int32(word >> np.uint32(1))) + _HALF) * _TO_UNIT
        bits = np.float32(uniform).view(np.int32)
        exponent = (bits - _ROOT_HALF) >> _FRACTION_BITS
        y = np.int32(bits - (exponent << _FRACTION_BITS)).view(np.float32) - _ONE
        high = _L4 + y * (_L5 + y * (_L6 + y * (_L7 + y * _L8)))
        log = np.float32(exponent) * _LOG_2 + y * (
            _L0 + y * (_L1 + y * (_L2 + y * (_L3 + y * high)))
        )
        sign = _ONE - np.float32(np.int32((word & np.uint32(1)) << np.uint32(1)))
        radius = sign * math.sqrt(max(_MINUS_TWO * log, _ZERO))
        angle = np.float32(np.int32(words[count + i])) * _TO_ANGLE
        square = angle * angle
        ones[i] = (
            radius * angle * (_S0 + square * (_S1 + square * (_S2 + square * (_S3 + square * _S4))))
        )
        others[i] = radius * (
            _C0 + square * (_C1 + square * (_C2 + square * (_C3 + square * (_C4 + square * _C5))))
        )


def erf(numbers: np.ndarray) -> np.ndarray:
    """Return the error function of a single-precision array of any shape, to 4e-7; NaN stays NaN.

    The loop has no branches and only uses operations that processors have as vector instructions.
    """
    flat = np.ascontiguousarray(numbers)
    values = np.empty_like(flat)
    write_erf(flat.reshape(-1), values.reshape(-1))
    return values


@vectorised
def write_erf(numbers: np.ndarray, values: np.ndarray) -> None:
    """Write the error function of each number.

    Parameters
    ----------
    numbers : (count,), float32
    values : (count,), float32
        Overwritten by the result.
    """
    for i in range(len(numbers)):
        x = min(max(numbers[i], -_REACH), _REACH)
        s = x * x
        over = ((((_P5 * s + _P4) * s + _P3) * s + _P2) * s + _P1) * s + _P0
        under = ((((_Q5 * s + _Q4) * s + _Q3) * s + _Q2) * s + _Q1) * s + _ONE
        values[i] = min(max(x * over / under, -_ONE), _ONE)


@vectorised
def tanh_sums_and_slopes(numbers: np.ndarray, sums: np.ndarray) -> None:
    """Write the sum of tanh over each row, and replace each number by the slope of tanh there.

    tanh is an odd function. On [-20, 20] it differs by 3.0e-7 at most from numpy's in single
    precision, or by 4.2e-7 on processors that do not fuse multiplications and additions; the slope
    by twice that. NaN stays NaN.

    Parameters
    ----------
    numbers : (rows, count), float32
        Overwritten by ``1 - tanh^2``.
    sums : (rows,), float32
        Overwritten by the sums.

    References
    ----------
    P. Gonnet (2014) and G. Guennebaud (2016), ``generic_fast_tanh_float`` in
    ``Eigen/src/Core/MathFunctionsImpl.h`` of Eigen 3.4: the rational function.
    """
    for row in range(len(numbers)):
        line, total = numbers[row], _ZERO
        for i in range(len(line)):
            x = min(max(line[i], -_TANH_REACH), _TANH_REACH)
            s = x * x
            over = (((((_T6 * s + _T5) * s + _T4) * s + _T3) * s + _T2) * s + _T1) * s + _T0
            under = ((_U3 * s + _U2) * s + _U1) * s + _U0
            tanh = x * over / under
            total += tanh
            line[i] = _ONE - tanh * tanh
        sums[row] = total

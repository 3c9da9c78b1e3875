"""The start of the authors' animation: weights of a numbered generator."""

import numpy as np


def start(number: int, students: int, teachers: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the overlaps M, (students, teachers), and Q, (students, students), of the weights that
    a generator draws first.

    Teachers are the left singular vectors of normalised draws. Their signs, which a singular value
    decomposition leaves open, are such that the first student's overlaps are positive, as in the
    authors' stored states.

    Parameters
    ----------
    number
        The seed of numpy's generator.
    students, teachers, d
        How many neurons both networks have, and of how many inputs.
    """
    rng = np.random.default_rng(number)
    teacher, student = rng.normal(size=(teachers, d)), rng.normal(size=(students, d))
    teacher /= np.linalg.norm(teacher, axis=1)[:, None]
    directions = np.linalg.svd(teacher.T, full_matrices=False)[0]
    overlap = student @ directions / np.sqrt(d)
    return overlap * np.sign(overlap[0]), student @ student.T / d

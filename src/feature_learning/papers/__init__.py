"""One folder per paper; papers do not import each other.

Papers may also lie in folders outside the project, see `pipeline.declare.folders`. A job finds
those folders in its environment.
"""

import os

VARIABLE = "FEATURE_LEARNING_PAPERS"
__path__.extend(filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)))

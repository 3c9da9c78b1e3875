"""A backend of matplotlib that is not installed stops nothing; another one stays as it is."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("named", "left"),
    [("module://absent_kernel.inline", ""), ("module://json.tool", "module://json.tool")],
)
def test_the_backend_of_a_kernel(named, left):
    code = "import os, feature_learning; print(os.environ.get('MPLBACKEND', ''))"
    code += "; import matplotlib" if not left else ""
    named = os.environ | {"MPLBACKEND": named}
    done = subprocess.run(
        [sys.executable, "-c", code], env=named, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == left

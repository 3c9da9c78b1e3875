"""The rules of `make lint` that are our own see what they should, and nothing else."""

import ast
import runpy
from pathlib import Path

import griffe

TOOLS = Path(__file__).parents[2] / "tools"

DESCRIBED = "Parameters\n----------\nx, y\n    Both."
SOURCED = "References\n----------\nSaad and Solla (1995)."


def test_what_names_a_device():
    faults = runpy.run_path(str(TOOLS / "devices.py"))["faults"]

    def names_one(text):
        return any(list(faults(node)) for node in ast.walk(ast.parse(text)))

    for text in ("x.to('cuda')", "x.cuda()", "place = 'cuda:0'"):
        assert names_one(text), text
    for text in ("torch.zeros(3)", "self._xp.eye(3)", "device.xp.arange(2)"):
        assert names_one(text), text
    for text in ("x.to(self._device)", "torch.zeros(3, device=place)", "np.zeros(3)"):
        assert not names_one(text), text


def test_what_a_docstring_lacks():
    faults = runpy.run_path(str(TOOLS / "docstrings.py"))["faults"]

    def lacks(definition, *sections, floor="theory"):
        text = "\n\n".join(["Do.", *sections])
        lines = ["import dataclasses", definition, f"    '''{text}'''", "    u: int", "    v: int"]
        modules = {"__init__.py": "", f"{floor}.py": "\n".join(lines)}
        reading = {"docstring_parser": "numpy"}
        with griffe.temporary_visited_package("feature_learning", modules, **reading) as package:
            return list(faults(package[f"{floor}.f"]))

    assert lacks("def f(x, y):", DESCRIBED, SOURCED) == []
    assert lacks("def f(x, y):", SOURCED) == ["x, y not described"]
    assert lacks("def f(x, y, *z):", DESCRIBED, SOURCED) == ["z not described"]
    assert lacks("def f(x):", DESCRIBED, SOURCED) == ["y described, but no parameter"]
    assert lacks("def f(x):", SOURCED) == []
    assert lacks("def f(x):") == ["no References"]
    assert lacks("def f(x):", floor="core") == []
    known = SOURCED.replace("Saad and Solla (1995)", "It is well known")
    assert lacks("def f(x):", known) == ["References without a year, an argument or a name"]
    record, fields = "@dataclasses.dataclass\nclass f:", "Attributes\n----------\nu, v\n    Both."
    assert lacks(record, fields, SOURCED) == []
    assert lacks(record, fields.replace(", v", ""), SOURCED) == ["v not described"]

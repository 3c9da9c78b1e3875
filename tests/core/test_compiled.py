"""What is compiled is compiled anew where anything that went into it has changed: numba looks at the function's own module alone."""

import ast
from pathlib import Path

import pytest

import feature_learning

DECORATORS = ("compiled", "vectorised")
PACKAGE = Path(feature_learning.__file__).parent
MODULES = [path for path in sorted(PACKAGE.rglob("*.py")) if any(f"@{name}" in path.read_text() for name in DECORATORS)]


def decorated(tree: ast.Module) -> list[ast.FunctionDef]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and any(isinstance(one, ast.Name) and one.id in DECORATORS for one in node.decorator_list)
    ]


def imported(tree: ast.Module) -> set[str]:
    """Names that come from other modules of the package."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("feature_learning")]
    return {one.asname or one.name for node in found for one in node.names}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_compiled_functions_use_their_own_module_alone(path):
    tree = ast.parse(path.read_text())
    functions = decorated(tree)
    assert functions
    for function in functions:
        used = {node.id for statement in function.body for node in ast.walk(statement) if isinstance(node, ast.Name)}
        assert not used & imported(tree), function.name


def test_a_borrowed_name_is_noticed():
    lines = [
        "from feature_learning.core.compiled import compiled",
        "from feature_learning.a import B",
        "@compiled",
        "def f(x): return x + B",
    ]
    tree = ast.parse("\n".join(lines))
    (function,) = decorated(tree)
    assert {node.id for node in ast.walk(function.body[0]) if isinstance(node, ast.Name)} & imported(tree) == {"B"}

"""Source code as tests look through it."""

import ast


def string_literals(tree: ast.Module) -> list[str]:
    """Return the strings of a module that are no docstrings."""
    docstrings = {
        id(statement.value)
        for statement in ast.walk(tree)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
    ]

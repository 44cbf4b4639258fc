"""The constants of ranking as a measurement sees them: neutral values, values to try, and how to put others in place.

What leaves the evidence of a constant out, by its kind:

=====================  =======  =====================================================================================
constants              neutral  with that value
=====================  =======  =====================================================================================
addends                0        ``variant``, ``adjacent``, ``neighbour``, ``further``, ``passage``, ``whole``,
                                ``title``, ``work``, ``dated``: what would be added is not
factors                1        ``stop``, ``asking``, ``ending``, ``lone``, ``user``, ``generated``, ``automatic``:
                                the word, pair, message or run counts like any other
exponents              0        ``rarity``: rare words count as common ones; ``run``: the pairs of a long run are not
                                divided by how many they are
saturation (k1)        0        ``saturation``, ``whole_saturation``: that a word stands there counts, not how often
length (b)             0        ``length``, ``passage_length``, ``whole_length``: a long text is not held back
=====================  =======  =====================================================================================
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from math import inf
from types import ModuleType
from typing import NamedTuple

from hermes_state.search import weights
from hermes_state.search.weights import Weights

NAME = "WEIGHTS"
PACKAGE = "hermes_state"

MULTIPLES = (0.5, 0.75, 1.33, 2.0)
"""Of the present value, where a constant has no list of its own."""

DIGITS = 3
"""Of a value to try."""


class ConstantError(Exception):
    """A constant is not known, or a module has a copy of the constants that cannot be replaced."""


class Constant(NamedTuple):
    """``neutral`` leaves the evidence out; no value above ``most`` is tried; ``tried`` replaces the multiples, and is
    all that is tried where the present value is 0, of which multiples say nothing."""

    neutral: float
    most: float = inf
    tried: tuple[float, ...] = ()


ADDEND = Constant(0.0)
SHARE = Constant(0.0, 1.0)
"""An addend that is a share of something else."""
FACTOR = Constant(1.0, 1.0)
EXPONENT = Constant(0.0, 1.5)
SATURATION = Constant(0.0)
LENGTH = Constant(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 0.85, 1.0))
FROM_NOTHING = (0.1, 0.3, 0.6)
"""Tried for a constant that is 0 and has no list of its own."""

CONSTANTS: Mapping[str, Constant] = {
    "rarity": EXPONENT,
    "variant": SHARE,
    "stop": FACTOR,
    "asking": FACTOR,
    "run": EXPONENT,
    "ending": FACTOR,
    "lone": FACTOR,
    "saturation": SATURATION,
    "length": LENGTH,
    "user": Constant(1.0, tried=(1.0, 1.15, 1.3, 1.5, 2.0)),
    "adjacent": ADDEND,
    "neighbour": SHARE,
    "further": SHARE,
    "passage": ADDEND,
    "passage_length": LENGTH,
    "whole": ADDEND,
    "whole_saturation": SATURATION,
    "whole_length": LENGTH,
    "title": ADDEND,
    "work": ADDEND,
    "dated": ADDEND,
    "generated": FACTOR,
    "automatic": FACTOR,
}
"""Every field of ``Weights``."""


def known(fields: Sequence[str] | None = None) -> list[str]:
    """These fields of ``Weights``, or all; raises ``ConstantError`` for one that it has not, or that is not told of
    above."""
    for field in (*(fields or ()), *Weights._fields):
        if field not in Weights._fields:
            raise ConstantError(f"Weights has no {field}; it has {', '.join(Weights._fields)}")
        if field not in CONSTANTS:
            raise ConstantError(f"{__name__}.CONSTANTS does not tell how to leave out {field}")
    return list(fields or Weights._fields)


def present() -> Weights:
    """The constants in place."""
    return weights.WEIGHTS


def values_of(given: Weights) -> dict[str, float]:
    """Each constant by its name."""
    return given._asdict()


def neutral(given: Weights, field: str) -> Weights:
    """The constants without the evidence of one of them."""
    return given._replace(**{field: CONSTANTS[field].neutral})


def tried(given: Weights, field: str) -> list[float]:
    """The other values to try for a constant, ascending."""
    value, constant = values_of(given)[field], CONSTANTS[field]
    values = constant.tried or ([value * multiple for multiple in MULTIPLES] if value else FROM_NOTHING)
    return sorted({round(min(one, constant.most), DIGITS) for one in values} - {value})


def differing(given: Weights, before: Weights) -> dict[str, list[float]]:
    """The constants that are not as before: ``{name: [before, given]}``."""
    old = values_of(before)
    return {field: [old[field], value] for field, value in values_of(given).items() if value != old[field]}


@contextmanager
def replaced(given: Weights) -> Iterator[None]:
    """Search ranks by these constants; afterwards by those that were there before.

    Each module of the library that has them by their name gets the new ones. Raises ``ConstantError``, with nothing
    replaced, when one has a copy that this does not reach.
    """
    before = present()
    for module in _modules():
        _check(module, before)
    try:
        _put(given)
        yield
    finally:
        _put(before)


def _put(given: Weights) -> None:
    """Puts constants in every module, also in those that were loaded since; what these remember is forgotten."""
    for module in _modules():
        if isinstance(vars(module).get(NAME), Weights):
            setattr(module, NAME, given)
            for value in vars(module).values():
                if getattr(value, "__module__", None) == module.__name__ and hasattr(value, "cache_clear"):
                    value.cache_clear()


def _modules() -> list[ModuleType]:
    named = list(sys.modules.items())
    return [module for name, module in named if name.split(".")[0] == PACKAGE and isinstance(module, ModuleType)]


def _check(module: ModuleType, before: Weights) -> None:
    for name, value in vars(module).items():
        if isinstance(value, Weights) and (name != NAME or value is not before):
            raise ConstantError(f"{module.__name__}.{name} is a copy of the constants that cannot be replaced")
    if NAME in vars(module) and (lines := _lines_of_module(module.__name__)):
        raise ConstantError(f"{module.__name__}, line {lines[0]}: {NAME} is read when the module is loaded")


@cache
def _lines_of_module(name: str) -> tuple[int, ...]:
    try:
        source = inspect.getsource(sys.modules[name])
    except (OSError, TypeError):
        return ()
    return tuple(lines_read_at_import(source))


def lines_read_at_import(source: str) -> list[int]:
    """The lines of a module that read the constants when it is loaded, not when a function is called: in a global, a
    default, a decorator, the body of a class. What comes of them is a copy."""
    return sorted(set(_read(ast.parse(source))))


def _read(node: ast.AST) -> Iterator[int]:
    if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
        yield from [node.lineno] if NAME in (getattr(node, "id", None), getattr(node, "attr", None)) else []
    parts: Iterator[ast.AST] | list[ast.expr] = ast.iter_child_nodes(node)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        parts = [*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)]
        if not isinstance(node, ast.Lambda):
            parts += node.decorator_list
    for part in parts:
        yield from _read(part)

"""An import contract: games do not import each other, in any layer and without a list of games."""

from __future__ import annotations

from typing import Final

from grimp import ImportGraph
from importlinter import ContractCheck
from importlinter.contracts.independence import IndependenceContract
from importlinter.domain import fields
from importlinter.domain.imports import ModuleExpression

FLOORS: Final = ("engine", "render", "bot.games")
"""The packages with a package for every game."""


class GamesContract(IndependenceContract):
    """The packages of the games in one layer are independent of each other."""

    type_name = "games"

    floor = fields.StringField()
    modules = fields.SetField(subfield=fields.ModuleExpressionField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Check the imports of every game."""
        self.modules = {  # type: ignore[assignment]  # a field, by now its value
            ModuleExpression(f"{self.floor}.{name}") for name in games(graph)
        }
        return super().check(graph, verbose)


def games(graph: ImportGraph) -> set[str]:
    """Return the names with a package or module in every layer."""
    below = [{child.rpartition(".")[2] for child in graph.find_children(floor)} for floor in FLOORS]
    return set.intersection(*below)

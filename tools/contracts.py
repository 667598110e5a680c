"""An import contract of our own: on each floor games do not import each other, whichever games there are."""

from __future__ import annotations

from typing import Final

from grimp import ImportGraph
from importlinter import ContractCheck
from importlinter.contracts.independence import IndependenceContract
from importlinter.domain import fields
from importlinter.domain.imports import ModuleExpression

FLOORS: Final = ("engine", "render", "bot.games")
"""Where every game has a package of its name."""


class GamesContract(IndependenceContract):
    """The packages of the games on one floor are independent of each other."""

    type_name = "games"

    floor = fields.StringField()
    modules = fields.SetField(subfield=fields.ModuleExpressionField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """What imports what, for every game that is there."""
        self.modules = {  # type: ignore[assignment]  # a field, by now its value
            ModuleExpression(f"{self.floor}.{name}") for name in games(graph)
        }
        return super().check(graph, verbose)


def games(graph: ImportGraph) -> set[str]:
    """What has a package, or a module, of its name on every floor."""
    below = [{child.rpartition(".")[2] for child in graph.find_children(floor)} for floor in FLOORS]
    return set.intersection(*below)

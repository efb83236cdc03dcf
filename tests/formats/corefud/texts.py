"""CorefUD texts made from their nodes: ``ID ENTITY DEPS``."""

from __future__ import annotations


def corefud(*nodes: str, columns: str = "eid-etype-head-other") -> bytes:
    """One document of one sentence; its first node is line 3."""
    return sentence(*nodes, columns=columns)


def sentence(*nodes: str, name: str | None = "d", columns: str = "eid-etype-head-other") -> bytes:
    """A sentence that begins a document, unless it has no name."""
    header = [f"# newdoc id = {name}", f"# global.Entity = {columns}"] if name else []
    return "".join(f"{line}\n" for line in [*header, *map(row, nodes), ""]).encode()


def row(node: str) -> str:
    number, entity, edges = (*node.split(" "), "", "")[:3]
    misc = f"SpaceAfter=No|Entity={entity}" if entity else "_"
    cells = [number, f"w{number}", "_", "NOUN", "N", "Case=Nom", "0", "dep", edges or "_", misc]
    return "\t".join(cells)

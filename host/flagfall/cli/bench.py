"""`flagfall bench`: the project's own measurements, as a table or as JSON."""

import importlib
import importlib.util
import json
from dataclasses import asdict
from typing import Annotated

import typer

from flagfall.bench import AREAS, Row, want_peers


def bench(
    area: Annotated[
        str, typer.Argument(help="engine, wire, link, rules, pairing, hall; all")
    ] = "all",
    quick: Annotated[bool, typer.Option(help="Fewer repetitions.")] = False,
    peer: Annotated[
        bool, typer.Option("--peer", help="Measure other programs too, fetched by uv.")
    ] = False,
    clocks: Annotated[
        int | None, typer.Option(min=1, max=500, help="link: how many clocks; 200.")
    ] = None,
    seconds: Annotated[int | None, typer.Option(min=2, help="link: how long; 60.")] = None,
    unplug: Annotated[
        int, typer.Option(min=0, max=100, help="link: in the second run, so many per cent of them.")
    ] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Measure this build on this machine, each figure against a peer or a limit of the same run."""
    wanted = AREAS if area == "all" else (area,)
    if not set(wanted) <= set(AREAS):
        typer.echo(f"bench: no area {area!r}; there are {', '.join(AREAS)}", err=True)
        raise typer.Exit(2)
    want_peers(peer)
    rows: list[Row] = []
    for name in wanted:
        if importlib.util.find_spec(f"flagfall.bench.{name}") is None:
            continue
        typer.echo(f"measuring {name} …", err=True)
        module = importlib.import_module(f"flagfall.bench.{name}")
        if name != "link":
            rows += module.run(quick)
            continue
        try:
            rows += module.run(quick, clocks, seconds, unplug)
        except ValueError as unfit:
            typer.echo(f"bench: {unfit}", err=True)
            raise typer.Exit(2) from None
    if as_json:
        typer.echo(json.dumps([asdict(r) | {"ok": r.ok} for r in rows], ensure_ascii=False))
    else:
        _table(rows)
    raise typer.Exit(1 if any(r.ok is False for r in rows) else 0)


def _table(rows: list[Row]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("area", "measurement", "value", "limit", "", "how")
    for r in rows:
        sign = {True: "✓", False: "✗", None: ""}[r.ok]
        limit = "" if r.limit is None else f"{'≤' if r.better == 'less' else '≥'} {r.limit:g}"
        table.add_row(r.area, r.name, f"{r.value:,.6g} {r.unit}", limit, sign, r.note)
    Console().print(table)

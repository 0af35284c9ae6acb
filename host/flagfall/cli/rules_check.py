"""`flagfall rules check`: the games of a file, judged by the rules."""

import json
from typing import Annotated, Any

import typer

from flagfall.cli.lines import quit_with
from flagfall.cli.rules_positions import AsJson, Numbering, claim_text
from flagfall.errors import FlagfallError
from flagfall.words import chosen, use, words

_, ngettext = words("cli")


def check(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="PDN, SGF, PSQ, RIF, LIB or JSON; - for input.")
    ],
    variant: Annotated[
        str | None, typer.Option(help="The game, where the file doesn't say.")
    ] = None,
    numbering: Numbering = None,
    as_json: AsJson = False,
) -> None:
    """Check every game of a file: legal, or the first illegal move and why; the result that the
    rules give; draws that could have been claimed, and when.

    Ends with 1 if a game is illegal, can't be read or has a result that can't be. With --json one
    line a game.
    """
    from flagfall.cli.files import FileTrouble, read_bytes
    from flagfall.rules import check as checking
    from flagfall.rules import files

    if chosen() is None and as_json:
        use("en")  # an answer for machines depends on the file, not on this machine's locale
    worst = number = 0
    try:
        options = files.Options(variant, numbering)
        if game == "-":
            games = files.read(read_bytes(game), "", options)
        else:
            games = files.read_file(game, options)
        for number, recorded in enumerate(games, 1):
            checked = checking.check(recorded)
            worst |= int(not checked.legal or checked.contradicted)
            if as_json:
                line = {"game": number, **checked.as_json()}
                typer.echo(json.dumps(line, ensure_ascii=False))
            else:
                typer.echo(_text(number, checked))
    except FlagfallError as error:
        quit_with(error)
    except OSError as fault:
        quit_with(FileTrouble.of(fault))
    if number == 0:
        typer.echo("flagfall: " + _("There is no game in the file."), err=True)
        raise typer.Exit(2)
    raise typer.Exit(worst)


def _text(number: int, checked: Any) -> str:
    from flagfall.rules.errors import InvalidFile

    game = checked.game
    players = f"{game.headers.get('White', '?')} – {game.headers.get('Black', '?')}"
    count = len(game.moves)
    moves = ngettext("{n} move", "{n} moves", count).format(n=count)
    verdict = _("legal") if checked.legal else _("illegal")
    lines = [f"{number}. {players}, {game.variant.title}: {moves}, {verdict}, {game.result}"]
    if isinstance(game.fault, InvalidFile):
        lines.append(f"   {game.fault.where}: {game.fault.sentence}")
    elif game.fault is not None:
        text = game.fault_at.text if game.fault_at else ""
        lines.append(
            _("   ply {ply}, {move}: {why}").format(
                ply=count + 1, move=text, why=game.fault.sentence
            )
        )
    if checked.outcome is not None:
        lines.append("   " + _("By the rules: {result}.").format(result=checked.outcome.result))
    if checked.contradicted:
        lines.append(
            "   " + _("The file gives another result: {result}.").format(result=game.result)
        )
    lines += ["   " + claim_text(claim) for claim in checked.claims]
    return "\n".join(lines)

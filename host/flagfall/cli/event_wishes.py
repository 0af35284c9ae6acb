"""`flagfall event force · forbid · waive`: pairs laid down or forbidden, rules set aside."""

from typing import Annotated

import typer

from flagfall.cli.event import event_app, save
from flagfall.cli.event_day import by_number
from flagfall.cli.event_files import read_json, refuse
from flagfall.cli.file_lock import changing
from flagfall.errors import FlagfallError
from flagfall.words import words

_, ngettext = words("cli")

__all__ = ["event_app"]

File = Annotated[str, typer.Argument(help="An event file.")]
One = Annotated[int, typer.Argument(help="A start number, as the sheets have it.")]
Other = Annotated[int, typer.Argument(help="Another one.")]
Why = Annotated[str, typer.Option(help="Why; kept in the file.")]
ForRound = Annotated[int | None, typer.Option("--round", help="Another round than the next.")]


@event_app.command("force")
def force_command(
    file: File, one: One, other: Other, reason: Why = "", round_no: ForRound = None
) -> None:
    """Lay down that two players meet in the next round (D5.4.10.9)."""
    _pair(file, "forced_pairs", (one, other), reason, round_no, for_one_round=True)


@event_app.command("forbid")
def forbid_command(
    file: File,
    one: One,
    other: Other,
    reason: Why = "",
    through: Annotated[
        int | None, typer.Option(metavar="N", help="Only in rounds 1 to N; else in none.")
    ] = None,
) -> None:
    """Forbid that two players meet (D5.4.10.9)."""
    _pair(file, "forbidden_pairs", (one, other), reason, through, for_one_round=False)


def _pair(
    file: str,
    key: str,
    numbers: tuple[int, int],
    reason: str,
    number: int | None,
    *,
    for_one_round: bool,
) -> None:
    from flagfall.pairing import parse_event
    from flagfall.pairing.edit import with_pair

    with changing(file):
        try:
            data = read_json(file)
            event = parse_event(data)
            one, other = (by_number(event, n) for n in numbers)
            when: dict[str, object] = {"round": number or len(event.rounds) + 1}
            if not for_one_round:
                when = {"rounds": list(range(1, number + 1)) if number else None}
            data = with_pair(data, key, (one, other), **when, reason=reason)
            parse_event(data)
        except FlagfallError as error:
            raise refuse(error) from None
        save(file, data)
    pair = " – ".join(
        f"№{n} {event.by_id[i].name}" for n, i in zip(numbers, (one, other), strict=True)
    )
    if for_one_round:
        typer.echo(_("round {n}: {pair} meet").format(n=when["round"], pair=pair))
    elif number:
        typer.echo(_("through round {n}: {pair} do not meet").format(n=number, pair=pair))
    else:
        typer.echo(_("{pair} do not meet").format(pair=pair))


@event_app.command("waive")
def waive_command(
    file: File,
    rule: Annotated[
        str, typer.Argument(help="rematch, colour_limit, second_bye, forbidden_pair or avoid.")
    ],
    reason: Why = "",
    round_no: ForRound = None,
) -> None:
    """Set a rule aside for the next round; it is broken only if it must be, as seldom as can be."""
    from flagfall.pairing import parse_event
    from flagfall.pairing.edit import with_waiver
    from flagfall.pairing.event import WAIVABLE

    if rule not in WAIVABLE:
        typer.echo(f"flagfall event waive: {' | '.join(WAIVABLE)}", err=True)
        raise typer.Exit(2)
    with changing(file):
        try:
            data = read_json(file)
            event = parse_event(data)
            number = round_no or len(event.rounds) + 1
            data = with_waiver(data, rule, number, reason)
            parse_event(data)
        except FlagfallError as error:
            raise refuse(error) from None
        save(file, data)
    typer.echo(_("round {n}: {rule} may be set aside").format(n=number, rule=rule))

"""The menu's words: English, Russian, and what four digits can say. 21 letters fit a line.

One long string: a small board would spend three times the memory on as many short ones.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TABLE = """
presets|готовые|PrES
set-up|настройка игры|SEt
own|свой|OUn
keep as own|запомнить как|SAUE
sounds|звуки|Snd
brightness|яркость|Lite
language|язык|LAng
arbiter's code|код судьи|Code
battery, h|батарея, ч|batt
records|записей|rEC
hold OK: arbiter|ОК долго: судья|HELP
start with this|играть так|GO
rules|правила|ruLE
blitz|блиц|bLIt
controls|контролей|Cont
time|время|tinE
moves|ходы|nouE
method|способ|HOU
increment, s|добавка, с|Add
added|добавлять|FroA
stretches|отрезков|Strt
stretch|отрезок|bYo
block moves|ходов в блоке|bLoC
block time|время блока|bLtI
repeat the last|повторять последний|rEPt
right side|правая сторона|OddS
right: time|правый: время|rGHt
time, right|время правого|rtIn
black is|черные|bLAC
on flag|по флагу|FLAG
unused time|остаток времени|CArr
control shows|контроль виден|rEUE
discreet|скрытно|dISC
violations lose|нарушений до проигр.|UIOL
correction leaves|правка оставляет|COFL
penalty leaves|штраф оставляет|PEFL
penalty left over|остаток штрафа|UnCo
take-back charges|возврат списывает|tAbA
key held, s|держит кнопку, с|HoLd
late loses, min|опоздал: мин|LAtE
go on|продолжить|Go
left: time|левый: время|LEFt
left: moves|левый: ходы|LnoU
right: moves|правый: ходы|rnoU
left: control|левый: контроль|LCon
right: control|правый: контроль|rCon
left: violations|левый: нарушений|LUIO
right: violations|правый: нарушений|rUIO
to move|ход|turn
flag|флаг|FLAG
take back|вернуть ход|bACh
result|результат|End
adjourn|отложить|AdJ
same game anew|ту же заново|nEU
no|нет|no
yes|да|YES
to the end|до конца|End
plain|без кодекса|PLAI
renju RF|рэндзю РФ|rErF
renju RIF|рэндзю RIF|rrIF
draughts RF|шашки РФ|drrF
sudden death|до падения флага|Sudd
Fischer|Фишер|FISC
Bronstein|Бронштейн|bron
delay|задержка|dEL
byo-yomi|бёёми|bYoY
Canadian|канадский|CAnA
hourglass|песочные часы|HGLA
count up|счет вверх|UP
before each move|перед каждым ходом|bEFo
after each move|после каждого хода|AFtr
same|так же|SAnE
other time|другое время|Othr
other rules|другие правила|rULE
left|слева|LEFt
right|справа|rGHt
both stop|обе стоят|StOP
time goes on|время идет|run
is lost|сгорает|LOSt
is kept|сохраняется|hEPt
at once|сразу|nou
at zero|на нуле|ZEro
ask|спросить|ASh
charge|списать|CHAr
drop|простить|drop
off|нет|oFF
on|есть|on
and keys|и кнопки|hEYS
left: confirm|левый: подтвердить|LCon
left: overrule|левый: отменить|LOUE
left: declare|левый: объявить|LdEC
right: confirm|правый: подтвердить|rCon
right: overrule|правый: отменить|rOUE
right: declare|правый: объявить|rdEC
unknown|не указан|----
left wins|левый|LEFt
right wins|правый|rGHt
draw|ничья|drAU
both lose|оба проиграли|both
OK|ОК|OH
none|нет|nonE
"""

# By the wire's `Method`.
METHODS = "sudden death/Fischer/Bronstein/delay/byo-yomi/Canadian/hourglass/count up"


def said(language: int, english: str) -> "tuple[str, str]":
    """(long, short) of a word in a language: 0 English, 1 Russian. `KeyError`: no such word."""
    at = TABLE.find("\n" + english + "|")
    if at < 0:
        raise KeyError(english)
    word: "Any" = TABLE[at + 1 : TABLE.find("\n", at + 1)].split("|")
    return word[language], word[2]


def row(language: int, english: str) -> "list[tuple[str, str]]":
    """Several words, divided by '/'."""
    return [said(language, word) for word in english.split("/")]

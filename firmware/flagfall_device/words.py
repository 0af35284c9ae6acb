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
free|свободно|FrEE
in use|занято|bUSY
kept|запомнено|hEPt
sounds|звуки|Snd
brightness|яркость|LItE
language|язык|LAng
arbiter's code|код судьи|CodE
battery, h|батарея, ч|bAth
records|записей|rEC
hold OK: arbiter|ОК долго: судья|HELP
start the game|начать партию|PLAY
result taken back|вернуть результат|rEtU
OK: yes, BACK: no|ОК: да, НАЗАД: нет|SUrE
done|сделано|donE
not possible|нельзя|rEFU
no time|нет времени|notI
start with this|играть так|USE
rules|правила|rULE
blitz|блиц|bLIt
controls|контролей|Cont
time|время|tInE
moves|ходы|nouE
method|способ|HOU
increment, s|добавка, с|Add
added|добавлять|Fron
stretches|отрезков|bYn
stretch|отрезок|bYt
block moves|ходов в блоке|bLn
block time|время блока|bLt
repeat the last|повторять последний|rEPt
right side|правая сторона|OddS
time, right|время правого|Odt
black is|черные|bLAC
on flag|по флагу|OnFL
unused time|остаток времени|rESt
control shows|контроль виден|SEEn
discreet|скрытно|dISC
violations lose|нарушений до проигр.|UILI
correction leaves|правка оставляет|COFL
penalty leaves|штраф оставляет|PEFL
penalty left over|остаток штрафа|UnCo
take-back charges|возврат списывает|tAbA
key held, s|держит кнопку, с|HOLd
late loses, min|опоздал: мин|LAtE
go on|продолжить|Go
left: time|левый: время|L tI
right: time|правый: время|r tI
left: moves|левый: ходы|L no
right: moves|правый: ходы|r no
left: control|левый: контроль|L Ct
right: control|правый: контроль|r Ct
left: violations|левый: нарушений|L UI
right: violations|правый: нарушений|r UI
to move|ход|turn
flag|флаг|FLAG
take back|вернуть ход|Undo
result|результат|SCor
adjourn|отложить|AdJO
same game anew|ту же заново|nEU
no|нет|no
yes|да|YES
to the end|до конца|ALL
plain|без кодекса|bASE
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
other time|другое время|OthE
other rules|другие правила|OrUL
left|слева|LEFt
right|справа|rIgt
both stop|обе стоят|bStP
time goes on|время идет|run
is lost|сгорает|LOSt
is kept|сохраняется|StAY
at once|сразу|OnCE
at zero|на нуле|At 0
ask|спросить|ASh
charge|списать|CHAr
drop|простить|drop
off|нет|oFF
on|есть|on
and keys|и кнопки|bEEP
left: confirm|левый: подтвердить|L Co
left: overrule|левый: отменить|L oU
left: declare|левый: объявить|L dE
right: confirm|правый: подтвердить|r Co
right: overrule|правый: отменить|r oU
right: declare|правый: объявить|r dE
unknown|не указан|----
left wins|левый выиграл|1-0
right wins|правый выиграл|0-1
draw|ничья|drAU
both lose|оба проиграли|0-0
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

"""The menu's words: English, Russian, and what four digits can say. 21 letters fit a line."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Names of lines and menus. A number is written behind the name where there are several.
PRESET = ("presets", "готовые", "PrES")
SETUP = ("set-up", "настройка игры", "SEt")
OWN = ("own", "свой", "OUn")
KEEP = ("keep as own", "запомнить как", "SAUE")
SOUNDS = ("sounds", "звуки", "Snd")
BRIGHTNESS = ("brightness", "яркость", "Lite")
LANGUAGE = ("language", "язык", "LAng")
CODE = ("arbiter's code", "код судьи", "Code")
BATTERY = ("battery, h", "батарея, ч", "batt")
JOURNAL = ("records", "записей", "rEC")
HELP = ("hold OK: arbiter", "ОК долго: судья", "HELP")
LAY_OUT = ("start with this", "играть так", "GO")

RULES = ("rules", "правила", "ruLE")
BLITZ = ("blitz", "блиц", "bLIt")
PERIODS = ("controls", "контролей", "Cont")
TIME = ("time", "время", "tinE")
MOVES = ("moves", "ходы", "nouE")
METHOD = ("method", "способ", "HOU")
INCREMENT = ("increment, s", "добавка, с", "Add")
FROM = ("added", "добавлять", "FroA")
COUNT = ("stretches", "отрезков", "Strt")
BYO = ("stretch", "отрезок", "bYo")
BLOCK_MOVES = ("block moves", "ходов в блоке", "bLoC")
BLOCK_TIME = ("block time", "время блока", "bLtI")
REPEAT = ("repeat the last", "повторять последний", "rEPt")
ODDS = ("right side", "правая сторона", "OddS")
RIGHT_TIME = ("right: time", "правый: время", "rtIn")
BLACK = ("black is", "черные", "bLAC")
ON_FLAG = ("on flag", "по флагу", "FLAG")
CARRY_OVER = ("unused time", "остаток времени", "CArr")
REVEAL = ("control shows", "контроль виден", "rEUE")
DISCREET = ("discreet", "скрытно", "dISC")
LIMIT = ("violations lose", "нарушений до проигр.", "UIOL")
FLOOR = ("correction leaves", "правка оставляет", "COFL")
CARRY_FLOOR = ("penalty leaves", "штраф оставляет", "PEFL")
UNCOLLECTED = ("penalty left over", "остаток штрафа", "UnCo")
CHARGE = ("take-back charges", "возврат списывает", "tAbA")
HOLD = ("key held, s", "держит кнопку, с", "HoLd")

RESUME = ("go on", "продолжить", "Go")
LEFT = ("left: time", "левый: время", "LEFt")
RIGHT = ("right: time", "правый: время", "rGHt")
LEFT_MOVES = ("left: moves", "левый: ходы", "LnoU")
RIGHT_MOVES = ("right: moves", "правый: ходы", "rnoU")
LEFT_PERIOD = ("left: control", "левый: контроль", "LCon")
RIGHT_PERIOD = ("right: control", "правый: контроль", "rCon")
LEFT_VIOLATIONS = ("left: violations", "левый: нарушений", "LUIO")
RIGHT_VIOLATIONS = ("right: violations", "правый: нарушений", "rUIO")
TURN = ("to move", "ход", "turn")
FLAGS = ("flag", "флаг", "FLAG")
TAKE_BACK = ("take back", "вернуть ход", "bACh")
END = ("result", "результат", "End")
ADJOURN = ("adjourn", "отложить", "AdJ")
NEW_GAME = ("same game anew", "ту же заново", "nEU")

# Values.
NO_YES = (("no", "нет", "no"), ("yes", "да", "YES"))
TO_THE_END = ("to the end", "до конца", "End")
CODES = (
    ("plain", "без кодекса", "PLAI"),
    ("renju RF", "рэндзю РФ", "rErF"),
    ("renju RIF", "рэндзю RIF", "rrIF"),
    ("draughts RF", "шашки РФ", "drrF"),
)
METHODS = (
    ("sudden death", "до падения флага", "Sudd"),
    ("Fischer", "Фишер", "FISC"),
    ("Bronstein", "Бронштейн", "bron"),
    ("delay", "задержка", "dEL"),
    ("byo-yomi", "бёёми", "bYoY"),
    ("Canadian", "канадский", "CAnA"),
    ("hourglass", "песочные часы", "HGLA"),
    ("count up", "счет вверх", "UP"),
)
FROMS = (
    ("before each move", "перед каждым ходом", "bEFo"),
    ("after each move", "после каждого хода", "AFtr"),
)
SAME_OWN = (("same", "так же", "SAnE"), ("other time", "другое время", "Othr"))
LEFT_RIGHT = (("left", "слева", "LEFt"), ("right", "справа", "rGHt"))
FREEZE_RUN = (("both stop", "обе стоят", "StOP"), ("time goes on", "время идет", "run"))
LOST_KEPT = (("is lost", "сгорает", "LOSt"), ("is kept", "сохраняется", "hEPt"))
AT_ONCE_AT_ZERO = (("at once", "сразу", "nou"), ("at zero", "на нуле", "ZEro"))
CARRIES = (("ask", "спросить", "ASh"), ("charge", "списать", "CHAr"), ("drop", "простить", "drop"))
SOUND_LEVELS = (("off", "нет", "oFF"), ("on", "есть", "on"), ("and keys", "и кнопки", "hEYS"))
VERDICTS = (
    ("left: confirm", "левый: подтвердить", "LCon"),
    ("left: overrule", "левый: отменить", "LOUE"),
    ("left: declare", "левый: объявить", "LdEC"),
    ("right: confirm", "правый: подтвердить", "rCon"),
    ("right: overrule", "правый: отменить", "rOUE"),
    ("right: declare", "правый: объявить", "rdEC"),
)
RESULTS = (
    ("unknown", "не указан", "----"),
    ("left wins", "левый", "LEFt"),
    ("right wins", "правый", "rGHt"),
    ("draw", "ничья", "drAU"),
    ("both lose", "оба проиграли", "both"),
)
DO = ("OK", "ОК", "OH")
NONE = ("none", "нет", "nonE")


def in_language(language: int, said: "tuple[str, str, str]") -> "tuple[str, str]":
    """(long, short) in a language: 0 English, 1 Russian."""
    return said[language], said[2]


def all_in(language: int, words: "Sequence[tuple[str, str, str]]") -> "list[tuple[str, str]]":
    """A row of values in a language."""
    return [in_language(language, said) for said in words]

"""Portable Draughts Notation 3.0: games read one by one and written.

>>> from flagfall.rules import pdn
>>> text = '[White "Derkx,B."][GameType "20"] 1. 34-29 {[%clock w1:20:00]} 17-22 2-0'
>>> game = next(pdn.read(text))
>>> [move.text for move in game.moves], game.result, game.clocks[0].white_us
(['34-29', '17-22'], '1-0', 4800000000)
>>> print(pdn.write(game))
[White "Derkx,B."]
[GameType "20"]
[Result "2-0"]
<BLANKLINE>
1. 34-29 {[%clock w1:20:00]} 17-22 2-0
<BLANKLINE>
"""

from flagfall.rules.pdn.reader import read
from flagfall.rules.pdn.writer import write
from flagfall.rules.record import Clock, Game, Line, Node

__all__ = ["Clock", "Game", "Line", "Node", "read", "write"]

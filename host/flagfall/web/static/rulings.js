/**
 * What the arbiter can do at a table: each act with its name, its rule, what it means, and what it
 * asks for. The engine and the hall decide whether it is lawful now; this is only its form.
 * A `careful` act is meant for the very state the arbiter saw: if the game went on, it is refused.
 */

import { N_ } from "./words.js";

/** @typedef {import("./types").Ruling} Ruling */
/** @typedef {import("./types").Field} Field */

/** @type {Field} */
const SIDE = { name: "side", label: N_("Whose?"), kind: "side" };
/** @type {Field} */
const TURN = { name: "side", label: N_("Whose clock runs?"), kind: "side" };
/** @type {[string, string][]} */
const VIOLATIONS = [
  ["impossible_move", N_("an impossible move")],
  ["unclear_move", N_("an unclear move")],
  ["other", N_("another violation (not counted)")],
];
/** @type {[string, string][]} */
const WHY = [
  ["unsaid", N_("no reason given")],
  ["call_arbiter", N_("the arbiter was called")],
  ["defect", N_("a defect")],
  ["mistake", N_("a mistake")],
  ["outside", N_("a reason outside the players")],
  ["check", N_("a check of the record")],
  ["draw_claim", N_("a draw was claimed")],
  ["position", N_("the position is restored")],
];

/** @type {Record<string, Ruling>} */
export const RULINGS = {
  start: {
    act: "start",
    title: N_("Start"),
    law: "R2.1.2",
    fields: [TURN],
    text: N_("The clock of this side runs from now on."),
  },
  arm: {
    act: "arm",
    title: N_("Arm"),
    law: "CL-05",
    fields: [{ ...TURN, label: N_("Whose clock will run first?") }],
    text: N_("The opponent's press will start the game."),
  },
  stop: {
    act: "stop",
    title: N_("Stop"),
    law: "R2.1.5",
    fields: [{ name: "why", label: N_("Why?"), kind: "choice", choices: WHY }],
    text: N_("Nothing runs until you resume. The turn is kept."),
  },
  resume: {
    act: "resume",
    title: N_("Resume"),
    law: "R2.1.5",
    fields: [TURN],
    text: N_(
      "This side's clock runs again. With the other side the turn passes without counting a move.",
    ),
  },
  run_for: {
    act: "run_for",
    title: N_("Run out of turn"),
    law: "R1.6.2",
    fields: [
      SIDE,
      { name: "why", label: N_("Why?"), kind: "choice", choices: WHY, value: "position" },
    ],
    text: N_(
      "This side's clock runs while a position is restored at its expense; presses do nothing until you stop or resume.",
    ),
  },
  flag: {
    act: "flag_verdict",
    careful: true,
    title: N_("Flag: your verdict"),
    law: "R2.1.2",
    final: true,
    fields: [
      SIDE,
      {
        name: "verdict",
        label: N_("Verdict"),
        kind: "choice",
        choices: [
          ["confirm", N_("the flag has fallen")],
          ["overrule", N_("it fell through a defect: clear it")],
          ["declare", N_("it has fallen, though the clock doesn't show it")],
        ],
      },
    ],
    text: N_("The flag counts as fallen when you find so."),
  },
  claim: {
    act: "claim",
    title: N_("Record a claim"),
    law: "CL-07",
    fields: [
      { name: "by", label: N_("Who claims?"), kind: "side" },
      {
        name: "what",
        label: N_("What?"),
        kind: "choice",
        choices: [
          ["flag", N_("the opponent's flag")],
          ["draw", N_("a draw")],
          ["defect", N_("a defect of the clock")],
          ["repetition", N_("a repeated position")],
        ],
      },
    ],
    text: N_("Recorded with its moment. A defect claimed after the own flag is refused (R2.1.4)."),
  },
  set: {
    act: "correct",
    careful: true,
    title: N_("Set a time"),
    law: "R2.1.4",
    fields: [
      SIDE,
      { name: "set_us", label: N_("New time"), kind: "amount" },
      { name: "override", label: N_("Even below five minutes"), kind: "tick", optional: true },
    ],
    text: N_("A reduction never leaves less than five minutes to the control, unless you insist."),
  },
  shift: {
    act: "correct",
    careful: true,
    title: N_("Add or take time"),
    law: "R2.1.4",
    fields: [
      { name: "side", label: N_("Whose?"), kind: "side", choices: [["both", N_("both alike")]] },
      {
        name: "delta_us",
        label: N_("Change"),
        kind: "amount",
        hint: N_("with a minus to take time"),
      },
      { name: "override", label: N_("Even below five minutes"), kind: "tick", optional: true },
    ],
    text: N_(
      "If it isn't certain whose defect it was, both sides are corrected by the same amount.",
    ),
  },
  counts: {
    act: "correct",
    careful: true,
    title: N_("Correct counts or turn"),
    law: "R2.1.4",
    fields: [
      SIDE,
      { name: "moves", label: N_("Moves made"), kind: "count", optional: true },
      { name: "violations", label: N_("Violations"), kind: "count", optional: true },
      { name: "turn", label: N_("Side to move"), kind: "side", optional: true },
    ],
    text: N_("Only what you fill in is changed; no bonus is given and no control is passed."),
  },
  charge: {
    act: "charge",
    title: N_("Charge time"),
    law: "R2.2.2",
    fields: [
      SIDE,
      {
        name: "amount_us",
        label: N_("Amount"),
        kind: "amount",
        optional: true,
        hint: N_("empty: the time since the clock was stopped"),
      },
    ],
    text: N_("What would leave less than five minutes is carried to the next control."),
  },
  half: {
    act: "half_split",
    title: N_("Half-split"),
    law: "R2.2.2",
    fields: [
      {
        name: "amount_us",
        label: N_("Time of the check"),
        kind: "amount",
        optional: true,
        hint: N_("empty: the time since the clock was stopped"),
      },
    ],
    text: N_("Half of the check's time is charged to each side."),
  },
  compensate: {
    act: "compensate",
    title: N_("Compensate"),
    law: "D5.4.14.1",
    fields: [
      { ...SIDE, label: N_("Who receives?") },
      { name: "amount_us", label: N_("Amount"), kind: "amount", value: "2:00" },
    ],
    text: N_("Time for the offender's opponent: up to two minutes, never less than the increment."),
  },
  settle: {
    act: "settle",
    careful: true,
    title: N_("Settle what is uncollected"),
    law: "R2.2.2",
    final: true,
    fields: [
      SIDE,
      {
        name: "how",
        label: N_("How?"),
        kind: "choice",
        choices: [
          ["charge", N_("charge it in full")],
          ["drop", N_("let it go")],
        ],
      },
    ],
    text: N_("A carried penalty for which no control comes any more."),
  },
  takeback: {
    act: "takeback",
    careful: true,
    title: N_("Take the press back"),
    law: "R3.10.3",
    fields: [
      { name: "kind", label: N_("Because of"), kind: "choice", choices: VIOLATIONS },
      { name: "count", label: N_("Count it as a violation"), kind: "tick", value: true },
    ],
    text: N_("The last press is undone with all it gave; the offender's clock runs again."),
  },
  write: {
    act: "write",
    title: N_("Write a move down"),
    law: "R2.2.1",
    fields: [
      { name: "ply", label: N_("Number of the press"), kind: "count", value: "last" },
      { name: "text", label: N_("What was played"), kind: "text" },
    ],
    text: N_(
      "For a press that the record has not, or has wrongly. In renju's opening: swap, or: stay, i9, or: offer i8 g7.",
    ),
  },
  violation: {
    act: "violation",
    title: N_("Count a violation"),
    law: "R3.10.3",
    fields: [SIDE, { name: "kind", label: N_("What?"), kind: "choice", choices: VIOLATIONS }],
    text: N_("The third impossible or unclear move loses; the loss is yours to confirm."),
  },
  end: {
    act: "end",
    title: N_("End the game"),
    law: "R2.9.1",
    final: true,
    fields: [
      {
        name: "result",
        label: N_("Result (white first)"),
        kind: "choice",
        choices: [
          ["1-0", N_("1–0  white wins")],
          ["0-1", N_("0–1  black wins")],
          ["1/2", N_("½–½  draw")],
          ["0-0", N_("0–0  both lose")],
          ["+-", N_("+ −  black did not play")],
          ["-+", N_("− +  white did not play")],
          ["--", N_("− −  neither played")],
        ],
      },
    ],
    text: N_("The game is over as of now; time and flags after this are void."),
  },
  adjourn: {
    act: "adjourn",
    careful: true,
    title: N_("Adjourn"),
    law: "R2.3.1",
    final: true,
    fields: [],
    text: N_("The side to move has sealed its move; the clock stops."),
  },
  early: {
    act: "adjourn_early",
    careful: true,
    title: N_("Adjourn early"),
    law: "R2.3.2",
    final: true,
    fields: [
      { name: "by", label: N_("Who wants it?"), kind: "side" },
      { name: "amount_us", label: N_("Time left to the session's control"), kind: "amount" },
    ],
    text: N_("The side that wants it takes all of that time on itself."),
  },
  sealed: {
    act: "open_sealed",
    careful: true,
    title: N_("Open the sealed move"),
    law: "R2.4.3",
    final: true,
    fields: [],
    text: N_("The sealed move counts with all it brings; the responder's clock runs."),
  },
  replace: {
    act: "replace",
    careful: true,
    title: N_("Replace the clock"),
    law: "R2.1.4",
    final: true,
    fields: [{ name: "clock", label: N_("The new clock's number"), kind: "text" }],
    text: N_(
      "The whole state moves to another clock; nothing runs meanwhile, and the old one is marked defective.",
    ),
  },
};

/** The acts as the table's view groups them. @type {[string, string[]][]} */
export const GROUPS = [
  [N_("Flag"), ["flag", "claim"]],
  [N_("Time"), ["set", "shift", "charge", "half", "compensate", "settle"]],
  [N_("Moves"), ["write", "takeback", "violation", "counts", "run_for"]],
  [N_("Game"), ["end", "adjourn", "early", "sealed", "replace"]],
];

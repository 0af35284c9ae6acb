/** States in words: what a code of the hall's JSON is called, and which tables need the arbiter. */

import { spanText } from "./clock.js";
import { N_, _, ngettext } from "./words.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").SideName} SideName */
/** @typedef {import("./types").Note} Note */
/** @typedef {import("./dom.js").IconName} IconName */

/** @type {readonly SideName[]} */
export const SIDES = ["left", "right"];

/** @param {SideName} side @returns {SideName} */
export function other(side) {
  return side === "left" ? "right" : "left";
}

/** @type {Record<string, string>} */
const VARIANTS = {
  international: N_("International draughts"),
  russian: N_("Russian draughts"),
  brazilian: N_("Brazilian draughts"),
  english: N_("English draughts"),
  frisian: N_("Frisian draughts"),
  pool: N_("Pool checkers"),
  czech: N_("Czech draughts"),
  italian: N_("Italian draughts"),
  spanish: N_("Spanish draughts"),
  thai: N_("Thai draughts"),
  makhos: N_("Makhos"),
  turkish: N_("Turkish draughts"),
  renju: N_("Renju"),
  "renju-rf": N_("Renju"),
  bashni: N_("Bashni"),
  "bashni-again": N_("Bashni, columns struck again"),
  "bashni-1875": N_("Bashni of 1875"),
  lasca: N_("Lasca"),
};

/** @type {Record<string, string>} */
const PHASES = {
  ready: N_("not started"),
  armed: N_("armed: the opponent's press starts it"),
  playing: N_("playing"),
  stopped: N_("stopped"),
  adjourned: N_("adjourned"),
  over: N_("over"),
};

/** @type {Record<string, string>} */
const HEALTH = {
  low_battery: N_("battery low"),
  defect: N_("marked defective"),
  journal_full: N_("clock's memory full"),
  journal_worn: N_("clock's memory worn"),
  keys_suspect: N_("a key sticks"),
  events_dropped: N_("events were dropped"),
};

/** @type {Record<string, string>} */
const WHO = { arbiter: N_("arbiter"), clock: N_("clock"), left: N_("left"), right: N_("right") };

/** @type {Record<string, string>} */
const RESULTS = {
  "1-0": "1–0",
  "0-1": "0–1",
  "1/2": "½–½",
  "+-": "+ −",
  "-+": "− +",
  "--": "− −",
  "0-0": "0–0",
};

/** @param {Record<string, string>} names @param {string} code */
function named(names, code) {
  const name = names[code];
  return name === undefined ? code.replaceAll("_", " ") : _(name);
}

/** @param {string} code */
export const variantName = (code) => named(VARIANTS, code.replace(/^draughts-/, ""));
/** Who did something; a program's own name stays as it is. @param {string} who */
export const whoText = (who) => (who in WHO ? named(WHO, who) : who);
/** @param {string} code */
export const phaseName = (code) => named(PHASES, code);
/** @param {string} code */
export const healthName = (code) => named(HEALTH, code);
/** @type {Record<string, string>} */
const TURNED = { "1-0": "0-1", "0-1": "1-0", "+-": "-+", "-+": "+-" };
/** The result as the players sit, left – right: the hall keeps it white – black. @param {Table} table */
export function resultText(table) {
  const kept = table.result ?? "";
  const code = table.players.left.colour === "white" ? kept : (TURNED[kept] ?? kept);
  return code === "*" ? _("no result") : (RESULTS[code] ?? code);
}
/** @type {Record<string, string>} */
const OPENING_ACTS = { swap: N_("swap"), stay: N_("no swap"), offer: N_("offers") };
/** A move as it is read: `35×24`; a turn of renju's opening in words. @param {string} text */
export const moveText = (text) =>
  text
    .replace(/(?<=[\da-z])x(?=[\da-z])/g, "×")
    .replace(/\b(?:swap|stay|offer)\b/g, (act) => _(OPENING_ACTS[act] ?? act));
/** @param {"white" | "black"} colour */
export const colourName = (colour) => (colour === "white" ? _("white") : _("black"));
/** @param {SideName} side */
export const sideName = (side) => (side === "left" ? _("left") : _("right"));

/** A player with his colour and his face, for forms. @param {Table} table @param {SideName} side */
export function seat(table, side) {
  const player = table.players[side];
  return _("{name} ({side}, {colour})", {
    name: player.name,
    side: sideName(side),
    colour: colourName(player.colour),
  });
}

/** A side's name as people say it: the player's. @param {Table} table @param {SideName} side */
export const playerName = (table, side) => table.players[side].name;

/** The link in words. @param {Table} table @param {number} now hall time, µs */
export function linkText(table, now) {
  const span = spanText(now - table.link_since_us);
  switch (table.link) {
    case "live":
      return _("linked");
    case "cut":
      return _("link cut {span}", { span });
    case "lost":
      return _("link lost {span}", { span });
    default:
      return _("no clock");
  }
}

/**
 * The counters of a side that aren't its time.
 * @param {Table} table
 * @param {SideName} side
 * @returns {string[]}
 */
export function sideFacts(table, side) {
  const face = table[side];
  const facts = [ngettext("{n} move", "{n} moves", face.moves)];
  if (face.moves_due !== null && face.moves_due !== undefined) {
    facts.push(ngettext("{n} to the control", "{n} to the control", face.moves_due));
  }
  if (face.period > 0) facts.push(_("period {n}", { n: face.period + 1 }));
  if (face.byo_left !== null && face.byo_left !== undefined) {
    facts.push(_("overtime: {n} left", { n: face.byo_left }));
  }
  if (face.violations > 0) facts.push(ngettext("{n} violation", "{n} violations", face.violations));
  if (face.carried_us > 0) facts.push(_("{span} carried", { span: spanText(face.carried_us) }));
  if ((face.uncollected_us ?? 0) > 0) {
    facts.push(_("{span} uncollected", { span: spanText(face.uncollected_us ?? 0) }));
  }
  if (table.record_exempt?.includes(side)) facts.push(_("need not record"));
  return facts;
}

/**
 * @typedef {object} Need
 * @property {string} text
 * @property {string} rule
 * @property {IconName} icon
 * @property {number} weight larger is more pressing
 */

/**
 * Why a table needs the arbiter; the most pressing first.
 * @param {Table} table
 * @returns {Need[]}
 */
export function needs(table) {
  /** @type {Need[]} */
  const found = [];
  for (const note of table.notes) {
    if (isUrgent(note)) {
      found.push({
        text: note.text,
        rule: note.rule,
        icon: noteIcon(note),
        weight: note.code.startsWith("flag") ? 5 : 4,
      });
    }
  }
  const going = table.phase !== "over";
  for (const side of SIDES) {
    if (going && table[side].flag !== null && !found.some((need) => need.icon === "flag")) {
      found.push({
        text: _("Flag: {name}", { name: playerName(table, side) }),
        rule: "R2.1.2",
        icon: "flag",
        weight: 5,
      });
    }
  }
  if (going && (table.link === "cut" || table.link === "lost")) {
    const text =
      table.link === "cut" ? _("The link to the clock is cut") : _("The link to the clock is lost");
    found.push({ text, rule: "", icon: table.link, weight: 3 });
  }
  if (going && table.link === "none") {
    found.push({ text: _("No clock stands here yet"), rule: "", icon: "none", weight: 3 });
  }
  if (!table.legal && going && !found.some((need) => need.rule === "CL-23")) {
    const text =
      table.notes.find((note) => note.code === "illegal_move")?.text ??
      _("An impossible move was made");
    found.push({ text, rule: "CL-23", icon: "warn", weight: 3 });
  }
  if (table.health.length > 0 && going) {
    found.push({
      text: table.health.map(healthName).join(", "),
      rule: "",
      icon: "battery",
      weight: 1,
    });
  }
  return found.sort((a, b) => b.weight - a.weight);
}

/** Whether a note wants a decision. @param {Note} note */
export function isUrgent(note) {
  return note.urgent ?? (note.answers?.length ?? 0) > 0;
}

/** @param {Note} note @returns {IconName} */
export function noteIcon(note) {
  if (note.code.startsWith("flag")) return "flag";
  return (note.answers?.length ?? 0) > 0 ? "ask" : "warn";
}

/** How pressing a table is: the weight of its first need. @param {Table} table */
export function pressing(table) {
  return needs(table)[0]?.weight ?? 0;
}

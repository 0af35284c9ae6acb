/** Says what matters to those who listen instead of look: flags, cut links, questions, ends. */

import { SIDES, isUrgent, playerName, resultText } from "./describe.js";
import { h } from "./dom.js";
import { _ } from "./words.js";

/** @typedef {import("./types").Table} Table */

/** More at once would be noise. */
const AT_ONCE = 4;

export class Announcer {
  constructor() {
    this.root = h("div", { class: "hidden-text", role: "log", "aria-live": "polite" });
  }

  /** @param {Table[]} changed @param {Map<number, Table>} before */
  changes(changed, before) {
    const said = changed.flatMap((table) => {
      const old = before.get(table.table);
      return old === undefined
        ? []
        : news(old, table).map((text) => _("Table {n}: {text}", { n: table.table, text }));
    });
    for (const text of said.slice(0, AT_ONCE)) this.say(text);
  }

  /** @param {string} text */
  say(text) {
    this.root.append(h("p", {}, text));
    while (this.root.childElementCount > AT_ONCE) this.root.firstElementChild?.remove();
  }
}

/** @param {Table} old @param {Table} now */
function news(old, now) {
  const found = [];
  for (const side of SIDES) {
    if (old[side].flag === null && now[side].flag !== null)
      found.push(_("Flag: {name}", { name: playerName(now, side) }));
  }
  if (old.link === "live" && (now.link === "cut" || now.link === "lost"))
    found.push(_("The link to the clock is cut"));
  if (old.link !== "live" && now.link === "live") found.push(_("The link is back"));
  const known = new Set(old.notes.map((note) => note.code + note.text));
  for (const note of now.notes)
    if (isUrgent(note) && !known.has(note.code + note.text)) found.push(note.text);
  if (old.result === null && now.result !== null) found.push(resultText(now));
  return found;
}

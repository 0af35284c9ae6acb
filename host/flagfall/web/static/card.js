/** A table on the arbiter's wall: all that is plain, and what only the arbiter sees. */

import {
  SIDES,
  healthName,
  isUrgent,
  linkText,
  moveText,
  noteIcon,
  pressing,
  sideFacts,
} from "./describe.js";
import { h, icon, setAttribute, setText } from "./dom.js";
import { PlainCard } from "./plaincard.js";
import { _ } from "./words.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./ticker.js").Ticker} Ticker */

export class Card extends PlainCard {
  /** @param {Table} table @param {Ticker} ticker */
  constructor(table, ticker) {
    super(table, ticker);
    this.facts = {
      left: h("span", { class: "player-facts" }),
      right: h("span", { class: "player-facts" }),
    };
    this.link = h("span", { class: "link" });
    this.linkText = h("span");
    this.reason = h("span", { class: "card-reason" });
    this.health = h("span", { class: "card-health" });
    this.notes = h("ul", { class: "notes" });
    this.title.href = `#/table/${table.table}`;
    this.head.append(this.link);
    this.said.append(this.reason, this.health, this.notes);
    for (const side of SIDES) this.players[side].append(this.facts[side]);
    this.draw = (/** @type {number} */ now) => setText(this.linkText, linkText(this.table, now));
    this.update(table);
    this.ticker.add(this.draw);
  }

  /** @param {Table} table */
  update(table) {
    super.update(table);
    for (const side of SIDES) setText(this.facts[side], sideFacts(table, side).join(" · "));
    setText(this.reason, table.result === null ? "" : table.reason);
    if (this.link.dataset["link"] !== table.link) {
      this.link.dataset["link"] = table.link;
      this.link.replaceChildren(icon(table.link), this.linkText);
    }
    this.updateHealth();
    this.updateNotes();
    setAttribute(this.root, "data-needs", pressing(table) >= 3);
    this.draw(this.ticker.now());
  }

  variantText() {
    const variant = super.variantText();
    return this.table.sensors ? _("{variant} · sensors", { variant }) : variant;
  }

  moveText() {
    const { last_move, move_no } = this.table;
    if (last_move === "") return _("no move yet");
    return _("{n}. {move}", { n: move_no, move: moveText(last_move) });
  }

  updateHealth() {
    const text = this.table.health.map(healthName).join(", ");
    if (this.health.dataset["text"] === text) return;
    this.health.dataset["text"] = text;
    this.health.replaceChildren(...(text === "" ? [] : [icon("battery"), h("span", {}, text)]));
  }

  updateNotes() {
    const key = JSON.stringify(this.table.notes);
    if (this.notes.dataset["key"] === key) return;
    this.notes.dataset["key"] = key;
    this.notes.replaceChildren(...this.table.notes.map(noteItem));
  }

  remove() {
    this.ticker.remove(this.draw);
    super.remove();
  }
}

/** A note as a list's line: its sign, its text, its rule. @param {import("./types").Note} note */
export function noteItem(note) {
  const rule = note.rule ? h("span", { class: "rule" }, note.rule) : null;
  const text = h("span", { class: "note-text" }, note.text, " ", rule);
  return h("li", { class: "note", "data-urgent": isUrgent(note) }, icon(noteIcon(note)), text);
}

/** One table on the wall: made once, then changed only where the hall's word differs. */

import { drawBoard } from "./board.js";
import {
  SIDES,
  colourName,
  healthName,
  isUrgent,
  linkText,
  moveText,
  noteIcon,
  phaseName,
  pressing,
  resultText,
  sideFacts,
  variantName,
} from "./describe.js";
import { h, icon, setAttribute, setText } from "./dom.js";
import { facePair } from "./face.js";
import { _ } from "./words.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").SideName} SideName */
/** @typedef {import("./ticker.js").Ticker} Ticker */

/** A disc in a player's colour; its name is said beside it. @param {"white" | "black"} colour */
export function disc(colour) {
  return h(
    "span",
    { class: `disc disc-${colour}`, title: colourName(colour) },
    h("span", { class: "hidden-text" }, colourName(colour)),
  );
}

export class Card {
  /** @param {Table} table @param {Ticker} ticker */
  constructor(table, ticker) {
    this.ticker = ticker;
    this.table = table;
    this.faces = facePair();
    this.names = {
      left: h("span", { class: "player-name" }),
      right: h("span", { class: "player-name" }),
    };
    this.facts = {
      left: h("span", { class: "player-facts" }),
      right: h("span", { class: "player-facts" }),
    };
    this.discs = { left: h("span"), right: h("span") };
    this.variant = h("span", { class: "card-variant" });
    this.status = h("span", { class: "card-status" });
    this.link = h("span", { class: "link" });
    this.linkText = h("span");
    this.move = h("span", { class: "card-move" });
    this.reason = h("span", { class: "card-reason" });
    this.health = h("span", { class: "card-health" });
    this.notes = h("ul", { class: "notes" });
    this.board = h("div", { class: "card-board" });
    this.title = h("a", { class: "card-title", href: `#/table/${table.table}` });
    this.boardDrawn = "";
    this.root = h(
      "li",
      { class: "card", "data-table": table.table },
      h(
        "header",
        { class: "card-head" },
        h("h2", { class: "card-number" }, this.title),
        this.variant,
        this.status,
        this.link,
      ),
      h("div", { class: "faces" }, this.faces.left.root, this.faces.right.root),
      h("div", { class: "players" }, ...SIDES.map((side) => this.player(side))),
      h(
        "div",
        { class: "card-foot" },
        this.board,
        h("div", { class: "card-facts" }, this.move, this.reason, this.health, this.notes),
      ),
    );
    this.draw = (/** @type {number} */ now) => this.drawLink(now);
    this.ticker.add(this.faces.left.draw);
    this.ticker.add(this.faces.right.draw);
    this.ticker.add(this.draw);
    this.update(table);
  }

  /** @param {SideName} side */
  player(side) {
    return h(
      "div",
      { class: `player player-${side}` },
      this.discs[side],
      h("span", { class: "player-text" }, this.names[side], this.facts[side]),
    );
  }

  /** @param {Table} table */
  update(table) {
    this.table = table;
    setText(this.title, String(table.table));
    const [left, right] = [table.players.left.name, table.players.right.name];
    setAttribute(
      this.title,
      "aria-label",
      _("Table {n}: {left} – {right}", { n: table.table, left, right }),
    );
    setText(this.variant, variantName(table.variant));
    this.updateStatus(table);
    for (const side of SIDES) {
      this.faces[side].update(table);
      setText(this.names[side], table.players[side].name);
      setAttribute(this.names[side], "title", table.players[side].name);
      setText(this.facts[side], sideFacts(table, side).join(" · "));
      const colour = table.players[side].colour;
      if (this.discs[side].dataset["colour"] !== colour) {
        this.discs[side].dataset["colour"] = colour;
        this.discs[side].replaceChildren(disc(colour));
      }
    }
    setText(
      this.move,
      table.last_move === ""
        ? _("no move yet")
        : _("{n}. {move}", { n: table.move_no, move: moveText(table.last_move) }),
    );
    this.updateLink(table);
    this.updateHealth(table);
    this.updateNotes(table);
    this.updateBoard(table);
    setAttribute(this.root, "data-phase", table.phase);
    setAttribute(this.root, "data-needs", pressing(table) >= 3);
    this.drawLink(this.ticker.now());
  }

  /** @param {Table} table */
  updateStatus(table) {
    const over = table.result !== null;
    setText(
      this.status,
      over
        ? resultText(table.result ?? "")
        : table.phase === "playing"
          ? ""
          : phaseName(table.phase),
    );
    setAttribute(this.status, "data-over", over);
    setText(this.reason, over ? table.reason : "");
  }

  /** @param {Table} table */
  updateLink(table) {
    if (this.link.dataset["link"] === table.link) return;
    this.link.dataset["link"] = table.link;
    this.link.replaceChildren(icon(table.link), this.linkText);
  }

  /** @param {number} now */
  drawLink(now) {
    setText(this.linkText, linkText(this.table, now));
  }

  /** @param {Table} table */
  updateHealth(table) {
    const text = table.health.map(healthName).join(", ");
    if (this.health.dataset["text"] === text) return;
    this.health.dataset["text"] = text;
    this.health.replaceChildren(...(text === "" ? [] : [icon("battery"), h("span", {}, text)]));
  }

  /** @param {Table} table */
  updateNotes(table) {
    const key = JSON.stringify(table.notes);
    if (this.notes.dataset["key"] === key) return;
    this.notes.dataset["key"] = key;
    this.notes.replaceChildren(...table.notes.map(noteItem));
  }

  /** @param {Table} table */
  updateBoard(table) {
    const key = JSON.stringify(table.board ?? null);
    if (key === this.boardDrawn) return;
    this.boardDrawn = key;
    this.board.replaceChildren(...(table.board ? [drawBoard(table.board)] : []));
  }

  /** Take the card off the wall. */
  remove() {
    this.ticker.remove(this.faces.left.draw);
    this.ticker.remove(this.faces.right.draw);
    this.ticker.remove(this.draw);
    this.root.remove();
  }
}

/** A note as a list's line: its sign, its text, its rule. @param {import("./types").Note} note */
export function noteItem(note) {
  const rule = note.rule ? h("span", { class: "rule" }, note.rule) : null;
  const text = h("span", { class: "note-text" }, note.text, " ", rule);
  return h("li", { class: "note", "data-urgent": isUrgent(note) }, icon(noteIcon(note)), text);
}

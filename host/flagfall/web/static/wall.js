/** The wall: every table as a card, those that need the arbiter named above it. */

import { Card } from "./card.js";
import { needs, pressing } from "./describe.js";
import { h, icon, setAttribute, setText } from "./dom.js";
import { valueAt } from "./clock.js";
import { settings } from "./settings.js";
import { ViewBar } from "./viewbar.js";
import { _, ngettext } from "./words.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./hall.js").HallState} HallState */
/** @typedef {import("./ticker.js").Ticker} Ticker */

/** Up to so many tables the wall shows boards; up to the second number roomy clocks. */
const WITH_BOARDS = 12;
const ROOMY = 30;

export class Wall {
  /** @param {HallState} hall @param {Ticker} ticker */
  constructor(hall, ticker) {
    this.hall = hall;
    this.ticker = ticker;
    /** @type {Map<number, Card>} */
    this.cards = new Map();
    this.bar = new ViewBar(() => this.arrange());
    this.needsHead = h("h2", { class: "needs-head" });
    this.needs = h("ol", { class: "needs-list" });
    this.list = h("ul", { class: "wall", id: "tables", "aria-label": _("Tables") });
    this.empty = h("p", { class: "empty", hidden: true });
    this.root = h(
      "div",
      {},
      h(
        "section",
        { class: "needs", "aria-label": _("Needs the arbiter") },
        h("div", { class: "needs-row" }, this.needsHead, this.bar.root),
        this.needs,
      ),
      this.list,
      this.empty,
    );
    this.list.addEventListener("click", (event) => this.open(event));
  }

  /** A card is a target as a whole. @param {MouseEvent} event */
  open(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("a, button") || getSelection()?.toString()) return;
    const card = target.closest(".card");
    if (card instanceof HTMLElement) location.hash = `#/table/${card.dataset["table"]}`;
  }

  /** @param {Table[]} changed @param {boolean} whole */
  update(changed, whole) {
    if (whole) {
      for (const [number, card] of this.cards) {
        if (!this.hall.tables.has(number)) {
          card.remove();
          this.cards.delete(number);
        }
      }
    }
    for (const table of changed) {
      const card = this.cards.get(table.table);
      if (card) card.update(table);
      else this.cards.set(table.table, new Card(table, this.ticker));
    }
    this.arrange();
    this.showNeeds();
  }

  /** Order, filter and density; cards move only where their place differs. */
  arrange() {
    const shown = this.hall.inOrder().filter(fits);
    if (settings.order === "needs") shown.sort((a, b) => pressing(b) - pressing(a));
    if (settings.order === "time") {
      const now = this.ticker.now();
      shown.sort((a, b) => shortest(a, now) - shortest(b, now));
    }
    const wanted = shown.map((table) => /** @type {Card} */ (this.cards.get(table.table)).root);
    const keep = new Set(wanted);
    for (const node of [...this.list.children])
      if (!keep.has(/** @type {any} */ (node))) node.remove();
    wanted.forEach((node, place) => {
      if (this.list.children[place] !== node)
        this.list.insertBefore(node, this.list.children[place] ?? null);
    });
    setAttribute(this.list, "data-density", this.density());
    this.empty.hidden = shown.length > 0;
    setText(
      this.empty,
      this.hall.tables.size === 0
        ? _("No tables yet. Clocks appear here when they are found.")
        : _("No table fits the filter."),
    );
  }

  density() {
    if (settings.density !== "auto") return settings.density;
    const many = this.hall.tables.size;
    return many <= WITH_BOARDS ? "boards" : many <= ROOMY ? "clocks" : "tight";
  }

  /** The strip of tables that need the arbiter. */
  showNeeds() {
    const items = this.hall
      .inOrder()
      .flatMap((table) =>
        needs(table)
          .filter((need) => need.weight >= 3)
          .slice(0, 1)
          .map((need) => ({ table, need })),
      )
      .sort((a, b) => b.need.weight - a.need.weight);
    const key = JSON.stringify(items.map(({ table, need }) => [table.table, need]));
    if (this.needs.dataset["key"] === key) return;
    this.needs.dataset["key"] = key;
    const none = items.length === 0;
    const text = none
      ? _("Nobody needs you.")
      : ngettext("{n} table needs you", "{n} tables need you", items.length);
    this.needsHead.replaceChildren(icon(none ? "check" : "ask"), text);
    setAttribute(this.needsHead, "data-none", none);
    this.needs.replaceChildren(...items.map(({ table, need }) => needItem(table, need)));
  }

  /** How many tables need the arbiter. */
  pressing() {
    return [...this.hall.tables.values()].filter((table) => pressing(table) >= 3).length;
  }

  /** Forget everything: the language changed. */
  clear() {
    for (const card of this.cards.values()) card.remove();
    this.cards.clear();
  }
}

/** @param {Table} table @param {import("./describe.js").Need} need */
function needItem(table, need) {
  return h(
    "li",
    {},
    h(
      "a",
      { class: "need", href: `#/table/${table.table}`, "data-weight": need.weight },
      h("span", { class: "need-table" }, String(table.table)),
      icon(need.icon),
      h("span", { class: "need-text" }, need.text),
      need.rule ? h("span", { class: "rule" }, need.rule) : null,
    ),
  );
}

/** @param {Table} table */
function fits(table) {
  switch (settings.show) {
    case "needs":
      return pressing(table) >= 1;
    case "playing":
      return table.phase !== "over";
    case "over":
      return table.phase === "over";
    default:
      return true;
  }
}

/**
 * The least time on either face of a game that goes on.
 * @param {Table} table
 * @param {number} now
 */
function shortest(table, now) {
  if (table.phase === "over") return Infinity;
  return Math.min(valueAt(table.left, now), valueAt(table.right, now));
}

/** One table, large: both clocks, the board, what is asked, what can be ruled, the record. */

import { drawBoard } from "./board.js";
import {
  SIDES,
  healthName,
  linkText,
  phaseName,
  resultText,
  sideFacts,
  sideName,
  variantName,
} from "./describe.js";
import { Desk } from "./desk.js";
import { h, icon, setAttribute, setText } from "./dom.js";
import { facePair } from "./face.js";
import { disc } from "./plaincard.js";
import { timeUse } from "./plot.js";
import { actList, recordTable } from "./record.js";
import { keep, settings } from "./settings.js";
import { _, language, ngettext } from "./words.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").SideName} SideName */
/** @typedef {import("./types").Detail} Detail */
/** @typedef {import("./ticker.js").Ticker} Ticker */

/** Changes come in bursts; the record is asked for after them. */
const SETTLE_MS = 250;

export class TableView {
  /** @param {Table} table @param {Ticker} ticker @param {number[]} numbers all tables, in order */
  constructor(table, ticker, numbers) {
    this.ticker = ticker;
    this.table = table;
    this.detailOf = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.asking = undefined;
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
    this.status = h("p", { class: "table-status" });
    this.link = h("span");
    this.board = h("div", { class: "table-board" });
    this.record = h("div", {
      class: "record-scroll",
      tabindex: 0,
      role: "region",
      "aria-label": _("Record"),
    });
    this.plot = h("div", { class: "table-plot" });
    this.acts = h("div", { class: "acts-scroll" });
    this.desk = new Desk(table);
    this.key = "";
    this.root = h(
      "article",
      { class: "table", "aria-labelledby": "table-title" },
      this.head(numbers),
      h("div", { class: "table-clock" }, ...SIDES.map((side) => this.seat(side))),
      h(
        "div",
        { class: "table-body" },
        h(
          "section",
          { class: "table-left" },
          this.board,
          h(
            "button",
            { class: "button small", type: "button", onclick: () => this.flip() },
            _("Turn the board"),
          ),
        ),
        h(
          "section",
          { class: "table-middle" },
          this.status,
          this.desk.notes,
          this.desk.quick,
          this.desk.rulings,
        ),
        h("section", { class: "table-right" }, h("h3", {}, _("Record")), this.record),
      ),
      h("section", {}, h("h3", {}, _("Time used per move")), this.plot),
      h("section", {}, h("h3", {}, _("Log")), this.acts),
    );
    this.draw = (/** @type {number} */ now) => setText(this.link, linkText(this.table, now));
    for (const draw of [this.faces.left.draw, this.faces.right.draw, this.draw]) ticker.add(draw);
    this.update(table);
  }

  /** @param {number[]} numbers */
  head(numbers) {
    const place = numbers.indexOf(this.table.table);
    const step = (
      /** @type {number | undefined} */ n,
      /** @type {"back" | "next"} */ sign,
      /** @type {string} */ text,
    ) =>
      n === undefined
        ? null
        : h(
            "a",
            {
              class: "button small",
              href: `#/table/${n}`,
              "data-step": sign,
              "aria-label": text,
              title: text,
            },
            icon(sign),
            String(n),
          );
    return h(
      "header",
      { class: "table-head" },
      h("a", { class: "button small", href: "#/" }, icon("back"), _("All tables")),
      h("h2", { id: "table-title", tabindex: -1 }, _("Table {n}", { n: this.table.table })),
      h(
        "p",
        { class: "table-kind" },
        [variantName(this.table.variant), this.table.regulation].filter(Boolean).join(" · "),
      ),
      h(
        "nav",
        { class: "table-steps", "aria-label": _("Neighbouring tables") },
        step(numbers[place - 1], "back", _("Previous table")),
        step(numbers[place + 1], "next", _("Next table")),
      ),
    );
  }

  /** @param {SideName} side */
  seat(side) {
    return h(
      "section",
      { class: `seat seat-${side}`, "aria-label": sideName(side) },
      h(
        "div",
        { class: "player" },
        this.discs[side],
        h("span", { class: "player-text" }, this.names[side], this.facts[side]),
      ),
      this.faces[side].root,
    );
  }

  flip() {
    keep({ flipped: !settings.flipped });
    this.drawBoard();
  }

  /** @param {Table} table */
  update(table) {
    this.table = table;
    for (const side of SIDES) {
      this.faces[side].update(table);
      setText(this.names[side], table.players[side].name);
      setText(this.facts[side], sideFacts(table, side).join(" · "));
      this.discs[side].replaceChildren(disc(table.players[side].colour));
    }
    this.desk.update(table);
    const { phase, result, reason, link, health, board, firmware, clock, faults } = table;
    const { opening, swapped } = table;
    const key = JSON.stringify([
      phase,
      result,
      reason,
      link,
      health,
      board,
      firmware,
      clock,
      faults,
      opening,
      swapped,
    ]);
    if (key !== this.key) {
      this.key = key;
      this.updateStatus();
      this.drawBoard();
    }
    const detail = JSON.stringify([
      table.move_no,
      table.last_move,
      table.revision,
      table.phase,
      table.notes.length,
    ]);
    if (detail !== this.detailOf) {
      this.detailOf = detail;
      clearTimeout(this.asking);
      this.asking = setTimeout(() => void this.ask(), SETTLE_MS);
    }
  }

  updateStatus() {
    const { table } = this;
    const link = { class: "link", "data-link": table.link };
    /** @type {HTMLElement[]} */
    const said = [];
    if (table.result !== null) {
      const parts = [resultText(table), table.reason];
      said.push(h("strong", {}, parts.filter(Boolean).join(" · ")));
    }
    said.push(h("span", {}, phaseName(table.phase)));
    if (table.opening) said.push(h("span", { class: "opening" }, table.opening.text));
    if (table.swapped) said.push(h("span", { class: "swapped" }, _("colours exchanged")));
    said.push(h("span", link, icon(table.link), this.link));
    if (table.health.length > 0) {
      const names = table.health.map(healthName).join(", ");
      said.push(h("span", { class: "card-health" }, icon("battery"), names));
    }
    const unit = [
      table.clock && _("clock {id}", { id: table.clock }),
      table.firmware,
      table.faults > 0 && ngettext("{n} fault on the line", "{n} faults on the line", table.faults),
    ];
    const kinds = Object.entries(table.fault_kinds ?? {}).map(([kind, n]) => `${kind} ${n}`);
    said.push(
      h("span", { class: "unit", title: kinds.join(", ") }, unit.filter(Boolean).join(" · ")),
    );
    this.status.replaceChildren(...said);
  }

  drawBoard() {
    const { board } = this.table;
    this.board.replaceChildren(
      ...(board ? [drawBoard(board, { labels: true, flipped: settings.flipped })] : []),
    );
  }

  /** Ask for the record; what is shown stays until the answer comes. */
  async ask() {
    try {
      const answer = await fetch(`/api/table/${this.table.table}?lang=${language()}`);
      if (answer.ok && this.root.isConnected) this.showDetail(await answer.json());
    } catch {
      // Out of reach: the banner says so already, and the next change asks again.
      this.detailOf = "";
    }
  }

  /** @param {Detail} detail */
  showDetail(detail) {
    this.record.replaceChildren(recordTable(detail, this.table));
    this.record.scrollTop = this.record.scrollHeight;
    this.acts.replaceChildren(actList(detail));
    const plot = timeUse(detail.moves, this.table);
    this.plot.replaceChildren(...(plot ? [plot] : []));
    setAttribute(this.root, "data-detailed", true);
  }

  remove() {
    clearTimeout(this.asking);
    for (const draw of [this.faces.left.draw, this.faces.right.draw, this.draw])
      this.ticker.remove(draw);
    this.root.remove();
  }
}

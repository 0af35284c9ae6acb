/** One table, large: both clocks, the board, what is asked, what can be ruled, the record. */

import { drawBoard } from "./board.js";
import { disc, noteItem } from "./card.js";
import { carryOut } from "./commands.js";
import { SIDES, healthName, linkText, phaseName, resultText, sideFacts, sideName, variantName } from "./describe.js";
import { confirmed, rule } from "./dialogs.js";
import { h, icon, setAttribute, setText } from "./dom.js";
import { facePair } from "./face.js";
import { timeUse } from "./plot.js";
import { actList, recordTable } from "./record.js";
import { GROUPS, RULINGS } from "./rulings.js";
import { keep, settings } from "./settings.js";
import { _, language } from "./words.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").Note} Note */
/** @typedef {import("./types").Answer} Answer */
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
    this.names = { left: h("span", { class: "player-name" }), right: h("span", { class: "player-name" }) };
    this.facts = { left: h("span", { class: "player-facts" }), right: h("span", { class: "player-facts" }) };
    this.discs = { left: h("span"), right: h("span") };
    this.status = h("p", { class: "table-status" });
    this.link = h("span");
    this.notes = h("ul", { class: "notes" });
    this.board = h("div", { class: "table-board" });
    this.record = h("div", { class: "record-scroll", tabindex: 0, role: "region", "aria-label": _("Record") });
    this.plot = h("div", { class: "table-plot" });
    this.acts = h("div", { class: "acts-scroll" });
    this.quick = h("div", { class: "quick" });
    this.key = "";
    this.root = h(
      "article",
      { class: "table", "aria-labelledby": "table-title" },
      this.head(numbers),
      h("div", { class: "table-clock" }, ...SIDES.map((side) => this.seat(side))),
      h(
        "div",
        { class: "table-body" },
        h("section", { class: "table-left" }, this.board, h("button", { class: "button small", type: "button", onclick: () => this.flip() }, _("Turn the board"))),
        h("section", { class: "table-middle" }, this.status, this.notes, this.quick, this.rulings()),
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
    const step = (/** @type {number | undefined} */ n, /** @type {"back" | "next"} */ sign, /** @type {string} */ text) =>
      n === undefined ? null : h("a", { class: "button small", href: `#/table/${n}`, "data-step": sign, "aria-label": text, title: text }, icon(sign), String(n));
    return h(
      "header",
      { class: "table-head" },
      h("a", { class: "button small", href: "#/" }, icon("back"), _("All tables")),
      h("h2", { id: "table-title", tabindex: -1 }, _("Table {n}", { n: this.table.table })),
      h("p", { class: "table-kind" }, [variantName(this.table.variant), this.table.regulation].filter(Boolean).join(" · ")),
      h("nav", { class: "table-steps", "aria-label": _("Neighbouring tables") }, step(numbers[place - 1], "back", _("Previous table")), step(numbers[place + 1], "next", _("Next table"))),
    );
  }

  /** @param {SideName} side */
  seat(side) {
    return h(
      "section",
      { class: `seat seat-${side}`, "aria-label": sideName(side) },
      h("div", { class: "player" }, this.discs[side], h("span", { class: "player-text" }, this.names[side], this.facts[side])),
      this.faces[side].root,
    );
  }

  rulings() {
    return h(
      "div",
      { class: "rulings" },
      ...GROUPS.map(([title, names]) =>
        h(
          "details",
          { class: "ruling-group" },
          h("summary", {}, _(title)),
          h("div", { class: "ruling-list" }, ...names.map((name) => this.rulingButton(name))),
        ),
      ),
    );
  }

  /** @param {string} name */
  rulingButton(name) {
    const ruling = RULINGS[name];
    if (!ruling) throw new Error(name);
    return h("button", { class: "button ruling", type: "button", onclick: () => rule(name, this.table) }, h("span", {}, _(ruling.title)), h("span", { class: "rule" }, ruling.law));
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
    const key = JSON.stringify([table.phase, table.notes, table.result, table.reason, table.link, table.health, table.turn, table.board, table.firmware, table.faults]);
    if (key !== this.key) {
      this.key = key;
      this.updateStatus();
      this.updateNotes();
      this.updateQuick();
      this.drawBoard();
    }
    const detail = JSON.stringify([table.move_no, table.last_move, table.revision, table.phase, table.notes.length]);
    if (detail !== this.detailOf) {
      this.detailOf = detail;
      clearTimeout(this.asking);
      this.asking = setTimeout(() => void this.ask(), SETTLE_MS);
    }
  }

  updateStatus() {
    const { table } = this;
    const result = table.result === null ? null : h("strong", {}, [resultText(table.result), table.reason].filter(Boolean).join(" · "));
    const health = table.health.length ? h("span", { class: "card-health" }, icon("battery"), table.health.map(healthName).join(", ")) : null;
    const unit = table.clock ? h("span", { class: "unit" }, _("clock {id}", { id: table.clock }), table.firmware ? ` · ${table.firmware}` : "") : null;
    this.status.replaceChildren(
      ...[result, h("span", {}, phaseName(table.phase)), h("span", { class: "link", "data-link": table.link }, icon(table.link), this.link), health, unit].filter((node) => node !== null),
    );
  }

  updateNotes() {
    this.notes.replaceChildren(
      ...this.table.notes.map((note) => {
        const item = noteItem(note);
        const answers = note.answers ?? [];
        if (answers.length) item.append(h("div", { class: "answers" }, ...answers.map((answer) => this.answerButton(note, answer))));
        if (note.code === "flag" || note.code === "first_flag") item.append(h("div", { class: "answers" }, this.rulingButton("flag")));
        return item;
      }),
    );
  }

  /** @param {Note} note @param {Answer} answer */
  answerButton(note, answer) {
    const go = async () => {
      const sure = !answer.final || (await confirmed(_("Table {n}", { n: this.table.table }), answer.rule ?? note.rule, `${note.text} ${answer.text}.`, answer.text));
      if (sure) await this.carryOut({ act: "answer", note: note.id ?? 0, answer: answer.answer, rule: answer.rule ?? note.rule }, answer.text);
    };
    return h("button", { class: "button", type: "button", onclick: go }, answer.text);
  }

  /** What is wanted most: start, stop, resume. */
  updateQuick() {
    const { phase } = this.table;
    const names = phase === "ready" || phase === "armed" ? ["start", "arm"] : phase === "playing" ? ["stop"] : phase === "stopped" ? ["resume"] : [];
    this.quick.replaceChildren(...names.map((name) => this.quickButton(name)));
  }

  /** @param {string} name */
  quickButton(name) {
    const ruling = RULINGS[name];
    if (!ruling) throw new Error(name);
    const go = () => this.carryOut({ act: ruling.act, rule: ruling.law, ...(name === "resume" && this.table.turn ? { side: this.table.turn } : {}) }, _(ruling.title));
    const more = h("button", { class: "button", type: "button", "aria-label": _("{act}: choose", { act: _(ruling.title) }), onclick: () => rule(name, this.table) }, "…");
    /** @type {import("./dom.js").IconName} */
    const sign = name === "stop" ? "pause" : name === "arm" ? "ready" : "play";
    return h("span", { class: "pair" }, h("button", { class: "button strong", type: "button", onclick: go, "data-act": ruling.act }, icon(sign), _(ruling.title)), more);
  }

  /** @param {Record<string, string | number | boolean>} fields @param {string} done */
  async carryOut(fields, done) {
    const { table, revision } = this.table;
    const order = { table, act: String(fields["act"]), ...fields, ...(revision === undefined ? {} : { revision }) };
    await carryOut(order, _("Table {n}: done – {act}", { n: table, act: done }));
  }

  drawBoard() {
    const { board } = this.table;
    this.board.replaceChildren(...(board ? [drawBoard(board, { labels: true, flipped: settings.flipped })] : []));
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
    for (const draw of [this.faces.left.draw, this.faces.right.draw, this.draw]) this.ticker.remove(draw);
    this.root.remove();
  }
}

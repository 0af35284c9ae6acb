/** The arbiter's desk at one table: what is asked, what is wanted most, every ruling. */

import { noteItem } from "./card.js";
import { carryOut } from "./commands.js";
import { confirmed, rule } from "./dialogs.js";
import { h, icon } from "./dom.js";
import { GROUPS, RULINGS } from "./rulings.js";
import { _ } from "./words.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").Note} Note */
/** @typedef {import("./types").Answer} Answer */
/** @typedef {Record<string, string | number | boolean>} Fields */

/** The acts wanted most in each phase. @type {Partial<Record<Table["phase"], string[]>>} */
const QUICK = { ready: ["start", "arm"], armed: ["start"], playing: ["stop"], stopped: ["resume"] };

/** @type {Record<string, import("./dom.js").IconName>} */
const SIGNS = { start: "play", arm: "ready", stop: "pause", resume: "play" };

/** @param {string} name */
function rulingNamed(name) {
  const ruling = RULINGS[name];
  if (ruling === undefined) throw new Error(name);
  return ruling;
}

export class Desk {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.notes = h("ul", { class: "notes" });
    this.quick = h("div", { class: "quick" });
    this.shown = { notes: "", quick: "" };
    const groups = GROUPS.map(([title, names]) => this.group(title, names));
    this.rulings = h("div", { class: "rulings" }, ...groups);
    this.update(table);
  }

  /**
   * Only what changed is made anew: a button that has the focus keeps it.
   * @param {Table} table
   */
  update(table) {
    this.table = table;
    const notes = JSON.stringify(table.notes);
    if (notes !== this.shown.notes) {
      this.shown.notes = notes;
      this.notes.replaceChildren(...table.notes.map((note) => this.note(note)));
    }
    if (table.phase !== this.shown.quick) {
      this.shown.quick = table.phase;
      const names = QUICK[table.phase] ?? [];
      this.quick.replaceChildren(...names.map((name) => this.quickPair(name)));
    }
  }

  /** @param {string} title @param {string[]} names */
  group(title, names) {
    const buttons = names.map((name) => this.rulingButton(name));
    return h(
      "details",
      { class: "ruling-group" },
      h("summary", {}, _(title)),
      h("div", { class: "ruling-list" }, ...buttons),
    );
  }

  /** @param {string} name */
  rulingButton(name) {
    const ruling = rulingNamed(name);
    return h(
      "button",
      { class: "button ruling", type: "button", onclick: () => rule(name, this.table) },
      h("span", {}, _(ruling.title)),
      h("span", { class: "rule" }, ruling.law),
    );
  }

  /** @param {Note} note */
  note(note) {
    const item = noteItem(note);
    const ways = (note.answers ?? []).map((answer) => this.answerButton(note, answer));
    if (note.code === "flag" && ways.length === 0) ways.push(this.rulingButton("flag"));
    if (ways.length > 0) item.append(h("div", { class: "answers" }, ...ways));
    return item;
  }

  /** @param {Note} note @param {Answer} answer */
  answerButton(note, answer) {
    const law = answer.rule ?? note.rule;
    const go = async () => {
      const title = _("Table {n}", { n: this.table.table });
      const question = `${note.text} ${answer.text}.`;
      if (answer.final && !(await confirmed(title, law, question, answer.text))) return;
      const fields = { note: note.id ?? 0, answer: answer.answer, rule: law };
      await this.carryOut("answer", fields, answer.text);
    };
    return h("button", { class: "button", type: "button", onclick: go }, answer.text);
  }

  /** An act in one press, and beside it the same with its choices. @param {string} name */
  quickPair(name) {
    const { act, law, title } = rulingNamed(name);
    const go = () => {
      const { turn } = this.table;
      /** @type {Fields} */
      const side = name === "resume" && turn !== null ? { side: turn } : {};
      return this.carryOut(act, { rule: law, ...side }, _(title));
    };
    const choose = {
      class: "button",
      type: "button",
      "aria-label": _("{act}: choose", { act: _(title) }),
      onclick: () => rule(name, this.table),
    };
    return h(
      "span",
      { class: "pair" },
      h(
        "button",
        { class: "button strong", type: "button", onclick: go },
        icon(SIGNS[name] ?? "play"),
        _(title),
      ),
      h("button", choose, "…"),
    );
  }

  /** @param {string} act @param {Fields} fields @param {string} done */
  async carryOut(act, fields, done) {
    const { table } = this.table;
    const said = _("Table {n}: done – {act}", { n: table, act: done });
    await carryOut({ table, act, ...fields }, said);
  }
}

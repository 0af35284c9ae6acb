/**
 * One face of a clock: its time, who runs, the flag. What runs is said by shape (a filled face, a
 * raised button, a mark that beats) and by words; colour only adds to it.
 */

import { clockText, valueAt } from "./clock.js";
import { playerName, sideName } from "./describe.js";
import { h, icon, setAttribute, setText } from "./dom.js";
import { _ } from "./words.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").SideName} SideName */

export class Face {
  /** @param {SideName} side */
  constructor(side) {
    this.side = side;
    /** @type {Table | null} */
    this.table = null;
    this.shown = "";
    this.long = false;
    /** The other face: both show their digits at one size. @type {Face | null} */
    this.peer = null;
    this.time = h("span", { class: "face-time" });
    this.mark = h("span", { class: "face-mark" });
    this.flag = h("span", { class: "face-flag" });
    this.state = h("span", { class: "hidden-text" });
    this.root = h(
      "div",
      { class: `face face-${side}` },
      h("span", { class: "face-button", "aria-hidden": "true" }),
      h("span", { class: "face-body" }, this.mark, this.time, this.flag, this.state),
    );
    this.draw = (/** @type {number} */ now) => this.drawAt(now);
  }

  /** @param {Table} table */
  update(table) {
    this.table = table;
    const face = table[this.side];
    const runs = table.running === this.side;
    const turn = table.turn === this.side && table.phase !== "over";
    setAttribute(this.root, "data-runs", runs);
    setAttribute(this.root, "data-turn", turn && !runs);
    setAttribute(this.root, "data-flag", face.flag !== null);
    setAttribute(this.root, "data-out", table.link === "cut" || table.link === "lost");
    const mark = runs ? "play" : turn ? (table.phase === "stopped" ? "pause" : "ready") : "";
    if (this.mark.dataset["sign"] !== mark) {
      this.mark.dataset["sign"] = mark;
      this.mark.replaceChildren(...(mark === "" ? [] : [icon(mark)]));
    }
    const flag = face.flag === null ? "" : flagText(table, this.side);
    if (this.flag.dataset["text"] !== flag) {
      this.flag.dataset["text"] = flag;
      this.flag.replaceChildren(...(flag === "" ? [] : [icon("flag"), h("span", {}, flag)]));
    }
    const state = runs ? _("running") : turn ? _("to move") : "";
    setText(this.state, state);
    setAttribute(
      this.root,
      "title",
      `${playerName(table, this.side)}, ${sideName(this.side)}${state && ` – ${state}`}`,
    );
  }

  /** @param {number} now hall time, µs */
  drawAt(now) {
    if (this.table === null) return;
    const face = this.table[this.side];
    // 0:00 is seen only when nothing is left; where no clock stands there is nothing to be seen.
    const text =
      this.table.link === "none" ? "–:––" : clockText(valueAt(face, now), face.counts_up === true);
    if (text === this.shown) return;
    this.shown = text;
    this.time.textContent = text;
    this.long = text.length > 5;
    this.fit();
    this.peer?.fit();
  }

  /** Long times on either face make both a size smaller. */
  fit() {
    setAttribute(this.root, "data-long", this.long || this.peer?.long === true);
  }
}

/** Both faces of a clock. @returns {Record<SideName, Face>} */
export function facePair() {
  const pair = { left: new Face("left"), right: new Face("right") };
  pair.left.peer = pair.right;
  pair.right.peer = pair.left;
  return pair;
}

/** The flag in words, the first one named. @param {Table} table @param {SideName} side */
function flagText(table, side) {
  if (table.both_flags_unknown) return _("flag, first unknown");
  const both = table.left.flag !== null && table.right.flag !== null;
  return both && table[side].first ? _("flag, first") : _("flag");
}

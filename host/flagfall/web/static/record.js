/** The game's record and the table's log, as lists to read and to print. */

import { clockText, spanText } from "./clock.js";
import { moveText, playerName, whoText } from "./describe.js";
import { h } from "./dom.js";
import { N_, _ } from "./words.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").Detail} Detail */
/** @typedef {import("./types").Move} Move */

/** @type {Record<string, string>} */
const MARKS = {
  pass: N_("pass"),
  illegal: N_("impossible"),
  unclear: N_("unclear"),
  sealed: N_("sealed"),
};

/** @param {Move} move */
function moveCells(move) {
  const mark = move.mark
    ? h("em", { class: "mark" }, ` ${MARKS[move.mark] ? _(MARKS[move.mark] ?? "") : move.mark}`)
    : null;
  return [
    h("td", { class: "record-move" }, moveText(move.text) || "–", mark),
    h("td", { class: "record-used" }, spanText(move.used_us)),
    h(
      "td",
      { class: "record-left" },
      clockText(move.side === "left" ? move.left_us : move.right_us),
    ),
  ];
}

/**
 * The moves in two columns, with the time each took and what was left.
 * @param {Detail} detail
 * @param {Table} table
 */
export function recordTable(detail, table) {
  const first = detail.moves[0]?.side ?? "left";
  const second = first === "left" ? "right" : "left";
  /** @type {Move[][]} */
  const rows = [];
  for (const move of detail.moves) {
    const last = rows.at(-1);
    if (move.side === first || last === undefined || last.length > 1) rows.push([move]);
    else last.push(move);
  }
  const body = rows.map((row, n) => {
    const lone = row[0]?.side === second ? [h("td", { colspan: 3 })] : [];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, String(n + 1)),
      ...lone,
      ...row.flatMap(moveCells),
    );
  });
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, h("span", { class: "hidden-text" }, _("No."))),
    h("th", { scope: "colgroup", colspan: 3 }, playerName(table, first)),
    h("th", { scope: "colgroup", colspan: 3 }, playerName(table, second)),
  );
  const caption = h("caption", { class: "hidden-text" }, _("Moves, time taken, time left"));
  return h("table", { class: "record" }, caption, h("thead", {}, head), h("tbody", {}, ...body));
}

/** What was done at the table, the latest first. @param {Detail} detail */
export function actList(detail) {
  const items = [...detail.acts]
    .reverse()
    .map((act) =>
      h(
        "li",
        {},
        h("time", { class: "act-time" }, spanText(act.at_us)),
        h("span", { class: "act-who" }, whoText(act.who)),
        h("span", { class: "act-text" }, act.text),
        act.rule ? h("span", { class: "rule" }, act.rule) : null,
      ),
    );
  return h("ol", { class: "acts" }, ...items);
}

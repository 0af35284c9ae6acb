/** The page by keyboard: arrows walk the wall, letters change the view, `?` shows them all. */

import { sheet, show } from "./dialogs.js";
import { h } from "./dom.js";
import { N_, _ } from "./words.js";

/** @type {[keys: string[], text: string][]} */
const HELP = [
  [["←", "→", "↑", "↓"], N_("walk from table to table")],
  [["Enter"], N_("open the table")],
  [["Esc"], N_("back to all tables")],
  [["1", "…", "9"], N_("type a table's number to go to it")],
  [["N"], N_("go to the first table that needs you")],
  [["F"], N_("show: all, needing you, going on, finished")],
  [["O"], N_("order: by table, by need, by time left")],
  [["D"], N_("density: boards, clocks, tight")],
  [["L"], N_("the other language")],
  [["?"], N_("these keys")],
];

/** @returns {Promise<string>} */
export function showKeys() {
  const rows = HELP.map(([keys, text]) =>
    h("div", {}, h("dt", {}, ...keys.map((key) => h("kbd", {}, key))), h("dd", {}, _(text))),
  );
  const close = h(
    "form",
    { method: "dialog", class: "sheet-buttons" },
    h("button", { class: "button strong" }, _("Close")),
  );
  return show(sheet(_("Keys"), "", h("dl", { class: "keys" }, ...rows), close));
}

/**
 * The neighbour of a card in a direction, by where the cards stand.
 * @param {Element} from
 * @param {string} key
 * @param {Element[]} all
 */
export function neighbour(from, key, all) {
  const here = from.getBoundingClientRect();
  const [x, y] = [here.left + here.width / 2, here.top + here.height / 2];
  if (key === "ArrowLeft") return all[all.indexOf(from) - 1];
  if (key === "ArrowRight") return all[all.indexOf(from) + 1];
  const down = key === "ArrowDown";
  let best;
  let least = Infinity;
  for (const card of all) {
    const box = card.getBoundingClientRect();
    const [dx, dy] = [box.left + box.width / 2 - x, box.top + box.height / 2 - y];
    if (down ? dy < here.height / 2 : dy > -here.height / 2) continue;
    const distance = Math.abs(dy) * 4 + Math.abs(dx);
    if (distance < least) [best, least] = [card, distance];
  }
  return best;
}

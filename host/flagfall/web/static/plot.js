/** Time use as a picture: a bar a move, the one side upwards, the other downwards. */

import { spanText } from "./clock.js";
import { moveText, playerName } from "./describe.js";
import { s } from "./dom.js";
import { _ } from "./words.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").Move} Move */

const WIDTH = 960;
const HEIGHT = 200;
const LEFT = 44;
const GAP = 14;
const SECOND = 1_000_000;
/** Steps of the scale, seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400];

/** @param {Move[]} moves @param {Table} table @returns {SVGElement | null} */
export function timeUse(moves, table) {
  if (moves.length === 0) return null;
  const most = Math.max(...moves.map((move) => move.used_us), SECOND);
  const step = (STEPS.find((seconds) => most / SECOND / seconds <= 3) ?? 14_400) * SECOND;
  const top = Math.ceil(most / step) * step;
  const half = HEIGHT / 2 - GAP;
  const scale = (/** @type {number} */ us) => (us / top) * half;
  const first = moves[0]?.side ?? "left";
  const pairs = Math.ceil((moves.at(-1)?.ply ?? 1) / 2);
  const pitch = (WIDTH - LEFT - 4) / Math.max(pairs, 20);
  const longest = moves.reduce((a, b) => (b.used_us > a.used_us ? b : a));
  const name = playerName(table, longest.side);
  const label = _("Time used per move. The longest thought: {name}, {span} on move {n}.", {
    name,
    span: spanText(longest.used_us),
    n: Math.ceil(longest.ply / 2),
  });
  const picture = s("svg", {
    class: "plot",
    viewBox: `0 0 ${WIDTH} ${HEIGHT + 18}`,
    role: "img",
    "aria-label": label,
  });
  const middle = HEIGHT / 2;
  for (let us = step; us <= top; us += step) {
    for (const y of [middle - scale(us), middle + scale(us)]) {
      picture.append(
        s("line", { class: "plot-grid", x1: LEFT, x2: WIDTH, y1: y, y2: y }),
        s(
          "text",
          { class: "plot-label", x: LEFT - 6, y: y + 4, "text-anchor": "end" },
          spanText(us),
        ),
      );
    }
  }
  for (const move of moves) {
    const up = move.side === first;
    const high = Math.max(scale(move.used_us), 0.75);
    const x = LEFT + (Math.ceil(move.ply / 2) - 1) * pitch + pitch * 0.15;
    const colour = table.players[move.side].colour;
    const text = `${Math.ceil(move.ply / 2)}. ${moveText(move.text)}  ${spanText(move.used_us)}`;
    const bar = {
      class: `plot-bar ${colour}`,
      x,
      y: up ? middle - high : middle,
      width: pitch * 0.7,
      height: high,
    };
    picture.append(s("rect", bar, s("title", {}, text)));
  }
  picture.append(s("line", { class: "plot-axis", x1: LEFT, x2: WIDTH, y1: middle, y2: middle }));
  for (let n = 10; n <= pairs; n += 10) {
    const x = LEFT + (n - 0.5) * pitch;
    picture.append(
      s("text", { class: "plot-label", x, y: HEIGHT + 12, "text-anchor": "middle" }, String(n)),
    );
  }
  return picture;
}

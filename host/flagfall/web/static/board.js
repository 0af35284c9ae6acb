/**
 * A board drawn in SVG from the squares the hall tells. Two shapes of board: squares (draughts and
 * column draughts) and crossing lines (renju). Marks never depend on colour alone.
 */

import { s } from "./dom.js";
import { _ } from "./words.js";

/** @typedef {import("./types").Board} Board */

const UNIT = 10;
const LETTERS = "abcdefghijklmno";

/**
 * How a game's board lies. `mirrored`: the lower left corner is not played on. `fromBelow`: square
 * 1 is White's lower right one; elsewhere it is in the top row, at its left end.
 * @typedef {{size: number, mirrored?: boolean, fromBelow?: boolean}} Layout
 */

/** @type {Record<string, Layout>} */
const LAYOUTS = {
  international: { size: 10 },
  frisian: { size: 10 },
  italian: { size: 8, mirrored: true },
  spanish: { size: 8, mirrored: true, fromBelow: true },
  thai: { size: 8, fromBelow: true },
  makhos: { size: 8, fromBelow: true },
  lasca: { size: 7 },
  renju: { size: 15 },
};
const USUAL = { size: 8 };

/** A variant without its discipline and its kind of rules. @param {string} variant */
function gameOf(variant) {
  return variant.replace(/^draughts-/, "").split("-")[0] ?? "";
}

/** @param {string} variant @returns {Layout} */
export function layoutOf(variant) {
  return LAYOUTS[gameOf(variant)] ?? USUAL;
}

/**
 * Column and row (0 is the top) of a square: `34`, `c3`, `h8`; null if it isn't on the board.
 * @param {string} square
 * @param {Layout} layout
 * @returns {[column: number, row: number] | null}
 */
export function cellOf(square, layout) {
  const { size } = layout;
  const byLetter = /^([a-o])(\d{1,2})$/.exec(square);
  if (byLetter) {
    const [column, row] = [LETTERS.indexOf(byLetter[1] ?? ""), size - Number(byLetter[2])];
    return column < size && row >= 0 && row < size ? [column, row] : null;
  }
  if (!/^\d{1,3}$/.test(square)) return null;
  const cell = numbered(Number(square) - 1, layout);
  if (cell === null || !layout.fromBelow) return cell;
  return [size - 1 - cell[0], size - 1 - cell[1]];
}

/**
 * Where a numbered square lies, counted from the top left.
 * @param {number} index from 0
 * @param {Layout} layout
 * @returns {[column: number, row: number] | null}
 */
function numbered(index, { size, mirrored }) {
  if (index < 0 || index >= Math.ceil((size * size) / 2)) return null;
  if (size % 2 === 0) {
    const row = Math.floor(index / (size / 2));
    const shifted = (row % 2 === 0) !== (mirrored === true);
    return [2 * (index % (size / 2)) + (shifted ? 1 : 0), row];
  }
  // An odd board's corners are played on: its rows hold one square more, then one less.
  const [long, pair] = [(size + 1) / 2, Math.floor(index / size)];
  const rest = index % size;
  return rest < long ? [2 * rest, 2 * pair] : [2 * (rest - long) + 1, 2 * pair + 1];
}

/** @typedef {{labels?: boolean, flipped?: boolean}} Look */

/** A picture of a board. @param {Board} board @param {Look} [look] @returns {SVGElement} */
export function drawBoard(board, look = {}) {
  const layout = layoutOf(board.variant);
  const { size } = layout;
  const renju = gameOf(board.variant) === "renju";
  const span = size * UNIT;
  const byNumber = Object.keys(board.pieces).some((square) => /^\d/.test(square));
  const foot = look.labels && !byNumber ? span * 0.045 : 1;
  const at = (/** @type {string} */ square) => {
    const cell = cellOf(square, layout);
    if (!cell) return null;
    const [column, row] = look.flipped ? [size - 1 - cell[0], size - 1 - cell[1]] : cell;
    return { x: column * UNIT + UNIT / 2, y: row * UNIT + UNIT / 2 };
  };
  const picture = s("svg", {
    class: `board ${renju ? "board-points" : "board-squares"}`,
    viewBox: `${-foot} -1 ${span + foot + 1} ${span + foot + 1}`,
    role: "img",
    "aria-label": boardText(board),
  });
  picture.append(
    s("rect", { class: "board-edge", x: -1, y: -1, width: span + 2, height: span + 2 }),
  );
  picture.append(...(renju ? lines(size) : squares(layout)));
  if (look.labels)
    picture.append(...(byNumber ? numbers(size, at) : labels(size, foot, look.flipped ?? false)));
  if (!renju) picture.append(...trail(board, at));
  for (const [square, column] of Object.entries(board.pieces)) {
    const place = at(square);
    if (place) picture.append(renju ? stone(column, place) : piece(column, place));
  }
  if (renju) picture.append(...renjuMarks(board, at));
  return picture;
}

/** @param {Layout} layout */
function squares({ size, mirrored }) {
  let path = "";
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (((row + column) % 2 === (size - 1) % 2) !== (mirrored === true))
        path += `M${column * UNIT} ${row * UNIT}h${UNIT}v${UNIT}h-${UNIT}z`;
    }
  }
  return [
    s("rect", { class: "board-light", width: size * UNIT, height: size * UNIT }),
    s("path", { class: "board-dark", d: path }),
  ];
}

/** @param {number} size */
function lines(size) {
  const [from, to] = [UNIT / 2, size * UNIT - UNIT / 2];
  let path = "";
  for (let n = 0; n < size; n += 1) {
    const at = from + n * UNIT;
    path += `M${from} ${at}H${to}M${at} ${from}V${to}`;
  }
  const stars = [3, 7, 11].flatMap((column) => [3, 7, 11].map((row) => [column, row]));
  const shown = stars.filter(([column, row]) => (column === 7) === (row === 7));
  return [
    s("rect", { class: "board-wood", width: size * UNIT, height: size * UNIT }),
    s("path", { class: "board-lines", d: path }),
    ...shown.map(([column = 0, row = 0]) =>
      s("circle", { class: "board-star", cx: column * UNIT + 5, cy: row * UNIT + 5, r: 1.3 }),
    ),
  ];
}

/** The dark squares' numbers, in their corners. @param {number} size @param {Finder} at */
function numbers(size, at) {
  const found = [];
  for (let n = 1; n <= Math.ceil((size * size) / 2); n += 1) {
    const place = at(String(n));
    if (place)
      found.push(s("text", { class: "board-number", x: place.x - 4.7, y: place.y - 3 }, String(n)));
  }
  return found;
}

/**
 * Letters and numbers along the edge.
 * @param {number} size
 * @param {number} foot the room for them
 * @param {boolean} flipped
 */
function labels(size, foot, flipped) {
  const found = [];
  const look = { class: "board-label", "font-size": foot * 0.6 };
  for (let n = 0; n < size; n += 1) {
    const at = (flipped ? size - 1 - n : n) * UNIT + UNIT / 2;
    const [x, y] = [-foot / 2 - 0.4, size * UNIT - at];
    found.push(
      s("text", { ...look, x: at, y: size * UNIT + foot * 0.78 }, LETTERS[n] ?? ""),
      s("text", { ...look, x, y: y + foot * 0.25 }, String(n + 1)),
    );
  }
  return found;
}

/** @typedef {{x: number, y: number}} Place */
/** @typedef {(square: string) => Place | null} Finder */

/** The last move: its squares framed, joined by a line. @param {Board} board @param {Finder} at */
function trail(board, at) {
  const places = board.last.map(at).filter((place) => place !== null);
  if (places.length === 0) return [];
  const frames = places.map(({ x, y }) =>
    s("rect", { class: "board-last", x: x - 5, y: y - 5, width: 10, height: 10 }),
  );
  const path = s("polyline", {
    class: "board-path",
    points: places.map(({ x, y }) => `${x},${y}`).join(" "),
  });
  return [...frames, path];
}

/** @param {string} letter */
const colourClass = (letter) => (letter.toLowerCase() === "w" ? "white" : "black");

/**
 * A man, king or column; what lies below shows as edges.
 * @param {string} column
 * @param {Place} place
 */
function piece(column, { x, y }) {
  const group = s("g", {});
  const below = [...column.slice(1)].reverse();
  const lift = Math.min(1.25, 4 / Math.max(1, below.length));
  const foot = y + (below.length > 0 ? 1.6 : 0);
  below.forEach((letter, n) => {
    group.append(
      s("circle", { class: `piece ${colourClass(letter)}`, cx: x, cy: foot - n * lift, r: 3.7 }),
    );
  });
  const top = column[0] ?? "w";
  const cy = foot - below.length * lift;
  group.append(s("circle", { class: `piece ${colourClass(top)}`, cx: x, cy, r: 3.7 }));
  if (top === top.toUpperCase()) {
    const crown = `M${x - 2} ${cy + 1.3}v-2.9l1.2 1.1.8-1.7.8 1.7 1.2-1.1v2.9z`;
    group.append(s("path", { class: `crown ${colourClass(top)}`, d: crown }));
  }
  return group;
}

/** @param {string} letter @param {Place} place */
function stone(letter, { x, y }) {
  return s("circle", { class: `piece ${colourClass(letter)}`, cx: x, cy: y, r: 4.6 });
}

/**
 * The last stone, fifth moves that are offered, rows that won or made a foul, forbidden points.
 * @param {Board} board
 * @param {Finder} at
 */
function renjuMarks(board, at) {
  const marks = [];
  for (const row of board.rows ?? []) {
    const ends = [row.stones[0], row.stones.at(-1)].map((square) => at(square ?? ""));
    const [a, b] = ends;
    if (a && b)
      marks.push(
        s("line", { class: "board-row", "data-row": row.kind, x1: a.x, y1: a.y, x2: b.x, y2: b.y }),
      );
  }
  for (const [n, square] of (board.offers ?? []).entries()) {
    const place = at(square);
    if (!place) continue;
    const { x, y } = place;
    marks.push(
      s("circle", { class: "stone-offered", cx: x, cy: y, r: 3.6 }),
      s("text", { class: "stone-letter", x, y: y + 1.6 }, (LETTERS[n] ?? "+").toUpperCase()),
    );
  }
  for (const square of board.last) {
    const place = at(square);
    if (!place) continue;
    const { x, y } = place;
    const on = colourClass(board.pieces[square] ?? "w");
    marks.push(s("path", { class: `stone-last ${on}`, d: `M${x} ${y - 2}l2 3.4h-4z` }));
  }
  for (const square of board.forbidden ?? []) {
    const place = at(square);
    if (!place) continue;
    const { x, y } = place;
    marks.push(s("path", { class: "board-forbidden", d: `M${x - 2.5} ${y - 2.5}l5 5m0-5l-5 5` }));
  }
  return marks;
}

/** What the picture shows, for those who hear it. @param {Board} board */
export function boardText(board) {
  const of = (/** @type {"w" | "b"} */ colour) =>
    Object.entries(board.pieces)
      .filter(([, column]) => column[0]?.toLowerCase() === colour)
      .map(([square, column]) => (column[0] === column[0]?.toUpperCase() ? `${square}†` : square))
      .join(" ");
  const stands = _("Board. White: {white}. Black: {black}.", {
    white: of("w") || "–",
    black: of("b") || "–",
  });
  if (!board.offers?.length) return stands;
  const offered = _("Offered: {points}.", { points: board.offers.join(" ") });
  return `${stands} ${offered}`;
}

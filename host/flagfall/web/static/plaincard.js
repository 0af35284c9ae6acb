/** A table as anybody may see it: its number, players, clock, board and last move. */

import { drawBoard } from "./board.js";
import { SIDES, colourName, moveText, phaseName, resultText, variantName } from "./describe.js";
import { h, setAttribute, setText } from "./dom.js";
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

export class PlainCard {
  /** @param {Table} table @param {Ticker} ticker */
  constructor(table, ticker) {
    this.ticker = ticker;
    this.table = table;
    this.faces = facePair();
    this.names = {
      left: h("span", { class: "player-name" }),
      right: h("span", { class: "player-name" }),
    };
    this.players = {
      left: h("span", { class: "player-text" }, this.names.left),
      right: h("span", { class: "player-text" }, this.names.right),
    };
    this.discs = { left: h("span"), right: h("span") };
    this.title = h("a", { class: "card-title" });
    this.variant = h("span", { class: "card-variant" });
    this.status = h("span", { class: "card-status" });
    this.move = h("span", { class: "card-move" });
    this.board = h("div", { class: "card-board" });
    this.boardDrawn = "";
    this.head = h(
      "header",
      { class: "card-head" },
      h("h2", { class: "card-number" }, this.title),
      this.variant,
      this.status,
    );
    this.said = h("div", { class: "card-facts" }, this.move);
    this.root = h(
      "li",
      { class: "card", "data-table": table.table },
      this.head,
      h("div", { class: "faces" }, this.faces.left.root, this.faces.right.root),
      h("div", { class: "players" }, ...SIDES.map((side) => this.player(side))),
      h("div", { class: "card-foot" }, this.board, this.said),
    );
    this.ticker.add(this.faces.left.draw);
    this.ticker.add(this.faces.right.draw);
  }

  /** @param {SideName} side */
  player(side) {
    return h("div", { class: `player player-${side}` }, this.discs[side], this.players[side]);
  }

  /** @param {Table} table */
  update(table) {
    this.table = table;
    const [left, right] = [table.players.left.name, table.players.right.name];
    const label = _("Table {n}: {left} – {right}", { n: table.table, left, right });
    setText(this.title, String(table.table));
    setAttribute(this.title, "aria-label", label);
    setText(this.variant, this.variantText());
    setText(this.status, statusText(table));
    setAttribute(this.status, "data-over", table.result !== null);
    setText(this.move, this.moveText());
    setAttribute(this.root, "data-phase", table.phase);
    for (const side of SIDES) {
      const { name, colour } = table.players[side];
      this.faces[side].update(table);
      setText(this.names[side], name);
      setAttribute(this.names[side], "title", name);
      if (this.discs[side].dataset["colour"] === colour) continue;
      this.discs[side].dataset["colour"] = colour;
      this.discs[side].replaceChildren(disc(colour));
    }
    this.updateBoard();
  }

  variantText() {
    return variantName(this.table.variant);
  }

  moveText() {
    return moveText(this.table.last_move);
  }

  updateBoard() {
    const { board } = this.table;
    const key = JSON.stringify(board ?? null);
    if (key === this.boardDrawn) return;
    this.boardDrawn = key;
    this.board.replaceChildren(...(board ? [drawBoard(board)] : []));
  }

  /** Take the card off the wall. */
  remove() {
    this.ticker.remove(this.faces.left.draw);
    this.ticker.remove(this.faces.right.draw);
    this.root.remove();
  }
}

/** The result, or the phase where it isn't plain play. @param {Table} table */
function statusText(table) {
  if (table.result !== null) return resultText(table);
  return table.phase === "playing" ? "" : phaseName(table.phase);
}

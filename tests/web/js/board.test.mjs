// Where squares lie, by number and by letter, on every board of the rules room.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cellOf, layoutOf } from "../../../host/flagfall/web/static/board.js";

const TEN = layoutOf("international");
const EIGHT = layoutOf("russian");

test("numbers on ten by ten start at the top and skip the light squares", () => {
  assert.deepEqual(cellOf("1", TEN), [1, 0]);
  assert.deepEqual(cellOf("5", TEN), [9, 0]);
  assert.deepEqual(cellOf("6", TEN), [0, 1]);
  assert.deepEqual(cellOf("46", TEN), [0, 9]);
  assert.deepEqual(cellOf("50", TEN), [8, 9]);
});

test("letters run from the left, rows from the bottom", () => {
  assert.deepEqual(cellOf("a1", EIGHT), [0, 7]);
  assert.deepEqual(cellOf("h8", layoutOf("renju-rf")), [7, 7]);
  assert.deepEqual(cellOf("o15", layoutOf("renju")), [14, 0]);
});

test("what is no square of the board lies nowhere", () => {
  for (const square of ["i1", "a9", "a0", "", "aa", "h88", "<b>", "0", "33", "999", "-1"]) {
    assert.equal(cellOf(square, EIGHT), null, square);
  }
  assert.equal(cellOf("51", TEN), null);
  assert.equal(cellOf("26", layoutOf("lasca")), null);
});

test("lasca's seven by seven has its corners and twenty-five squares", () => {
  const cells = Array.from({ length: 25 }, (_, n) => cellOf(String(n + 1), layoutOf("lasca")));
  assert.deepEqual(cells[0], [0, 0]);
  assert.deepEqual(cells[3], [6, 0]);
  assert.deepEqual(cells[4], [1, 1]);
  assert.deepEqual(cells[24], [6, 6]);
  assert.equal(new Set(cells.map(String)).size, 25);
});

test("a discipline's prefix doesn't matter", () => {
  assert.deepEqual(layoutOf("draughts-frisian"), layoutOf("frisian"));
});

test("every square of every game lies where the rules room says", () => {
  const boards = JSON.parse(process.env["FLAGFALL_BOARDS"] ?? "{}");
  assert.ok(Object.keys(boards).length > 10);
  for (const [variant, squares] of Object.entries(boards)) {
    for (const [square, cell] of Object.entries(squares)) {
      assert.deepEqual(cellOf(square, layoutOf(variant)), cell, `${variant} ${square}`);
    }
  }
});

// Where squares lie, by number and by letter, on every size of board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cellOf, sizeOf } from "../../../host/flagfall/web/static/board.js";

test("numbers on ten by ten start at the top and skip the light squares", () => {
  assert.deepEqual(cellOf("1", 10), [1, 0]);
  assert.deepEqual(cellOf("5", 10), [9, 0]);
  assert.deepEqual(cellOf("6", 10), [0, 1]);
  assert.deepEqual(cellOf("46", 10), [0, 9]);
  assert.deepEqual(cellOf("50", 10), [8, 9]);
  assert.equal(cellOf("51", 10), null);
  assert.equal(cellOf("0", 10), null);
});

test("on eight by eight square 1 is b8 and square 32 is g1", () => {
  assert.deepEqual(cellOf("1", 8), cellOf("b8", 8));
  assert.deepEqual(cellOf("32", 8), cellOf("g1", 8));
  assert.deepEqual(cellOf("29", 8), cellOf("a1", 8));
  assert.equal(cellOf("33", 8), null);
});

test("letters run from the left, rows from the bottom", () => {
  assert.deepEqual(cellOf("a1", 8), [0, 7]);
  assert.deepEqual(cellOf("h8", 15), [7, 7]);
  assert.deepEqual(cellOf("o15", 15), [14, 0]);
  for (const square of ["i1", "a9", "a0", "", "aa", "h88", "<b>"])
    assert.equal(cellOf(square, 8), null);
});

test("lasca's seven by seven has dark corners and twenty-five squares", () => {
  const cells = Array.from({ length: 25 }, (_, n) => cellOf(String(n + 1), 7));
  assert.deepEqual(cells[0], [0, 0]);
  assert.deepEqual(cells[3], [6, 0]);
  assert.deepEqual(cells[4], [1, 1]);
  assert.deepEqual(cells[24], [6, 6]);
  assert.equal(new Set(cells.map(String)).size, 25);
  assert.ok(cells.every(([column, row]) => (column + row) % 2 === 0));
  assert.equal(cellOf("26", 7), null);
});

test("every numbered square of an even board is dark and its own", () => {
  for (const size of [8, 10, 12]) {
    const cells = Array.from({ length: (size * size) / 2 }, (_, n) => cellOf(String(n + 1), size));
    assert.equal(new Set(cells.map(String)).size, cells.length);
    assert.ok(cells.every(([column, row]) => (column + row) % 2 === 1));
  }
});

test("the variant tells the size", () => {
  assert.equal(sizeOf("international"), 10);
  assert.equal(sizeOf("draughts-frisian"), 10);
  assert.equal(sizeOf("russian"), 8);
  assert.equal(sizeOf("renju"), 15);
  assert.equal(sizeOf("lasca"), 7);
});

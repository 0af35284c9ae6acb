// The page's texts: values filled in, plurals in both languages, English where nothing is known.

import assert from "node:assert/strict";
import { test } from "node:test";

import { _, ngettext, use } from "../../../host/flagfall/web/static/words.js";

test("a text without translation reads as English, with its values", () => {
  use("ru", {});
  assert.equal(_("Table {n}", { n: 7 }), "Table 7");
  assert.equal(_("{missing} stays", {}), "{missing} stays");
});

test("a name with braces is not filled in again", () => {
  use("en", {});
  assert.equal(_("Flag: {name}", { name: "{n}" }), "Flag: {n}");
});

test("Russian plurals have three forms", () => {
  use("ru", { "{n} move": ["{n} ход", "{n} хода", "{n} ходов"] });
  const said = [0, 1, 2, 5, 11, 12, 21, 22, 25, 101, 111].map((n) =>
    ngettext("{n} move", "{n} moves", n),
  );
  assert.deepEqual(said, [
    "0 ходов",
    "1 ход",
    "2 хода",
    "5 ходов",
    "11 ходов",
    "12 ходов",
    "21 ход",
    "22 хода",
    "25 ходов",
    "101 ход",
    "111 ходов",
  ]);
});

test("English plurals have two", () => {
  use("en", {});
  assert.equal(ngettext("{n} move", "{n} moves", 1), "1 move");
  assert.equal(ngettext("{n} move", "{n} moves", 1042), "1,042 moves");
});

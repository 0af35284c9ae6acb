// What a face shows. Run by tests/web/test_modules.py with node's own test runner.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  amountFrom,
  amountText,
  clockText,
  spanText,
  valueAt,
} from "../../../host/flagfall/web/static/clock.js";

const S = 1_000_000;

test("0:00 is shown only when nothing is left", () => {
  assert.equal(clockText(0), "0:00");
  assert.equal(clockText(1), "0:00.1");
  assert.equal(clockText(99_999), "0:00.1");
  assert.equal(clockText(100_001), "0:00.2");
});

test("tenths below twenty seconds, rounded up, without a gap or a jump at the seam", () => {
  assert.equal(clockText(19_900_000), "0:19.9");
  assert.equal(clockText(19_900_001), "0:20");
  assert.equal(clockText(20 * S), "0:20");
  assert.equal(clockText(20 * S + 1), "0:21");
  assert.equal(clockText(9_300_000), "0:09.3");
});

test("minutes and hours, rounded up", () => {
  assert.equal(clockText(59 * S), "0:59");
  assert.equal(clockText(59 * S + 1), "1:00");
  assert.equal(clockText(3599 * S + 1), "1:00:00");
  assert.equal(clockText(3600 * S), "1:00:00");
  assert.equal(clockText(5400 * S - 1), "1:30:00");
  assert.equal(clockText(36_000 * S), "10:00:00");
});

test("past the control the time is negative, away from zero", () => {
  assert.equal(clockText(-1), "−0:01");
  assert.equal(clockText(-61 * S), "−1:01");
});

test("a clock that counts up is rounded down", () => {
  assert.equal(clockText(0, true), "0:00");
  assert.equal(clockText(999_999, true), "0:00");
  assert.equal(clockText(61_500_000, true), "1:01");
});

test("every microsecond of the last second reads no less than what is left", () => {
  for (let us = 0; us <= S; us += 997) {
    const [seconds, tenths = "0"] = clockText(us).slice(2).split(".");
    const shown = Number(seconds) * S + Number(tenths) * 100_000;
    assert.ok(shown >= us && shown - us < 100_000, `${us} reads ${shown}`);
  }
});

test("a segment runs with its slope from its moment and stands at its end", () => {
  const side = { value_us: 300 * S, at_us: 100 * S, slope: -1, until_us: 400 * S };
  assert.equal(valueAt(side, 100 * S), 300 * S);
  assert.equal(valueAt(side, 100 * S + 1), 300 * S - 1);
  assert.equal(valueAt(side, 400 * S), 0);
  assert.equal(valueAt(side, 500 * S), 0);
  assert.equal(valueAt(side, 90 * S), 300 * S, "never before its own moment");
  assert.equal(valueAt({ ...side, until_us: null }, 500 * S), -100 * S);
  assert.equal(valueAt({ ...side, until_us: -1 }, 500 * S), -100 * S);
  assert.equal(valueAt({ ...side, slope: 0 }, 350 * S), 300 * S);
  assert.equal(valueAt({ ...side, slope: 1, until_us: null }, 101 * S), 301 * S);
});

test("hours of microseconds stay exact", () => {
  const side = {
    value_us: 359_999_999_999,
    at_us: 9_007_199_254_000_000,
    slope: -1,
    until_us: null,
  };
  assert.equal(valueAt(side, 9_007_199_254_000_001), 359_999_999_998);
});

test("amounts are read exactly, as people write them", () => {
  const cases = {
    90: 90 * S,
    "1:30": 90 * S,
    "1:02:03": 3723 * S,
    "0:07.5": 7_500_000,
    "0:07,5": 7_500_000,
    "-2:00": -120 * S,
    "−2:00": -120 * S,
    "+0:30": 30 * S,
    " 5:00 ": 300 * S,
    0.000001: 1,
    "2:60": null,
    "1:60:00": null,
    "1:5": 65 * S,
    "": null,
    abc: null,
    "1:2:3:4": null,
    "1e3": null,
    "٣": null,
    1.0000001: null,
    "--1": null,
  };
  for (const [text, us] of Object.entries(cases)) assert.equal(amountFrom(text), us, text);
});

test("an amount written is read back", () => {
  for (const us of [0, 1, 999_999, S, 59 * S, 61_000_001, 7_265_250_000, -150 * S]) {
    assert.equal(amountFrom(amountText(us)), us);
  }
});

test("spans are rounded down", () => {
  assert.equal(spanText(12_999_999), "0:12");
  assert.equal(spanText(-5), "0:00");
});

// Hall time between messages: smooth, never far ahead of what the hall said.

import assert from "node:assert/strict";
import { test } from "node:test";

import { HallTime } from "../../../host/flagfall/web/static/time.js";

const S = 1_000_000;

/** A small generator of numbers in 0..1, the same each run. */
function lot(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

for (const speed of [1, 20]) {
  test(`with late messages the estimate keeps within the quickest delay (×${speed})`, () => {
    const [time, random] = [new HallTime(), lot(7)];
    const truth = (ms) => 5000 * S + ms * 1000 * speed;
    let [next, last] = [0, -Infinity];
    for (let ms = 0; ms < 30_000; ms += 16) {
      if (ms >= next) {
        const delay = 5 + 80 * random();
        time.anchor(Math.floor(truth(ms - delay)), speed, ms);
        next = ms + 100 + 900 * random();
      }
      const now = time.now(ms);
      assert.ok(now >= last, "time never runs backwards");
      last = now;
      if (ms > 8000) {
        const off = (now - truth(ms)) / 1000 / speed;
        assert.ok(off <= 1 && off > -60, `off by ${off} ms`);
      }
    }
  });
}

test("a hall whose time stands is not overtaken", () => {
  const time = new HallTime();
  time.anchor(100 * S, 1, 0);
  assert.ok(time.now(60_000) <= 105 * S);
});

test("a hall that lags behind its own speed is not overtaken by much", () => {
  const time = new HallTime();
  let [hall, last] = [0, 0];
  for (let ms = 0; ms <= 10_000; ms += 10) {
    hall += 10 * 1000 * 15;
    if (ms % 100 === 0) time.anchor(hall, 20, ms);
    const now = time.now(ms);
    assert.ok(now - hall <= 0.4 * S * 20, `ahead by ${(now - hall) / S} s`);
    assert.ok(now >= last, "never backwards");
    last = now;
  }
});

test("a hall that speaks but whose time stands is not run ahead of", () => {
  const time = new HallTime();
  for (let ms = 0; ms <= 20_000; ms += 10) {
    const hall = Math.min(ms, 3000) * 1000 * 20;
    if (ms % 1000 === 0) time.anchor(hall, 20, ms);
    if (ms > 5000) assert.ok(time.now(ms) <= (3000 + 1300) * 1000 * 20);
  }
});

test("paused time stands", () => {
  const time = new HallTime();
  time.anchor(7 * S, 0, 0);
  assert.equal(time.now(5000), 7 * S);
});

test("frozen time stands, and a message sets it going again at the hall's word", () => {
  const time = new HallTime();
  time.anchor(10 * S, 1, 0);
  time.freeze(1000);
  const stood = time.now(1000);
  assert.equal(time.now(90_000), stood);
  time.anchor(500 * S, 1, 100_000);
  assert.equal(time.now(100_000), 500 * S);
  assert.equal(time.now(101_000), 501 * S);
});

test("a hall clock that was moved is followed at once", () => {
  const time = new HallTime();
  for (let ms = 0; ms < 2000; ms += 100) time.anchor(ms * 1000, 1, ms);
  time.anchor(9000 * S, 1, 2000);
  assert.ok(Math.abs(time.now(2000) - 9000 * S) < 0.1 * S);
});

/**
 * What a face shows: the engine's segment at a moment, as text. Nothing else is computed here.
 * A remaining time is rounded up, so that 0:00 is seen only when nothing is left.
 */

/** @typedef {import("./types").Side} Side */

const TENTH = 100_000;
const SECOND = 1_000_000;
/** Below this many tenths a face shows them. */
const FINE = 200;

/** A face's value at a moment, µs. @param {Side} side @param {number} now hall time, µs */
export function valueAt(side, now) {
  const ended = side.until_us !== null && side.until_us >= 0 && now > side.until_us;
  const moment = ended ? /** @type {number} */ (side.until_us) : now;
  return side.value_us + side.slope * Math.max(0, moment - side.at_us);
}

/** `h:mm:ss` or `m:ss`. @param {number} seconds whole, not negative */
function hms(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = `${String(s).padStart(2, "0")}`;
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${tail}` : `${m}:${tail}`;
}

/**
 * A clock's time: `1:23:45`, `4:07`, `0:09.3` below twenty seconds; below zero with a minus,
 * away from zero.
 * @param {number} us @param {boolean} [up] a clock that counts up is rounded down
 */
export function clockText(us, up = false) {
  const size = Math.abs(us);
  const round = up ? Math.floor : Math.ceil;
  const tenths = round(size / TENTH);
  if (!up && us > 0 && tenths < FINE) {
    return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  }
  const text = hms(round(size / SECOND));
  return us < 0 ? `−${text}` : text;
}

/** A stretch of time that has passed, rounded down: `0:12`. @param {number} us */
export function spanText(us) {
  return hms(Math.floor(Math.max(0, us) / SECOND));
}

/** A change or an amount, exact to what it needs: `3:00`, `0:02.5`. @param {number} us */
export function amountText(us) {
  const size = Math.abs(us);
  const rest = size % SECOND;
  const fine = rest ? `.${String(rest).padStart(6, "0").replace(/0+$/, "")}` : "";
  return `${us < 0 ? "−" : ""}${hms(Math.floor(size / SECOND))}${fine}`;
}

/**
 * What a person typed as an amount: `90`, `1:30`, `1:02:03`, `0:07.5`, `-2:00`; null if it is none.
 * Exact to the microsecond, without a float.
 * @param {string} text
 */
export function amountFrom(text) {
  const match = /^([-−+]?)(?:(\d{1,3}):)?(?:(\d{1,3}):)?(\d{1,6})(?:[.,](\d{1,6}))?$/.exec(
    text.trim(),
  );
  if (!match) return null;
  const [, sign, first, second, last, fraction] = match;
  const [h, m] = second === undefined ? [0, Number(first ?? 0)] : [Number(first), Number(second)];
  const s = Number(last);
  if ((first !== undefined && s > 59) || (second !== undefined && m > 59)) return null;
  const us = ((h * 60 + m) * 60 + s) * SECOND + Number((fraction ?? "").padEnd(6, "0") || "0");
  return sign === "-" || sign === "−" ? -us : us;
}

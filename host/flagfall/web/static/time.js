/**
 * Hall time between messages. Each message says what the hall's clock read when it was made; it
 * arrives a little later, never earlier, so the largest of the latest readings is the best one.
 */

/** How many readings are kept; at least one comes each second. */
const KEPT = 12;
/** Never further ahead of the last message than this, ms: a hall that lags isn't overtaken. */
const AHEAD_MS = 250;
/** A message is this old at most, ms, while time runs on from it: the hall speaks each second. */
const OLDEST_MS = 4000;
/** Beyond this difference (ms of our time) the hall's clock was moved, not estimated badly. */
const JUMP_MS = 600;
/** Small differences are taken in at this share of the time that passes, so nothing jerks. */
const SLEW = 0.1;

export class HallTime {
  constructor() {
    /** @type {{at: number, offset: number}[]} */
    this.readings = [];
    this.speed = 1;
    this.pace = 1;
    this.offset = 0;
    this.last = { now: 0, at: 0 };
    this.target = 0;
    this.slewed = 0;
    this.latest = -Infinity;
    /** @type {number | null} */
    this.frozen = null;
  }

  /**
   * Take a message's reading in.
   * @param {number} nowUs hall time, µs @param {number} speed hall seconds a second
   * @param {number} at our time, ms
   */
  anchor(nowUs, speed, at) {
    if (speed !== this.speed || this.frozen !== null) this.readings = [];
    this.frozen = null;
    const off = Math.abs(nowUs - this.now(at));
    // A hall whose time stands between two messages isn't run ahead of.
    this.pace = nowUs === this.last.now ? 0 : speed;
    this.speed = speed;
    this.last = { now: nowUs, at };
    this.readings.push({ at, offset: nowUs - at * 1000 * speed });
    if (this.readings.length > KEPT) this.readings.shift();
    if (off > JUMP_MS * 1000 * Math.max(speed, 1)) this.readings = this.readings.slice(-1);
    const target = Math.max(...this.readings.map((reading) => reading.offset));
    if (this.readings.length === 1) {
      this.offset = target;
      this.latest = -Infinity;
    }
    this.target = target;
    this.slewed = at;
  }

  /** Hall time, µs. @param {number} at our time, ms */
  now(at) {
    if (this.frozen !== null) return this.frozen;
    const step = Math.max(0, at - this.slewed) * 1000 * this.speed * SLEW;
    this.offset += Math.max(-step, Math.min(step, this.target - this.offset));
    this.slewed = at;
    const age = Math.min(at - this.last.at, OLDEST_MS);
    const bound = this.last.now + (age * this.pace + AHEAD_MS * this.speed) * 1000;
    const now = Math.floor(Math.min(this.offset + at * 1000 * this.speed, bound));
    // Estimates waver; what a person sees doesn't run backwards.
    this.latest = Math.max(this.latest, now);
    return this.latest;
  }

  /** Stop where we are: the hall is out of reach. @param {number} at our time, ms */
  freeze(at) {
    this.frozen ??= this.now(at);
  }
}

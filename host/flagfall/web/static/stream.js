/**
 * The line to the server. A stream that breaks or falls silent is said at once; then it is tried
 * again, soon at first and later every ten seconds. Whatever was missed comes as a whole hall.
 */

/** @typedef {import("./types").Hall} Hall */
/** @typedef {"joining" | "live" | "broken"} LineState */
/**
 * @typedef {object} LineEvents
 * @property {(hall: Hall, whole: boolean) => void} onhall
 * @property {(trouble: {code: string, message: string, hint?: string}) => void} ontrouble
 * @property {(state: LineState) => void} onstate
 */

/** The server speaks at least once a second. */
const SILENCE_MS = 3500;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

export class Line {
  /** @param {string} path @param {LineEvents} events */
  constructor(path, events) {
    this.path = path;
    this.events = events;
    this.wait = FIRST_WAIT_MS;
    /** @type {LineState} */
    this.state = "joining";
    /** @type {EventSource | null} */
    this.source = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.silence = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    addEventListener("online", () => this.hurry());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    document.addEventListener("visibilitychange", () => !document.hidden && this.hurry());
  }

  /** Begin, or begin anew (another language). @param {string} [path] */
  open(path) {
    this.close();
    if (path !== undefined) this.path = path;
    const source = (this.source = new EventSource(this.path));
    const hear = (/** @type {boolean} */ whole) => (/** @type {MessageEvent<string>} */ event) => {
      this.heard();
      this.events.onhall(JSON.parse(event.data), whole);
    };
    source.addEventListener("hall", hear(true));
    source.addEventListener("tables", hear(false));
    source.addEventListener("trouble", (event) => {
      this.heard();
      this.events.ontrouble(JSON.parse(/** @type {MessageEvent<string>} */ (event).data));
    });
    source.addEventListener("error", () => this.broke());
    this.silence = setTimeout(() => this.broke(), SILENCE_MS);
  }

  close() {
    clearTimeout(this.silence);
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  heard() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.broke(), SILENCE_MS);
    this.wait = FIRST_WAIT_MS;
    this.say("live");
  }

  broke() {
    this.close();
    this.say("broken");
    this.retry = setTimeout(() => this.open(), this.wait * (0.8 + 0.4 * Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
    void this.checkDoor();
  }

  /** A stream's error doesn't tell its status: ask whether the PIN is wanted again. */
  async checkDoor() {
    try {
      const answer = await fetch("/api/words");
      if (answer.status === 401) location.assign("/pin");
    } catch {
      // The server is out of reach: the retry goes on.
    }
  }

  /** Somebody looks again, or the network is back: try now. */
  hurry() {
    if (this.state === "broken") {
      this.wait = FIRST_WAIT_MS;
      this.open();
    }
  }

  /** @param {LineState} state */
  say(state) {
    if (state !== this.state) {
      this.state = state;
      this.events.onstate(state);
    }
  }
}

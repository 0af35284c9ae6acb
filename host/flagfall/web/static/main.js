/** Puts the page together: the line to the hall, the wall, one table's view, keys and language. */

import { Announcer } from "./announce.js";
import { toast, toasts } from "./commands.js";
import { needs } from "./describe.js";
import { h, setText } from "./dom.js";
import { HallState } from "./hall.js";
import { neighbour, showKeys } from "./keys.js";
import { keep, settings } from "./settings.js";
import { Line } from "./stream.js";
import { TableView } from "./table.js";
import { Ticker } from "./ticker.js";
import { HallTime } from "./time.js";
import { Top } from "./top.js";
import { Wall } from "./wall.js";
import { _, language, load, otherLanguage } from "./words.js";

/** Digits typed within this time make one number. */
const DIGITS_MS = 900;

class Page {
  constructor() {
    this.hall = new HallState();
    this.time = new HallTime();
    this.ticker = new Ticker(() => this.time.now(performance.now()));
    this.banner = h("p", { class: "banner", role: "alert", hidden: true });
    this.main = h("main", { id: "main" });
    this.announcer = new Announcer();
    /** @type {TableView | null} */
    this.view = null;
    this.walked = 0;
    this.typed = { text: "", at: 0 };
    this.line = new Line(this.streamPath(), {
      onhall: (hall, whole) => this.hear(hall, whole),
      ontrouble: (trouble) => this.troubled(trouble),
      onstate: (state) => this.lineIs(state),
    });
    this.top = this.newTop();
    this.wall = new Wall(this.hall, this.ticker);
    this.hall.listeners.push(({ whole, changed, before }) => this.changed(changed, whole, before));
    this.build();
    addEventListener("hashchange", () => this.route());
    document.addEventListener("keydown", (event) => this.key(event));
    this.line.open();
  }

  streamPath() {
    return `/api/stream?lang=${language()}`;
  }

  newTop() {
    return new Top(this.hall, (name) => void this.speak(name));
  }

  /** Lay the page out. */
  build() {
    const skip = h(
      "a",
      {
        class: "skip",
        href: "#main",
        onclick: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.cards()[0]?.focus();
        },
      },
      _("Skip to the tables"),
    );
    document.body.replaceChildren(
      skip,
      this.banner,
      this.top.root,
      this.main,
      toasts,
      this.announcer.root,
    );
    if (this.hall.head === null)
      this.main.replaceChildren(h("p", { class: "empty" }, _("Looking for the hall…")));
    else this.refresh();
  }

  refresh() {
    this.wall.update(this.hall.inOrder(), true);
    this.top.update(this.wall.pressing());
    this.route();
  }

  /** @param {import("./types").Hall} hall @param {boolean} whole */
  hear(hall, whole) {
    this.time.anchor(hall.now_us, hall.speed, performance.now());
    this.hall.apply(hall, whole);
    if (!this.banner.hidden) this.sayBanner("");
  }

  /**
   * @param {import("./types").Table[]} changed
   * @param {boolean} whole
   * @param {Map<number, import("./types").Table>} before
   */
  changed(changed, whole, before) {
    this.wall.update(changed, whole);
    this.top.update(this.wall.pressing());
    this.announcer.changes(changed, before);
    if (whole) this.route();
    else if (this.view) {
      const mine = changed.find((table) => table.table === this.view?.table.table);
      if (mine) this.view.update(mine);
    }
  }

  /** @param {import("./stream.js").LineState} state */
  lineIs(state) {
    if (state !== "broken") return;
    this.time.freeze(performance.now());
    const at = new Date().toLocaleTimeString(language());
    this.sayBanner(
      this.hall.head === null
        ? _("The hall's server is out of reach. Trying again…")
        : _(
            "Connection lost. Times are shown as of {at}; the clocks go on by themselves. Trying again…",
            { at },
          ),
    );
  }

  /** @param {{message: string, hint?: string}} trouble */
  troubled(trouble) {
    this.time.freeze(performance.now());
    this.sayBanner([trouble.message, trouble.hint].filter(Boolean).join(" "));
  }

  /** @param {string} text empty: all is well again */
  sayBanner(text) {
    setText(this.banner, text);
    this.banner.hidden = text === "";
    document.body.classList.toggle("stale", text !== "");
  }

  /** What the address asks for: the wall, or one table. */
  route() {
    const number = Number(/^#\/table\/(\d{1,5})$/.exec(location.hash)?.[1] ?? NaN);
    const table = this.hall.tables.get(number);
    if (table === undefined) {
      this.view?.remove();
      this.view = null;
      if (this.wall.root.parentNode !== this.main) {
        this.main.replaceChildren(this.wall.root);
        if (this.walked) this.focusCard(this.walked);
      }
      return;
    }
    if (this.view?.table.table === number) {
      this.view.update(table);
      return;
    }
    this.view?.remove();
    this.walked = number;
    this.view = new TableView(
      table,
      this.ticker,
      this.hall.inOrder().map(({ table: n }) => n),
    );
    this.main.replaceChildren(this.view.root);
    scrollTo(0, 0);
    document.getElementById("table-title")?.focus();
  }

  /** @param {string} name */
  async speak(name) {
    keep({ language: name });
    await load(name);
    // Everything that holds words is made anew.
    this.wall.clear();
    this.view?.remove();
    this.view = null;
    this.top = this.newTop();
    this.wall = new Wall(this.hall, this.ticker);
    this.build();
    this.line.open(this.streamPath());
  }

  /** The cards' links, in the order of the wall. @returns {HTMLAnchorElement[]} */
  cards() {
    return [...this.wall.list.querySelectorAll("a")].filter((link) =>
      link.classList.contains("card-title"),
    );
  }

  /** @param {number} number */
  focusCard(number) {
    const card = this.wall.cards.get(number);
    card?.title.focus();
    card?.root.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      target.closest("dialog, input, select, textarea")
    )
      return;
    if (this.act(event.key, target)) event.preventDefault();
  }

  /**
   * Do what a key stands for; false if it stands for nothing.
   * @param {string} key
   * @param {Element} target
   */
  act(key, target) {
    if (/^[0-9]$/.test(key)) return this.digit(key);
    if (this.view) {
      if (key === "Escape") location.hash = "#/";
      else if (key === "ArrowLeft" || key === "ArrowRight")
        return this.step(key === "ArrowLeft" ? "back" : "next", target);
      else return this.letter(key);
      return true;
    }
    if (key.startsWith("Arrow")) return this.walk(key, target);
    return this.letter(key);
  }

  /** @param {string} key */
  letter(key) {
    switch (key.toLowerCase()) {
      case "?":
        void showKeys();
        return true;
      case "l":
      case "д":
        void this.speak(otherLanguage());
        return true;
      case "n":
      case "т":
        return this.firstNeed();
      case "f":
      case "а":
        toast(this.wall.bar.turn("show"), false);
        return true;
      case "o":
      case "щ":
        toast(this.wall.bar.turn("order"), false);
        return true;
      case "d":
      case "в":
        toast(this.wall.bar.turn("density"), false);
        return true;
      default:
        return false;
    }
  }

  /** @param {string} key @param {Element} target */
  walk(key, target) {
    const links = this.cards();
    const from = target.closest(".card");
    if (from === null) {
      links[0]?.focus();
      return links.length > 0;
    }
    const next = neighbour(
      from,
      key,
      links.map((link) => /** @type {Element} */ (link.closest(".card"))),
    );
    next?.querySelector("a")?.focus();
    return next !== undefined;
  }

  /** @param {"back" | "next"} way @param {Element} target */
  step(way, target) {
    if (target.closest(".record-scroll")) return false;
    const link = this.view?.root.querySelector(`a[data-step=${way}]`);
    if (link instanceof HTMLAnchorElement) link.click();
    return link !== null;
  }

  firstNeed() {
    const [first] = this.hall
      .inOrder()
      .sort((a, b) => (needs(b)[0]?.weight ?? 0) - (needs(a)[0]?.weight ?? 0));
    if (first === undefined || needs(first).length === 0) return false;
    location.hash = `#/table/${first.table}`;
    return true;
  }

  /** Digits typed in a row name a table. @param {string} digit */
  digit(digit) {
    const now = performance.now();
    this.typed = {
      text: now - this.typed.at < DIGITS_MS ? this.typed.text + digit : digit,
      at: now,
    };
    const number = Number(this.typed.text);
    if (!this.hall.tables.has(number)) return true;
    if (this.view) location.hash = `#/table/${number}`;
    else this.focusCard(number);
    return true;
  }
}

try {
  await load(settings.language);
} catch {
  // English is in the source: without the server's texts the page still speaks.
}
new Page();

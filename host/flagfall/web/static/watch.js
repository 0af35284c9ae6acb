/** The spectators' page: boards and clocks as they stood a while ago, and nothing else (CL-18). */

import { spanText } from "./clock.js";
import { h, setText } from "./dom.js";
import { HallState } from "./hall.js";
import { PlainCard } from "./plaincard.js";
import { keep, settings } from "./settings.js";
import { Line } from "./stream.js";
import { Ticker } from "./ticker.js";
import { HallTime } from "./time.js";
import { _, language, load, otherLanguage } from "./words.js";

/** @typedef {import("./types").Hall} Hall */
/** @typedef {import("./types").Table} Table */

class WatchPage {
  constructor() {
    this.hall = new HallState();
    this.time = new HallTime();
    this.ticker = new Ticker(() => this.time.now(performance.now()));
    /** @type {Map<number, PlainCard>} */
    this.cards = new Map();
    this.name = h("h1", { class: "hall-name" });
    this.delay = h("span", { class: "hall-round" });
    this.banner = h("p", { class: "banner", role: "alert", hidden: true });
    this.list = h("ul", { class: "wall wall-plain", "aria-label": _("Tables") });
    this.empty = h("p", { class: "empty" }, _("Play will be shown here."));
    this.line = new Line(`/watch/stream?lang=${language()}`, {
      onhall: (hall, whole) => this.hear(hall, whole),
      ontrouble: () => this.stall(),
      onstate: (state) => state === "broken" && this.stall(),
    });
    this.hall.listeners.push(({ changed }) => this.changed(changed));
    this.build();
    this.line.open();
  }

  build() {
    const speak = async () => {
      keep({ language: otherLanguage() });
      location.reload();
    };
    const name = otherLanguage() === "ru" ? "Русский" : "English";
    const button = { class: "button small", type: "button", lang: otherLanguage(), onclick: speak };
    const brand = {
      class: "brand",
      src: "/static/mark.svg",
      alt: "Flagfall",
      width: 38,
      height: 38,
    };
    document.body.replaceChildren(
      this.banner,
      h(
        "header",
        { class: "top" },
        h("div", { class: "top-title" }, h("img", brand), h("div", {}, this.name, this.delay)),
        h("div", { class: "top-page" }, h("button", button, name)),
      ),
      h("main", {}, this.list, this.empty),
    );
  }

  /** @param {Hall} hall @param {boolean} whole */
  hear(hall, whole) {
    this.time.anchor(hall.now_us, hall.speed, performance.now());
    this.hall.apply(hall, whole);
    this.banner.hidden = true;
    document.body.classList.remove("stale");
    document.title = `${hall.name} – Flagfall`;
    setText(this.name, hall.name);
    const span = spanText((hall.delay_s ?? 0) * 1_000_000);
    setText(this.delay, _("shown {span} later", { span }));
  }

  /** @param {Table[]} changed */
  changed(changed) {
    for (const [number, card] of this.cards) {
      if (this.hall.tables.has(number)) continue;
      card.remove();
      this.cards.delete(number);
    }
    for (const table of changed) this.cards.get(table.table)?.update(table);
    this.hall.inOrder().forEach((table, place) => {
      let card = this.cards.get(table.table);
      if (card === undefined) {
        card = new PlainCard(table, this.ticker);
        card.update(table);
        this.cards.set(table.table, card);
      }
      const there = this.list.children[place];
      if (there !== card.root) this.list.insertBefore(card.root, there ?? null);
    });
    this.empty.hidden = this.cards.size > 0;
  }

  stall() {
    this.time.freeze(performance.now());
    setText(this.banner, _("Connection lost. Trying again…"));
    this.banner.hidden = false;
    document.body.classList.add("stale");
  }
}

try {
  await load(settings.language);
} catch {
  // English is in the source: without the server's texts the page still speaks.
}
new WatchPage();

/** The page's head: the hall's name, what it counts, and what is for all tables. */

import { carryOut } from "./commands.js";
import { confirmed } from "./dialogs.js";
import { h, icon, setAttribute, setText } from "./dom.js";
import { showKeys } from "./keys.js";
import { _, count, ngettext, otherLanguage } from "./words.js";

/** @typedef {import("./hall.js").HallState} HallState */

export class Top {
  /** @param {HallState} hall @param {(name: string) => void} onlanguage */
  constructor(hall, onlanguage) {
    this.hall = hall;
    this.name = h("h1", { class: "hall-name" });
    this.round = h("span", { class: "hall-round" });
    this.counts = h("p", { class: "hall-counts" });
    this.root = h(
      "header",
      { class: "top" },
      h(
        "div",
        { class: "top-title" },
        h("img", {
          class: "brand",
          src: "/static/mark.svg",
          alt: "Flagfall",
          width: 38,
          height: 38,
        }),
        h("div", {}, this.name, this.round),
      ),
      this.counts,
      h(
        "div",
        { class: "top-acts" },
        this.all("start", _("Start all"), "play"),
        this.all("stop", _("Stop all"), "pause"),
      ),
      h(
        "div",
        { class: "top-page" },
        h(
          "button",
          {
            class: "button small",
            type: "button",
            lang: otherLanguage(),
            onclick: () => onlanguage(otherLanguage()),
          },
          otherLanguage() === "ru" ? "Русский" : "English",
        ),
        h(
          "button",
          {
            class: "button small",
            type: "button",
            "aria-label": _("Keys"),
            title: _("Keys"),
            onclick: () => void showKeys(),
          },
          "?",
        ),
      ),
    );
  }

  /** @param {"start" | "stop"} act @param {string} title @param {"play" | "pause"} sign */
  all(act, title, sign) {
    const go = async () => {
      const many = ngettext("{n} table", "{n} tables", this.hall.tables.size);
      const text =
        act === "start"
          ? _("The clocks of all tables that wait start at one moment: {many}.", { many })
          : _("Every running clock stops; all times and turns are kept: {many}.", { many });
      if (await confirmed(title, act === "start" ? "R2.1.2" : "R2.1.5", text, title)) {
        await carryOut(
          { table: "all", act, rule: act === "start" ? "R2.1.2" : "R2.1.5" },
          _("Done: {act}", { act: title }),
        );
      }
    };
    return h(
      "button",
      { class: "button", type: "button", onclick: go, "data-all": act },
      icon(sign),
      title,
    );
  }

  /** @param {number} pressing tables that need the arbiter */
  update(pressing) {
    const { head, tables } = this.hall;
    if (head === null) return;
    setText(this.name, head.name);
    document.title = `${pressing > 0 ? `(${pressing}) ` : ""}${head.name} – Flagfall`;
    const round =
      head.round === undefined
        ? ""
        : head.rounds === undefined
          ? _("round {n}", { n: head.round })
          : _("round {n} of {all}", { n: head.round, all: head.rounds });
    const speed =
      head.speed === 1
        ? ""
        : head.speed === 0
          ? _("time stands")
          : _("time ×{speed}", { speed: count(head.speed) });
    setText(this.round, [round, speed].filter(Boolean).join(" · "));
    const all = [...tables.values()];
    const playing = all.filter((table) => table.running !== null).length;
    const over = all.filter((table) => table.phase === "over").length;
    const parts = [
      ngettext("{n} table", "{n} tables", all.length),
      ngettext("{n} clock runs", "{n} clocks run", playing),
      over > 0 ? ngettext("{n} game over", "{n} games over", over) : "",
      ngettext("{n} event, {lost} lost", "{n} events, {lost} lost", head.events, {
        lost: count(head.events_lost),
      }),
    ];
    setText(this.counts, parts.filter(Boolean).join(" · "));
    setAttribute(this.counts, "data-lost", head.events_lost > 0);
  }
}

/** The wall's switches: which tables, in which order, how densely. */

import { h, icon } from "./dom.js";
import { keep, settings } from "./settings.js";
import { N_, _ } from "./words.js";

/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {"show" | "order" | "density"} SwitchName */

/** @type {{[K in SwitchName]: [Settings[K], string][]}} */
const CHOICES = {
  show: [
    ["all", N_("all")],
    ["needs", N_("needing you")],
    ["playing", N_("going on")],
    ["over", N_("finished")],
  ],
  order: [
    ["table", N_("by table")],
    ["needs", N_("by need")],
    ["time", N_("by time left")],
  ],
  density: [
    ["auto", N_("automatic")],
    ["boards", N_("boards")],
    ["clocks", N_("clocks")],
    ["tight", N_("tight")],
  ],
};
/** @type {Record<SwitchName, string>} */
const TITLES = { show: N_("Show"), order: N_("Order"), density: N_("Density") };
/** @type {SwitchName[]} */
const NAMES = ["show", "order", "density"];

export class ViewBar {
  /** @param {() => void} onview */
  constructor(onview) {
    this.onview = onview;
    /** @type {Map<SwitchName, HTMLSelectElement>} */
    this.selects = new Map();
    const list = h(
      "div",
      { class: "view-switches", id: "view-switches" },
      ...NAMES.map((name) => this.select(name)),
    );
    const fold = h(
      "button",
      {
        class: "button small view-fold",
        type: "button",
        "aria-expanded": "false",
        "aria-controls": "view-switches",
      },
      icon("sliders"),
      _("View"),
    );
    fold.addEventListener("click", () =>
      fold.setAttribute("aria-expanded", String(list.classList.toggle("open"))),
    );
    this.root = h("div", { class: "view" }, fold, list);
  }

  /** @param {SwitchName} name */
  select(name) {
    const options = CHOICES[name].map(([value, text]) =>
      h("option", { value, selected: settings[name] === value }, _(text)),
    );
    const select = h("select", {}, ...options);
    select.addEventListener("change", () => {
      keep({ [name]: select.value });
      this.onview();
    });
    this.selects.set(name, select);
    return h("label", { class: "switch" }, h("span", {}, _(TITLES[name])), select);
  }

  /** The next choice of a switch, in words. @param {SwitchName} name */
  turn(name) {
    const choices = CHOICES[name];
    const place = choices.findIndex(([value]) => value === settings[name]);
    const [value, text] = /** @type {[string, string]} */ (choices[(place + 1) % choices.length]);
    keep({ [name]: value });
    const select = this.selects.get(name);
    if (select) select.value = value;
    this.onview();
    return `${_(TITLES[name])}: ${_(text)}`;
  }
}

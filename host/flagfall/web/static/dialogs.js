/** Questions before an act: its form, its rule, and once more where it ends something. */

import { amountFrom } from "./clock.js";
import { refusalText, send, toast } from "./commands.js";
import { SIDES, seat } from "./describe.js";
import { h, setText } from "./dom.js";
import { RULINGS } from "./rulings.js";
import { _ } from "./words.js";

/** @typedef {import("./types").Table} Table */
/** @typedef {import("./types").Field} Field */
/** @typedef {import("./types").Order} Order */
/** @typedef {import("./types").Ruling} Ruling */

/**
 * Show a dialog until it closes; it is gone afterwards.
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<string>}
 */
export function show(dialog) {
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}

/** @param {string} title @param {string} law @param {...(Node | string | null)} body */
export function sheet(title, law, ...body) {
  const id = `sheet-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  const rule = law ? h("span", { class: "rule" }, law) : null;
  return h(
    "dialog",
    { class: "sheet", "aria-labelledby": id },
    h("h2", { id, class: "sheet-title" }, title, rule),
    ...body,
  );
}

/**
 * Ask yes or no.
 * @param {string} title
 * @param {string} law
 * @param {string} text
 * @param {string} yes
 */
export async function confirmed(title, law, text, yes) {
  const dialog = sheet(
    title,
    law,
    h(
      "form",
      { method: "dialog" },
      h("p", {}, text),
      h(
        "div",
        { class: "sheet-buttons" },
        h("button", { class: "button", value: "" }, _("Cancel")),
        h("button", { class: "button strong", value: "yes", autofocus: true }, yes),
      ),
    ),
  );
  return (await show(dialog)) === "yes";
}

/** Ask for a ruling's fields, then carry it out. @param {string} name @param {Table} table */
export async function rule(name, table) {
  const ruling = /** @type {Ruling} */ (RULINGS[name]);
  const fault = h("p", { class: "fault", role: "alert" });
  const inputs = ruling.fields.map((field) => ({ field, ...input(field, table) }));
  const reason = h("input", { type: "text", maxlength: 500, name: "reason" });
  const summary = h("p", { class: "sheet-summary", hidden: true });
  const entry = h(
    "div",
    { class: "sheet-fields" },
    ...inputs.map(({ node }) => node),
    h("label", { class: "field" }, h("span", {}, _("Note for the log")), reason),
  );
  const doit = h(
    "button",
    { class: ruling.final ? "button strong danger" : "button strong", type: "submit" },
    _(ruling.title),
  );
  const back = h("button", { class: "button", type: "button" }, _("Cancel"));
  const form = h(
    "form",
    { novalidate: true },
    h("p", {}, _(ruling.text)),
    entry,
    summary,
    fault,
    h("div", { class: "sheet-buttons" }, back, doit),
  );
  const dialog = sheet(
    _("Table {n}: {act}", { n: table.table, act: _(ruling.title) }),
    ruling.law,
    form,
  );
  let sure = !ruling.final;
  const step = (/** @type {boolean} */ last) => {
    sure = last;
    entry.hidden = last;
    summary.hidden = !last;
    setText(doit, last ? _("Yes: {act}", { act: _(ruling.title) }) : _(ruling.title));
    setText(back, last ? _("Back") : _("Cancel"));
  };
  back.addEventListener("click", () => (ruling.final && sure ? step(false) : dialog.close("")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    setText(fault, "");
    const order = gather(ruling, inputs, table, reason.value.trim());
    if (typeof order === "string") setText(fault, order);
    else if (!sure) {
      setText(summary, summarise(ruling, inputs));
      step(true);
    } else void finish(dialog, order, fault, _(ruling.title));
  });
  await show(dialog);
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Order} order
 * @param {HTMLElement} fault
 * @param {string} title
 */
async function finish(dialog, order, fault, title) {
  const reply = await send(order);
  if (reply.ok) {
    toast(_("Table {n}: done – {act}", { n: order.table, act: title }), false);
    dialog.close("done");
  } else setText(fault, refusalText(reply.error));
}

/** @typedef {{node: HTMLElement, value: () => string | boolean, said: () => string}} Input */

/**
 * The order a form makes, or what is wrong with it.
 * @param {Ruling} ruling
 * @param {(Input & {field: Field})[]} inputs
 * @param {Table} table
 * @param {string} reason
 * @returns {Order | string}
 */
function gather(ruling, inputs, table, reason) {
  /** @type {Order} */
  const order = { table: table.table, act: ruling.act, rule: ruling.law };
  if (ruling.careful && table.revision !== undefined) order["revision"] = table.revision;
  if (reason) order["reason"] = reason;
  for (const { field, value } of inputs) {
    const said = value();
    if (said === "" || said === undefined) {
      if (!field.optional) return _("Fill in: {field}", { field: _(field.label) });
      if (field.name === "amount_us") order["since_stop"] = true;
    } else if (field.kind === "amount") {
      const us = amountFrom(String(said));
      if (us === null)
        return _("“{text}” is no time. Write it like 2:30 or 1:05:00.", { text: String(said) });
      order[field.name] = us;
    } else if (field.kind === "count") {
      if (!/^\d{1,5}$/.test(String(said)))
        return _("“{text}” is no number.", { text: String(said) });
      order[field.name] = Number(said);
    } else if (field.kind !== "tick" || said || !field.optional) order[field.name] = said;
  }
  return order;
}

/** @param {Ruling} ruling @param {(Input & {field: Field})[]} inputs */
function summarise(ruling, inputs) {
  const said = inputs.map(({ said }) => said()).filter(Boolean);
  return [_(ruling.title), ...said].join(" · ");
}

/** A form's field. @param {Field} field @param {Table} table @returns {Input} */
function input(field, table) {
  const label = _(field.label);
  if (field.kind === "side" || field.kind === "choice") return choice(field, table);
  if (field.kind === "tick") {
    const box = h("input", { type: "checkbox", checked: field.value === true });
    return {
      node: h("label", { class: "field field-tick" }, box, h("span", {}, label)),
      value: () => box.checked,
      said: () => (box.checked ? label : ""),
    };
  }
  const numeric =
    field.kind === "text"
      ? {}
      : {
          inputmode: field.kind === "count" ? "numeric" : "text",
          placeholder: field.kind === "amount" ? "2:30" : null,
        };
  const box = h("input", {
    type: "text",
    maxlength: 200,
    autocomplete: "off",
    value: field.value === "last" ? String(table.move_no) : (field.value ?? null),
    ...numeric,
  });
  const hint = field.hint ? h("small", {}, _(field.hint)) : null;
  return {
    node: h("label", { class: "field" }, h("span", {}, label), box, hint),
    value: () => box.value.trim(),
    said: () => (box.value.trim() ? `${label}: ${box.value.trim()}` : ""),
  };
}

/** @param {Field} field @param {Table} table @returns {Input} */
function choice(field, table) {
  /** @type {[string, string][]} */
  const sides = field.kind === "side" ? SIDES.map((side) => [side, seat(table, side)]) : [];
  const choices = [
    ...sides,
    ...(field.choices ?? []).map(
      ([value, text]) => /** @type {[string, string]} */ ([value, _(text)]),
    ),
  ];
  const wanted =
    field.value ??
    (field.optional ? "" : field.kind === "side" ? (table.turn ?? "") : choices[0]?.[0]);
  const name = `field-${field.name}`;
  const boxes = choices.map(([value, text]) => ({
    value,
    text,
    box: h("input", { type: "radio", name, value, checked: value === wanted }),
  }));
  const picked = () => boxes.find(({ box }) => box.checked);
  const options = boxes.map(({ box, text }) =>
    h("label", { class: "option" }, box, h("span", {}, text)),
  );
  return {
    node: h("fieldset", { class: "field" }, h("legend", {}, _(field.label)), ...options),
    value: () => picked()?.value ?? "",
    said: () => picked()?.text ?? "",
  };
}

/** Sends the arbiter's word to the hall and says what became of it. */

import { h } from "./dom.js";
import { _ } from "./words.js";
import { language } from "./words.js";

/** @typedef {import("./types").Order} Order */
/** @typedef {import("./types").Refusal} Refusal */
/** @typedef {import("./types").Reply} Reply */

const SHOWN_MS = 6000;

/** Where outcomes are said. */
export const toasts = h("div", { class: "toasts", role: "status" });

/**
 * Send a command. Never throws: a dead line is an answer too.
 * @param {Order} order
 * @returns {Promise<Reply>}
 */
export async function send(order) {
  try {
    const answer = await fetch(`/api/command?lang=${language()}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(order),
    });
    return await answer.json();
  } catch {
    return {
      ok: false,
      error: {
        code: "out_of_reach",
        message: _("The hall's server is out of reach."),
        hint: _("Nothing was done. The clocks go on by themselves."),
      },
    };
  }
}

/**
 * Send a command and say its outcome; true if it was done.
 * @param {Order} order
 * @param {string} done
 */
export async function carryOut(order, done) {
  const reply = await send(order);
  if (reply.ok) toast(done, false);
  else toast(refusalText(reply.error), true);
  return reply.ok;
}

/** @param {Refusal} error */
export function refusalText(error) {
  return [error.message, error.hint].filter(Boolean).join(" ");
}

/** @param {string} text @param {boolean} fault */
export function toast(text, fault) {
  const node = h("p", { class: fault ? "toast toast-fault" : "toast" }, text);
  toasts.append(node);
  setTimeout(() => node.remove(), fault ? 2 * SHOWN_MS : SHOWN_MS);
}

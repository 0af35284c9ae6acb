/**
 * The page's texts: English in the source, other languages from `/api/words`.
 * `_("{n} of {m}", {n, m})` fills in values; `N_` marks a text that is translated when shown.
 */

/** @type {Record<string, string | string[]>} */
let catalogue = {};
let current = "en";
let plural = new Intl.PluralRules("en");

/** Which form of a plural stands where in a catalogue. */
const FORMS = /** @type {Record<string, number>} */ ({ one: 0, few: 1, many: 2, other: 2 });

/** @typedef {Record<string, string | number>} Values */

/** @param {string} text @param {Values} [values] */
function fill(text, values) {
  return values === undefined
    ? text
    : text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** A text in the page's language. @param {string} message @param {Values} [values] */
export function _(message, values) {
  const found = catalogue[message];
  return fill(typeof found === "string" ? found : message, values);
}

/** Marks a text for translation. @param {string} message */
export function N_(message) {
  return message;
}

/**
 * A text in its plural form for n; `{n}` is filled in.
 * @param {string} one @param {string} many @param {number} n @param {Values} [values]
 */
export function ngettext(one, many, n, values) {
  const found = catalogue[one];
  const form = Array.isArray(found)
    ? (found[FORMS[plural.select(n)] ?? 0] ?? found[0])
    : n === 1
      ? one
      : many;
  return fill(form ?? one, { n: count(n), ...values });
}

/** A number with its thousands apart. @param {number} n */
export function count(n) {
  return n.toLocaleString(current);
}

/** The language in force. */
export function language() {
  return current;
}

/** The language a reader would switch to. */
export function otherLanguage() {
  return current === "ru" ? "en" : "ru";
}

/**
 * Put texts in force, as `/api/words` gives them.
 * @param {string} name @param {Record<string, string | string[]>} words
 */
export function use(name, words) {
  current = name;
  catalogue = words;
  plural = new Intl.PluralRules(name);
  if (typeof document !== "undefined") document.documentElement.lang = name;
}

/** Load a language; null lets the browser's own wish decide. @param {string | null} name */
export async function load(name) {
  const answer = await fetch(`/api/words${name === null ? "" : `?lang=${name}`}`);
  if (answer.status === 401) location.assign("/pin");
  if (!answer.ok) throw new Error(`words: ${answer.status}`);
  const { language: chosen, words } = await answer.json();
  use(chosen, words);
}

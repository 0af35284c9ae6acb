/** What a reader chose, kept in this browser only. */

const KEY = "flagfall";

/**
 * @typedef {object} Settings
 * @property {"auto" | "boards" | "clocks" | "tight"} density
 * @property {"table" | "needs" | "time"} order
 * @property {"all" | "needs" | "playing" | "over"} show
 * @property {string | null} language
 * @property {boolean} flipped
 */

/** @type {Settings} */
const DEFAULTS = { density: "auto", order: "table", show: "all", language: null, flipped: false };

/** @returns {Settings} */
function stored() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = stored();

/** Change settings and keep them. @param {Partial<Settings>} change */
export function keep(change) {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still shows everything.
  }
}

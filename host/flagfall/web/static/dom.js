/** Small helpers to make and change elements; nothing here ever parses text as HTML. */

/** @typedef {Node | string | null | false | undefined} Child */

/** @param {Element} node @param {Record<string, any>} attributes */
function dress(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element: `h("button", {class: "big", onclick: go}, "Go")`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  dress(node, attributes);
  node.append(...children.filter(isThere));
  return node;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [attributes] @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(node, attributes);
  node.append(...children.filter(isThere));
  return node;
}

/** @param {Child} child @returns {child is Node | string} */
function isThere(child) {
  return child !== null && child !== undefined && child !== false;
}

/** Set a node's text if it differs. @param {Node} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Set, change or remove an attribute.
 * @param {Element} node
 * @param {string} name
 * @param {string | number | boolean | null} value
 */
export function setAttribute(node, name, value) {
  if (value === null || value === false) node.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/** Shapes of the page's signs, on a 16 × 16 grid. Each stands beside its word, never alone. */
const SHAPES = {
  flag: "M3 1h1.6v14H3zM5.4 2h8.1l-2.3 3.4 2.3 3.4H5.4z",
  play: "M4 2.2 13.5 8 4 13.8z",
  pause: "M3.5 2.5h3.2v11H3.5zM9.3 2.5h3.2v11H9.3z",
  ready: "M4 2.2 13.5 8 4 13.8zM5.8 5.4v5.2L10.1 8z",
  live: "M8 3.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6z",
  cut: "M1 7h4.6v2H1zM10.4 7H15v2h-4.6zM9.3 2.4l1.7.9-4.3 10.3-1.7-.9z",
  lost: "M3.4 2 8 6.6 12.6 2 14 3.4 9.4 8l4.6 4.6-1.4 1.4L8 9.4 3.4 14 2 12.6 6.6 8 2 3.4z",
  none: "M2 7h12v2H2z",
  ask: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm-.9 9.9v1.9h1.9v-1.9zM5 6.1h1.8c0-.9.5-1.4 1.3-1.4.7 0 1.2.4 1.2 1.1 0 .6-.3.9-1 1.4-.9.6-1.3 1.2-1.3 2.4h1.9c0-.6.2-.9.9-1.3.9-.6 1.4-1.4 1.4-2.6 0-1.7-1.3-2.7-3.1-2.7C6.2 3 5 4.2 5 6.1z",
  warn: "M8 1 15.5 14.5H.5zM7.1 6v4.2h1.8V6zm0 5.2V13h1.8v-1.8z",
  battery: "M1 4.5h12v7H1zM13.6 6.6H15v2.8h-1.4zM2.4 5.9v4.2h2.2V5.9z",
  check: "M2.2 8.6 3.7 7l2.9 2.9L12.4 3.7l1.5 1.5-7.3 7.6z",
  back: "M10.5 2 12 3.5 7.5 8l4.5 4.5-1.5 1.5-6-6z",
  next: "M5.5 2 4 3.5 8.5 8 4 12.5 5.5 14l6-6z",
  sliders:
    "M1 3.2h8v1.6H1zM12.5 3.2H15v1.6h-2.5zM9.5 1.5h2.2v5H9.5zM1 11.2h2.5v1.6H1zM7 11.2h8v1.6H7zM4.2 9.5h2.2v5H4.2z",
};

/**
 * A sign, hidden from screen readers: the word beside it speaks.
 * @param {keyof typeof SHAPES} name
 */
export function icon(name) {
  return s(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 16 16", "aria-hidden": "true" },
    s("path", { d: SHAPES[name], "fill-rule": "evenodd" }),
  );
}

/** @typedef {keyof typeof SHAPES} IconName */

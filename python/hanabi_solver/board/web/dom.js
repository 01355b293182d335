// Elements and texts: the page's only way to the document.

/** @type {Record<string, string>} */
const texts = JSON.parse(document.getElementById("texts")?.textContent || "{}");

/**
 * A text of the page in its language, `{name}` filled in.
 * @param {string} key @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element. Children that are texts become text nodes, never markup.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes] `onclick` and its like are listeners
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  const made = tag.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), /** @type {any} */ (value));
    else made.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  made.append(...children.flat().filter((child) => child || child === 0).map((child) =>
    child instanceof Node ? child : String(child)));
  return made;
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(id);
  return found;
}

/**
 * Puts children in the place of those that are there. The focus stays on what has the same
 * `data-key`, for who plays with the keyboard.
 * @param {HTMLElement} place @param {...(Child | Child[])} children
 */
export function fill(place, ...children) {
  const held = document.activeElement;
  const key = held instanceof HTMLElement && place.contains(held) ? held.dataset.key : undefined;
  place.replaceChildren(...children.flat().filter((child) => child || child === 0).map((child) =>
    child instanceof Node ? child : String(child)));
  if (key === undefined) return;
  for (const each of place.querySelectorAll("[data-key]")) {
    if (each instanceof HTMLElement && each.dataset.key === key) each.focus({ preventScroll: true });
  }
}

// Small helpers to build and find elements. Text is always set as text, never as markup.

/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} tag @param {any} [properties] @param {(Node | string)[]} children @returns {any} */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** @param {string} label @param {() => void} click @param {string} [kind] @returns {HTMLButtonElement} */
export function button(label, click, kind = "") {
  return make("button", { type: "button", textContent: label, className: kind, onclick: click });
}

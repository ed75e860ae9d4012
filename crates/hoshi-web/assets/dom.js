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

/** A button with a small picture, whose name is heard and shown on hover. @param {string} path @param {string} label @param {() => void} click
 * @param {string} [kind] @returns {HTMLButtonElement} */
export function iconButton(path, label, click, kind = "") {
  const one = button("", click, kind);
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("class", "icon");
  line.setAttribute("d", path);
  picture.append(line);
  one.append(picture);
  one.setAttribute("aria-label", label);
  one.title = label;
  return one;
}

/** New elements in place of old ones. The focus stays on the same element, or on the button with the same words.
 * @param {HTMLElement} host @param {Node[]} nodes */
export function keepFocus(host, nodes) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const label = active && host.contains(active) ? active.getAttribute("aria-label") ?? active.textContent : null;
  host.replaceChildren(...nodes);
  if (label === null) return;
  if (active?.isConnected) return active.focus();
  const all = [...host.querySelectorAll("button")];
  (all.find((one) => (one.getAttribute("aria-label") ?? one.textContent) === label) ?? all[0])?.focus();
}

// Forms made from the options that the server lists.

/** @typedef {import("./api.js").Option} Option */

/**
 * An HTML element. @param {string} tag @param {Object<string, any>} [properties] @param {(Node | string)[]} children
 * @returns {any}
 */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/**
 * Fills a place with one field for each option.
 * @param {HTMLElement} place @param {Option[]} options @param {Object<string, string>} values
 * @param {(name: string, value: string | undefined) => void} changed receives the new value, undefined for the default
 */
export function fill(place, options, values, changed) {
  place.replaceChildren(
    ...options.map((option) => {
      const value = values[option.name] ?? option.default ?? "";
      const id = `option-${option.name}`;
      const input = field(option, value);
      input.id = id;
      input.setAttribute("aria-describedby", `${id}-help`);
      input.addEventListener("change", () => {
        const now = option.kind.is === "flag" ? String(input.checked) : input.value.trim();
        const plain = now === (option.default ?? (option.kind.is === "flag" ? "false" : ""));
        changed(option.name, plain ? undefined : now);
      });
      const label = make("label", { htmlFor: id }, option.name.replaceAll("-", " "));
      const help = make("small", { id: `${id}-help` }, option.help);
      return make("div", { className: option.kind.is === "flag" ? "option flag" : "option" }, label, input, help);
    }),
  );
}

/** @param {Option} option @param {string} value */
function field({ kind }, value) {
  switch (kind.is) {
    case "flag":
      return make("input", { type: "checkbox", checked: value === "true" });
    case "choice":
      return make("select", {}, ...kind.words.map((word) => new Option(word, word, false, word === value)));
    case "int":
      return kind.none
        ? make("input", { type: "text", value, placeholder: `${kind.min} to ${kind.max}, or none` })
        : make("input", { type: "number", value, min: kind.min, max: kind.max });
    case "size":
      return make("input", { type: "text", value, placeholder: "rows x columns, as in 8x8" });
    default:
      return make("input", { type: "text", value, placeholder: kind.form ?? "" });
  }
}

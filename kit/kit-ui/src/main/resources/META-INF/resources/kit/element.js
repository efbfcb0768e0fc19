// The base of every component: a custom element that renders a lit-html template into its own light DOM,
// at most once per animation frame however many fields changed.
import { html, nothing, noChange, render, svg } from "./vendor/lit-html.js";
import { Directive, directive } from "./vendor/directive.js";
import { repeat } from "./vendor/directives/repeat.js";

export { html, nothing, render, repeat, svg };

/**
 * `<div ${css({ width: "40%" })}>`: sets properties through the CSSOM. The content security policy refuses style attributes,
 * also those that lit's own styleMap writes first.
 */
export const css = directive(
  class extends Directive {
    update(part, [declarations]) {
      for (const [property, value] of Object.entries(declarations)) {
        part.element.style.setProperty(property, value);
      }
      return noChange;
    }

    render() {
      return noChange;
    }
  },
);

export class KitElement extends HTMLElement {
  /** Field name to initial value. Setting a field schedules a render; text, number and boolean fields can be attributes too. */
  static fields = {};

  static get observedAttributes() {
    return Object.keys(this.fields).map(attributeOf);
  }

  static define(name) {
    Object.keys(this.fields).forEach((field) => KitElement.#declare(this.prototype, field));
    customElements.define(name, this);
  }

  static #declare(prototype, field) {
    Object.defineProperty(prototype, field, {
      get() {
        return this.#values[field];
      },
      set(value) {
        if (this.#values[field] !== value) {
          this.#values[field] = value;
          this.update();
        }
      },
    });
  }

  #values = { ...this.constructor.fields };
  #frame = 0;

  connectedCallback() {
    this.render();
  }

  disconnectedCallback() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  attributeChangedCallback(attribute, _, text) {
    const field = Object.keys(this.constructor.fields).find((name) => attributeOf(name) === attribute);
    const initial = this.constructor.fields[field];
    this[field] = typeof initial === "boolean" ? text !== null : typeof initial === "number" ? Number(text) : text;
  }

  /** Asks for a render in the next frame. */
  update() {
    if (!this.isConnected || this.#frame !== 0) {
      return;
    }
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.render();
    });
  }

  render() {
    render(this.template(), this);
    this.rendered();
  }

  template() {
    return nothing;
  }

  /** Called after each render, for what needs the DOM. */
  rendered() {}

  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

const attributeOf = (field) => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

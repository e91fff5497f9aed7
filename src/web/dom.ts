/** Builds DOM nodes without HTML strings, so that no text can become markup (Trusted Types). */

type Child = Node | string | undefined;

type Listeners = {
  readonly [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void;
};

/** Attributes by their HTML names; `true` writes an empty attribute, `false` and undefined none. */
type Attributes = { readonly [name: string]: string | number | boolean | undefined };

export interface Properties extends Listeners {
  readonly attributes?: Attributes;
  readonly class?: string;
  readonly text?: string;
  readonly type?: string;
  readonly title?: string;
}

function apply(element: HTMLElement, properties: Properties): void {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), value);
    } else if (name === 'attributes') {
      setAttributes(element, value);
    } else if (name === 'text') {
      element.textContent = value;
    } else {
      element.setAttribute(name, value);
    }
  }
}

/** Sets attributes by name; `false` and undefined remove them. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Creates an element with its properties and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, properties);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Creates a push button, which does nothing while it is unavailable. */
export function button(
  label: string,
  onclick: (event: MouseEvent) => void,
  properties: Properties = {},
): HTMLButtonElement {
  const one = h('button', { type: 'button', ...properties }, label);
  one.addEventListener('click', (event) => {
    if (one.getAttribute('aria-disabled') !== 'true') onclick(event);
  });
  return one;
}

/** Makes a button available or not. Unlike a disabled one it keeps the focus, so that the next key goes where the last went. */
export function setAvailable(one: HTMLElement | undefined, available: boolean): void {
  one?.setAttribute('aria-disabled', String(!available));
}

/** Creates a labelled text field. */
export function field(
  label: string,
  attributes: Attributes = {},
): { readonly row: HTMLLabelElement; readonly input: HTMLInputElement } {
  const input = h('input', { attributes: { type: 'text', autocomplete: 'off', ...attributes } });
  return { row: h('label', { class: 'field' }, h('span', { text: label }), input), input };
}

/** Creates a line icon in a 24 by 24 box, in the text colour, hidden from screen readers. */
export function icon(path: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  setAttributes(svg, { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon' });
  const line = document.createElementNS(space, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

/** The element with this id, which must be in the page the server sent. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}

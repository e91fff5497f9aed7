/** A button that opens a menu, with arrow keys, Home, End, Escape, first letters and touch. */
import { button, h, type Properties } from '../dom.ts';

export interface MenuItem {
  readonly label: string;
  /** A few words under the label. */
  readonly hint?: string;
  run(): void;
}

export interface MenuOptions extends Properties {
  /** An icon before the label; on narrow pages the icon is shown alone. */
  readonly icon?: Node;
}

let menus = 0;

/** @param items called each time the menu opens, so that its items may change with the state */
export function menuButton(
  label: string,
  items: () => readonly MenuItem[],
  options: MenuOptions = {},
): HTMLElement {
  menus += 1;
  const id = `menu-${menus}`;
  const { icon, ...properties } = options;
  const list = h('div', { class: 'menu', attributes: { role: 'menu', id, hidden: true } });
  const opener = button('', () => toggle(), {
    class: 'tool',
    ...properties,
    attributes: {
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      'aria-controls': id,
    },
  });
  if (icon === undefined) opener.append(label);
  else opener.append(icon, h('span', { class: 'wide', text: label }));
  const box = h('div', { class: 'menu-box' }, opener, list);

  const entries = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const close = (): void => {
    list.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    removeEventListener('pointerdown', outside, true);
  };
  const outside = (event: PointerEvent): void => {
    if (event.target instanceof Node && !box.contains(event.target)) close();
  };
  const open = (): void => {
    list.setAttribute('aria-label', label);
    list.replaceChildren(...items().map((item) => entryOf(item, close)));
    list.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    addEventListener('pointerdown', outside, true);
    entries()[0]?.focus();
  };
  const toggle = (): void => (list.hidden ? open() : close());
  box.addEventListener('keydown', (event) => {
    if (list.hidden) {
      if (event.key === 'ArrowDown') open();
      else return;
    } else if (event.key === 'Escape') {
      close();
      opener.focus();
    } else if (event.key === 'Tab') {
      close();
      return;
    } else if (!moveFocus(event.key, entries())) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  return box;
}

function entryOf(item: MenuItem, close: () => void): HTMLElement {
  const run = (): void => {
    close();
    item.run();
  };
  const entry = button(item.label, run, { attributes: { role: 'menuitem', tabindex: -1 } });
  if (item.hint !== undefined) entry.append(h('small', { text: item.hint }));
  return entry;
}

/** Moves the focus for a key; returns false if the key has no meaning here. */
function moveFocus(key: string, items: readonly HTMLElement[]): boolean {
  const at = items.findIndex((one) => one.matches(':focus'));
  const goal = (): HTMLElement | undefined => {
    if (key === 'ArrowDown') return items[(at + 1) % items.length];
    if (key === 'ArrowUp') return items[(at - 1 + items.length) % items.length];
    if (key === 'Home') return items[0];
    if (key === 'End') return items.at(-1);
    if (key.length !== 1 || key === ' ') return undefined;
    const later = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    const letter = key.toLowerCase();
    return later.find((one) => one.textContent?.toLowerCase().startsWith(letter));
  };
  const next = goal();
  next?.focus();
  return next !== undefined;
}

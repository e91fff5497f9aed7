/** A button that opens a menu of commands: arrow keys, Home, End, Escape, letters, and touch. */
import { button, h, type Properties } from '../dom.ts';

export interface Command {
  readonly label: string;
  /** A few words under the label. */
  readonly hint?: string;
  run(): void;
}

export interface MenuOptions extends Properties {
  /** A picture before the label; where the page is narrow it stands alone. */
  readonly face?: Node;
}

let menus = 0;

/** @param commands asked for each time the menu opens, so they may change with the state */
export function menuButton(
  label: string,
  commands: () => readonly Command[],
  options: MenuOptions = {},
): HTMLElement {
  menus += 1;
  const id = `menu-${menus}`;
  const { face, ...properties } = options;
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
  if (face === undefined) opener.append(label);
  else opener.append(face, h('span', { class: 'wide', text: label }));
  const box = h('div', { class: 'menu-box' }, opener, list);

  const items = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];
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
    list.replaceChildren(...commands().map((command) => item(command, close)));
    list.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    addEventListener('pointerdown', outside, true);
    items()[0]?.focus();
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
    } else if (!move(event.key, items())) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  return box;
}

function item(command: Command, close: () => void): HTMLElement {
  const run = (): void => {
    close();
    command.run();
  };
  const entry = button(command.label, run, { attributes: { role: 'menuitem', tabindex: -1 } });
  if (command.hint !== undefined) entry.append(h('small', { text: command.hint }));
  return entry;
}

/** Moves the focus as the key says; false if the key means nothing here. */
function move(key: string, items: readonly HTMLElement[]): boolean {
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

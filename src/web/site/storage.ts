/**
 * Storage for a document without an origin, where the browser's own throws: `localStorage`, `sessionStorage` and
 * `document.cookie`, in memory until the page is left. What belongs to our origin stays out of reach.
 */
import { SITE_TEXT } from './text.ts';

/** As much as browsers usually give an origin. */
const MAX_CHARACTERS = 5_000_000;

let told = false;
/** Says once that nothing is kept, as soon as a script wants something kept. */
function tellOnce(): void {
  if (told) return;
  told = true;
  console.info(SITE_TEXT.memory);
}

class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  #characters = 0;

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(name: string): string | null {
    return this.#items.get(String(name)) ?? null;
  }

  setItem(name: string, value: string): void {
    const [key, text] = [String(name), String(value)];
    const before = this.#items.get(key);
    const removed = before === undefined ? 0 : key.length + before.length;
    const characters = this.#characters - removed + key.length + text.length;
    if (characters > MAX_CHARACTERS) throw new DOMException(SITE_TEXT.full, 'QuotaExceededError');
    tellOnce();
    this.#characters = characters;
    this.#items.set(key, text);
  }

  removeItem(name: string): void {
    const key = String(name);
    const value = this.#items.get(key);
    if (value !== undefined && this.#items.delete(key)) {
      this.#characters -= key.length + value.length;
    }
  }

  clear(): void {
    this.#items.clear();
    this.#characters = 0;
  }

  keys(): string[] {
    return [...this.#items.keys()];
  }
}

const METHODS = new Set(['length', 'key', 'getItem', 'setItem', 'removeItem', 'clear']);

/** Items are properties, too: `localStorage.score = 1`, `delete localStorage.score`, `Object.keys(localStorage)`. */
function withProperties(storage: MemoryStorage): Storage {
  return new Proxy(storage, {
    get: (target, name) => {
      if (typeof name === 'symbol') return Reflect.get(target, name);
      if (!METHODS.has(name)) return target.getItem(name) ?? undefined;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
    set: (target, name, value) => {
      if (typeof name === 'symbol') return false;
      target.setItem(name, value);
      return true;
    },
    has: (target, name) =>
      typeof name === 'string' && (METHODS.has(name) || target.getItem(name) !== null),
    deleteProperty: (target, name) => {
      if (typeof name === 'string') target.removeItem(name);
      return true;
    },
    getPrototypeOf: () => Storage.prototype,
    ownKeys: (target) => target.keys(),
    getOwnPropertyDescriptor: (target, name) => {
      const value = typeof name === 'string' ? target.getItem(name) : null;
      if (value === null) return undefined;
      return { value, writable: true, enumerable: true, configurable: true };
    },
  });
}

/** What of a cookie counts while a page is open: its name, its value, and whether it is over. */
function cookies(): PropertyDescriptor {
  const jar = new Map<string, string>();
  return {
    configurable: true,
    get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    set: (text: unknown) => {
      const [pair = '', ...attributes] = String(text).split(';');
      const at = pair.indexOf('=');
      const name = pair.slice(0, Math.max(at, 0)).trim();
      const over = attributes.some((one) => {
        const [key = '', value = ''] = one.split('=').map((part) => part.trim());
        if (/^max-age$/i.test(key)) return Number(value) <= 0;
        return /^expires$/i.test(key) && Date.parse(value) <= Date.now();
      });
      if (over) jar.delete(name);
      else jar.set(name, pair.slice(at + 1).trim());
      tellOnce();
    },
  };
}

function works(name: 'localStorage' | 'sessionStorage'): boolean {
  try {
    return window[name] !== null;
  } catch {
    return false;
  }
}

/** Call this before anything of the site runs. A page saved to disk keeps the storage of its browser. */
export function keepInMemory(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    if (works(name)) continue;
    const value = withProperties(new MemoryStorage());
    Object.defineProperty(window, name, { configurable: true, enumerable: true, get: () => value });
  }
  try {
    if (document.cookie !== undefined) return;
  } catch {
    Object.defineProperty(document, 'cookie', cookies());
  }
}

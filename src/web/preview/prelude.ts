/**
 * The script that goes before a previewed document and runs inside its sandbox.
 *
 * It stands alone: its source text is put into the document, so it may use nothing from outside.
 * The document's own scripts could forge what it reports; the editor only ever shows it as text.
 */
export function prelude(start: readonly [number, number], most: number): void {
  let left = most;
  const tell = (message: Record<string, unknown>): void => {
    if (left-- > 0) parent.postMessage(message, '*');
  };
  const log = (level: string, text: string, line: number): void =>
    tell({ ensemble: 'log', level, text: text.slice(0, 2000), line });
  const say = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return String(value);
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
  };

  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (!(target instanceof Element)) return log('error', event.message, event.lineno);
      // In the capture phase, pictures and scripts that did not load come by here too.
      const from = target.getAttribute('src') ?? target.getAttribute('href') ?? '';
      log('error', `<${target.localName}> could not load ${from.slice(0, 200)}`, 0);
    },
    true,
  );
  addEventListener('unhandledrejection', (event) => {
    log('error', `Unhandled rejection: ${say(event.reason)}`, 0);
  });
  addEventListener('securitypolicyviolation', (event) => {
    log('error', `A site may not use ${event.blockedURI} (${event.effectiveDirective})`, 0);
  });
  for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const) {
    const own = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      log(level, values.map(say).join(' '), 0);
      own(...values);
    };
  }

  // In the editor's frame these windows are forbidden: an endless row of them would lock it.
  window.alert = (text?: unknown) => log('info', `alert: ${say(text ?? '')}`, 0);
  window.confirm = (text?: unknown) => {
    log('info', `confirm: ${say(text ?? '')} (answered: no)`, 0);
    return false;
  };
  window.prompt = (text?: unknown) => {
    log('info', `prompt: ${say(text ?? '')} (not answered)`, 0);
    return null;
  };

  const restore = (): void => scrollTo({ left: start[0], top: start[1], behavior: 'instant' });
  addEventListener('DOMContentLoaded', restore);
  addEventListener('load', () => {
    restore();
    parent.postMessage({ ensemble: 'drawn' }, '*');
    let waiting = false;
    addEventListener('scroll', () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        parent.postMessage({ ensemble: 'scroll', place: [scrollX, scrollY] }, '*');
      });
    });
  });

  addEventListener('click', (event) => {
    const from = event.target;
    const link = from instanceof Element ? from.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    const href = link.getAttribute('href') ?? '';
    event.preventDefault();
    if (href.startsWith('#')) {
      const id = decodeURIComponent(href.slice(1));
      const goal = id === '' ? document.documentElement : document.getElementById(id);
      goal?.scrollIntoView();
    } else {
      tell({ ensemble: 'link', href: href.slice(0, 2000) });
    }
  });
}

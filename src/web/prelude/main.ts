/**
 * The script that runs first in a previewed document, inside its sandbox, and reports its messages.
 *
 * The script element that holds it says how many reports it may send (`data-reports`), and where the document was
 * scrolled to before (`data-left`, `data-top`; pixels). Scripts of the document could forge its reports; the editor
 * shows them only as text.
 */
import { pageLink } from '../../shared/site/page-links.ts';
import { FORM_EVENT } from '../site/forms.ts';
import { onScrolled } from '../site/scrolling.ts';
import {
  followTaught,
  keepInstruments,
  restoreInstruments,
  stopInstruments,
} from './instruments.ts';
import { applyChange, hasScripts, kindOfChange, readPage } from './live-change.ts';
import { watchSound } from './sounding.ts';
import { TeachingLink } from './teaching.ts';
import { PRELUDE_TEXT } from './text.ts';

const own = document.currentScript;
own?.remove();
const isSounding = watchSound();
const left = Number(own?.dataset['left'] ?? 0);
const height = Number(own?.dataset['top'] ?? 0);
const BLOCKED_MS = 50;
const blocked = new Set<string>();
const BLOCKED = new Map<string, string>(Object.entries(PRELUDE_TEXT.blocked));
let reportsLeft = Number(own?.dataset['reports'] ?? 0);
const report = (message: Record<string, unknown>): void => {
  if (reportsLeft-- > 0) parent.postMessage(message, '*');
};
/** @param about an address in the document, whose line is shown where `line` is not known (0) */
const log = (level: string, text: string, line: number, about = ''): void =>
  report({ ensemble: 'log', level, text: text.slice(0, 2000), line, about: about.slice(0, 200) });
const textOf = (value: unknown): string => {
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
    // In the capture phase, this event also reports pictures and scripts that failed to load.
    const source = target.getAttribute('src') ?? target.getAttribute('href') ?? '';
    const text = `${PRELUDE_TEXT.notLoaded} <${target.localName}> ${source.slice(0, 200)}`;
    // What is blocked fails to load as well; its own message says why.
    setTimeout(() => {
      if (![...blocked].some((one) => one.startsWith(source.replace(/^\/\//, 'https://'))))
        log('error', text, 0, source);
    }, BLOCKED_MS);
  },
  true,
);
addEventListener('unhandledrejection', (event) => {
  log('error', `${PRELUDE_TEXT.unhandled} ${textOf(event.reason)}`, 0);
});
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, lineNumber }) => {
  blocked.add(blockedURI);
  const text = BLOCKED.get(effectiveDirective) ?? PRELUDE_TEXT.blockedOther;
  log('error', text.replace('%', blockedURI), lineNumber, blockedURI);
});
addEventListener(FORM_EVENT, (event) => {
  if (!(event instanceof CustomEvent)) return;
  const action = textOf(event.detail);
  log('error', PRELUDE_TEXT.form, 0, action);
});
for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const) {
  const own = console[level].bind(console);
  console[level] = (...values: unknown[]) => {
    log(level, values.map(textOf).join(' '), 0);
    own(...values);
  };
}

// Dialogs are not allowed in the preview: an endless row of them would block the editor.
const logDialog = (name: string, text: unknown): void =>
  log('info', `${name}: ${textOf(text ?? '')} ${PRELUDE_TEXT.notAsked}`, 0);
window.alert = (text?: unknown) => logDialog('alert', text);
window.confirm = (text?: unknown) => {
  logDialog('confirm', text);
  return false;
};
window.prompt = (text?: unknown) => {
  logDialog('prompt', text);
  return null;
};

// The editor opens what the site wants opened, after a click.
window.open = (url) => {
  report({ ensemble: 'link', href: String(url ?? '').slice(0, 2000) });
  return null;
};

const restore = (): void => scrollTo({ left, top: height, behavior: 'instant' });
addEventListener('DOMContentLoaded', restore);
addEventListener('load', () => {
  restore();
  parent.postMessage({ ensemble: 'drawn' }, '*');
  onScrolled(() => {
    parent.postMessage({ ensemble: 'scroll', place: [scrollX, scrollY] }, '*');
  });
});

const teaching = new TeachingLink((message) => parent.postMessage(message, '*'));

/** The HTML of the running page. */
let page: Document | undefined;

/**
 * Changes the running page, unless its scripts have to run again: because they changed, or because they may depend on
 * what changed, as long as that stops no sound.
 * @returns whether it did
 */
function change(before: string, html: string): boolean {
  page ??= readPage(before);
  const next = readPage(html);
  const kind = kindOfChange(page, next);
  const scripted = kind === 'content' && hasScripts(next);
  if (kind === 'reload' || (scripted && !isSounding())) return false;
  applyChange(page, next);
  followTaught(page, next);
  teaching.check();
  page = next;
  if (scripted) log('info', PRELUDE_TEXT.notRunAgain, 0);
  return true;
}

addEventListener('message', (event) => {
  const { source, data } = event;
  if (source !== parent || typeof data?.ensemble !== 'string') return;
  event.stopImmediatePropagation();
  if (data.ensemble === 'change') {
    const { serial, before, html } = data;
    const changed = change(before, html);
    const instruments = changed ? [] : keepInstruments();
    parent.postMessage({ ensemble: 'changed', serial, reload: !changed, instruments }, '*');
  } else if (data.ensemble === 'restore') {
    void restoreInstruments(data.instruments).then(() => {
      parent.postMessage({ ensemble: 'restored' }, '*');
    });
  } else if (data.ensemble === 'stop') {
    stopInstruments();
  } else if (data.ensemble === 'link') {
    teaching.to(data.id);
  } else if (data.ensemble === 'commands') {
    teaching.follow(data.commands);
  }
});

addEventListener('click', (event) => {
  const { target } = event;
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
  const href = link.getAttribute('href') ?? '';
  event.preventDefault();
  if (href.startsWith('#')) {
    const id = decodeURIComponent(href.slice(1));
    const element = id === '' ? document.documentElement : document.getElementById(id);
    element?.scrollIntoView();
    return;
  }
  if (link.protocol === 'data:') return log('info', PRELUDE_TEXT.file(link.download), 0);
  const to = pageLink(href);
  if (to === undefined) report({ ensemble: 'link', href: href.slice(0, 2000) });
  else report({ ensemble: 'page', page: to.page });
});

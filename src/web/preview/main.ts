/**
 * The `?preview` page: draws the documents its parent posts in a frame, and forwards what they report.
 * It needs no network once it is loaded, so it also works offline.
 *
 * Where it can, the document that is shown changes in place. Otherwise the new one loads in a second, hidden frame that
 * takes over the instruments and then replaces the first, so nothing flashes, sounds on, and the scroll position stays.
 */
import * as v from 'valibot';
import { withFirst } from '../../shared/site/first-script.ts';
import { hasInstruments } from '../../shared/site/instruments.ts';
import {
  commandsMessage,
  connectMessage,
  drawMessage,
  linkMessage,
  MAX_REPORTS,
  type PreviewReport,
  pingMessage,
  reportMessage,
} from '../preview-messages.ts';
import { PREVIEW_TEXT } from './text.ts';

/** A document that is still loading after this time is shown anyway; later, if instruments are to play on. */
const DRAW_TIMEOUT_MS = 1_500;
const RESTORE_TIMEOUT_MS = 4_000;
/** A document that does not answer for this long is replaced. */
const CHANGE_TIMEOUT_MS = 2_000;
/** As long as instruments take to fade out. */
const FADE_MS = 100;
/** The editor hears where an instrument stands once in this time, whatever the document does. */
const INSTRUMENT_MS = 16;

/** What of a document's reports the editor hears. */
const FORWARDED: ReadonlySet<PreviewReport['ensemble']> = new Set(['log', 'link', 'page', 'teach']);

type Instruments = Extract<PreviewReport, { ensemble: 'changed' }>['instruments'];

interface Drawn {
  readonly element: HTMLIFrameElement;
  html: string;
  /** The instruments of the document before, which this one takes over. */
  readonly instruments: Instruments;
}

let shown: Drawn | undefined;
let loading: Drawn | undefined;
let timer = 0;
let serial = 0;
/** The document that the shown one was asked to become. */
let asked = '';
let port: MessagePort | undefined;
let left = 0;
let scrolled: readonly [number, number] = [0, 0];
/** The page of the site that is shown or loading. */
let page: string | undefined;
/** Whether teaching tools are at hand, and the instrument whose tools are open. */
let tools = false;
let taught = '';
type InstrumentReport = Extract<PreviewReport, { ensemble: 'instrument' }>;
/** What the editor is to hear of that instrument. */
let instrument: InstrumentReport | undefined;

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';

/** Inserts the scripts that run first, without changing any line number of the document. */
function withPrelude(html: string): string {
  const [left, top] = scrolled;
  const script = (id: string, attributes = '') =>
    `<script${attributes}>${textOf(id).replaceAll('\n', ' ')}</script>`;
  const told = ` data-reports="${MAX_REPORTS}" data-left="${left}" data-top="${top}"`;
  return withFirst(html, script('guard') + script('prelude', told));
}

/** Adds the instruments' script, which is part of this page and not of the posted document. */
function withPlayer(html: string): string {
  if (!hasInstruments(html)) return html;
  return `${html}<script data-player${tools ? ' data-tools' : ''}>${textOf('player')}</script>`;
}

/** A sandboxed document has an opaque origin, so no narrower target than `*` exists; nothing here is secret. */
const tell = (drawn: Drawn | undefined, message: Record<string, unknown>): void =>
  drawn?.element.contentWindow?.postMessage(message, '*');

function swap(): void {
  clearTimeout(timer);
  if (loading === undefined) return;
  const old = shown;
  tell(old, { ensemble: 'stop' });
  setTimeout(() => old?.element.remove(), loading.instruments.length > 0 ? FADE_MS : 0);
  old?.element.classList.remove('shown');
  shown = loading;
  loading = undefined;
  shown.element.classList.add('shown');
  if (taught !== '') tell(shown, { ensemble: 'link', id: taught });
}

/** Tells the editor where the instrument stands: the latest, at its pace. */
function tellInstrument(report: InstrumentReport): void {
  const waits = instrument !== undefined;
  const fresh = instrument?.state?.fresh === true || report.state?.fresh === true;
  instrument =
    report.state === undefined ? report : { ...report, state: { ...report.state, fresh } };
  if (waits) return;
  setTimeout(() => {
    if (instrument !== undefined) port?.postMessage(instrument);
    instrument = undefined;
  }, INSTRUMENT_MS);
}

function load(html: string, instruments: Instruments): void {
  loading?.element.remove();
  clearTimeout(timer);
  left = MAX_REPORTS;
  port?.postMessage({ ensemble: 'loading' } satisfies PreviewReport);
  const element = document.createElement('iframe');
  element.title = PREVIEW_TEXT.title;
  element.allow = 'autoplay *; fullscreen *';
  element.srcdoc = withPrelude(withPlayer(html));
  document.body.append(element);
  loading = { element, html, instruments };
  timer = window.setTimeout(swap, instruments.length > 0 ? RESTORE_TIMEOUT_MS : DRAW_TIMEOUT_MS);
}

/** Shows a document; where one is shown and none is loading, changes that if it can be changed. */
function draw(html: string, afresh: boolean): void {
  serial += 1;
  const before = shown?.html;
  const instruments = afresh ? undefined : loading?.instruments;
  if (
    before === undefined ||
    loading !== undefined ||
    afresh ||
    hasInstruments(html) !== hasInstruments(before)
  ) {
    load(html, instruments ?? []);
    return;
  }
  clearTimeout(timer);
  asked = html;
  timer = window.setTimeout(() => load(html, []), CHANGE_TIMEOUT_MS);
  tell(shown, { ensemble: 'change', serial, before, html });
}

function changed({ reload, instruments }: Extract<PreviewReport, { ensemble: 'changed' }>): void {
  clearTimeout(timer);
  if (reload) load(asked, instruments);
  else if (shown !== undefined) shown.html = asked;
}

/** What is drawn counts its own reports, too, but only what is counted here cannot be undone there. */
function fromDocument(message: unknown, source: MessageEventSource): void {
  const report = v.safeParse(reportMessage, message);
  if (!report.success) return;
  const { output } = report;
  const isNew = source === loading?.element.contentWindow;
  if (output.ensemble === 'drawn' && isNew) {
    if (loading?.instruments.length === 0) swap();
    else tell(loading, { ensemble: 'restore', instruments: loading?.instruments });
  }
  if (output.ensemble === 'restored' && isNew) swap();
  if (output.ensemble === 'changed' && !isNew && output.serial === serial) changed(output);
  if (output.ensemble === 'scroll' && !isNew) scrolled = output.place;
  if (output.ensemble === 'instrument' && !isNew && output.id === taught) tellInstrument(output);
  if (!FORWARDED.has(output.ensemble)) return;
  if (left > 0) port?.postMessage(output);
  left -= 1;
}

function fromEditor({ data }: MessageEvent<unknown>): void {
  const message = v.safeParse(drawMessage, data);
  if (message.success) {
    const { html, afresh } = message.output;
    const another = page !== undefined && page !== message.output.page;
    page = message.output.page;
    if (another) scrolled = [0, 0];
    draw(html, afresh || another);
  } else if (v.is(pingMessage, data)) port?.postMessage({ ensemble: 'pong' });
  else if (v.is(commandsMessage, data)) tell(shown, data);
  else if (v.is(linkMessage, data)) {
    taught = data.id;
    tell(shown, data);
  }
}

addEventListener('message', ({ source, origin, data, ports }) => {
  // A sandboxed page has an opaque origin, but its address still tells which parent is ours.
  if (source === parent && origin === location.origin && v.is(connectMessage, data)) {
    port = ports[0];
    tools = data.tools;
    if (port !== undefined) port.onmessage = fromEditor;
  } else if (
    source !== null &&
    [shown, loading].some((one) => one?.element.contentWindow === source)
  ) {
    fromDocument(data, source);
  }
});

if (parent !== window) parent.postMessage({ ensemble: 'ready' }, location.origin);

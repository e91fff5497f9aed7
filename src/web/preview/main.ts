/**
 * The `?preview` page: draws what its parent posts, in a frame of its own, and passes on what the
 * drawn document reports. It needs no network once it is loaded, so it works offline too.
 *
 * Drawing goes into a second, hidden frame that takes the place of the first when it has loaded:
 * no flash, and the place scrolled to is kept.
 */
import * as v from 'valibot';
import { hasInstruments } from '../../sites/instruments.ts';
import { drawMessage, REPORTS_PER_DRAW, reportMessage } from '../preview-messages.ts';
import { prelude } from './prelude.ts';

/** A document whose pictures never finish loading is shown all the same after this time. */
const DRAW_TIMEOUT_MS = 1500;

let shown: HTMLIFrameElement | undefined;
let coming: HTMLIFrameElement | undefined;
let timer = 0;
let scrolled: readonly [number, number] = [0, 0];

/** Puts the prelude where it runs first and moves no line of the document. */
function withPrelude(html: string): string {
  const call = `(${prelude.toString()})(${JSON.stringify(scrolled)},${REPORTS_PER_DRAW})`;
  const script = `<script>${call.replaceAll('\n', ' ')};document.currentScript.remove()</script>`;
  const head = /^\s*(<!doctype[^>]*>)?\s*(<html[^>]*>)?\s*(<head[^>]*>)?/i.exec(html)?.[0] ?? '';
  return head + script + html.slice(head.length);
}

/** Instruments play in the preview too: their script is in this page, not in what was posted. */
function withPlayer(html: string): string {
  if (!hasInstruments(html)) return html;
  return `${html}<script data-player>${document.getElementById('player')?.textContent ?? ''}</script>`;
}

function swap(): void {
  clearTimeout(timer);
  if (coming === undefined) return;
  shown?.remove();
  shown = coming;
  coming = undefined;
  shown.classList.add('shown');
}

function draw(html: string): void {
  coming?.remove();
  clearTimeout(timer);
  coming = document.createElement('iframe');
  coming.title = 'preview';
  coming.srcdoc = withPrelude(withPlayer(html));
  document.body.append(coming);
  timer = window.setTimeout(swap, DRAW_TIMEOUT_MS);
}

function fromDocument(message: unknown, source: MessageEventSource): void {
  const report = v.safeParse(reportMessage, message);
  if (!report.success) return;
  const { output } = report;
  if (output.ensemble === 'drawn' && source === coming?.contentWindow) swap();
  if (output.ensemble === 'scroll' && source === shown?.contentWindow) scrolled = output.place;
  parent.postMessage(output, location.origin);
}

addEventListener('message', ({ source, origin, data }) => {
  // A sandboxed page has an opaque origin, but its address still tells which parent is ours.
  if (source === parent && origin === location.origin) {
    const message = v.safeParse(drawMessage, data);
    if (message.success) draw(message.output.html);
  } else if (source !== null && [shown, coming].some((one) => one?.contentWindow === source)) {
    fromDocument(data, source);
  }
});

if (parent !== window) parent.postMessage({ ensemble: 'ready' }, location.origin);

/**
 * The frame in which the editor and the live page show a site: `?preview` in a sandbox.
 *
 * What is shown may be hostile. It can be stopped at any time, which removes the frame and with it its process, and it
 * is stopped when it floods this page with messages or no longer answers.
 */
import * as v from 'valibot';
import { FIRST_PAGE } from '../shared/site/page-links.ts';
import { button, h } from './dom.ts';
import { openLink } from './preview-links.ts';
import { type PreviewReport, reportMessage } from './preview-messages.ts';
import { RUN_TEXT, STOPPED_TEXT } from './text.ts';

/**
 * Less than a published site may do: no windows over the editor, no pop-ups, and like there never
 * allow-same-origin.
 */
const SANDBOX = 'allow-scripts allow-forms allow-pointer-lock';
/** A site has nothing to say to this page; a script made for a page of its own may try a few times. */
const STRAY_MESSAGES_PER_SECOND = 20;
const PING_MS = 2_000;
/** Ten seconds. Pings are counted because a page that stood still itself, as while its computer slept, asked nothing. */
const MAX_UNANSWERED_PINGS = 5;
/** The page says that it is there while it loads; if it has not by then, something else was loaded. */
const READY_MS = 1_000;
/** Names the preview that was running when the page ended without a goodbye. */
const RUNNING = 'ensemble.preview.running';

export type StopReason = keyof typeof STOPPED_TEXT;

export class PreviewFrame {
  readonly element = h('div', { class: 'stage' });
  readonly #address: string;
  readonly #title: string;
  readonly #listen: (report: PreviewReport) => void;
  readonly #tools: boolean;
  #frame: HTMLIFrameElement | undefined;
  #port: MessagePort | undefined;
  #drawn = '';
  #page: string = FIRST_PAGE;
  #stopped: StopReason | undefined;
  #stray = 0;
  #second = 0;
  #unanswered = 0;
  #ping = 0;
  #linked = '';

  /**
   * @param address the `?preview` page
   * @param listen hears what the drawn document reports
   * @param tools whether teaching tools are at hand around it
   */
  constructor(
    address: string,
    title: string,
    listen: (report: PreviewReport) => void,
    tools = false,
  ) {
    this.#tools = tools;
    this.#address = address;
    this.#title = title;
    this.#listen = listen;
    addEventListener('pagehide', () => this.#settled());
    if (new URLSearchParams(location.search).has('stopped')) this.stop('asked');
    else if (sessionStorage.getItem(RUNNING) === address) this.stop('hang');
    else this.run();
  }

  /** Why nothing runs; undefined while it does. */
  get stopped(): StopReason | undefined {
    return this.#stopped;
  }

  /** The page of the site that was drawn last. */
  get page(): string {
    return this.#page;
  }

  /**
   * Shows a whole HTML document, of a page of the site; the same one twice is drawn once. A changed one starts what
   * stopped by itself.
   */
  draw(html: string, page: string = FIRST_PAGE): void {
    if (html === this.#drawn && page === this.#page) return;
    this.#drawn = html;
    this.#page = page;
    if (this.#stopped === 'flood' || this.#stopped === 'silence') this.run();
    else this.#show(false);
  }

  /** Draws the last document again, running its scripts from the start. */
  redraw(): void {
    this.#show(true);
  }

  /** Links an instrument of what is drawn to teaching tools, by its id; none with an empty one. */
  link(id: string): void {
    this.#linked = id;
    this.#port?.postMessage({ ensemble: 'link', id });
  }

  /** Tells the linked instrument what the teaching tools do with it. */
  command(commands: readonly unknown[]): void {
    this.#port?.postMessage({ ensemble: 'commands', commands });
  }

  /** Whether somebody has just clicked in it, so that what it wants is what a person wants. */
  get clicked(): boolean {
    return navigator.userActivation.isActive && document.activeElement === this.#frame;
  }

  #show(afresh: boolean): void {
    if (this.#port === undefined || this.#drawn === '') return;
    sessionStorage.setItem(RUNNING, this.#address);
    this.#port.postMessage({ ensemble: 'draw', html: this.#drawn, afresh, page: this.#page });
  }

  run(): void {
    this.#end();
    this.#stopped = undefined;
    this.#frame = h('iframe', {
      class: 'preview',
      title: this.#title,
      attributes: { sandbox: SANDBOX, allow: 'autoplay; fullscreen', src: this.#address },
    });
    this.#frame.addEventListener('load', () => this.#expectReady());
    addEventListener('message', this.#hear);
    this.element.replaceChildren(this.#frame);
    this.#changed();
  }

  /** Browsers say nothing of an address that cannot be loaded but that loading has ended. */
  #expectReady(): void {
    const frame = this.#frame;
    window.setTimeout(() => {
      if (this.#frame === frame && this.#port === undefined) this.stop('unreachable');
    }, READY_MS);
  }

  /** Tries again if the page could not be loaded: the server can be reached now. */
  connected(): void {
    if (this.#stopped === 'unreachable') this.run();
  }

  stop(why: StopReason): void {
    this.#end();
    this.#stopped = why;
    const note = h('p', { text: STOPPED_TEXT[why], attributes: { role: 'status' } });
    const again = button(RUN_TEXT, () => this.run());
    this.element.replaceChildren(h('div', { class: 'stopped' }, note, again));
    this.#changed();
  }

  /** Called when it was stopped or started. */
  onChange: (() => void) | undefined;

  #changed(): void {
    this.onChange?.();
  }

  #end(): void {
    removeEventListener('message', this.#hear);
    clearInterval(this.#ping);
    this.#port?.close();
    this.#port = undefined;
    this.#frame?.remove();
    this.#frame = undefined;
    this.#settled();
  }

  #settled(): void {
    if (sessionStorage.getItem(RUNNING) === this.#address) sessionStorage.removeItem(RUNNING);
  }

  /** What comes by way of the window: the page's first word, and whatever a site calls over its head. */
  readonly #hear = (event: MessageEvent<unknown>): void => {
    const { source } = event;
    if (source === null || !this.#isWithin(source)) return;
    if (source === this.#frame?.contentWindow && this.#port === undefined) {
      const report = v.safeParse(reportMessage, event.data);
      if (report.success && report.output.ensemble === 'ready') {
        this.#connect();
        return;
      }
    }
    // What such a message holds is not looked at: reading it may cost more than all the rest.
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) this.#stray = 0;
    this.#second = second;
    this.#stray += 1;
    if (this.#stray > STRAY_MESSAGES_PER_SECOND) this.stop('flood');
  };

  #isWithin(source: MessageEventSource): boolean {
    const own = this.#frame?.contentWindow;
    if (!('parent' in source)) return false;
    let one: Window = source;
    while (one !== own && one !== one.parent) one = one.parent;
    return one === own;
  }

  /** Reports come through a port of our own, which what is shown cannot reach. */
  #connect(): void {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#unanswered = 0;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const report = v.safeParse(reportMessage, data);
      if (!report.success) return;
      const { output } = report;
      if (output.ensemble === 'pong') this.#heard();
      else if (output.ensemble !== 'link' || !this.clicked || !openLink(output.href))
        this.#listen(output);
    };
    // The frame has an opaque origin, so no narrower target than `*` exists; nothing here is secret.
    const connect = { ensemble: 'connect', tools: this.#tools };
    this.#frame?.contentWindow?.postMessage(connect, '*', [port2]);
    this.#ping = window.setInterval(() => this.#ask(), PING_MS);
    if (this.#linked !== '') this.link(this.#linked);
    this.redraw();
  }

  #heard(): void {
    this.#unanswered = 0;
    this.#settled();
  }

  #ask(): void {
    // A page in the background is given little time, and so is its preview.
    if (document.hidden) this.#unanswered = 0;
    if (this.#unanswered >= MAX_UNANSWERED_PINGS) {
      this.stop('silence');
      return;
    }
    this.#unanswered += 1;
    this.#port?.postMessage({ ensemble: 'ping' });
  }
}

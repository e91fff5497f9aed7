/** The messages between the editor and its preview (postMessage), validated on arrival. */
import * as v from 'valibot';
import { linkReport } from './link-report.ts';

const place = v.tuple([v.number(), v.number()]);
const short = v.pipe(v.string(), v.maxLength(2000));

/** From the editor to the `?preview` page: show this document instead of the last one. */
export const drawMessage = v.object({
  ensemble: v.literal('draw'),
  html: v.string(),
  /** Whether its scripts run from the start, even if the document is the same. */
  afresh: v.boolean(),
  /** Which page of the site it is: another one is shown from its top. */
  page: v.string(),
});

/** From the editor: here is the port through which to talk. */
export const connectMessage = v.object({
  ensemble: v.literal('connect'),
  /** Whether teaching tools are at hand around the preview. */
  tools: v.boolean(),
});

/** From the editor through the port: the teaching tools of this instrument are open; of none, where it is empty. */
export const linkMessage = v.object({ ensemble: v.literal('link'), id: short });

/** From the editor through the port: what the teaching tools do with that instrument (`LinkCommand`). */
export const commandsMessage = v.object({
  ensemble: v.literal('commands'),
  commands: v.array(v.unknown()),
});

/** From the editor through the port: is anybody there? */
export const pingMessage = v.object({ ensemble: v.literal('ping') });

/** From a drawn document, through the `?preview` page, to the editor. */
export const reportMessage = v.variant('ensemble', [
  v.object({ ensemble: v.literal('ready') }),
  v.object({ ensemble: v.literal('pong') }),
  /** A document begins to load; what is reported from here on is of this one. */
  v.object({ ensemble: v.literal('loading') }),
  v.object({ ensemble: v.literal('drawn') }),
  /** The answer to a change: whether it was made, or the document has to load again with these instruments. */
  v.object({
    ensemble: v.literal('changed'),
    serial: v.number(),
    reload: v.boolean(),
    instruments: v.pipe(v.array(v.tuple([v.string(), v.unknown()])), v.maxLength(64)),
  }),
  v.object({ ensemble: v.literal('restored') }),
  v.object({ ensemble: v.literal('scroll'), place }),
  v.object({ ensemble: v.literal('link'), href: short }),
  /** Another page of the site is to be shown. */
  v.object({ ensemble: v.literal('page'), page: short }),
  v.object({
    ensemble: v.literal('log'),
    level: v.picklist(['error', 'warn', 'info', 'log', 'debug']),
    text: short,
    /** Line in the drawn document, from 1; 0 if unknown. */
    line: v.number(),
    /** An address that the message is about, to find its line where `line` is unknown; otherwise empty. */
    about: v.optional(short, ''),
  }),
  /** The teaching tools of an instrument are wanted; `id` is empty where what it learns is not kept. */
  v.object({ ensemble: v.literal('teach'), id: short, mode: short }),
  /** Where the instrument stands whose teaching tools are open; without a state, the page does not have it. */
  v.object({ ensemble: v.literal('instrument'), id: short, state: v.optional(linkReport) }),
]);
export type PreviewReport = v.InferOutput<typeof reportMessage>;

/** Most reports a drawn document may send; the rest is dropped, so an endless loop of errors does no harm. */
export const MAX_REPORTS = 200;

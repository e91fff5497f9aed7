/** What the editor and its preview say to each other by postMessage, checked on arrival. */
import * as v from 'valibot';

const place = v.tuple([v.number(), v.number()]);
const short = v.pipe(v.string(), v.maxLength(2000));

/** From the editor to the `?preview` page: show this document, nothing of the last one. */
export const drawMessage = v.object({ ensemble: v.literal('draw'), html: v.string() });

/** From a drawn document, through the `?preview` page, to the editor. */
export const reportMessage = v.variant('ensemble', [
  v.object({ ensemble: v.literal('ready') }),
  v.object({ ensemble: v.literal('drawn') }),
  v.object({ ensemble: v.literal('scroll'), place }),
  v.object({ ensemble: v.literal('link'), href: short }),
  v.object({
    ensemble: v.literal('log'),
    level: v.picklist(['error', 'warn', 'info', 'log', 'debug']),
    text: short,
    /** Line in the drawn document, 1 is the first; 0 where none is known. */
    line: v.number(),
  }),
]);
export type Report = v.InferOutput<typeof reportMessage>;

/** Most a drawn document may say before the rest is dropped: a loop of errors must not hurt. */
export const REPORTS_PER_DRAW = 200;

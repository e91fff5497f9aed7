/** What the editor asks of the worker that makes pictures fit, and what it answers. */
import * as v from 'valibot';

export interface FitRequest {
  readonly file: Blob;
  /** Media type of the result; a browser that cannot write it gives a PNG. */
  readonly type: string;
  /** Pixels of the longer side, at most. */
  readonly maxSide: number;
  readonly maxBytes: number;
}

const pixels = v.pipe(v.number(), v.integer(), v.minValue(1));
const Size = v.object({ width: pixels, height: pixels });

const Picture = v.object({ blob: v.instance(Blob), from: Size, to: Size });

/** The picture and its size before and after. */
export type Fitted = v.InferOutput<typeof Picture>;
/** Undefined where the browser cannot read it. */
export const FitReply = v.optional(Picture);

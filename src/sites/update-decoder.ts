/**
 * Reads updates (v1) as Yjs does. A long text of ASCII is kept outside of V8's heap, where allocating it takes less time.
 */
import { isAscii } from 'node:buffer';
import * as decoding from 'lib0/decoding';
import * as Y from 'yjs';

/** Shorter texts are within the heap in any case (V8 keeps texts from 1,031,913 characters on outside). */
const LONG_BYTES = 1_048_576;

export class UpdateDecoder extends Y.UpdateDecoderV1 {
  override readString(): string {
    const { restDecoder } = this;
    if (decoding.peekVarUint(restDecoder) < LONG_BYTES) return super.readString();
    const start = restDecoder.pos;
    const { buffer, byteOffset, length } = decoding.readVarUint8Array(restDecoder);
    const bytes = Buffer.from(buffer, byteOffset, length);
    if (isAscii(bytes)) return bytes.toString('latin1');
    restDecoder.pos = start;
    return super.readString();
  }
}

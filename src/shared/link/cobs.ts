/**
 * Consistent Overhead Byte Stuffing: removes every zero byte so that a zero can end a frame.
 * S. Cheshire and M. Baker, IEEE/ACM Transactions on Networking 7(2), 1999. The same encoding as
 * firmware/device/cobs.h.
 */

/** Encodes `bytes`; the result holds no zero and is at most length + length/254 + 1 long. */
export function cobsEncode(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length + Math.floor(bytes.length / 254) + 1);
  let end = 1;
  let codeAt = 0;
  let code = 1;
  for (const byte of bytes) {
    if (byte !== 0) {
      out[end++] = byte;
      code += 1;
    }
    if (byte === 0 || code === 0xff) {
      out[codeAt] = code;
      code = 1;
      codeAt = end++;
    }
  }
  out[codeAt] = code;
  return out.subarray(0, end);
}

/** Decodes one block (without its zero); undefined when it is not COBS. */
export function cobsDecode(block: Uint8Array): Uint8Array | undefined {
  const out: number[] = [];
  let at = 0;
  while (at < block.length) {
    const code = block[at++] ?? 0;
    const run = block.subarray(at, at + code - 1);
    if (code === 0 || run.length < code - 1 || run.includes(0)) return undefined;
    out.push(...run);
    at += run.length;
    if (code !== 0xff && at < block.length) out.push(0);
  }
  return Uint8Array.from(out);
}

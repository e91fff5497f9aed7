/**
 * Bytes as text that compresses like the bytes themselves: a letter a byte. Base64 cuts bytes into pieces of 6 bits, which
 * hides repetition: WebAssembly in it is 30 % larger once compressed.
 */

/** Space, the first letter that scripts and documents never change. */
const FIRST = 0x20;

export function textOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(FIRST + byte);
  return text;
}

/** @param text from `textOfBytes` */
export function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i) - FIRST;
  return bytes;
}

/** Bytes as base64 text and back. */

/** @throws TypeError if the text is not base64 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  let binary: string;
  try {
    binary = atob(text.trim());
  } catch {
    throw new TypeError('not base64');
  }
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

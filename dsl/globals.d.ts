/** The UTF-8 codec, which every runtime has and TypeScript's ECMAScript library does not declare. */
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}
interface TextDecoderOptions {
  readonly fatal?: boolean;
  readonly ignoreBOM?: boolean;
}
declare class TextDecoder {
  constructor(label?: string, options?: TextDecoderOptions);
  decode(bytes?: ArrayBufferView | ArrayBuffer, options?: { readonly stream?: boolean }): string;
}

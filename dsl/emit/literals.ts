/** Any string and any finite double as a literal that C++, TypeScript or HTML reads back exactly. */

const encoder = new TextEncoder();

/** Gives a C++ string literal of the text's UTF-8 bytes: safe from trigraphs, escapes and charsets. */
export function cppString(text: string): string {
  let literal = '"';
  for (const byte of encoder.encode(text)) {
    const character = String.fromCharCode(byte);
    // Three octal digits always: a digit that follows cannot join the escape.
    if (byte < 0x20 || byte > 0x7e) literal += `\\${byte.toString(8).padStart(3, '0')}`;
    else literal += '"\\?'.includes(character) ? `\\${character}` : character;
  }
  return `${literal}"`;
}

/** Gives a C++ literal of type double; the shortest digits that read back as the same number. */
export function cppDouble(value: number): string {
  const digits = number(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

/** Gives a number literal that JavaScript and JSON read back exactly, -0 too. */
export function number(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Gives a TypeScript string literal that is also safe inside an inline script element. */
export function tsString(text: string): string {
  return JSON.stringify(text).replace(/[<\p{Zl}\p{Zp}\p{Cc}\p{Cf}]/gu, (character) =>
    // Also what turns the direction of writing, so that no label can disguise the code beside it.
    [...Array(character.length).keys()]
      .map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Gives text for HTML content and quoted attributes; characters HTML cannot hold become pictures of them. */
export function html(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replace(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, (character) => {
      if (/[\t\n]/.test(character)) return character;
      const code = character.codePointAt(0) ?? 0;
      return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
    });
}

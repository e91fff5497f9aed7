/** Content negotiation: encodings and media types by their quality values (RFC 9110 §12). */

export type Encoding = 'br' | 'gzip' | 'identity';

interface Choice {
  readonly value: string;
  readonly quality: number;
}

function parse(list: string): Choice[] {
  return list.split(',').map((item) => {
    const [value = '', ...parameters] = item.split(';');
    let quality = 1;
    for (const parameter of parameters) {
      const [key = '', text = ''] = parameter.split('=');
      if (key.trim().toLowerCase() === 'q') {
        const number = Number(text.trim());
        quality = number >= 0 && number <= 1 ? number : 0;
      }
    }
    return { value: value.trim().toLowerCase(), quality };
  });
}

// A browser sends the same text with every request, so the last few results are cached.
const remembered = new Map<string, Encoding>();
const REMEMBERED = 64;

/**
 * The best encoding we offer; brotli before gzip at equal quality, and either before identity unless
 * identity is named with a higher one. Absent means identity.
 */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const known = remembered.get(accepted);
  if (known !== undefined) return known;
  const choices = parse(accepted);
  const any = choices.find(({ value }) => value === '*')?.quality ?? 0;
  const quality = (name: string) =>
    Math.max(...choices.filter(({ value }) => value === name).map((choice) => choice.quality), -1);
  const br = quality('br') < 0 ? any : quality('br');
  const x = Math.max(quality('gzip'), quality('x-gzip'));
  const gzip = x < 0 ? any : x;
  const least = Math.max(0, quality('identity'));
  const coding = br >= gzip ? 'br' : 'gzip';
  const best = Math.max(br, gzip);
  const chosen = best > 0 && best >= least ? coding : 'identity';
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(accepted, chosen);
  return chosen;
}

/**
 * True if the client names HTML and prefers nothing else we offer; `*\/*` alone means it is a program.
 * The quality of JSON is that of the most specific range (RFC 9110 §12.5.1).
 */
export function prefersHtml(accepted: string | undefined): boolean {
  if (accepted === undefined || !/html/i.test(accepted)) return false;
  const choices = parse(accepted);
  const best = (...wanted: readonly string[]): number | undefined => {
    const named = choices.filter(({ value }) => wanted.includes(value));
    return named.length > 0 ? Math.max(...named.map(({ quality }) => quality)) : undefined;
  };
  const html = best('text/html', 'application/xhtml+xml') ?? 0;
  const json =
    best('application/problem+json', 'application/json') ?? best('application/*') ?? best('*/*');
  return html > 0 && html >= (json ?? 0);
}

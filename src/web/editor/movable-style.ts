/** A style sheet that stands elsewhere than it did: what it names keeps its address, or comes along. */

/** What a style sheet names: pictures and fonts, and further style sheets. */
const NAMED = /url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^()"'\s]*))\s*\)/g;

/** Addresses of what a style sheet shows, whole. @param base its own address */
export function shownIn(style: string, base: string): string[] {
  const named = [...style.matchAll(NAMED)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  return named.flatMap((name) => {
    const whole = wholeAddress(name, base);
    return whole === undefined ? [] : [whole];
  });
}

function wholeAddress(name: string, base: string): string | undefined {
  if (name === '' || /^(?:data:|#)/i.test(name) || !URL.canParse(name, base)) return undefined;
  return new URL(name, base).href;
}

/** A style sheet that can stand anywhere: what it names has its whole address, or is data. */
export function movableStyle(
  style: string,
  base: string,
  data: ReadonlyMap<string, string>,
): string {
  const named = style.replaceAll(NAMED, (whole, a?: string, b?: string, c?: string) => {
    const address = wholeAddress(a ?? b ?? c ?? '', base);
    return address === undefined ? whole : `url("${data.get(address) ?? address}")`;
  });
  return named.replaceAll(/(@import\s+)(["'])([^"'\n]+)\2/g, (whole, start, _, name) => {
    const address = wholeAddress(name, base);
    return address === undefined ? whole : `${start}"${address}"`;
  });
}

/** Numbers as people read them, without losing a digit: 20 000, 0.001, 1e-7. */
import { number } from './literals.ts';

/** Narrow no-break space, so that a number never breaks over two lines. */
const THIN = '\u202f';

/** Gives every digit of the number, thousands apart, with a real minus sign. */
export function readable(value: number): string {
  const digits = number(value);
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(digits) ?? [];
  const apart = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
  return `${sign === '-' ? '−' : ''}${apart}${rest}`;
}

/** Gives the number with the symbol of its unit. */
export const withUnit = (value: number, symbol: string): string =>
  symbol === '' ? readable(value) : `${readable(value)}${THIN}${symbol}`;

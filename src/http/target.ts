/** The request target as the client wrote it: split and checked before anything is decoded. */

export interface RequestTarget {
  /** From the first slash up to the question mark, still percent-encoded. */
  readonly path: string;
  /** After the question mark, still percent-encoded; empty if there is none. */
  readonly query: string;
}

export type TargetFault = 'target-malformed' | 'target-too-long';

// Visible ASCII without '#', and '%' only before two hexadecimal digits.
const WELL_FORMED = /^(?:[!"$&-~]|%[\dA-Fa-f]{2})*$/;
// A host is required, user information is not allowed (RFC 9110 §4.2).
const ABSOLUTE = /^https?:\/\/(?:\[[\dA-Fa-f:.]+\]|[\w\-.~%!$&'()*+;=]+)(?::\d{0,5})?(?=[/?]|$)/i;

/**
 * Splits an origin-form (`/path?query`) or absolute-form (`http://host/path`) target; RFC 9112 requires
 * both. Invalid or overlong UTF-8, NUL and a bare '%' are malformed in any part.
 */
export function readTarget(raw: string, limitBytes: number): RequestTarget | TargetFault {
  // Node gives one character per byte here, so length is bytes.
  if (raw.length > limitBytes) return 'target-too-long';
  if (!WELL_FORMED.test(raw)) return 'target-malformed';
  let rest = raw;
  if (!raw.startsWith('/')) {
    rest = raw.replace(ABSOLUTE, '');
    if (rest === raw) return 'target-malformed';
    if (!rest.startsWith('/')) rest = `/${rest}`;
  }
  if (rest.includes('%') && !decodes(rest)) return 'target-malformed';
  const mark = rest.indexOf('?');
  if (mark === -1) return { path: rest, query: '' };
  return { path: rest.slice(0, mark), query: rest.slice(mark + 1) };
}

function decodes(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes('\0');
  } catch {
    return false;
  }
}

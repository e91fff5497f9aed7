/** `GET /api`: the information document, everything but its timestamp serialised once. */
import { DATA_HEADERS } from '../http/policy.ts';
import type { Route, Router } from '../http/router.ts';
import { send } from '../http/send.ts';

const API_VERSION = '1.0.0';

/** `toISOString` always gives this many characters for years 0 to 9999. */
const TIMESTAMP_CHARACTERS = '2026-01-01T00:00:00.000Z'.length;

const DESCRIPTION =
  "A collaborative website hosting platform where users create and edit each other's websites.";

/** `router` is asked at the first request, when every route of the table is known. */
export function apiRoute(router: () => Router): Route {
  let made: { readonly before: string; readonly head: string[] } | undefined;
  const prepare = () => {
    const known = {
      name: 'Ensemble',
      version: API_VERSION,
      description: DESCRIPTION,
      endpoints: router().endpoints(),
    };
    const before = `${JSON.stringify(known).slice(0, -1)},"timestamp":"`;
    if (Buffer.byteLength(before) !== before.length) {
      throw new Error('What /api says of the routes must be ASCII.');
    }
    const bytes = before.length + TIMESTAMP_CHARACTERS + '"}'.length;
    return { before, head: headOf(bytes) };
  };
  return {
    method: 'GET',
    pattern: '/api',
    about: 'Information about this interface and its routes, as JSON',
    handle({ response }) {
      made ??= prepare();
      // ASCII throughout, and so one character a byte.
      send(response, 200, made.head, `${made.before}${timestamp()}"}`);
    },
  };
}

let lastMillisecond = Number.NaN;
let lastText = '';

/** The present as ISO 8601; under load, many answers share a millisecond and its text. */
function timestamp(): string {
  const now = Date.now();
  if (now !== lastMillisecond) {
    lastMillisecond = now;
    lastText = new Date(now).toISOString();
  }
  return lastText;
}

function headOf(bytes: number): string[] {
  return [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(bytes),
    'Cache-Control',
    'no-store',
    // The document is public and the same for everybody: pages elsewhere may read it.
    'Access-Control-Allow-Origin',
    '*',
    ...DATA_HEADERS,
  ];
}

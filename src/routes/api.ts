/** `GET /api`: the information document, everything but its timestamp serialised once. */
import { DATA_HEADERS } from '../http/policy.ts';
import type { Route, Router } from '../http/router.ts';
import { send } from '../http/send.ts';
import { API_TEXT } from './text.ts';

const API_VERSION = '1.0.0';

/** `toISOString` always gives this many characters for years 0 to 9999. */
const TIMESTAMP_CHARACTERS = '2026-01-01T00:00:00.000Z'.length;

/** @param router called at the first request, when every route has been registered */
export function apiRoute(router: () => Router): Route {
  let prepared: { readonly before: string; readonly head: string[] } | undefined;
  const prepare = () => {
    const fields = {
      name: 'Ensemble',
      version: API_VERSION,
      description: API_TEXT.description,
      endpoints: router().endpoints(),
    };
    const before = `${JSON.stringify(fields).slice(0, -1)},"timestamp":"`;
    if (Buffer.byteLength(before) !== before.length) {
      throw new Error('/api must be ASCII: its length is counted in characters');
    }
    const bytes = before.length + TIMESTAMP_CHARACTERS + '"}'.length;
    return { before, head: headOf(bytes) };
  };
  return {
    method: 'GET',
    pattern: '/api',
    about: API_TEXT.api,
    handle({ response }) {
      prepared ??= prepare();
      // ASCII: one character is one byte.
      send(response, 200, prepared.head, `${prepared.before}${timestamp()}"}`);
    },
  };
}

let lastMillisecond = Number.NaN;
let lastText = '';

/** The current time as ISO 8601; under load, many responses share a millisecond and its text. */
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
    // The document is public and the same for everyone, so pages on other origins may read it.
    'Access-Control-Allow-Origin',
    '*',
    ...DATA_HEADERS,
  ];
}

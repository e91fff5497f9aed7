/** Security headers: what pages of ours, and what members' sites, may do in a browser. */
import { createHash } from 'node:crypto';

/** On every answer, whatever it is. */
const ALWAYS: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
];

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const NO_DEVICES =
  'camera=(), microphone=(), midi=(), serial=(), usb=(), hid=(), geolocation=(), payment=(), display-capture=()';
const OUR_DEVICES =
  'camera=(), microphone=(self), midi=(self), serial=(self), usb=(self), hid=(), geolocation=(), payment=(), display-capture=()';

/** Headers of documents that are no pages: JSON, problems. */
export const DATA_HEADERS: readonly string[] = [...ALWAYS, 'Content-Security-Policy', NOTHING];

/** The CSP source that allows exactly this inline text. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

export interface PlatformNeeds {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Pages that play: WebAssembly, worklets and workers from blobs. Default false. */
  readonly audio?: boolean;
  /** Pages that edit: WebSocket to our own origin, frames of our own. Default false. */
  readonly editing?: boolean;
  /** Who may frame the page. Default nobody. */
  readonly framedBy?: 'nobody' | 'us';
}

/**
 * Headers of our own pages: only the scripts and styles that are in the document run, by their
 * hashes, which unlike nonces stay the same and so keep the page cacheable and precompressed.
 */
export function platformHeaders(needs: PlatformNeeds): string[] {
  const { scripts, styles, audio = false, editing = false, framedBy = 'nobody' } = needs;
  const script = [...scripts.map(hashSource), ...(audio ? ["'wasm-unsafe-eval'", 'blob:'] : [])];
  const policy = [
    "default-src 'none'",
    `script-src ${script.length > 0 ? script.join(' ') : "'none'"}`,
    `style-src ${styles.length > 0 ? styles.map(hashSource).join(' ') : "'none'"}`,
    'img-src data: blob:',
    'media-src data: blob:',
    'font-src data:',
    `connect-src ${editing ? "'self'" : "'none'"}`,
    `frame-src ${editing ? "'self'" : "'none'"}`,
    `worker-src ${audio || editing ? 'blob:' : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy === 'us' ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${scripts.length > 0 ? 'ensemble' : "'none'"}`,
  ];
  return [
    ...ALWAYS,
    'Content-Security-Policy',
    policy.join('; '),
    'Permissions-Policy',
    audio || editing ? OUR_DEVICES : NO_DEVICES,
  ];
}

/**
 * Headers of members' sites: code nobody vouches for. The sandbox gives the page an opaque origin
 * (no storage, no cookies, no way to the editor's data); `connect-src 'none'` keeps it from talking
 * to anyone, us included.
 */
export function siteHeaders(): string[] {
  const policy = [
    'sandbox allow-scripts allow-downloads allow-modals allow-pointer-lock',
    "default-src 'none'",
    "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: data:",
    "style-src 'unsafe-inline' https: data:",
    'img-src https: data: blob:',
    'media-src https: data: blob:',
    'font-src https: data:',
    "connect-src 'none'",
    'worker-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ];
  return [
    ...ALWAYS,
    'Content-Security-Policy',
    policy.join('; '),
    'Permissions-Policy',
    NO_DEVICES,
  ];
}

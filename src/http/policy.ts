/** Security headers: what our pages and members' sites may do in a browser. */
import { createHash } from 'node:crypto';
import { DELIVERY_NETWORKS } from '../shared/site/delivery-networks.ts';

/** On every response. */
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

const LIBRARIES = DELIVERY_NETWORKS.map((host) => `https://${host}`).join(' ');

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const NO_DEVICES =
  'camera=(), microphone=(), midi=(), serial=(), usb=(), hid=(), geolocation=(), payment=(), display-capture=(), publickey-credentials-get=(), publickey-credentials-create=()';
const OUR_DEVICES =
  'camera=(), microphone=(self), midi=(self), serial=(self), usb=(self), hid=(), geolocation=(), payment=(), display-capture=()';

/** Headers of documents that are not pages: JSON, problem details. */
export const DATA_HEADERS: readonly string[] = [...ALWAYS, 'Content-Security-Policy', NOTHING];

/** Headers of the service worker, which requests our pages for whoever opens them. */
export const SERVICE_WORKER_HEADERS: readonly string[] = [
  ...ALWAYS,
  'Content-Security-Policy',
  `${NOTHING}; connect-src 'self'`,
];

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
  /** Pages that may get libraries of sites from their delivery networks, to export them. Default false. */
  readonly libraries?: boolean;
  /** Pages with frames of our own. Default: those that edit. */
  readonly frames?: boolean;
  /** Pages that open without the server: they register a service worker. Default false. */
  readonly offline?: boolean;
  /** Who may frame the page. Default nobody. */
  readonly framedBy?: 'nobody' | 'us';
}

/**
 * Headers of our own pages: only the scripts and styles that are in the document run, by their
 * hashes, which unlike nonces stay the same and so keep the page cacheable and precompressed.
 */
export function platformHeaders(needs: PlatformNeeds): string[] {
  const { scripts, styles, audio = false, editing = false, framedBy = 'nobody' } = needs;
  const { frames = editing, libraries = false, offline = false } = needs;
  const own = editing ? ["'self'", ...(libraries ? [LIBRARIES] : [])] : ["'none'"];
  const script = [...scripts.map(hashSource), ...(audio ? ["'wasm-unsafe-eval'", 'blob:'] : [])];
  const workers = [...(audio || editing ? ['blob:'] : []), ...(offline ? ["'self'"] : [])];
  const policy = [
    "default-src 'none'",
    `script-src ${script.length > 0 ? script.join(' ') : "'none'"}`,
    `style-src ${styles.length > 0 ? styles.map(hashSource).join(' ') : "'none'"}`,
    'img-src data: blob:',
    'media-src data: blob:',
    'font-src data:',
    `connect-src ${own.join(' ')}`,
    `frame-src ${frames ? "'self'" : "'none'"}`,
    `worker-src ${workers.length > 0 ? workers.join(' ') : "'none'"}`,
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
 * The sandbox of members' sites, whose code is untrusted. Without `allow-same-origin` its origin is opaque: no
 * storage, no cookies, no way to the editor's data.
 */
const SANDBOX = 'allow-scripts allow-forms allow-downloads allow-modals allow-pointer-lock';

/**
 * The sandbox of a published site: a click may lead the whole page elsewhere, a script alone may not. Windows it opens
 * are pages of their own, or other websites would not work in them.
 */
export const SITE_SANDBOX = `${SANDBOX} allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox`;

/**
 * No policy directive stops WebRTC; this header does (Chromium from 152), for the document and the frames in it.
 * Every other connection is left to the policy.
 */
const NO_WEBRTC = '("http{s}?://*:*/*");redirects=allow;webrtc=block';

/** `connect-src 'none'` keeps a site from talking to anyone, us included; `form-action 'none'` likewise. */
function untrustedHeaders(sandbox: string, ancestors: "'self'" | "'none'"): string[] {
  const policy = [
    `sandbox ${sandbox}`,
    "default-src 'none'",
    `script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: data: ${LIBRARIES}`,
    "style-src 'unsafe-inline' https: data:",
    'img-src https: data: blob:',
    'media-src https: data: blob:',
    'font-src https: data:',
    "connect-src 'none'",
    'worker-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ];
  return [
    ...ALWAYS,
    'Content-Security-Policy',
    policy.join('; '),
    'Permissions-Policy',
    NO_DEVICES,
    'Connection-Allowlist',
    NO_WEBRTC,
    'X-DNS-Prefetch-Control',
    'off',
  ];
}

/** Headers of a published site's page and of its export. The frame in it inherits them all. */
export function siteHeaders(): string[] {
  return untrustedHeaders(SITE_SANDBOX, "'none'");
}

/** Headers of the page in which the editor draws a site that is being written. */
export function previewHeaders(): string[] {
  return untrustedHeaders(SANDBOX, "'self'");
}

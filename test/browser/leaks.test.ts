/** What a published site may try to tell others past its policy: WebRTC, speculation rules, hints. Measured at the sockets. */
import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Chromium } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { startPublished } from '../support/published.ts';

/** Chromium without the header that closes WebRTC, as other browsers are. */
const WITHOUT_HEADER = ['--disable-features=ConnectionAllowlists'];
const SETTLE_MS = 1_000;

const portOf = (address: AddressInfo | string | null): number => {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

const udp = createSocket('udp4');
let packets = 0;
udp.on('message', () => {
  packets += 1;
});
await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
const stun = udp.address().port;

const connections: string[] = [];
const elsewhere: Server = createServer((request, response) => {
  connections.push(request.url ?? '');
  response.end('x');
});
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
const other = `http://127.0.0.1:${portOf(elsewhere.address())}`;

const CALL = `const Made = window.RTCPeerConnection || window.webkitRTCPeerConnection;
  if (Made) { window.kept = new Made({ iceServers: [{ urls: 'stun:127.0.0.1:${stun}' }] });
  kept.createDataChannel('x'); kept.createOffer().then((offer) => kept.setLocalDescription(offer)); }`;
const CHILD = `<script>${CALL}</script>`
  .replaceAll('&', '&amp;')
  .replaceAll('"', '&quot;')
  .replaceAll('</', '&lt;/');
const made = (text: string) => JSON.stringify(text).replaceAll('</', '<\\/');

/** [what is tried, markup of the site, whether it holds without the header too] */
const CALLS: readonly (readonly [string, string, boolean])[] = [
  ['from the page itself', `<script>${CALL}</script>`, true],
  ['behind a tag that hides what follows', `<html title=">"><script>${CALL}</script>`, true],
  ['behind a comment that ends early', `<!--><script>${CALL}</script>--><!doctype html>`, true],
  ['from a document in a frame', `<iframe srcdoc="${CHILD}"></iframe>`, true],
  [
    'from a frame in a frame',
    `<iframe srcdoc="<iframe srcdoc='${CHILD.replaceAll("'", '&apos;').replaceAll('&', '&amp;')}'></iframe>"></iframe>`,
    true,
  ],
  [
    'from a frame that a script made and held the page up for',
    `<body><script>const f = document.createElement('iframe'); f.srcdoc = ${made(`<script>${CALL}</script>`)}; document.body.append(f);
     for (const end = Date.now() + 500; Date.now() < end; );</script>`,
    true,
  ],
  [
    'from a frame whose address is a script',
    `<body><script>const f = document.createElement('iframe'); f.src = 'java\\nscript:' + encodeURIComponent(${made(`'<script>${CALL}</script>'`)}); document.body.append(f);</script>`,
    true,
  ],
  [
    'from a frame in a shadow root',
    `<body><script>const f = document.createElement('iframe'); f.srcdoc = ${made(`<script>${CALL}</script>`)};
     document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'closed' }).append(f);</script>`,
    true,
  ],
  [
    'from a document that replaced the page',
    `<script>setTimeout(() => { document.open(); document.write(${made(`<script>${CALL}</script>`)}); document.close(); }, 100);</script>`,
    true,
  ],
  [
    'by a link that is a script',
    `<script>location = 'javascript:' + encodeURIComponent(${made(`'<script>${CALL}</script>'`)});</script>`,
    true,
  ],
  [
    'from an object of the page',
    `<script>location = URL.createObjectURL(new Blob([${made(`<script>${CALL}</script>`)}], { type: 'text/html' }));</script>`,
    true,
  ],
  [
    'from a frame in a shadow root that the markup declares',
    `<div><template shadowrootmode="closed"><iframe srcdoc="${CHILD}"></iframe></template></div>`,
    false,
  ],
];

const SPECULATION = `<!doctype html><script type="speculationrules">{"prefetch":[{"source":"list","urls":["${other}/prefetch"],"eagerness":"immediate"}],
  "prerender":[{"source":"list","urls":["${other}/prerender"],"eagerness":"immediate"}]}</script>
  <link rel="prefetch" href="${other}/link"><link rel="prerender" href="${other}/link-prerender"><link rel="modulepreload" href="${other}/module">
  <link rel="preload" as="image" href="${other}/preload"><link rel="icon" href="${other}/icon"><link rel="manifest" href="${other}/manifest">`;

const documents = CALLS.map(([, markup], at): [string, string] => [
  `call-${at}`,
  markup.includes('<!doctype') ? markup : `<!doctype html>${markup}`,
]);
const { port, close } = await startPublished({
  ...Object.fromEntries(documents),
  speculation: SPECULATION,
});

async function visit(chromium: Chromium, name: string): Promise<void> {
  const page = await chromium.browser.newPage();
  // A document that is refused a call may lose its process with it; that is its own loss.
  await page.goto(`http://127.0.0.1:${port}/member/${name}`).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  await page.close();
}

for (const [browser, flags] of [
  ['a browser that knows the header', []],
  ['a browser that does not', WITHOUT_HEADER],
] as const) {
  test(`no packet of a call leaves ${browser}`, async () => {
    const chromium = await Chromium.launch({ isolated: true, flags });
    try {
      for (const [at, [what, , always]] of CALLS.entries()) {
        if (!always && flags.length > 0) continue;
        packets = 0;
        await visit(chromium, `call-${at}`);
        assert.is(packets, 0, what);
      }
    } finally {
      await chromium.close();
    }
  });
}

test('nothing is fetched ahead from an http address', async () => {
  const chromium = await Chromium.launch({ isolated: true });
  try {
    await visit(chromium, 'speculation');
    assert.equal(connections, []);
  } finally {
    await chromium.close();
  }
});

closing(udp, elsewhere, close);

test.run();

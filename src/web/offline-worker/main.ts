/**
 * The service worker: opens the homepage, the player, reference cards and the editor when the server can't be reached,
 * as they were when it last could. What people make is stored by the pages themselves.
 */
import { type KeptPage, keptPage } from './kept-page.ts';

declare const self: ServiceWorkerGlobalScope;

/** https://w3c.github.io/ServiceWorker/#register-router-method */
interface RouterEvent extends ExtendableEvent {
  addRoutes(routes: readonly unknown[]): Promise<void>;
}

const CACHE = 'pages';
/** Whoever has waited so long for the server gets the page that is kept. */
const SERVER_MS = 4_000;
/** What a proxy says while the server behind it is away, and the server while it starts or stops. */
const AWAY = [502, 503, 504];
/** In the policy of our pages, and of nothing that a proxy or the login page of a network answers in their place. */
const OURS = "require-trusted-types-for 'script'";
/** Visitors of sites do not wait until this worker has started. */
const SITES = ['', 'page=*'].map((search) => ({
  condition: { urlPattern: { pathname: '/member/*', search } },
  source: 'network',
}));

/** The address under which a page is kept, which is none of the server's. */
const keyOf = (page: KeptPage): string => `/kept/${page}`;

const policyOf = ({ headers }: Response): string => headers.get('Content-Security-Policy') ?? '';

async function kept(page: KeptPage): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return cache.match(keyOf(page), { ignoreVary: true });
}

/** Whether an answer is the page that is kept, with the same policy. */
function isSame(answer: Response, old: Response): boolean {
  const tag = answer.headers.get('ETag');
  return tag !== null && tag === old.headers.get('ETag') && policyOf(answer) === policyOf(old);
}

/** Keeps an answer with all its headers, among them its policy, if it is a page of ours. */
async function keep(page: KeptPage, answer: Response): Promise<void> {
  const isOurs = answer.ok && !answer.redirected && policyOf(answer).includes(OURS);
  const old = isOurs ? await kept(page) : undefined;
  if (!isOurs || (old !== undefined && isSame(answer, old))) return answer.body?.cancel();
  await (await caches.open(CACHE)).put(keyOf(page), answer);
}

/** Keeps the pages that are open, loaded before this worker was there, and the player, which instruments need. */
async function keepOpenPages(): Promise<void> {
  const clients = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const addresses = new Map<KeptPage, string>([['player', '/member/ensemble?play']]);
  for (const { url } of clients) {
    const page = keptPage(new URL(url));
    if (page !== undefined) addresses.set(page, url);
  }
  const keeping = [...addresses].map(async ([page, address]) => keep(page, await fetch(address)));
  await Promise.allSettled(keeping);
}

/** The server's answer; the page that is kept if there is none, or none in time. */
async function open(page: KeptPage, answering: Promise<Response>): Promise<Response> {
  const old = await kept(page).catch(() => undefined);
  if (old === undefined) return answering;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, SERVER_MS));
  const answer = await Promise.race([answering, late]).catch(() => undefined);
  return answer === undefined || AWAY.includes(answer.status) ? old : answer;
}

const hasRoutes = (event: ExtendableEvent): event is RouterEvent => 'addRoutes' in event;

self.addEventListener('install', (event) => {
  // Where this browser knows other rules, its visitors wait.
  if (hasRoutes(event)) event.waitUntil(event.addRoutes(SITES).catch(() => {}));
  event.waitUntil(Promise.all([keepOpenPages(), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const page = request.mode === 'navigate' ? keptPage(new URL(request.url)) : undefined;
  if (page === undefined || request.method !== 'GET') return;
  const answering = fetch(request);
  const keeping = answering.then((answer) => keep(page, answer.clone()));
  event.waitUntil(keeping.catch(() => {}));
  event.respondWith(open(page, answering));
});

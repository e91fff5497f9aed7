/** The service put together: routes, pages, sites and the kernel that serves them. */
import type { Logger } from 'pino';
import { MODES, modeNamed } from '../build/ts/registry.ts';
import type { ProxyTrust } from './http/address.ts';
import type { Bundles } from './http/bundles.ts';
import { Kernel } from './http/kernel.ts';
import type { OriginRule } from './http/origin.ts';
import type { Page } from './http/page.ts';
import { PageCache } from './http/page-cache.ts';
import { DATA_HEADERS } from './http/policy.ts';
import { Problems } from './http/problems.ts';
import { Router } from './http/router.ts';
import type { SiteHosts } from './http/site-host.ts';
import type { Limits } from './limits.ts';
import { type AccessLog, kernelLog } from './log.ts';
import { apiRoute } from './routes/api.ts';
import { Health } from './routes/health.ts';
import { heroOf } from './routes/hero.ts';
import { homeRoute } from './routes/home.ts';
import { homePage } from './routes/home-page.ts';
import { type MemberViews, memberRoute } from './routes/member.ts';
import { memberPage } from './routes/member-page.ts';
import { placeholderPage } from './routes/placeholder-page.ts';
import { problemPage } from './routes/problem-page.ts';
import { siteHostHandler } from './routes/site-host.ts';
import type { Sites } from './sites/sites.ts';

export interface ServiceOptions {
  readonly sites: Sites;
  readonly bundles: Bundles;
  readonly limits: Limits;
  readonly trust: ProxyTrust;
  readonly origin: OriginRule;
  readonly log: Logger;
  readonly accessLog?: AccessLog | undefined;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Hosts of sites, where they have their own. */
  readonly siteHosts?: SiteHosts | undefined;
  /** The editor's and the player's pages, the one of reference cards, and their service worker. */
  readonly views?: Partial<MemberViews & { readonly reference: Page; readonly offline: Page }>;
}

export interface Service {
  readonly kernel: Kernel;
  readonly health: Health;
  /** Fails /health, finishes running requests, closes sockets and the store. */
  close(): Promise<void>;
}

/** Everything except listening, which the caller does. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { sites, bundles, limits, trust, origin, log, accessLog, tls, views, siteHosts } = options;
  const secure =
    tls !== undefined || origin.loopbackOnly || origin.base?.startsWith('https:') === true;
  const styles = [bundles.text('platform.css')];
  const script = bundles.text('home.js');
  const hero = views?.play === undefined ? undefined : heroOf(MODES);
  const problems = new Problems(limits, DATA_HEADERS, (problem) => problemPage(problem, styles));
  const health = new Health({ ...limits, store: () => sites.health() });
  const placeholders = new PageCache({ max: limits.prepared_pages });
  const placeholder = (username: string) =>
    placeholders.get(username, 0) ??
    placeholders.put(username, 0, placeholderPage(username, styles));
  const router: Router = new Router([
    homeRoute({
      sites,
      problems,
      limits,
      render: (view) => homePage(view, { ...limits, styles, script, hero, modes: MODES, secure }),
      renderMember: (view) => memberPage(view, styles),
      play: (modeId) => (modeNamed(modeId) === undefined ? undefined : views?.play),
      reference: (modeId) => (modeNamed(modeId) === undefined ? undefined : views?.reference),
      offline: views?.offline,
    }),
    memberRoute({
      ...limits,
      sites,
      problems,
      placeholder,
      siteHosts,
      ...(views !== undefined && { views }),
    }),
    health.route,
    apiRoute(() => router),
  ]);
  const kernel = new Kernel({
    router,
    problems,
    limits,
    trust,
    origin,
    tls,
    headers: DATA_HEADERS,
    siteHosts: siteHosts && siteHostHandler({ ...limits, hosts: siteHosts, sites, problems }),
    log: kernelLog(log, accessLog),
  });
  await health.check();
  const close = async () => {
    health.drain();
    kernel.startDraining();
    const closed = kernel.close();
    await sites.disconnect();
    // Running requests still read their sites.
    await closed;
    await sites.close();
    health.close();
    accessLog?.close();
  };
  return { kernel, health, close };
}

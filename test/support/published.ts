/** A site as the server publishes it, on a service that has only it: for what the page around a site does. */
import { Page } from '../../src/http/page.ts';
import { siteHeaders } from '../../src/http/policy.ts';
import { sitePage } from '../../src/sites/site-page.ts';
import { noSites } from './no-sites.ts';
import { bundles, startService, type TestService, type TestServiceOptions } from './service.ts';

/** @param documents of the sites, whole, by username */
export async function startPublished(
  documents: Readonly<Record<string, string>>,
  options: Pick<TestServiceOptions, 'origin' | 'siteHosts'> = {},
): Promise<TestService> {
  const built = await bundles();
  const parts = {
    guard: built.text('site.js'),
    script: built.text('shell.js'),
    style: built.text('shell.css'),
  };
  const page = (name: string, document: string) =>
    new Page({
      body: sitePage(document, { name, address: `/member/${name}`, parts }),
      headers: siteHeaders(),
    });
  const pages = new Map(Object.entries(documents).map(([name, text]) => [name, page(name, text)]));
  const sites = { ...noSites(), publish: (username: string) => pages.get(username) };
  return startService({ sites, ...options });
}

/** A script by itself, for the workers of our pages. */
import type { Bundles } from '../http/bundles.ts';
import { Page } from '../http/page.ts';
import { DATA_HEADERS } from '../http/policy.ts';

/** @param name of the bundle, without `.js` */
export function scriptPage(bundles: Bundles, name: string, headers = DATA_HEADERS): Page {
  return new Page({
    body: bundles.text(`${name}.js`),
    type: 'text/javascript; charset=utf-8',
    headers,
    prepared: 'once',
  });
}

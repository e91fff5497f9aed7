/**
 * The networks from which a site may load scripts: those that tutorials and the read-me files of libraries name.
 *
 * They serve anything anybody publishes, and so add nothing to what a site may do: its own code already runs.
 * They are named because a host that serves files by version, over https, seldom changes what a site was written with.
 */
export const DELIVERY_NETWORKS: readonly string[] = [
  'cdn.jsdelivr.net',
  'unpkg.com',
  'cdnjs.cloudflare.com',
  'esm.sh',
  'ga.jspm.io',
  'code.jquery.com',
  'ajax.googleapis.com',
  'cdn.tailwindcss.com',
  'stackpath.bootstrapcdn.com',
  'maxcdn.bootstrapcdn.com',
  'd3js.org',
  'aframe.io',
];

/** An address with its scheme: without one, it is that of the page that loads it. */
export const withScheme = (address: string): string => address.replace(/^\/\//, 'https://');

/** Whether an address is one of a script that a site may load. */
export function isDelivered(address: string): boolean {
  const [, host = ''] = /^(?:https:)?\/\/([^/?#]*)/i.exec(address.trim()) ?? [];
  return DELIVERY_NETWORKS.includes(host.toLowerCase());
}

/** What the preview says of a site: in front of its own messages, and where the policy of sites stopped something. */
import { DELIVERY_NETWORKS } from '../../shared/site/delivery-networks.ts';

export const PRELUDE_TEXT = {
  notLoaded: 'Could not load',
  unhandled: 'Unhandled promise rejection:',
  form: 'The form was not sent: sites cannot send forms to a server. Handle its submit event in script.js.',
  notAsked: '(not shown in the preview)',
  file: (name: string) =>
    `Visitors get ${name === '' ? 'a file' : name} with this link. The preview opens no files.`,
  notRunAgain:
    'The page has changed while something sounds, so its scripts were not run again. Press ↻ to run them.',
  /** What the policy of sites blocked, by its directive, with `%` for the address: why, and what to do instead. */
  blocked: {
    'script-src-elem': `The script % was not loaded. Put it into script.js, or load it over https from a delivery network such as ${DELIVERY_NETWORKS.slice(0, 3).join(', ')}.`,
    'connect-src':
      '% was not fetched: sites cannot request data. Put the data into script.js, or add pictures and sounds to the site.',
    'frame-src': '% was not embedded: sites cannot hold other pages. Link to it instead.',
    'object-src': '% was not embedded: use <img>, <audio> or <video>.',
    'base-uri': '<base> does not count here. Write whole addresses.',
    'worker-src': 'The worker % was not started: make it from a Blob with its code.',
    'media-src': '% was not loaded: use its https address, or add the file to the site.',
    'img-src': '% was not loaded: use its https address, or add the file to the site.',
    'font-src': '% was not loaded: use its https address.',
    'style-src-elem': '% was not loaded: use its https address.',
  },
  blockedOther: '% was blocked: sites may not do this.',
} as const;

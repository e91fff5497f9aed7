/** What the linter says about HTML, CSS and JavaScript. */
import { DELIVERY_NETWORKS } from '../../shared/site/delivery-networks.ts';

export const LINT_TEXT = {
  duplicateAttribute: (name: string) => `Duplicate attribute ${name}: only the first one counts`,
  unmatchedClose: (name: string) => `</${name}> has no matching opening tag`,
  unclosed: (name: string) => `<${name}> is not closed: add </${name}>`,
  obsolete: (name: string, instead: string) => `<${name}> is obsolete: use ${instead}`,
  unknownElement: (name: string) => `Unknown element <${name}>`,
  duplicateId: (id: string, line: number) => `Id "${id}" is already used on line ${line}`,
  beforeDoctype: 'Move this into <body>: <!doctype html> has to be the first thing in a page',
  missingAlt: 'Add alt="…" to describe the picture',
  missingLang: 'Add lang="…" so that screen readers use the right voice',
  tabindex: 'A tabindex above 0 breaks the tab order of the page',
  remoteScript: `Scripts load only from delivery networks such as ${DELIVERY_NETWORKS.slice(0, 3).join(', ')}: find the library there, or paste the code into script.js`,
  insecure: 'Use https: a secure page does not load this',
  missingFile: (file: string) => `This site has no file ${file}: drop it onto the editor to add it`,
  instrumentId: (id: string) =>
    `“${id}” can’t be taught: an instrument’s name has a–z, 0–9, _ and -, a letter first`,
  taughtAs: (id: string, mode: string) =>
    `“${id}” was taught as ${mode}: set mode="${mode}", or give this instrument a name of its own`,
  notTaught: (id: string, others: readonly string[]) =>
    `Nothing is taught as “${id}” yet. Taught on this site, but not shown: ${others.join(', ')}`,
  missingText: (file: string) => `This site has no file ${file}: create it, or correct the name`,
  missingPage: (file: string) =>
    `This link leads nowhere: the site has no page ${file}. Create it, or correct the name`,
  missingLink: (file: string) =>
    `This link leads nowhere: the site has no file ${file}. If it is another website, write https:// in front`,
  create: (file: string) => `Create ${file}`,
  unexpected: (language: string, text: string) => `${language}: unexpected ${text}`,
  incomplete: (language: string) => `${language}: something is missing here`,
  /** What to use instead of an obsolete element. */
  instead: {
    center: 'text-align: center in style.css',
    font: 'color and font in style.css',
    marquee: 'an animation in style.css',
    blink: 'an animation in style.css',
    big: 'font-size in style.css',
    tt: '<code>',
    strike: '<s> or <del>',
    frameset: '<iframe>',
    frame: '<iframe>',
  },
} as const;

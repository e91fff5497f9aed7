/** Every folder with sources: what it is for, and which others it may import. ARCHITECTURE.md shows it, a test holds it. */

export interface Folder {
  readonly purpose: string;
  /** Exact folders; `name/*` stands for all folders below one. Its own files are always allowed. */
  readonly imports: readonly string[];
}

const folder = (purpose: string, ...imports: readonly string[]): Folder => ({ purpose, imports });

export const FOLDERS: Readonly<Record<string, Folder>> = {
  modes: folder('the instruments, one JSON file each'),
  build: folder('generated and committed: cpp, ts, schema, docs, pd; compiled: wasm'),
  dsl: folder(
    'checks and resolves mode files; engines, channels, curves, training defaults',
    'dsl/rules',
    'dsl/schema',
  ),
  'dsl/contract': folder('the C ABI and the serial wire: statuses, messages, structs, limits'),
  'dsl/schema': folder("the owner's rules in Valibot", 'dsl'),
  'dsl/rules': folder('rules a schema cannot express', 'dsl', 'dsl/contract', 'dsl/schema'),
  'dsl/emit': folder(
    'writes C, C++, TypeScript and HTML from resolved modes and the contract',
    'dsl',
    'dsl/contract',
    'dsl/schema',
  ),
  'firmware/core': folder('the network, training, taught files; units and curves'),
  'firmware/dsp': folder('building blocks of engines', 'firmware/core'),
  'firmware/engines': folder(
    'audio engines, and what they have in common',
    'firmware/core',
    'firmware/dsp',
  ),
  'firmware/instrument': folder('the run time of a mode', 'firmware/core', 'firmware/engines'),
  'firmware/abi': folder(
    'the C ABI over the run time, for browsers, boards, tools and hosts',
    'build/cpp',
    'firmware/core',
    'firmware/engines',
    'firmware/instrument',
  ),
  'firmware/device': folder(
    'what all boards share',
    'build/cpp',
    'firmware/abi',
    'firmware/core',
    'firmware/engines',
  ),
  'firmware/board': folder(
    'memory report; a codec that writes a file',
    'firmware/abi',
    'firmware/core',
    'firmware/device',
  ),
  'firmware/board/codec': folder('drivers for codec chips'),
  'firmware/board/host': folder('the device as a process', 'firmware/board', 'firmware/device'),
  'firmware/board/mps2': folder(
    'the device on an emulated Cortex-M33',
    'firmware/board',
    'firmware/device',
  ),
  'firmware/board/rp2350': folder(
    'the device on an RP2350: the only place with its pins, clocks and SDK',
    'firmware/abi',
    'firmware/board/codec',
    'firmware/device',
  ),
  'firmware/host': folder(
    'what all plugin hosts need, free of any SDK',
    'build/cpp',
    'firmware/abi',
    'firmware/dsp',
  ),
  'firmware/pd': folder('the Pure Data external', 'build/cpp', 'firmware/host'),
  'firmware/pictures': folder('pictures for documents'),
  src: folder(
    'the program, its settings, limits and log',
    'build/ts',
    'src/http',
    'src/routes',
    'src/shared/site',
    'src/sites',
  ),
  'src/http': folder(
    'strict node:http: pages, problems, policies',
    'src',
    'src/shared',
    'src/shared/site',
  ),
  'src/routes': folder(
    'the four routes and their documents',
    'build/ts',
    'dsl',
    'src',
    'src/http',
    'src/shared',
    'src/shared/instrument',
    'src/sites',
  ),
  'src/sites': folder(
    'sites while they are edited, and on disk',
    'src',
    'src/http',
    'src/shared',
    'src/shared/site',
  ),
  'src/sites/welcome': folder('the first site of a new platform'),
  'src/shared': folder(
    'for server, pages and tools: usernames, taught files, checksums',
    'build/ts',
  ),
  'src/shared/site': folder("a site's document: shape, messages, publishing, export"),
  'src/shared/instrument': folder('the C ABI in TypeScript', 'build/ts', 'dsl'),
  'src/shared/link': folder("the host's end of the serial protocol", 'build/ts', 'src/shared'),
  'src/web': folder('what several pages need: connection, session, local copy', 'src/shared/site'),
  'src/web/platform': folder('styles of all our pages'),
  'src/web/pictures': folder('pictures for documents'),
  'src/web/home': folder("the homepage's instrument", 'src/web'),
  'src/web/editor': folder('the editor', 'src/shared', 'src/shared/site', 'src/web'),
  'src/web/preview': folder('the sandboxed preview', 'src/shared/site', 'src/web'),
  'src/web/prelude': folder('runs first in a previewed site', 'src/shared/site', 'src/web/site'),
  'src/web/shell': folder('the page around a published site'),
  'src/web/site': folder("runs in a site's frame before the site does"),
  'src/web/live': folder('follows a site as it is edited', 'src/shared/site', 'src/web'),
  'src/web/sound-mode': folder(
    '`<sound-mode>`',
    'build/ts',
    'dsl',
    'src/shared',
    'src/shared/instrument',
    'src/web',
  ),
  'src/web/worklet': folder('the audio thread', 'src/shared/instrument'),
  'src/web/player': folder(
    'the player',
    'build/ts',
    'src/shared',
    'src/shared/instrument',
    'src/shared/link',
    'src/shared/site',
    'src/web',
    'src/web/sound-mode',
  ),
  'src/web/ensemble': folder(
    'the ES module for pages hosted elsewhere',
    'build/ts',
    'src/shared/instrument',
    'src/web/sound-mode',
  ),
  scripts: folder(
    'the commands behind `npm run`, a few lines each',
    'build/ts',
    'dsl',
    'src/shared/instrument',
    'src/shared/link',
    'src/shared/site',
    'scripts/*',
  ),
  'scripts/bench': folder('runs test/bench and records the results', 'scripts'),
  'scripts/build': folder('`npm run build`', 'scripts'),
  'scripts/demo': folder(
    'the tour of `npm run demo`',
    'build/ts',
    'scripts',
    'scripts/render',
    'src/shared/instrument',
  ),
  'scripts/device': folder(
    'talks to boards over USB and TCP',
    'build/ts',
    'scripts',
    'src/shared/link',
  ),
  'scripts/generate': folder(
    '`npm run gen`: files, measuring, watching',
    'build/ts',
    'dsl',
    'dsl/contract',
    'dsl/emit',
    'dsl/schema',
    'scripts',
    'scripts/instrument',
    'scripts/wasm',
    'src',
    'src/shared/instrument',
  ),
  'scripts/golden': folder(
    'hashes of how every mode sounds',
    'build/ts',
    'dsl',
    'scripts/instrument',
    'src/shared/instrument',
  ),
  'scripts/instrument': folder(
    'runs modes in Node',
    'build/ts',
    'dsl',
    'scripts',
    'scripts/generate',
    'scripts/wasm',
    'src/shared/instrument',
  ),
  'scripts/licences': folder('allowed licences, and notices'),
  'scripts/new-mode': folder(
    'drafts a mode for an engine',
    'dsl',
    'dsl/contract',
    'dsl/schema',
    'scripts',
    'scripts/generate',
    'scripts/wasm',
    'src/shared/instrument',
  ),
  'scripts/render': folder(
    'plays a mode to a WAV file and plots it',
    'build/ts',
    'dsl',
    'scripts',
    'scripts/instrument',
    'src/shared',
    'src/shared/instrument',
  ),
  'scripts/service': folder('the systemd unit and its user'),
  'scripts/store': folder(
    'inspects a store; backup, restore, moderation',
    'scripts',
    'src',
    'src/shared',
    'src/shared/site',
    'src/sites',
  ),
  'scripts/wasm': folder('builds build/wasm when it is stale', 'scripts'),
};

/** Gives the list in ARCHITECTURE.md: a table with columns would make that document twice as long. */
export function folderList(): string {
  return Object.entries(FOLDERS)
    .map(([name, { purpose, imports }]) => {
      const from = imports.length === 0 ? '' : ` — imports ${imports.join(', ')}`;
      return `- **${name}**: ${purpose}${from}`;
    })
    .join('\n');
}

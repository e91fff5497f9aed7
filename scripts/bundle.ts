/** Bundles the server and the browser code into dist/ with esbuild. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { textOfBytes } from '../src/shared/instrument/byte-text.ts';
import { exportSources } from '../src/shared/site/export.ts';
import { SERVICE } from './bundle-service.ts';
import { noticesFor, packageFolders } from './licences/notices.ts';
import { templateSources } from './templates.ts';
import { teachDrummers, welcomeSite } from './welcome.ts';

const root = path.resolve(import.meta.dirname, '..');

export interface BundleOptions {
  /** What `npm run gen -- --out DIR` wrote: the modes that server and pages know (build). */
  readonly generated?: string;
  /** Where the bundles go (dist); the server finds its packages in node_modules beside it or above. */
  readonly out?: string;
  /** Called when a step begins. */
  readonly step?: (name: string) => void;
}

/** Modules of the repository's build/ts are taken from another generated folder. */
function modesOf(generated: string): Plugin {
  const ours = path.join(root, 'build') + path.sep;
  return {
    name: 'modes',
    setup({ onResolve }) {
      onResolve({ filter: /\bbuild\/ts\/.*\.ts$/ }, ({ path: name, resolveDir }) => {
        const file = path.resolve(resolveDir, name);
        return {
          path: file.startsWith(ours) ? path.join(generated, file.slice(ours.length)) : file,
        };
      });
    },
  };
}

/** Browsers of the last years that have what the pages use: light-dark(), dialog, adopted sheets. */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

/** In exported files; the editor makes such files, too. */
const EXPORTED = 'exported';

/** Scripts of workers, and those that run among a site's own, in a function so that they leave no names there; the others are modules. */
const CLASSIC = new Set(['site', 'shell', 'prelude', 'format-worker', 'offline-worker', EXPORTED]);

/** A page `name` is `src/web/name/main.ts` (its script) and `src/web/name/main.css` (its looks). */
async function webEntries(
  ending: 'ts' | 'css',
  wanted = (_name: string): boolean => true,
): Promise<{ in: string; out: string }[]> {
  const found = await readdir(path.join(root, 'src/web'), { recursive: true });
  return found
    .map((name) => name.split(path.sep))
    .filter(
      ([name = '', file, ...deeper]) =>
        name !== WORKLET &&
        name !== PICTURE_WORKER &&
        wanted(name) &&
        file === `main.${ending}` &&
        deeper.length === 0,
    )
    .map(([name = '']) => ({ in: `src/web/${name}/main.${ending}`, out: `web/${name}` }));
}

/** The audio thread's script is text inside the script of its page, as is the compiled instrument. */
const WORKLET = 'worklet';
/** So is the script of the editor's worker. */
const PICTURE_WORKER = 'picture-worker';

/** Gives the audio thread's script, as the pages carry it. */
export const workletScript = async (): Promise<string> => (await script(WORKLET)).text;

interface Script {
  readonly text: string;
  /** What the licences in it require with every copy. */
  readonly notices: string;
}

async function script(name: string): Promise<Script> {
  const { outputFiles, metafile } = await build({
    entryPoints: [`src/web/${name}/main.ts`],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'iife',
    target: BROWSERS,
    charset: 'utf8',
    metafile: true,
    write: false,
  });
  const [output] = Object.values(metafile.outputs);
  return { text: outputFiles[0]?.text ?? '', notices: noticesFor(root, packagesIn(output)) };
}

async function artefacts(drummers: Uint8Array): Promise<Record<string, string>> {
  const wasm = await readFile(path.join(root, 'build/wasm/ensemble.wasm'));
  const exported = await script(EXPORTED);
  return {
    WORKLET_SCRIPT: JSON.stringify(await workletScript()),
    PICTURE_WORKER_SCRIPT: JSON.stringify((await script(PICTURE_WORKER)).text),
    // A file that the editor exports is a copy, too.
    EXPORTED_SCRIPT: JSON.stringify(inlineable(exported.text) + exported.notices),
    WASM_TEXT: JSON.stringify(textOfBytes(wasm)),
    TEMPLATE_SOURCES: JSON.stringify(await templateSources(drummers)),
  };
}

const WEB: BuildOptions = {
  bundle: true,
  minify: true,
  platform: 'browser',
  format: 'esm',
  target: BROWSERS,
  charset: 'utf8',
  legalComments: 'none',
};
/** Source maps are beside the files, unnamed in them: pages stay small and coverage can be read. */
const SCRIPTS: BuildOptions = { ...WEB, sourcemap: 'external' };

async function modules(drummers: Uint8Array): Promise<BuildOptions> {
  const entryPoints = await webEntries('ts', (name) => !CLASSIC.has(name));
  return { ...SCRIPTS, entryPoints, define: await artefacts(drummers) };
}

async function classicScripts(): Promise<BuildOptions> {
  const entryPoints = await webEntries('ts', (name) => CLASSIC.has(name));
  return { ...SCRIPTS, entryPoints, format: 'iife' };
}

async function styles(): Promise<BuildOptions> {
  return { ...WEB, entryPoints: await webEntries('css') };
}

/**
 * Text that may stand between `<script>` and `</script>`: esbuild already splits `</script`, but
 * `<!--` followed by `<script` in a string would also swallow the end tag.
 */
export function inlineable(code: string): string {
  return code.replaceAll('<!--', '\\x3c!--');
}

/** Folders of the packages that have code in one bundle of a build. */
function packagesIn(output: Metafile['outputs'][string] | undefined): Set<string> {
  const used = Object.entries(output?.inputs ?? {}).filter(
    ([, { bytesInOutput }]) => bytesInOutput,
  );
  return packageFolders(used.map(([name]) => name));
}

/** Gives the folders of all packages that are copied into pages. */
export async function packagesInPages(): Promise<Set<string>> {
  const where = { absWorkingDir: root, outdir: path.join(root, 'dist'), write: false };
  const { metafile } = await build({
    ...(await modules(new Uint8Array())),
    ...where,
    metafile: true,
  });
  return new Set(Object.values(metafile.outputs).flatMap((output) => [...packagesIn(output)]));
}

/** Writes a file only when it changed, in one step: a reader never sees half of it. */
async function put(file: string, contents: Uint8Array): Promise<void> {
  const old = await readFile(file).catch(() => undefined);
  if (old?.equals(contents)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.${randomUUID()}`;
  await writeFile(fresh, contents);
  await rename(fresh, file);
}

/**
 * Builds all of dist/: `dist/server.js` with its thread and its checker, `dist/web/<name>.js|css` for every page, the
 * welcome site.
 *
 * Safe to call from several processes at a time, and cheap when nothing changed.
 *
 * @throws Error when `generated` lacks the mode that the welcome site plays.
 */
export async function bundle(where: BundleOptions = {}): Promise<void> {
  const generated = path.resolve(where.generated ?? path.join(root, 'build'));
  const out = path.resolve(where.out ?? path.join(root, 'dist'));
  await mkdir(path.join(out, 'web'), { recursive: true });
  where.step?.('teach the instrument of the welcome site and a template');
  const drummers = await teachDrummers(path.join(generated, 'ts/registry.ts'));
  where.step?.('bundle the service and its pages');
  const options = [SERVICE, await modules(drummers), await classicScripts(), await styles()].filter(
    ({ entryPoints }) => Array.isArray(entryPoints) && entryPoints.length > 0,
  );
  const shared = {
    absWorkingDir: root,
    outdir: out,
    plugins: [modesOf(generated)],
    metafile: true,
  };
  for (const option of options) {
    const { outputFiles = [], metafile } = await build({ ...option, ...shared, write: false });
    for (const { path: file, contents, text } of outputFiles) {
      const isScript = file.includes(`${path.sep}web${path.sep}`) && file.endsWith('.js');
      const output = metafile?.outputs[path.relative(root, file)];
      const notices = isScript ? noticesFor(root, packagesIn(output)) : '';
      await put(file, isScript ? Buffer.from(inlineable(text) + notices) : contents);
    }
  }
  const welcome = exportSources(await welcomeSite(drummers));
  await put(path.join(out, 'welcome.json'), Buffer.from(welcome));
}

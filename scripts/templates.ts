/** The templates that a new site can start from, read from src/web/templates: `<id>.html`, `.css` and `.js`. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { FOUR_DRUMMERS_MODE } from '../src/shared/instrument/four-drummers.ts';
import { EMPTY_SITE, type SiteContent } from '../src/shared/site/document.ts';
import { exportSources } from '../src/shared/site/export.ts';
import { DRUMMERS_ID } from './welcome.ts';

const FOLDER = path.resolve(import.meta.dirname, '../src/web/templates');

/** Gives every template by its id. @param drummers the taught file that `taught="four_drummers"` refers to */
export async function templateSites(drummers: Uint8Array): Promise<Map<string, SiteContent>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.html')).sort();
  const ids = names.map((name) => name.slice(0, -'.html'.length));
  return new Map(
    await Promise.all(ids.map(async (id) => [id, await readTemplate(id, drummers)] as const)),
  );
}

async function readTemplate(id: string, taught: Uint8Array): Promise<SiteContent> {
  const text = (ending: string) => readFile(path.join(FOLDER, `${id}.${ending}`), 'utf8');
  const page = await text('html');
  const plays = page.includes(`taught="${DRUMMERS_ID}"`);
  return {
    ...EMPTY_SITE,
    files: { 'index.html': page, 'style.css': await text('css'), 'script.js': await text('js') },
    instruments: plays
      ? [{ id: DRUMMERS_ID, mode: FOUR_DRUMMERS_MODE, taught, voiceSpace: 0 }]
      : [],
  };
}

/** The templates as the editor carries them: JSON of each site's sources by id. */
export async function templateSources(drummers: Uint8Array): Promise<string> {
  const sites = await templateSites(drummers);
  return JSON.stringify(
    Object.fromEntries([...sites].map(([id, site]) => [id, exportSources(site)])),
  );
}

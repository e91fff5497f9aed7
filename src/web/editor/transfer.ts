/** Copies a site to another name (remix), downloads it (export) and replaces it with a file (import). */
import {
  carryLibraries,
  type LibraryKind,
  librariesOf,
} from '../../shared/site/carried-libraries.ts';
import { withScheme } from '../../shared/site/delivery-networks.ts';
import { type SiteContent, writeSite } from '../../shared/site/document.ts';
import { importSite } from '../../shared/site/export.ts';
import { exportFolder, importFolder, isZip } from '../../shared/site/folder.ts';
import { moduleScripts, networkParts } from '../../shared/site/network-parts.ts';
import { exportOneFile } from '../../shared/site/one-file.ts';
import { judgeUsername, MAX_USERNAME_CHARACTERS, usernameRule } from '../../shared/username.ts';
import { field, h } from '../dom.ts';
import type { Session } from '../session.ts';
import { ask, notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { LibraryError, loadLibraries } from './libraries.ts';
import { EDITOR_TEXT } from './text.ts';

declare const EXPORTED_SCRIPT: string;

/** Downloads an HTML text as a file. */
export function download(name: string, text: string): void {
  saveAs(name, new Blob([text], { type: 'text/html;charset=utf-8' }));
}

/** Downloads a file. */
export function saveAs(name: string, file: Blob): void {
  const href = URL.createObjectURL(file);
  const link = h('a', { attributes: { href, download: name } });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

const EXPORTS = {
  html: (content: SiteContent, username: string) =>
    new Blob([exportOneFile(content, username, { pager: EXPORTED_SCRIPT })], { type: 'text/html' }),
  zip: (content: SiteContent) =>
    new Blob([new Uint8Array(exportFolder(content))], { type: 'application/zip' }),
};

/**
 * Downloads the site as one HTML file, or as a zip file of all its files; both work from disk and can be imported again.
 * The server adds what instruments need to play; what it does not have yet, the browser exports without.
 */
export async function exportAs(session: Session, format: keyof typeof EXPORTS): Promise<void> {
  const { username } = session;
  const file =
    (session.saveStatus.kind === 'saved' ? await exported(username, format) : undefined) ??
    EXPORTS[format](session.content(), username);
  saveAs(`${username}.${format}`, file);
  tellNeeds(session.content(), format, (libraries) => carry(username, file, libraries));
}

/** Downloads an exported file again, with libraries in it. @returns a sentence where one cannot be loaded */
async function carry(
  username: string,
  file: Blob,
  libraries: ReadonlyMap<string, LibraryKind>,
): Promise<string | undefined> {
  try {
    // With its byte order mark, which tells its encoding.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const text = decoder.decode(await file.arrayBuffer());
    download(`${username}.html`, carryLibraries(text, await loadLibraries(libraries)));
    return undefined;
  } catch (error) {
    if (error instanceof LibraryError) return EDITOR_TEXT.export.notLoaded(partName(error.message));
    throw error;
  }
}

/** Parts that are named; the rest is counted. */
const NAMED_PARTS = 6;

/** `p5.js (cdn.jsdelivr.net)`, or the address where it has no such parts. */
function partName(address: string): string {
  const whole = withScheme(address);
  if (!URL.canParse(whole)) return address;
  const { host, pathname } = new URL(whole);
  const name = pathname.split('/').at(-1) ?? '';
  return name === '' ? host : `${name} (${host})`;
}

/** The names of parts in a sentence, or of some of them and how many more there are. */
function partNames(addresses: readonly string[]): string {
  const named = addresses.slice(0, NAMED_PARTS).map(partName);
  const left = addresses.length - named.length;
  return [...named, ...(left > 0 ? [EDITOR_TEXT.export.more(left)] : [])].join(', ');
}

/**
 * Says what of an export is missing without a network, or when it is opened from a folder.
 * @param again exports with these libraries; returns a sentence where that is not possible
 */
function tellNeeds(
  { files }: SiteContent,
  format: keyof typeof EXPORTS,
  again: (libraries: ReadonlyMap<string, LibraryKind>) => Promise<string | undefined>,
): void {
  const { title, network, addFiles, carry, carryAll, carryGo, modules } = EDITOR_TEXT.export;
  const parts = networkParts(files);
  const libraries = format === 'html' ? librariesOf(files) : new Map<string, LibraryKind>();
  const scripts = format === 'zip' ? moduleScripts(files) : [];
  const all = parts.every((part) => libraries.has(part));
  const advice = all ? carryAll : addFiles;
  const sentences = [
    ...(parts.length > 0 ? [`${network(partNames(parts))} ${advice}`] : []),
    ...(libraries.size > 0 && !all ? [carry(partNames([...libraries.keys()]))] : []),
    ...(scripts.length > 0 ? [modules(scripts.join(', '))] : []),
  ];
  if (sentences.length === 0) return;
  const body = sentences.map((text) => h('p', { text }));
  void ask({
    ...{ title, body },
    ...(libraries.size > 0 && {
      ...{ go: carryGo, dismiss: EDITOR_TEXT.dialog.close },
      check: () => again(libraries),
    }),
  });
}

async function exported(username: string, format: string): Promise<Blob | undefined> {
  try {
    const answer = await fetch(`/member/${username}?export=${format}`);
    return answer.ok ? await answer.blob() : undefined;
  } catch {
    return undefined;
  }
}

/** The site in a file that somebody chose. @throws RangeError with a sentence where there is none */
async function siteIn(file: File): Promise<SiteContent> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return isZip(bytes) ? importFolder(bytes) : importSite(await file.text());
}

/** Copies the site to a name without a site, then opens the copy in the editor. */
export async function remix(session: Session): Promise<void> {
  const text = EDITOR_TEXT.remix;
  const { row, input } = field(text.name, {
    maxlength: MAX_USERNAME_CHARACTERS,
    autocapitalize: 'none',
    spellcheck: 'false',
    placeholder: `${session.username}-remix`,
  });
  const rule = usernameRule();
  let to = '';
  const confirmed = await ask({
    title: text.title,
    body: [h('p', { text: text.note }), row, h('small', { text: rule })],
    go: text.go,
    check: async () => {
      to = input.value.trim().toLowerCase();
      if (judgeUsername(to) !== 'valid') return rule;
      try {
        await session.request({ op: 'remix', to });
        return undefined;
      } catch (error) {
        return errorSentence(error);
      }
    },
  });
  if (confirmed) location.assign(`/member/${to}?edit`);
}

/** Replaces the site by the content of a file, as one edit. */
export async function importFile(session: Session): Promise<void> {
  const text = EDITOR_TEXT.import;
  const input = h('input', {
    type: 'file',
    attributes: { accept: '.html,.htm,text/html,.zip,application/zip', 'aria-label': text.file },
  });
  let content: SiteContent | undefined;
  const confirmed = await ask({
    title: text.title,
    body: [h('p', { text: text.note }), input],
    go: text.go,
    check: async () => {
      const file = input.files?.[0];
      if (file === undefined) return text.fileMissing;
      try {
        content = await siteIn(file);
        return undefined;
      } catch (error) {
        return errorSentence(error);
      }
    },
  });
  if (!confirmed || content === undefined) return;
  writeSite(session.doc, content, 'import');
  notice(text.done);
}

/** Copies a site to another name (remix), downloads it as a file (export) and replaces it with one (import). */
import { type SiteContent, writeSite } from '../../shared/site/document.ts';
import { exportSite, importSite } from '../../shared/site/export.ts';
import { publishSite } from '../../shared/site/publish.ts';
import { judgeUsername, MAX_USERNAME_CHARACTERS, usernameRule } from '../../shared/username.ts';
import { field, h } from '../dom.ts';
import type { Session } from '../session.ts';
import { ask, notice } from './dialog.ts';
import { EDITOR_TEXT } from './text.ts';

/** Downloads a text as a file. */
export function download(name: string, text: string, type = 'text/html'): void {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = h('a', { attributes: { href, download: name } });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Downloads the site as one file that works from disk and can be imported again. */
export function exportFile(username: string, content: SiteContent): void {
  download(`${username}.html`, exportSite(content, publishSite(content, username)));
}

const sentence = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

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
        return sentence(error);
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
    attributes: { accept: '.html,.htm,text/html', 'aria-label': text.file },
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
        content = importSite(await file.text());
        return undefined;
      } catch (error) {
        return sentence(error);
      }
    },
  });
  if (!confirmed || content === undefined) return;
  writeSite(session.doc, content, 'import');
  notice(text.done);
}

/** Taking a site elsewhere and back: remix under another name, export as a file, import one. */
import { type SiteContent, writeSite } from '../../sites/document.ts';
import { exportSite, importSite } from '../../sites/export.ts';
import { publishSite } from '../../sites/publish.ts';
import { field, h } from '../dom.ts';
import type { Session } from '../session.ts';
import { ask, notice } from './dialog.ts';

const USERNAME = /^(?=.{1,64}$)[a-z0-9]+(?:[._-][a-z0-9]+)*$/;
const USERNAME_RULE =
  'Use a-z and 0-9, with single dots, dashes or underscores between, 64 at most.';

/** Gives a text to the person as a file. */
export function download(name: string, text: string, type = 'text/html'): void {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = h('a', { attributes: { href, download: name } });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Saves the site as one file that plays from disk and can be imported again. */
export function exportFile(username: string, content: SiteContent): void {
  download(`${username}.html`, exportSite(content, publishSite(content, username)));
}

/** Copies the site to a name that has none yet, and offers the way there. */
export async function remix(session: Session): Promise<void> {
  const { row, input } = field('Name of the copy', {
    maxlength: 64,
    autocapitalize: 'none',
    spellcheck: 'false',
    placeholder: `${session.username}-remix`,
  });
  const rule = h('small', { text: USERNAME_RULE });
  let to = '';
  const went = await ask({
    title: 'Remix this site',
    body: [
      h('p', { text: 'A copy under another name, yours to change. This site stays as it is.' }),
      row,
      rule,
    ],
    go: 'Make the copy',
    check: async () => {
      to = input.value.trim().toLowerCase();
      if (!USERNAME.test(to)) return USERNAME_RULE;
      try {
        await session.request({ op: 'remix', to });
        return undefined;
      } catch (problem) {
        return problem instanceof Error ? problem.message : String(problem);
      }
    },
  });
  if (went) location.assign(`/member/${to}?edit`);
}

/** Replaces the site by what a file holds, as one edit that undo and history know. */
export async function importFile(session: Session): Promise<void> {
  const input = h('input', {
    type: 'file',
    attributes: { accept: '.html,.htm,text/html', 'aria-label': 'File to import' },
  });
  let content: SiteContent | undefined;
  const went = await ask({
    title: 'Import a file',
    body: [
      h('p', {
        text: 'The site becomes what the file holds: one that was exported here, or any HTML page. What is here now stays in the history.',
      }),
      input,
    ],
    go: 'Import',
    check: async () => {
      const file = input.files?.[0];
      if (file === undefined) return 'Choose a file first.';
      try {
        content = importSite(await file.text());
        return undefined;
      } catch (problem) {
        return problem instanceof Error ? problem.message : String(problem);
      }
    },
  });
  if (!went || content === undefined) return;
  writeSite(session.doc, content, 'import');
  notice('Imported.');
}

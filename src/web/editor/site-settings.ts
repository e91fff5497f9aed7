/** The display name and language of a site. */
import {
  DISPLAY_NAME_CHARACTERS,
  readDisplayName,
  readLang,
  setMeta,
} from '../../shared/site/document.ts';
import { field } from '../dom.ts';
import type { Session } from '../session.ts';
import { ask } from './dialog.ts';
import { EDITOR_TEXT } from './text.ts';

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export async function changeSettings({ doc }: Session): Promise<void> {
  const text = EDITOR_TEXT.settings;
  const name = field(text.name, { maxlength: DISPLAY_NAME_CHARACTERS, dir: 'auto' });
  const lang = field(text.language, { maxlength: 35, spellcheck: 'false' });
  name.input.value = readDisplayName(doc);
  lang.input.value = readLang(doc);
  const confirmed = await ask({
    title: text.title,
    body: [name.row, lang.row],
    go: EDITOR_TEXT.dialog.save,
    check: () => {
      const tag = lang.input.value.trim();
      if (tag === '' || isLanguage(tag)) return undefined;
      return text.languageInvalid;
    },
  });
  if (!confirmed) return;
  doc.transact(() => {
    setMeta(doc, 'displayName', name.input.value.trim());
    setMeta(doc, 'lang', lang.input.value.trim());
  });
}

/** The name and the language of a site, which belong to the site, not to its address. */
import {
  DISPLAY_NAME_CHARACTERS,
  readDisplayName,
  readLang,
  setMeta,
} from '../../sites/document.ts';
import { field } from '../dom.ts';
import type { Session } from '../session.ts';
import { ask } from './dialog.ts';

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export async function changeSettings({ doc }: Session): Promise<void> {
  const name = field('Display name, in any script', {
    maxlength: DISPLAY_NAME_CHARACTERS,
    dir: 'auto',
  });
  const lang = field('Language (en, cy, ar, zh-Hant …)', { maxlength: 35, spellcheck: 'false' });
  name.input.value = readDisplayName(doc);
  lang.input.value = readLang(doc);
  const went = await ask({
    title: 'Name and language',
    body: [name.row, lang.row],
    go: 'Keep',
    check: () => {
      const tag = lang.input.value.trim();
      if (tag === '' || isLanguage(tag)) return undefined;
      return 'That is no language tag: write en for English, de for German, zh-Hant …';
    },
  });
  if (!went) return;
  doc.transact(() => {
    setMeta(doc, 'displayName', name.input.value.trim());
    setMeta(doc, 'lang', lang.input.value.trim());
  });
}

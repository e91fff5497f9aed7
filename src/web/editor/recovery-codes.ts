/** Shows new recovery codes, which nobody can see again, and helps to keep them. */
import { button, h } from '../dom.ts';
import { ACCOUNT_TEXT } from './account-text.ts';
import { ask, notice } from './dialog.ts';
import { saveAs } from './transfer.ts';

const TEXT = ACCOUNT_TEXT.recovery;

/** Resolves when the dialog is closed: with a word, or after the codes were copied or downloaded. */
export async function showRecoveryCodes(name: string, codes: readonly string[]): Promise<void> {
  const list = h('ol', { class: 'codes' }, ...codes.map((text) => h('li', { text })));
  const file = `${TEXT.fileTitle(name, location.host)}\n\n${codes.join('\n')}\n`;
  let isKept = false;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(file);
      isKept = true;
      notice(TEXT.copied);
    } catch {
      // Over plain http there is no clipboard: the codes are selected, to be copied by hand.
      getSelection()?.selectAllChildren(list);
    }
  };
  const download = (): void => {
    saveAs(TEXT.fileName, new Blob([file], { type: 'text/plain;charset=utf-8' }));
    isKept = true;
  };
  const buttons = h(
    'p',
    { class: 'codes-buttons' },
    button(TEXT.copy, () => void copy()),
  );
  buttons.append(button(TEXT.download, download));
  await ask({
    title: TEXT.title,
    body: [h('p', {}, h('strong', { text: TEXT.onlyNow }), ` ${TEXT.note}`), list, buttons],
    dismiss: TEXT.done,
    mayClose: async () => isKept || ask({ title: TEXT.leave, body: [TEXT.leaveNote], go: TEXT.go }),
  });
}

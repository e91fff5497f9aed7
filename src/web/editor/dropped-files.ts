/** Files that are dropped or pasted on the code side; CodeMirror handles text. */

/**
 * Whether somebody means the text of what they paste: office programs add a picture of it. File managers add names or
 * paths of the files.
 */
export function meansText(text: string, fileNames: readonly string[]): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.some((line) => !fileNames.some((name) => line.trim().endsWith(name)));
}

/** Whether it happens in code, where text can be pasted. */
const isInCode = (event: Event): boolean =>
  event.target instanceof Element && event.target.closest('.code') !== null;

/** Hands over all files that are dropped or pasted anywhere in an element. */
export function acceptFiles(element: HTMLElement, add: (files: FileList) => void): void {
  const hasFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes('Files') === true;
  const take = (event: Event, files: FileList | undefined): void => {
    event.preventDefault();
    event.stopPropagation();
    if (files !== undefined) add(files);
  };
  element.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    element.classList.add('dropping');
  });
  element.addEventListener('dragleave', () => element.classList.remove('dropping'));
  element.addEventListener(
    'drop',
    (event) => {
      element.classList.remove('dropping');
      if (hasFiles(event)) take(event, event.dataTransfer?.files);
    },
    true,
  );
  element.addEventListener(
    'paste',
    (event) => {
      const { clipboardData } = event;
      const files = clipboardData?.files;
      if (clipboardData === null || files === undefined || files.length === 0) return;
      const names = [...files].map(({ name }) => name);
      const text = clipboardData.getData('text/plain');
      if (!isInCode(event) || !meansText(text, names)) take(event, files);
    },
    true,
  );
}

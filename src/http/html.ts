/** HTML written as template literals in which every inserted text is escaped. */

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for use inside an element or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

type Insert = string | number | Html | readonly Html[] | undefined | false;

function written(insert: Insert): string {
  if (insert === undefined || insert === false) return '';
  if (insert instanceof Html) return insert.text;
  if (typeof insert === 'object') return insert.map((part) => part.text).join('');
  return escapeHtml(String(insert));
}

/** ``html`<p>${name}</p>` ``: strings and numbers are escaped, Html is kept, undefined and false leave nothing. */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  let text = parts[0] ?? '';
  inserts.forEach((insert, i) => {
    text += written(insert) + (parts[i + 1] ?? '');
  });
  return new Html(text);
}

/** Markup of our own (a bundle, a drawing) that must not be escaped. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

/** Text that is markup already. Only `html` makes it, so everything else is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Part = Html | string | number | bigint | false | null | undefined | readonly Part[];

/** A piece of a page. Inserted values are escaped unless they are pieces themselves; undefined inserts nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0]!;
  parts.forEach((part, i) => {
    text += written(part) + strings[i + 1]!;
  });
  return new Html(text);
}

function written(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(written).join('');
  if (part === undefined || part === null || part === false) return '';
  return escaped(String(part));
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Also removes characters that change the direction of text: a name must not rewrite the words after it. */
function escaped(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g, '')
    .replace(/[&<>"']/g, (sign) => escapes[sign]!);
}

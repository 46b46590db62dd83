import { SaxesParser } from 'saxes';

export type Mark = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Everything between start and end, marks left out. */
  text: string;
};

/** Every element in the order of its start. Throws at what is not well-formed or uses an unbound prefix. */
export function readMarkup(text: string): Mark[] {
  const all: Mark[] = [];
  const open: Mark[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const pairs = Object.values(attributes).map((one) => [one.name, one.value]);
    const mark: Mark = { name, attributes: Object.fromEntries(pairs), text: '' };
    all.push(mark);
    open.push(mark);
  });
  parser.on('text', (piece) => {
    for (const mark of open) mark.text += piece;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return all;
}

/** Our pages are written so that a strict reader takes them too, all but their first line. */
export function readPage(html: string): Mark[] {
  const first = '<!doctype html>\n';
  if (!html.startsWith(first)) throw new Error(`no page: ${html.slice(0, 40)}`);
  return readMarkup(html.slice(first.length));
}

/** Escapes text for an element. Quotes stay as they are: clients have always received them so. */
export function xmlText(text: string): string {
  return needsCare.test(text) ? text.replace(careful, escaped) : text;
}

/** Escapes text for an attribute in double quotes. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;');
}

// Control characters are never sent, not even as references: parsers refuse the whole answer for one.
const careful =
  /[&<>\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const needsCare = new RegExp(careful.source);

function escaped(character: string): string {
  switch (character) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    default:
      return '\ufffd';
  }
}

type Attributes = Readonly<Record<string, string>>;

export const declaration = '<?xml version="1.0" encoding="utf-8"?>';

/** An element in lines, its children two spaces further in; children are markup already. */
export function element(
  name: string,
  attributes: Attributes = {},
  children: readonly string[] = [],
): string[] {
  const start = [name, ...Object.entries(attributes).map(attribute)].join(' ');
  if (children.length === 0) return [`<${start} />`];
  return [`<${start}>`, ...children.map((line) => `  ${line}`), `</${name}>`];
}

/** A whole document; there is no line break at its end, as there never was. */
export function xmlDocument(root: readonly string[]): string {
  return [declaration, ...root].join('\n');
}

function attribute([name, value]: [string, string]): string {
  return `${name}="${xmlAttribute(value)}"`;
}

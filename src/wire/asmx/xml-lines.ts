import { xmlAttribute } from './xml-text.ts';

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

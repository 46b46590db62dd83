import { XmlFault } from './fault.ts';
import { readXml } from './reader.ts';

/** An element of an answer in XML. */
export type Element = { readonly name: string; readonly children: Element[]; text: string };

/** The texts of its children by name. Each is there once or not at all. */
export function fieldsOf<N extends string>(
  { children }: Element,
  names: readonly N[],
): Readonly<Record<N, string>> | undefined {
  const found = names.map((name) => children.filter((child) => child.name === name));
  if (found.some((same) => same.length > 1)) return undefined;
  const entries = names.map((name, i) => [name, found[i]![0]?.text ?? '']);
  return Object.fromEntries(entries) as Record<N, string>;
}

/** The root; undefined for text that is no whole document. */
export function readElement(text: string): Element | undefined {
  const document: Element = { name: '', children: [], text: '' };
  const open = [document];
  try {
    readXml(text, {
      open({ local, namespace }) {
        const name = namespace === '' ? local : `{${namespace}}${local}`;
        const element: Element = { name, children: [], text: '' };
        open.at(-1)!.children.push(element);
        open.push(element);
      },
      text(value) {
        open.at(-1)!.text += value;
      },
      close() {
        open.pop();
      },
      aside() {},
    });
  } catch (error) {
    if (error instanceof XmlFault) return undefined;
    throw error;
  }
  return document.children[0];
}

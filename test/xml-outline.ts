import { readXml, type XmlAttribute, XmlFault } from '../src/kernel/xml/reader.ts';

/** What was read, one line for each thing: names as {namespace}local, texts in one piece. */
export function outline(text: string): string {
  const lines: string[] = [];
  let run = '';
  const flush = () => {
    if (run !== '') lines.push(JSON.stringify(run));
    run = '';
  };
  readXml(text, {
    open({ local, namespace }, attributes) {
      flush();
      lines.push([`<{${namespace}}${local}`, ...attributes.map(attributeLine)].join(' '));
    },
    text(value) {
      run += value;
    },
    close() {
      flush();
      lines.push('>');
    },
    aside() {
      flush();
      lines.push('aside');
    },
  });
  return lines.join(' ');
}

function attributeLine({ local, namespace, value }: XmlAttribute): string {
  return `{${namespace}}${local}=${JSON.stringify(value)}`;
}

export function faultOf(text: string): XmlFault {
  try {
    outline(text);
  } catch (fault) {
    if (fault instanceof XmlFault) return fault;
    throw fault;
  }
  throw new Error(`was accepted: ${JSON.stringify(text.slice(0, 200))}`);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asked, Heard } from './echo-server.ts';
import { noRecordings } from './recorded-wsdl.ts';

const folder = join(import.meta.dirname, '../../../shared/asmx/cases');

/** A request to the platform that this interface comes from, and its answer, byte for byte. */
export type Recording = { readonly name: string; readonly asked: Asked; readonly answered: Heard };

/** In place of these bodies the folder says in words what they were. */
export const standIns = {
  hostPage: '(HTML error page of the host; not part of the web-service stack)',
  wsdl: '(the WSDL; see Service.wsdl for the full 18-operation document)',
};

export function readRecordings(): readonly Recording[] {
  if (noRecordings) return [];
  const files = readdirSync(folder).sort();
  const names = files.filter((file) => file.endsWith('.req')).map((file) => file.slice(0, -4));
  return names.map((name) => ({ name, asked: readAsked(name), answered: readAnswered(name) }));
}

function readAsked(name: string): Asked {
  // One byte a character: bodies are in several encodings, and some in none.
  const { first, headers, body } = parts(readFileSync(join(folder, `${name}.req`), 'latin1'));
  return { line: first, headers, body: Buffer.from(body, 'latin1') };
}

function readAnswered(name: string): Heard {
  const { first, headers, body } = parts(readFileSync(join(folder, `${name}.resp`), 'utf8'));
  const pairs = headers.map((header) => header.split(': ') as [string, string]);
  return {
    status: Number(first.split(' ')[1]),
    headers: new Map(pairs.map(([key, value]) => [key.toLowerCase(), value])),
    body,
  };
}

function parts(text: string) {
  const end = text.indexOf('\n\n');
  const head = end < 0 ? text.trimEnd() : text.slice(0, end);
  const [first = '', ...headers] = head.split('\n');
  return { first, headers, body: end < 0 ? '' : text.slice(end + 2) };
}

import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

/** The words of a PDF as a reader finds them: its streams, in them hexadecimal strings of one byte a sign. */
export function readPdf(pdf: Buffer): { pages: number; words: string } {
  const text = pdf.toString('latin1');
  assert.ok(text.startsWith('%PDF-1.') && text.trimEnd().endsWith('%%EOF'));
  const xref = Number(/startxref\s+(\d+)\s+%%EOF/.exec(text)?.[1]);
  assert.equal(text.slice(xref, xref + 4), 'xref');
  const pages = text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
  const windows = new TextDecoder('windows-1252');
  let words = '';
  for (const found of text.matchAll(/\/Length (\d+)[\s\S]*?stream\r?\n/g)) {
    const from = found.index + found[0].length;
    const content = inflateSync(pdf.subarray(from, from + Number(found[1]))).toString('latin1');
    for (const [, parts = ''] of content.matchAll(/\[([^\]]*)\] TJ/g)) {
      const bytes = [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex).join('');
      words += `${windows.decode(Buffer.from(bytes, 'hex'))}\n`;
    }
  }
  return { pages, words };
}

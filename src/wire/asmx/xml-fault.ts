/** How much a document may hold. Lengths are in UTF-16 units, after references are resolved. */
export const xmlLimits = {
  /** Elements within one another. */
  depth: 32,
  elements: 2000,
  /** Of one element, declarations of namespaces included. */
  attributes: 64,
  /** One name with its prefix. */
  name: 256,
  /** What stands in one element itself, or one attribute. */
  text: 65536,
} as const;

/** Says what is wrong with a document and where; quotes nothing of it. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault';
  readonly kind: 'malformed' | 'limit';
  readonly line: number;
  readonly column: number;

  constructor(kind: 'malformed' | 'limit', message: string, at: { line: number; column: number }) {
    super(message);
    this.kind = kind;
    this.line = at.line;
    this.column = at.column;
  }
}

export function malformed(text: string, offset: number, message: string): XmlFault {
  return new XmlFault('malformed', message, positionAt(text, offset));
}

export function overLimit(text: string, offset: number, message: string): XmlFault {
  return new XmlFault('limit', message, positionAt(text, offset));
}

/** Lines and columns count from 1, columns in UTF-16 units; LF, CR and CRLF each end a line. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < offset; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x0a && !(code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) continue;
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** How much a document may hold. Lengths are in UTF-16 units, after references are resolved. */
export const xmlLimits = {
  /** Elements within one another. */
  depth: 32,
  elements: 2000,
  /** Attributes of one element, declarations of namespaces included. */
  attributes: 64,
  /** One name with its prefix. */
  name: 256,
  /** The text of one element itself, or of one attribute. */
  text: 65536,
} as const;

/** The flaw of a document and its place; quotes nothing of it. */
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
  let feed = -1;
  let carriage = -1;
  for (;;) {
    // Each is looked for only once it is passed: the whole text is searched once for either.
    if (feed < lineStart) feed = indexOf(text, '\n', lineStart);
    if (carriage < lineStart) carriage = indexOf(text, '\r', lineStart);
    const next = carriage + 1 === feed ? feed + 1 : Math.min(feed, carriage) + 1;
    if (next > offset) return { line, column: offset - lineStart + 1 };
    line += 1;
    lineStart = next;
  }
}

/** Behind everything when there is none. */
export function indexOf(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}

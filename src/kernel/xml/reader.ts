import { endOfComment, endOfDeclaration, endOfInstruction } from './asides.ts';
import {
  checkLegal,
  isPlain,
  noSpecialsYet,
  resolved,
  type Specials,
  skipSpace,
  textTooLong,
} from './characters.ts';
import { malformed, overLimit, xmlLimits } from './fault.ts';
import { leave, outermostScope, type Scope } from './namespaces.ts';
import { readStartTag, type XmlAttribute, type XmlName } from './start-tag.ts';

export { XmlFault } from './fault.ts';
export type { XmlAttribute, XmlName } from './start-tag.ts';

export type XmlHandler = {
  open(name: XmlName, attributes: readonly XmlAttribute[]): void;
  /** Character data, CDATA included, references resolved; may come in several pieces. */
  text(value: string): void;
  /** `at`: offset just behind the end tag. Also called for <X/>. */
  close(at: number): void;
  /** A comment or processing instruction. */
  aside(): void;
};

type Element = { readonly written: string; readonly covered: number; textLength: number };

type Reading = {
  readonly text: string;
  readonly handler: XmlHandler;
  readonly scope: Scope;
  /** The elements that are open, the innermost last. */
  readonly stack: Element[];
  readonly specials: Specials;
  at: number;
  elements: number;
};

/**
 * Reads one document of XML 1.0 with namespaces, strictly and without a document type declaration. Every step examines
 * the next characters once, so that the time is linear in the length of any input.
 */
export function readXml(text: string, handler: XmlHandler): void {
  if (!text.isWellFormed()) throw malformed(text, text.search(/\p{Surrogate}/u), half);

  const reading: Reading = {
    text,
    handler,
    scope: outermostScope(),
    stack: [],
    specials: noSpecialsYet(),
    at: endOfDeclaration(text),
    elements: 0,
  };
  for (;;) {
    const next = text.indexOf('<', reading.at);
    readText(reading, next === -1 ? text.length : next);
    if (next === -1) break;
    readMarkup(reading);
  }
  if (reading.stack.length > 0) {
    throw malformed(text, text.length, 'The document ends inside an element.');
  }
  if (reading.elements === 0) {
    throw malformed(text, text.length, 'The document has no root element.');
  }
}

const half = 'The document holds half of a surrogate pair.';
const outside = 'There is text outside the root element.';

function readText(reading: Reading, end: number): void {
  const { text, at, stack, specials } = reading;
  if (end === at) return;
  const element = stack.at(-1);
  if (element === undefined) {
    reading.at = skipSpace(text, at);
    if (reading.at < end) throw malformed(text, reading.at, outside);
    return;
  }
  const plain = isPlain(specials, text, at, end);
  addText(reading, element, plain ? text.slice(at, end) : resolved(text, at, end, 'text'), end);
}

function addText(reading: Reading, element: Element, value: string, end: number): void {
  element.textLength += value.length;
  if (element.textLength > xmlLimits.text) throw overLimit(reading.text, reading.at, textTooLong);
  reading.at = end;
  reading.handler.text(value);
}

function readMarkup(reading: Reading): void {
  const { text, at } = reading;
  const code = text.charCodeAt(at + 1);
  if (code === 0x2f) readEndTag(reading);
  else if (code === 0x3f) passAside(reading, endOfInstruction(text, at));
  else if (code !== 0x21) readElement(reading);
  else if (text.startsWith('--', at + 2)) passAside(reading, endOfComment(text, at));
  else if (text.startsWith('[CDATA[', at + 2)) readSection(reading);
  else throw malformed(text, at, text.startsWith('DOCTYPE', at + 2) ? noDoctype : unknownMarkup);
}

function passAside(reading: Reading, end: number): void {
  const { text, at, specials, handler } = reading;
  if (!isPlain(specials, text, at, end)) checkLegal(text, at, end);
  reading.at = end;
  handler.aside();
}

const noDoctype = 'A document type declaration is not accepted.';
const unknownMarkup = 'A <! begins neither a comment nor a CDATA section.';

function readElement(reading: Reading): void {
  const { text, at, stack, scope, handler } = reading;
  if (stack.length === 0 && reading.elements > 0) {
    throw malformed(text, at, 'There is a second root element.');
  }
  if (stack.length >= xmlLimits.depth) throw overLimit(text, at, tooDeep);
  reading.elements += 1;
  if (reading.elements > xmlLimits.elements) throw overLimit(text, at, tooManyElements);

  const covered = scope.covered.length;
  const { written, name, attributes, isEmpty, end } = readStartTag(text, at, scope);
  reading.at = end;
  handler.open(name, attributes);
  if (!isEmpty) {
    stack.push({ written, covered, textLength: 0 });
    return;
  }
  leave(scope, covered);
  handler.close(end);
}

const tooDeep = `Elements are nested more than ${xmlLimits.depth} levels deep.`;
const tooManyElements = `The document has more than ${xmlLimits.elements} elements.`;

function readEndTag(reading: Reading): void {
  const { text, at, stack, scope, handler } = reading;
  const element = stack.pop();
  if (element === undefined || !text.startsWith(element.written, at + 2)) {
    throw malformed(text, at, wrongEnd);
  }
  const last = skipSpace(text, at + 2 + element.written.length);
  // Also when the name goes on: it is another one then.
  if (text.charCodeAt(last) !== 0x3e) throw malformed(text, at, wrongEnd);
  leave(scope, element.covered);
  reading.at = last + 1;
  handler.close(reading.at);
}

const wrongEnd = 'An end tag does not match the element that is open.';

function readSection(reading: Reading): void {
  const { text, at, stack } = reading;
  const from = at + 9;
  const element = stack.at(-1);
  if (element === undefined) throw malformed(text, at, outside);
  const end = text.indexOf(']]>', from);
  if (end === -1) throw malformed(text, at, 'A CDATA section is not closed.');
  addText(reading, element, resolved(text, from, end, 'section'), end + 3);
}

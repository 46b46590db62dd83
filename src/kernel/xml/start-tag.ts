import { isItself, resolved, skipSpace, textTooLong } from './characters.ts';
import { malformed, overLimit, xmlLimits } from './fault.ts';
import { nameAt, type WrittenName } from './names.ts';
import { declare, idOf, type Scope, spaceOf } from './namespaces.ts';

/** The namespace is '' when there is none. */
export type XmlName = { readonly local: string; readonly namespace: string };

/** Declarations of namespaces are not among them. */
export type XmlAttribute = XmlName & { readonly value: string };

export type StartTag = {
  /** As the end tag has to repeat it. */
  readonly written: string;
  readonly name: XmlName;
  readonly attributes: readonly XmlAttribute[];
  readonly isEmpty: boolean;
  readonly end: number;
};

type WrittenAttribute = {
  readonly at: number;
  readonly name: WrittenName;
  readonly value: string;
  readonly end: number;
};

/** Reads the tag whose < stands at `from`; enters its declarations into the scope. */
export function readStartTag(text: string, from: number, scope: Scope): StartTag {
  const { written, prefix, local, end: nameEnd } = nameAt(text, from + 1);
  let at = nameEnd;
  let attributes: readonly XmlAttribute[] = noAttributes;
  if (text.charCodeAt(at) !== 0x3e) {
    const found = readAttributes(text, nameEnd);
    at = skipSpace(text, found.at(-1)?.end ?? nameEnd);
    if (found.length > 0) attributes = resolveNames(text, found, scope);
  }
  const isEmpty = text.charCodeAt(at) === 0x2f;
  const end = isEmpty ? at + 2 : at + 1;
  if (text.charCodeAt(end - 1) !== 0x3e) throw malformed(text, at, tagNotClosed);
  const space = spaceOf(scope, prefix);
  if (space === undefined) throw malformed(text, from + 1, undeclared);
  return { written, name: { local, namespace: space.uri }, attributes, isEmpty, end };
}

const noAttributes: readonly XmlAttribute[] = [];
const tagNotClosed = 'A tag is not closed, or holds a character that does not belong there.';
const undeclared = 'A name has a prefix that is not declared.';

function readAttributes(text: string, from: number): WrittenAttribute[] {
  const found: WrittenAttribute[] = [];
  const names = new Set<string>();
  let end = from;
  for (;;) {
    const at = skipSpace(text, end);
    const code = text.charCodeAt(at);
    if (at === end || code === 0x3e || code === 0x2f || at === text.length) return found;
    const attribute = readAttribute(text, at);
    found.push(attribute);
    if (found.length > xmlLimits.attributes) throw overLimit(text, at, tooManyAttributes);
    names.add(attribute.name.written);
    if (names.size < found.length) throw malformed(text, at, twice);
    end = attribute.end;
  }
}

const tooManyAttributes = `An element has more than ${xmlLimits.attributes} attributes.`;
const twice = 'An element has the same attribute twice.';

function readAttribute(text: string, at: number): WrittenAttribute {
  const name = nameAt(text, at);
  const equals = skipSpace(text, name.end);
  if (text.charCodeAt(equals) !== 0x3d) throw malformed(text, equals, noEquals);
  const open = skipSpace(text, equals + 1);
  const quote = text.charCodeAt(open);
  if (quote !== 0x22 && quote !== 0x27) throw malformed(text, open, noQuote);

  let isPlain = true;
  let end = open + 1;
  for (let code = text.charCodeAt(end); code !== quote; code = text.charCodeAt(end)) {
    if (code === 0x3c) throw malformed(text, end, 'An attribute holds a < that is not escaped.');
    if (end >= text.length) throw malformed(text, open, 'An attribute is not closed.');
    if (!isItself(code)) isPlain = false;
    end += 1;
  }
  const value = isPlain ? text.slice(open + 1, end) : resolved(text, open + 1, end, 'attribute');
  if (value.length > xmlLimits.text) throw overLimit(text, at, textTooLong);
  return { at, name, value, end: end + 1 };
}

const noEquals = 'An attribute has no equals sign behind its name.';
const noQuote = 'An attribute has no quotes around its value.';

/** Declarations are read first, in any place: they hold for their whole tag. */
function resolveNames(
  text: string,
  found: readonly WrittenAttribute[],
  scope: Scope,
): readonly XmlAttribute[] {
  const others: WrittenAttribute[] = [];
  for (const attribute of found) {
    const { written, prefix, local } = attribute.name;
    const declared = prefix === 'xmlns' ? local : written === 'xmlns' ? '' : undefined;
    if (declared === undefined) {
      others.push(attribute);
      continue;
    }
    const wrong = declare(scope, declared, attribute.value);
    if (wrong !== undefined) throw malformed(text, attribute.at, wrong);
  }
  return others.length === 0 ? noAttributes : expand(text, others, scope);
}

function expand(text: string, found: readonly WrittenAttribute[], scope: Scope): XmlAttribute[] {
  const expanded: XmlAttribute[] = [];
  // Under one prefix, names that are written differently are different.
  const prefix = found.find(({ name }) => name.prefix !== '')?.name.prefix ?? '';
  const isMixed = found.some(({ name }) => name.prefix !== '' && name.prefix !== prefix);
  const names = new Set<string>();
  for (const { at, name, value } of found) {
    if (name.prefix === '') {
      expanded.push({ local: name.local, namespace: '', value });
      continue;
    }
    const space = spaceOf(scope, name.prefix);
    if (space === undefined) throw malformed(text, at, undeclared);
    expanded.push({ local: name.local, namespace: space.uri, value });
    if (!isMixed) continue;
    const key = `${idOf(scope, space)}:${name.local}`;
    if (names.has(key)) throw malformed(text, at, twice);
    names.add(key);
  }
  return expanded;
}

/*
 * Documents of one size, made to be dear to read. The well-formed ones stay within the limits of the
 * reader; of each there is also one that breaks at its very end.
 */
export type Shape = { readonly name: string; readonly text: string };

const size = 512 * 1024;
const most = { depth: 32, elements: 2000, attributes: 64, text: 65536 };

export function wellFormedShapes(): Shape[] {
  const shapes: readonly (readonly [string, string])[] = [
    ['ordinary parameters', rooted(parted('Some words of a parameter. ', 10))],
    ['plain text', rooted(parted('plain text, ', most.text / 12))],
    ['attributes, short', rooted(tags((n) => ` ${short(n)}=""`))],
    ['attributes with white space', rooted(tags((n) => ` ${short(n)}="\t"`))],
    ['attributes with references', rooted(tags((n) => ` ${short(n)}="&lt;"`))],
    ['attributes with long names', rooted(tags((n) => ` ${'n'.repeat(24)}${n}="value"`))],
    ['attributes of other languages', rooted(tags((n) => ` \u00e9${n}="\u4e2d"`))],
    ['attributes of two prefixes', prefixed(tags((n) => ` ${n % 2 ? 'p' : 'q'}:${short(n)}=""`))],
    ['attributes of one prefix', prefixed(tags((n) => ` p:${short(n)}=""`))],
    ['attributes after long namespaces', longNamespaces()],
    ['namespaces', rooted(tags((n) => ` xmlns:${short(n)}="u"`))],
    ['namespaces, all different', rooted(tags((n, tag) => ` xmlns:${short(n)}="u${tag}.${n}"`))],
    ['namespaces of digits', rooted(tags((n, tag) => ` xmlns:${short(n)}="${tag * 64 + n}"`))],
    ['namespaces, deep and redeclared', nested()],
    ['references', rooted(parted('&lt;', most.text))],
    ['references by number', rooted(parted('&#9;', most.text))],
    ['references, long', rooted(parted(`&#${'0'.repeat(5000)}9;`, most.text))],
    ['carriage returns', rooted(parted('\r', most.text))],
    ['carriage returns and line feeds', rooted(parted('\r\n', most.text))],
    ['carriage returns among text', rooted(parted('\ra', most.text / 2))],
    ['carriage returns in attributes', rooted(tags((n) => ` ${short(n)}="${'\r'.repeat(50)}"`))],
    ['references in many short texts', rooted(parted('&lt;<?a?>', most.text))],
    ['texts between instructions', rooted(parted('a<?a?>', most.text))],
    ['sections, empty', rooted(fill('<![CDATA[]]>'))],
    ['sections with a carriage return', rooted(parted('<![CDATA[\r]]>', most.text))],
    ['section ends in one section', rooted(parted('<![CDATA[]] ]]>', most.text / 3))],
    ['comments, tiny', rooted(fill('<!---->'))],
    ['a comment of dashes', rooted(`<!--${fill('- ')}-->`)],
    ['instructions, tiny', rooted(fill('<?a?>'))],
    ['white space', `${fill(' ')}<r/>`],
    ['line feeds', `${fill('\n')}<r/>`],
    ['surrogate pairs', rooted(parted('\u{1f600}', most.text / 2))],
    ['names of surrogate pairs', rooted(tags((n) => ` ${'\u{10000}'.repeat(20)}${n}=""`))],
    ['names as long as allowed', rooted(tags((n) => ` ${'n'.repeat(250)}${n}=""`))],
  ];
  return shapes.map(([name, text]) => ({ name, text }));
}

export function malformedShapes(): Shape[] {
  const shapes: readonly (readonly [string, string])[] = [
    ['open angle brackets', fill('<')],
    ['open tags', fill('<a>')],
    ['ampersands', `<r>${fill('&')}`],
    ['a reference without end', `<r>&${fill('a')}`],
    ['a number without end', `<r>&#${fill('1')}`],
    ['a number too large', `<r>&#${fill('9')};</r>`],
    ['a comment without end', `<!--${fill('a')}`],
    ['a comment of dashes without end', `<!--${fill('- ')}`],
    ['a section without end', `<r><![CDATA[${fill(']')}`],
    ['an instruction without end', `<?a ${fill('?')}`],
    ['an attribute without end', `<r a="${fill('a')}`],
    ['an attribute of references without end', `<r a="${fill('&lt;')}`],
    ['an attribute name without end', `<r ${fill('a')}`],
    ['a name without end', `<${fill('a')}`],
    ['a name of another script without end', `<${fill('\u00e9')}`],
    ['a name that turns wrong late', `<${fill('a')}\u00d7`],
    ['white space in a tag', `<r${fill(' ')}`],
    ['white space in the declaration', `<?xml${fill(' ')}`],
    ['white space late in the declaration', `<?xml version="1.0"${fill(' ')}`],
    ['an endless version', `<?xml version="1.${fill('0')}`],
    ['an endless encoding', `<?xml version="1.0" encoding="${fill('a')}`],
    ['white space in an end tag', `<r></r${fill(' ')}`],
    ['white space alone', fill(' ')],
    ['line feeds alone', fill('\n')],
    ['carriage returns alone', fill('\r')],
    ['byte order marks', fill('\ufeff')],
    ['a document type', `<!DOCTYPE r [${fill('<!ENTITY a "b">')}]><r/>`],
    ['a lone surrogate at the end', `<r>${fill('\u{1f600}')}\ud800`],
    ['a forbidden character at the end', `<r>${fill('\u4e2d')}\0`],
    ['attributes beyond the limit', `<r${fill(' a=""')}`],
    ['a text beyond the limit', `<r>${fill('&lt;')}</r>`],
    ['no XML', fill('{"a": "b"}')],
  ];
  const late = wellFormedShapes().map(({ name, text }) => [
    `${name}, unfinished`,
    text.slice(0, -1),
  ]);
  return [...shapes, ...late].map(([name = '', text = '']) => ({ name, text }));
}

function fill(unit: string): string {
  return unit.repeat(Math.floor((size - 100) / unit.length));
}

function rooted(content: string): string {
  return `<r>${content}</r>`;
}

function prefixed(content: string): string {
  return `<r xmlns:p="http://one.example/" xmlns:q="http://two.example/">${content}</r>`;
}

/** Elements of so many times the unit each. */
function parted(unit: string, times: number): string {
  const whole = Math.max(
    Math.ceil(size / (most.elements - 10)),
    Math.min(size, times * unit.length),
  );
  const element = `<Parameter>${unit.repeat(Math.max(1, Math.floor(whole / unit.length)))}</Parameter>`;
  const count = Math.floor((size - 100) / element.length);
  const rest = Math.floor((size - 100 - count * element.length) / unit.length);
  return `${element.repeat(count)}<Parameter>${unit.repeat(rest)}</Parameter>`;
}

/** Empty elements with as many attributes as they may have. */
function tags(attribute: (n: number, tag: number) => string): string {
  let text = '';
  for (let tag = 0; tag < most.elements - 1; tag += 1) {
    let next = '<e';
    for (let n = 0; n < most.attributes; n += 1) next += attribute(n, tag);
    if (text.length + next.length > size - 150) break;
    text += `${next}/>`;
  }
  return text;
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function short(n: number): string {
  return n < letters.length ? letters[n]! : `_${letters[n - letters.length]}`;
}

/** Namespaces that differ in their last character only, with one attribute of each on every element. */
function longNamespaces(): string {
  const prefixes = Array.from({ length: most.attributes }, (_, n) => short(n));
  const declarations = prefixes.map((prefix) => ` xmlns:${prefix}="${'u'.repeat(4000)}${prefix}"`);
  const attributes = prefixes.map((prefix) => ` ${prefix}:n=""`).join('');
  const element = `<e${attributes}/>`;
  const head = `<r${declarations.join('')}>`;
  return `${head}${element.repeat((size - 100 - head.length) / element.length)}</r>`;
}

function nested(): string {
  const names = Array.from({ length: most.attributes }, (_, n) => short(n));
  const open = `<e${names.map((name) => ` xmlns:${name}="u"`).join('')}>`;
  const branch = open.repeat(most.depth - 1) + '</e>'.repeat(most.depth - 1);
  return rooted(branch.repeat((size - 100) / branch.length));
}

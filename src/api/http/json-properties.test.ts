import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/any-text.ts';
import { faultOf, plain } from '../../../test/json-judge.ts';
import { JsonFault, type JsonRule, type RawValue, readJson } from './json-reader.ts';

const bytes = (text: string) => Buffer.from(text);

/** Rules beyond RFC 8259, so the built-in parser knows nothing of them. */
const ourOwn: readonly JsonRule[] = [
  'invalid_utf8',
  'too_deep',
  'too_many_members',
  'duplicate_key',
  'forbidden_key',
];

function judgeLikeTheBuiltIn(document: Buffer): void {
  const text = document.toString().replace(/^\ufeff/, '');
  let expected: unknown;
  let isJson = true;
  try {
    expected = JSON.parse(text);
  } catch {
    isJson = false;
  }
  if (!isJson) {
    faultOf(document);
    return;
  }
  let ours: RawValue;
  try {
    ours = readJson(document);
  } catch (fault) {
    assert(fault instanceof JsonFault && ourOwn.includes(fault.rule), String(fault));
    return;
  }
  assert.deepEqual(plain(ours), expected);
}

const key = fc.oneof(fc.constantFrom('a', 'b', 'Amount', '__proto__', ''), fc.string());
const { document: randomDocument } = fc.letrec<{ document: unknown }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(
      anyText(),
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('document'), { maxLength: 6 }),
    fc
      .array(fc.tuple(key, tie('document')), { maxLength: 6 })
      .map((all) => Object.fromEntries(all)),
  ),
}));

const written = fc
  .tuple(randomDocument, fc.constantFrom(undefined, 2, '\t'))
  .map(([document, indent]) => JSON.stringify(document, null, indent));

const piece = fc.oneof(
  fc.constantFrom(...'{}[]:,"\\0-.eEu /*\n\t\u0000', '""', '\\u', '\\ud800', 'é', 'null', ',"a":1'),
  fc.string({ maxLength: 4 }),
);

test('random documents mean what the built-in parser says they mean', () => {
  fc.assert(
    fc.property(written, (text) => judgeLikeTheBuiltIn(bytes(text))),
    { numRuns: 2000 },
  );
});

test('damaged documents are accepted only where the built-in parser accepts them', () => {
  const damaged = fc
    .tuple(written, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), piece), { maxLength: 3 }))
    .map(([text, cuts]) =>
      cuts.reduce((all, [at, length, instead]) => {
        const start = at % (all.length + 1);
        return all.slice(0, start) + instead + all.slice(start + length);
      }, text),
    );
  fc.assert(
    fc.property(damaged, (text) => judgeLikeTheBuiltIn(bytes(text))),
    { numRuns: 8000 },
  );
});

test('damaged bytes are accepted only where they are UTF-8 and JSON', () => {
  const damaged = fc.tuple(written, fc.nat(), fc.nat({ max: 255 })).map(([text, at, byte]) => {
    const document = bytes(text);
    document[at % document.length] = byte;
    return document;
  });
  fc.assert(fc.property(damaged, judgeLikeTheBuiltIn), { numRuns: 4000 });
});

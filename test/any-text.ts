import fc from 'fast-check';

/** Each code point that can be written; those of surrogates alone cannot. */
const character = fc
  .nat(0x10ffff - 0x800)
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

/** As the unit `binary` of fast-check, which takes a second to count all characters first. */
export function anyText(lengths: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: character, ...lengths });
}

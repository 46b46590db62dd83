import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maskKnown } from './mask-known.ts';
import { Secret } from './secret.ts';

const rows: readonly [known: string, text: string, masked: string][] = [
  ['078051120', 'my ssn is 078-05-1120', 'my ssn is ***-**-1120'],
  ['078051120', '078051120, 078 05 1120', '*****1120, *** ** 1120'],
  ['078051120', 'a078.05.1120b 078–05–1120', 'a***.**.1120b ***–**–1120'],
  ['078051120', '078 - 05 - 1120', '*** - ** - 1120'],
  ['078051120', '5078051120', '5*****1120'],
  ['078051120', '(078) 05, 1120; 078_05\u200b1120', '(***) **, 1120; ***_**\u200b1120'],
  ['078051120', '078 and 05 and 1120', '078 and 05 and 1120'],
  ['078051120', '０７８051120', '*****1120'],
  ['1234123', '12341234123', '***4***4123'],
  ['078051120', '078-05-1121', '078-05-1121'],
  ['9876543', 'account 98 76 543', 'account ** *6 543'],
  ['987654', '987654', '987654'],
  ['my passkey', 'my passkey', 'my passkey'],
  ['1980-02-09', 'born 02-09-1980 or 2/9/1980', 'born **-**-**** or */*/****'],
  ['1980-02-09', '1980-02-09, 19800209, 02091980', '****-**-**, ********, ********'],
  ['1980-02-09', '12-09-1980, 02-09-19801, 1980', '12-09-1980, 02-09-19801, 1980'],
];

test('a known number or date is masked however it is written', () => {
  for (const [known, text, masked] of rows) {
    assert.equal(maskKnown(known, text), masked);
    assert.equal(new Secret(known).maskIn(text), masked);
  }
});

test('wherever a known number stands, only its last four digits stay', () => {
  const digits = fc.stringMatching(/^[0-9]{7,17}$/);
  const letters = fc.stringMatching(/^[a-z ,]*$/);
  const gap = fc.constantFrom('', ' ', '-', '.', ' - ', ', ', '_', '\u00a0', '\u200b', '\n');
  fc.assert(
    fc.property(digits, letters, letters, gap, (known, before, after, between) => {
      const masked = maskKnown(known, before + [...known].join(between) + after);
      assert.equal(masked.replace(/\D/g, ''), known.slice(-4));
      assert.ok(masked.startsWith(before) && masked.endsWith(after));
    }),
  );
});

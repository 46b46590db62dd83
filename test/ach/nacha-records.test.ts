import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plainText } from '../../src/ach/nacha/characters.ts';
import type { AchEntry } from '../../src/ach/nacha/file.ts';
import { always, words } from '../../src/ach/nacha/kinds.ts';
import { readAchFile } from '../../src/ach/nacha/read-file.ts';
import { recordShape } from '../../src/ach/nacha/record.ts';
import {
  batchControl,
  batchHeader,
  entryDetail,
  fileControl,
  fileHeader,
  noticeAddenda,
  paymentAddenda,
  returnAddenda,
} from '../../src/ach/nacha/records.ts';
import {
  directionOf,
  returnedCodes,
  transactionCodes,
} from '../../src/ach/nacha/transaction-codes.ts';
import { writeAchFile } from '../../src/ach/nacha/write-file.ts';
import { anyText } from '../any-text.ts';
import { legible } from './legible.ts';
import {
  answerText,
  credit,
  credits,
  debitWithAddenda,
  file,
  fileText,
  mixedBatch,
} from './nacha-examples.ts';

// Typed from the record layouts of the rule book, field by field; the strokes between fields go.
const golden = [
  '1|01| 091000019|1987654321|260302|1405|A|094|10|1|FIRST BANK             |QUITTANCE              |        ',
  '5|200|LEE FLOWERS     |                    |1987654321|PPD|FLOWERS   |MAR 02|260303|   |1|09100001|0000001',
  '6|27|02100002|1|00776655443322110|0000012345|A-1            |ADA PARK              |  |1|091000010000001',
  '7|05|ORDER A-1                                                                       |0001|0000001',
  '6|32|12210527|8|987-654          |0000000099|               |BEN OSTROWSKI         |S |0|091000010000002',
  '6|28|12210527|8|987-654          |0000000000|               |BEN OSTROWSKI         |S |0|091000010000003',
  // 02100002 + 12210527 + 12210527
  '8|200|000004|0026521056|000000012345|000000000099|1987654321|                   |      |09100001|0000001',
  '5|225|LEE FLOWERS     |                    |1987654321|WEB|FLOWERS   |MAR 02|260303|   |1|09100001|0000002',
  '6|37|12210527|8|987-654          |0000000099|               |BEN OSTROWSKI         |S |0|091000010000004',
  '8|225|000001|0012210527|000000000099|000000000000|1987654321|                   |      |09100001|0000002',
  '5|220|LEE FLOWERS     |                    |1987654321|CCD|FLOWERS   |MAR 02|260303|   |1|09100001|0000005',
  '6|22|12210527|8|987-654          |0000000099|               |BEN OSTROWSKI         |S |0|091000010000005',
  '8|220|000001|0012210527|000000000000|000000000099|1987654321|                   |      |09100001|0000005',
  '9|000003|000002|00000006|0050942110|000000012444|000000000198|                                       ',
].map((line) => line.replaceAll('|', ''));

const goldenAnswers = [
  '1|01| 021000021| 091000019|260302|1405|A|094|10|1|FIRST BANK             |QUITTANCE              |        ',
  '5|200|LEE FLOWERS     |                    |1987654321|PPD|FLOWERS   |      |260302|   |1|02100002|0000001',
  '6|26|09100001|9|00776655443322110|0000012345|A-1            |ADA PARK              |  |1|021000020000001',
  '7|99|R01|091000010000001|      |02100002|TRY LATER                                   |021000020000001',
  '6|26|09100001|9|00776655443322110|0000012345|A-1            |ADA PARK              |  |1|021000020000002',
  '7|99|R14|091000010000002|260221|02100002|                                            |021000020000002',
  '8|200|000004|0018200002|000000024690|000000000000|1987654321|                   |      |02100002|0000001',
  '5|200|LEE FLOWERS     |                    |1987654321|COR|FLOWERS   |      |260302|   |1|12210527|0000002',
  '6|31|09100001|9|987-654          |0000000000|               |BEN OSTROWSKI         |S |1|122105270000003',
  '7|98|C01|091000010000002|      |12210527|987-655                      |               |122105270000003',
  '8|200|000002|0009100001|000000000000|000000000000|1987654321|                   |      |12210527|0000002',
  '9|000002|000002|00000006|0027300003|000000024690|000000000000|                                       ',
].map((line) => line.replaceAll('|', ''));

for (const [what, text, lines, padding] of [
  ['a file', fileText, golden, 6],
  ['returns and a notice of change', answerText, goldenAnswers, 8],
] as const) {
  test(`${what}: column by column as the rules have it`, () => {
    for (const line of lines) assert.equal(line.length, 94, line);
    const nines = Array<string>(padding).fill('9'.repeat(94));
    assert.deepEqual(text.split('\n'), [...lines, ...nines, '']);
  });
}

test('a hash has ten digits, whatever the sum', () => {
  const entries = Array.from({ length: 1200 }, (_, at) => ({
    ...credit,
    transactionCode: 22 as const,
    routingNumber: '999999992',
    traceNumber: `09100001${String(at + 1).padStart(7, '0')}`,
  }));
  const text = writeAchFile({ ...file, batches: [{ ...credits, entries }] });
  // 1200 times 99999999 is 119999998800.
  assert.equal(text.split('\n').at(1202)?.slice(10, 20), '9999998800');
});

test('a text becomes plain ASCII in upper case', () => {
  const known: [string, string][] = [
    ['Søren Núñez', 'SOREN NUNEZ'],
    ['Łukasz Weiß-Đorđe', 'LUKASZ WEISS-DORDE'],
    ['O’Neill & Sons “Æther”', `O'NEILL & SONS "AETHER"`],
    ['ﬁsh Ｆｕｌｌ', 'FISH FULL'],
    ['Zoë\tK.\nLee 😀!', 'ZOE K. LEE  !'],
    ['ﷺ李雷', ''],
    ['  padded  ', 'PADDED'],
  ];
  for (const [text, plain] of known) assert.equal(plainText(text), plain);
  fc.assert(fc.property(anyText(), (text) => /^[ -`{-~]*$/.test(plainText(text))));
});

test('words are cut to their field, identifiers are never', () => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff';
  const long = writeAchFile(withEntry({ individualName: name }));
  assert.equal(long.split('\n')[2]?.slice(54, 76), 'WOLFESCHLEGELSTEINHAUS');
  for (const wrong of [
    { accountNumber: '123456789012345678' },
    { accountNumber: '' },
    { accountNumber: '12 ' },
    { accountNumber: '１２３' },
    { individualId: '1234567890123456' },
    { individualName: '李雷' },
    { traceNumber: '09100001000001' },
    { traceNumber: '09100001000000X' },
    { amountCents: -1n },
    { amountCents: 10_000_000_000n },
    { routingNumber: '021000022' },
    { routingNumber: '21000021' },
  ]) {
    const [field] = Object.keys(wrong);
    assert.throws(
      () => writeAchFile(withEntry(wrong)),
      new RegExp(`^RangeError: ${field} has a value that cannot be written in \\d+ columns$`),
    );
  }
});

test('what our own reader would refuse is not written', () => {
  const wrong: [Partial<AchEntry>, RegExp][] = [
    [{ transactionCode: 22, amountCents: 0n }, /^RangeError: line 3 would be refused: prenotes/],
    [{ transactionCode: 21 }, /^RangeError: line 3 would be refused: returns and notices/],
    [{ traceNumber: '091000020000001' }, /^RangeError: line 3 would be refused: a trace number/],
    [{ addenda: { kind: 'raw', code: 'R68', record: '705' } }, /^RangeError: a record that was/],
    [
      { addenda: { kind: 'raw', code: 'R68', record: `${'7'.repeat(46)}\n`.padEnd(94) } },
      /^RangeError: a record that was/,
    ],
  ];
  for (const [change, says] of wrong) assert.throws(() => writeAchFile(withEntry(change)), says);
  assert.throws(
    () => writeAchFile({ ...file, batches: [{ ...mixedBatch, serviceClass: 220 }] }),
    /would be refused: a batch of class 220/,
  );
});

test('a file may come in lines of any end or in one line without any', () => {
  const lines = fileText.split('\n').slice(0, -1);
  const expected = legible({ file, faults: [] });
  for (const text of [
    lines.join('\r\n'),
    lines.join('\r'),
    lines.join(''),
    `${lines.join('')}\n`,
  ]) {
    assert.deepEqual(legible(readAchFile(text)), expected);
  }
});

test('a file without batches is one all the same', () => {
  const text = writeAchFile({ ...file, batches: [] });
  assert.equal(text.split('\n')[1], `9000000000001${'0'.repeat(42)}${' '.repeat(39)}`);
  const expected = legible({ file: { ...file, batches: [] }, faults: [] });
  assert.deepEqual(legible(readAchFile(text)), expected);
});

test('an empty text is no file', () => {
  for (const text of ['', '\n', '\r\n\r\n']) {
    const { file, faults } = readAchFile(text);
    assert.equal(file, undefined);
    assert.deepEqual(
      faults.map(({ rule }) => rule),
      ['recordOrder'],
    );
  }
});

test('a description with a gap, an overlap or a wrong width is refused at once', () => {
  const column = (from: number, to: number) => [from, to, words, ''] as const;
  assert.throws(() => recordShape({ a: column(1, 93) }), /last column is 93/);
  assert.throws(() => recordShape({ a: column(1, 95) }), /last column is 95/);
  assert.throws(() => recordShape({ a: column(1, 3), b: column(5, 94) }), /column 5 instead of 4/);
  assert.throws(() => recordShape({ a: column(1, 3), b: column(3, 94) }), /column 3 instead of 4/);
  assert.doesNotThrow(() => recordShape({ a: [1, 1, always('1'), ''], b: column(2, 94) }));
});

test('every column is explained', () => {
  const shapes = [
    fileHeader,
    batchHeader,
    entryDetail,
    paymentAddenda,
    returnAddenda,
    noticeAddenda,
    batchControl,
    fileControl,
  ];
  for (const { fields } of shapes) {
    for (const [, , , doc] of Object.values(fields)) assert.match(doc, /^[A-Z0-9].{5,}\.$/);
  }
});

test('a reversal moves the money the other way, and a return counts as what it returns', () => {
  for (const [code, row] of Object.entries(transactionCodes)) {
    const returned = returnedCodes[row.returnedAs];
    assert.deepEqual(returned, { account: row.account, direction: row.direction }, code);
    assert.equal(row.reversal === undefined, row.isPrenote, code);
    if (row.reversal === undefined) continue;
    const reversal = transactionCodes[row.reversal];
    assert.equal(reversal.account, row.account);
    assert.notEqual(directionOf(row.reversal), row.direction);
    assert.equal(String(reversal.reversal), code);
  }
});

function withEntry(change: Partial<AchEntry>) {
  return { ...file, batches: [{ ...mixedBatch, entries: [{ ...debitWithAddenda, ...change }] }] };
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAchFile } from '../../src/ach/nacha/read-file.ts';
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
import { type Rule, rules } from '../../src/ach/nacha/rules.ts';
import { answerText, fileText } from './nacha-examples.ts';

type Change = (lines: string[]) => void;

/** Writes over a line from a column on; both counted from 1. */
const put =
  (line: number, column: number, text: string): Change =>
  (lines) => {
    const old = lines[line - 1]!;
    lines[line - 1] = old.slice(0, column - 1) + text + old.slice(column - 1 + text.length);
  };
const both =
  (...changes: Change[]): Change =>
  (lines) => {
    for (const change of changes) change(lines);
  };
const replace =
  (line: number, dropped: number, ...added: string[]): Change =>
  (lines) => {
    lines.splice(line - 1, dropped, ...added);
  };
const nines = '9'.repeat(94);

/** One change of a good file for each rule, where it goes wrong, and nothing else goes wrong with it. */
const changes: [rule: Rule, line: number, change: Change][] = [
  ['recordLength', 3, replaceLine(3, (text) => `${text} `)],
  ['recordLength', 1, replaceLine(1, (text) => text.trimEnd())],
  ['characters', 3, put(3, 55, 'Ł')],
  ['characters', 3, put(3, 55, '\t')],
  ['recordType', 5, put(5, 1, '4')],
  ['recordOrder', 1, both(replace(1, 1), replace(20, 0, nines), put(1, 1, '5'))],
  ['recordOrder', 14, replace(14, 1, nines)],
  ['field', 1, put(1, 35, '095')],
  ['field', 1, put(1, 38, '20')],
  ['field', 1, put(1, 34, 'a')],
  ['field', 1, put(1, 30, '2400')],
  ['field', 2, put(2, 76, '367')],
  ['field', 2, put(2, 2, '280')],
  ['field', 3, put(3, 30, '000001234 ')],
  ['field', 4, put(4, 84, '0002')],
  ['blank', 2, put(2, 5, ' '.repeat(16))],
  ['blank', 3, put(3, 13, ' '.repeat(17))],
  ['date', 1, put(1, 24, '260229')],
  ['date', 1, put(1, 24, '      ')],
  ['date', 2, put(2, 70, '261301')],
  ['date', 2, put(2, 70, '260300')],
  ['field', 1, put(1, 13, ' ')],
  ['checkDigit', 3, put(3, 12, '0')],
  ['secCode', 8, put(8, 51, 'TEL')],
  ['transactionCode', 5, put(5, 2, '42')],
  ['transactionCode', 5, put(5, 2, '24')],
  ['returnedCode', 5, put(5, 2, '21')],
  ['returnedCode', 3, put(3, 2, '26')],
  ['serviceClass', 9, both(put(9, 2, '32'), swapSums(10), put(14, 32, sums(12_345, 297)))],
  ['serviceClass', 12, both(put(12, 2, '27'), swapSums(13), put(14, 32, sums(12_543, 99)))],
  ['amount', 6, both(put(6, 39, '1'), put(7, 32, '6'), put(14, 43, '5'))],
  ['amount', 9, both(put(9, 38, '00'), put(10, 31, '00'), put(14, 32, sums(12_345, 198)))],
  ['addendaIndicator', 3, put(3, 79, '0')],
  ['addendaIndicator', 5, put(5, 79, '1')],
  ['addendaCount', 5, addendaTwice],
  ['addendaType', 4, put(4, 2, '98')],
  ['addendaType', 4, put(4, 2, '10')],
  ['addendaSequence', 4, put(4, 94, '2')],
  ['traceOdfi', 5, put(5, 87, '2')],
  ['traceOrder', 5, put(5, 94, '1')],
  ['traceOrder', 6, put(6, 94, '1')],
  ['batchOrder', 8, both(put(8, 94, '1'), put(10, 94, '1'))],
  ['batchOrder', 11, both(put(11, 94, '1'), put(13, 94, '1'))],
  ['batchEmpty', 8, withoutEntry],
  ['effectiveDate', 8, put(8, 70, '260301')],
  ['effectiveDate', 8, put(8, 70, '      ')],
  ['batchClass', 10, put(10, 2, '200')],
  ['batchCompany', 7, put(7, 45, '2')],
  ['batchOdfi', 7, put(7, 87, '2')],
  ['batchNumber', 7, put(7, 94, '2')],
  ['batchEntryCount', 7, put(7, 10, '3')],
  ['batchHash', 7, put(7, 11, '1')],
  ['batchDebits', 7, put(7, 32, '6')],
  ['batchCredits', 7, put(7, 44, '8')],
  ['fileBatchCount', 14, put(14, 7, '4')],
  ['fileBlockCount', 14, put(14, 13, '3')],
  ['fileEntryCount', 14, put(14, 21, '9')],
  ['fileHash', 14, put(14, 22, '1')],
  ['fileDebits', 14, put(14, 43, '0')],
  ['fileCredits', 14, put(14, 55, '0')],
  ['padding', 19, replace(20, 1)],
  ['padding', 21, replace(20, 0, nines)],
  ['padding', 15, put(15, 94, '8')],
  ['padding', 14, replace(15, 6)],
];

/** The same of the file with returns and a notice. */
const answerChanges: [rule: Rule, line: number, change: Change][] = [
  ['returnedCode', 3, put(3, 2, '27')],
  ['returnedCode', 9, put(9, 2, '32')],
  ['mixedBatch', 2, oneNewEntry],
  ['amount', 9, both(put(9, 39, '1'), put(11, 44, '1'), put(12, 55, '1'))],
  ['addendaType', 4, put(4, 2, '98')],
  ['addendaType', 10, put(10, 2, '99')],
  ['addendaSequence', 4, put(4, 94, '9')],
  ['addendaSequence', 10, put(10, 80, '9')],
  ['field', 4, put(4, 4, 'X')],
  ['field', 10, put(10, 70, 'X')],
  ['date', 6, put(6, 22, '261332')],
];

for (const [what, text, all] of [
  ['a file', fileText, changes],
  ['a file of answers', answerText, answerChanges],
] as const) {
  test(`one change of ${what} breaks one rule, at its line`, () => {
    assert.deepEqual(readAchFile(text).faults, []);
    const found = all.map(([, , change], at) => {
      const lines = text.split('\n').slice(0, -1);
      change(lines);
      const { faults } = readAchFile(lines.join('\n'));
      return [at, ...faults.map((fault) => `${fault.line} ${fault.rule}`)];
    });
    assert.deepEqual(
      found,
      all.map(([rule, line], at) => [at, `${line} ${rule}`]),
    );
  });
}

test('every rule is broken by some change', () => {
  const broken = new Set([...changes, ...answerChanges].map(([rule]) => rule));
  assert.deepEqual(Object.keys(rules).toSorted(), [...broken].toSorted());
});

test('a field that has not the form of its kind is named, and is the only fault', () => {
  const places = [
    [fileText, 1, fileHeader],
    [fileText, 2, batchHeader],
    [fileText, 3, entryDetail],
    [fileText, 4, paymentAddenda],
    [fileText, 7, batchControl],
    [fileText, 14, fileControl],
    [answerText, 4, returnAddenda],
    [answerText, 10, noticeAddenda],
  ] as const;
  const otherRules = ['recordType', 'addendaType'];
  let tried = 0;
  for (const [text, line, { fields }] of places) {
    for (const [name, [from, to, kind]] of Object.entries(fields)) {
      const wrong = '~'.repeat(to - from + 1);
      const reading = kind.read(wrong);
      if (!('breaks' in reading) || otherRules.includes(name)) continue;
      const lines = text.split('\n').slice(0, -1);
      put(line, from, wrong)(lines);
      const { faults } = readAchFile(lines.join('\n'));
      assert.deepEqual(
        faults.map((fault) => [fault.line, fault.rule]),
        [[line, reading.breaks]],
        name,
      );
      assert.match(faults[0]!.says, new RegExp(`\\b${name}, columns ${from} to ${to}$`));
      tried += 1;
    }
  }
  assert.equal(tried, 47);
});

test('records out of their order are said to be, wherever they stand', () => {
  const lines = fileText.split('\n').slice(0, -1);
  const misplaced: [after: number, moved: number, at: number][] = [
    [3, 1, 4],
    [1, 3, 2],
    [1, 4, 2],
    [1, 7, 2],
    [2, 4, 3],
    // What shows that a batch was not closed is the next one.
    [7, 2, 9],
    [13, 9, 14],
    [13, 4, 14],
    [10, 10, 11],
  ];
  for (const [after, moved, at] of misplaced) {
    const changed = lines.toSpliced(after, 0, lines[moved - 1]!);
    const { faults } = readAchFile(changed.join('\n'));
    const found = faults.map(({ line, rule }) => `${line} ${rule}`);
    assert.ok(found.includes(`${at} recordOrder`), `${moved} after ${after}: ${found}`);
  }
});

test('what could not be read, and what hangs on it, is left out of the file', () => {
  const read = (change: Change) => {
    const lines = fileText.split('\n');
    change(lines);
    return readAchFile(lines.join('\n')).file?.batches.map(({ entries }) => entries.length);
  };
  assert.deepEqual(read(both()), [3, 1, 1]);
  assert.deepEqual(read(put(3, 30, 'X')), [2, 1, 1]);
  assert.deepEqual(read(put(4, 88, 'X')), [2, 1, 1]);
  assert.deepEqual(read(put(2, 2, 'X')), [1, 1]);
  assert.deepEqual(read(put(8, 51, 'TEL')), [3, 1]);
  assert.deepEqual(read(put(1, 24, 'X')), undefined);
});

function replaceLine(line: number, how: (text: string) => string): Change {
  return (lines) => {
    lines[line - 1] = how(lines[line - 1]!);
  };
}

function sums(debitCents: number, creditCents: number): string {
  return `${debitCents}`.padStart(12, '0') + `${creditCents}`.padStart(12, '0');
}

function swapSums(line: number): Change {
  return replaceLine(line, (text) => {
    return text.slice(0, 20) + text.slice(32, 44) + text.slice(20, 32) + text.slice(44);
  });
}

function addendaTwice(lines: string[]): void {
  lines.splice(3, 0, lines[3]!);
  lines.pop();
  both(put(8, 10, '5'), put(15, 21, '7'))(lines);
}

function withoutEntry(lines: string[]): void {
  lines.splice(8, 1);
  lines.push(nines);
  put(9, 5, `${'0'.repeat(16)}${sums(0, 0)}`)(lines);
  // What is left: 02100002 and 12210527 twice in the first batch, 12210527 in the last.
  put(13, 14, '000000050038731583')(lines);
  put(13, 32, sums(12_345, 198))(lines);
}

function oneNewEntry(lines: string[]): void {
  put(3, 2, '27')(lines);
  put(3, 79, '0')(lines);
  lines.splice(3, 1);
  lines.splice(11, 0, nines);
  both(put(6, 10, '3'), put(11, 21, '5'))(lines);
}

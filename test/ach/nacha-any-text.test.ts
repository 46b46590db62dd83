import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAchFile } from '../../src/ach/nacha/read-file.ts';
import { writeAchFile } from '../../src/ach/nacha/write-file.ts';
import { anyText } from '../any-text.ts';
import { answerText, debitWithAddenda, fileText } from './nacha-examples.ts';

const bytes = fc.uint8Array({ maxLength: 2000, size: 'max' }).map((array) => Buffer.from(array));
const runs = 1000;

test('any bytes are read to an end, and their faults are as many as their lines allow', () => {
  let tried = 0;
  fc.assert(
    fc.property(bytes, (array) => {
      const text = array.toString('latin1');
      judge(text);
      judge(array.toString('utf8'));
      tried += 1;
    }),
    { numRuns: runs },
  );
  assert.equal(tried, runs);
});

test('lines that begin like records are read to an end in any order', () => {
  const line = fc.tuple(
    fc.constantFrom('1', '5', '6', '7', '705', '798', '799R01', '8', '9'),
    fc.string({ unit: fc.constantFrom(...'0123456789 A'), maxLength: 94, size: 'max' }),
  );
  const records = fileText.split('\n').concat(answerText.split('\n'));
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          line.map(([type, rest]) => (type + rest).slice(0, 94)),
          fc.constantFrom(...records),
        ),
        { maxLength: 40, size: 'max' },
      ),
      (lines) => {
        judge(lines.join('\n'));
      },
    ),
    { numRuns: runs },
  );
});

test('a good file that was damaged has a fault or has the same debits and credits', () => {
  const change = fc.record({
    at: fc.nat(),
    dropped: fc.nat({ max: 3 }),
    added: anyText({ maxLength: 3 }),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(fileText, answerText),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      (good, changes) => {
        let text = good;
        for (const { at, dropped, added } of changes) {
          const place = at % text.length;
          text = text.slice(0, place) + added + text.slice(place + dropped);
        }
        const { file, faults } = judge(text);
        if (faults.length === 0) {
          assert.ok(file);
          assert.deepEqual(sums(text), sums(good));
          assert.deepEqual(sums(writeAchFile(file)), sums(good));
        }
      },
    ),
    { numRuns: runs },
  );
});

test('every single changed digit of an amount or a bank is noticed', () => {
  const lines = fileText.split('\n');
  let tried = 0;
  for (const [row, line] of lines.entries()) {
    if (!line.startsWith('6')) continue;
    for (const column of [...range(3, 12), ...range(29, 39)]) {
      const digit = (Number(line[column]) + 1) % 10;
      const wrong = line.slice(0, column) + digit + line.slice(column + 1);
      const { faults } = readAchFile(lines.with(row, wrong).join('\n'));
      assert.notEqual(faults.length, 0, `${row} ${column}`);
      tried += 1;
    }
  }
  assert.equal(tried, 5 * 19);
});

test('a fault repeats neither the account nor the name that it is about', () => {
  const lines = fileText.split('\n');
  const entry = lines[2]!;
  for (let column = 0; column < 94; column += 1) {
    for (const sign of ['~', '0', ' ', '\u0001']) {
      const wrong = entry.slice(0, column) + sign + entry.slice(column + 1);
      for (const { says } of readAchFile(lines.with(2, wrong).join('\n')).faults) {
        assert.ok(!says.includes(debitWithAddenda.accountNumber.slice(0, 6)), says);
        assert.ok(!says.includes(debitWithAddenda.individualName.slice(0, 3)), says);
      }
    }
  }
});

test('twenty thousand lines have no more faults than their fields and rules allow', () => {
  const entry = fileText.split('\n')[2]!;
  for (const line of [entry, '7', '8', '9', '1', '5', '']) {
    judge(`${line}\n`.repeat(20_000));
    judge(line.padEnd(94).repeat(1000));
  }
});

/** A record has 13 fields at most, and some rules hold for the whole of it. */
function judge(text: string) {
  const result = readAchFile(text);
  const lines = text.split(/\r\n|\r|\n/).length + text.length / 94;
  assert.ok(result.faults.length <= 20 * lines + 2, `${result.faults.length} faults`);
  for (const { line, says } of result.faults) {
    assert.ok(Number.isInteger(line) && line >= 0 && line <= lines);
    assert.ok(says.length > 0 && says.length < 200);
  }
  return result;
}

function sums(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .filter((line) => /^[89](?!9{93})/.test(line))
    .map((line) => (line.startsWith('8') ? line.slice(20, 44) : line.slice(31, 55)));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

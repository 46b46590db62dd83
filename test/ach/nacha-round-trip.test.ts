import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { balanced } from '../../src/ach/nacha/balanced.ts';
import { plainText } from '../../src/ach/nacha/characters.ts';
import { readAchFile } from '../../src/ach/nacha/read-file.ts';
import { directionOf, transactionCodes } from '../../src/ach/nacha/transaction-codes.ts';
import { writeAchFile } from '../../src/ach/nacha/write-file.ts';
import { writeReturnFile } from '../../src/ach/nacha/write-return.ts';
import { legible } from './legible.ts';
import { answers, answerText, debits, file, mixedBatch, prenote } from './nacha-examples.ts';
import { anyAnswers, anyFile } from './nacha-samples.ts';

test('a file that is written and read is the same file', () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      const text = writeAchFile(file);
      assert.deepEqual(legible(readAchFile(text)), legible({ file, faults: [] }));
      const lines = text.split('\n');
      assert.equal(lines.pop(), '');
      assert.equal(lines.length % 10, 0);
      for (const line of lines) assert.match(line, /^[ -~]{94}$/);
    }),
  );
});

test('the controls agree with a count by columns that knows nothing of our code', () => {
  fc.assert(fc.property(anyFile, (file) => recount(writeAchFile(file).split('\n'))));
  fc.assert(
    fc.property(anyAnswers, ({ frame, answers }) => {
      recount(writeReturnFile(frame, answers).split('\n'));
    }),
  );
});

test('a file of returns and notices that is read is written the same', () => {
  fc.assert(
    fc.property(anyAnswers, ({ frame, answers }) => {
      const text = writeReturnFile(frame, answers);
      const { file, faults } = readAchFile(text);
      assert.deepEqual(faults, []);
      assert.ok(file);
      assert.equal(writeAchFile(file), text);
    }),
  );
});

test('every answer is found again by the trace number of its entry', () => {
  fc.assert(
    fc.property(anyAnswers, ({ frame, answers }) => {
      const { file } = readAchFile(writeReturnFile(frame, answers));
      const read = file?.batches.flatMap(({ entries }) => entries) ?? [];
      assert.equal(read.length, answers.length);
      const byTrace = Map.groupBy(read, ({ addenda }) => {
        assert.ok(typeof addenda === 'object' && addenda.kind !== 'raw');
        return addenda.originalTrace;
      });
      for (const { entry, says } of answers) {
        const [answer, ...others] = byTrace.get(entry.traceNumber) ?? [];
        assert.equal(others.length, 0);
        assert.ok(answer && typeof answer.addenda === 'object');
        assert.equal(answer.addenda.code, says.code);
        assert.equal(answer.addenda.kind, says.kind);
        assert.equal(answer.accountNumber, entry.accountNumber);
        assert.equal(answer.amountCents, says.kind === 'notice' ? 0n : entry.amountCents);
        assert.equal(directionOf(answer.transactionCode), directionOf(entry.transactionCode));
      }
    }),
  );
});

test('names of any writing come back plain, or are refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (companyName) => {
      const plain = plainText(companyName).slice(0, 16).trimEnd();
      const write = () => writeAchFile({ ...file, batches: [{ ...debits, companyName }] });
      if (plain === '') return assert.throws(write, /^RangeError: companyName/);
      const { file: read, faults } = readAchFile(write());
      assert.deepEqual(faults, []);
      assert.equal(read?.batches[0]?.companyName, plain);
    }),
  );
});

const settlement = {
  account: 'checking',
  routingNumber: '091000019',
  accountNumber: '555000',
  name: 'LEE FLOWERS LLC',
} as const;

test('a balanced batch has as many debits as credits, by one entry of the other side', () => {
  fc.assert(
    fc.property(anyFile, ({ batches }) => {
      for (const batch of batches) {
        const even = balanced(batch, settlement, '091000019999999');
        let cents = 0n;
        for (const { transactionCode, amountCents } of even.entries) {
          cents += directionOf(transactionCode) === 'debit' ? amountCents : -amountCents;
        }
        assert.equal(cents, 0n);
        assert.ok(even.entries.length - batch.entries.length <= 1);
      }
    }),
  );
});

test('the offset of debits is a credit to the settlement account', () => {
  const even = balanced(debits, settlement, '091000010000009');
  assert.equal(even.serviceClass, 200);
  assert.deepEqual(even.entries.at(-1), {
    transactionCode: 22,
    routingNumber: '091000019',
    accountNumber: '555000',
    amountCents: 99n,
    individualId: 'OFFSET',
    individualName: 'LEE FLOWERS LLC',
    discretionary: '',
    traceNumber: '091000010000009',
  });
  assert.deepEqual(readAchFile(writeAchFile({ ...file, batches: [even] })).faults, []);
  const savings = balanced(mixedBatch, { ...settlement, account: 'savings' }, '091000010000009');
  assert.equal(savings.entries.at(-1)?.transactionCode, 32);
  assert.equal(savings.entries.at(-1)?.amountCents, 12_246n);
});

test('a batch that moves nothing stays as it is', () => {
  const prenotes = { ...debits, entries: [prenote] };
  assert.equal(balanced(prenotes, settlement, '091000010000009'), prenotes);
});

test('returns and notices are read with all that their addenda say', () => {
  const { file: read } = readAchFile(answerText);
  const addenda = read?.batches.flatMap(({ entries }) => entries.map((entry) => entry.addenda));
  assert.deepEqual(legible(addenda), [
    {
      kind: 'return',
      code: 'R01',
      originalTrace: '091000010000001',
      originalRdfi: '02100002',
      information: 'TRY LATER',
    },
    {
      kind: 'return',
      code: 'R14',
      originalTrace: '091000010000002',
      originalRdfi: '02100002',
      information: '',
      dateOfDeath: '2026-02-21',
    },
    {
      kind: 'notice',
      code: 'C01',
      originalTrace: '091000010000002',
      originalRdfi: '12210527',
      correctedData: '987-655',
    },
  ]);
});

test('an entry that came back is not sent back', () => {
  const [answer] = answers;
  const returned = { ...answer!.entry, transactionCode: 26 } as const;
  assert.throws(
    () =>
      writeReturnFile({ ...file, effectiveOn: file.createdAt.date }, [
        { ...answer!, entry: returned },
      ]),
    RangeError,
  );
  assert.equal(transactionCodes[27].returnedAs, 26);
});

test('what comes back need not say when it takes effect', () => {
  for (const [blank, expected] of [
    ['      ', undefined],
    ['000000', undefined],
    ['260301', '2026-03-01'],
  ] as const) {
    const text = answerText.replaceAll('260302   1', `${blank}   1`);
    const { file: read, faults } = readAchFile(text);
    assert.deepEqual(faults, []);
    for (const batch of read!.batches) assert.equal(batch.effectiveOn?.toString(), expected);
  }
});

test('dishonored and contested returns and refused notices are kept as they came', () => {
  const raw: [line: number, from: string, to: string][] = [
    [4, 'R01', 'R68'],
    [4, 'R01', 'R73'],
    [10, 'C01', 'C64'],
  ];
  for (const [line, from, to] of raw) {
    const lines = answerText.split('\n');
    // Other columns: what would be no date and no bank in a return.
    const record = lines[line - 1]!.replace(from, to).replace(/(?<=^.{21}).{14}/, 'AB 021000021CD');
    lines[line - 1] = record;
    const { file: read, faults } = readAchFile(lines.join('\n'));
    assert.deepEqual(faults, []);
    const addenda = read!.batches.flatMap(({ entries }) => entries.map((entry) => entry.addenda));
    assert.ok(addenda.some((one) => typeof one === 'object' && one.kind === 'raw'));
    assert.deepEqual(
      addenda.find((one) => typeof one === 'object' && one.code === to),
      { kind: 'raw', code: to, record },
    );
    assert.equal(writeAchFile(read!), lines.join('\n'));
  }
});

/** Codes that end in 0 to 4 are credits, the others debits. */
function recount(lines: readonly string[]): void {
  const file = { records: 0n, bank: 0n, debit: 0n, credit: 0n, batches: 0n };
  let batch = { ...file };
  const sums = ({ bank, debit, credit }: typeof file) =>
    String(bank).slice(-10).padStart(10, '0') +
    String(debit).padStart(12, '0') +
    String(credit).padStart(12, '0');

  for (const line of lines.slice(0, lines.indexOf('9'.repeat(94)))) {
    if (line[0] === '6' || line[0] === '7') batch.records += 1n;
    if (line[0] === '6') {
      batch.bank += BigInt(line.slice(3, 11));
      batch[Number(line[2]) < 5 ? 'credit' : 'debit'] += BigInt(line.slice(29, 39));
    }
    if (line[0] === '8') {
      assert.equal(line.slice(4, 44), String(batch.records).padStart(6, '0') + sums(batch));
      for (const sum of ['records', 'bank', 'debit', 'credit'] as const) file[sum] += batch[sum];
      file.batches += 1n;
      batch = { records: 0n, bank: 0n, debit: 0n, credit: 0n, batches: 0n };
    }
    if (line[0] !== '9') continue;
    assert.equal(line.slice(1, 7), String(file.batches).padStart(6, '0'));
    assert.equal(line.slice(7, 13), String(Math.floor(lines.length / 10)).padStart(6, '0'));
    assert.equal(line.slice(13, 55), String(file.records).padStart(8, '0') + sums(file));
  }
}

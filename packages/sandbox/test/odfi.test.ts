import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctionRules } from '../../../src/ach/correction-codes.ts';
import type { AchBatch, AchEntry, AchFile } from '../../../src/ach/nacha/file.ts';
import { readAchFile } from '../../../src/ach/nacha/read-file.ts';
import type { TransactionCode } from '../../../src/ach/nacha/transaction-codes.ts';
import { readCorrection } from '../../../src/ach/read-correction.ts';
import { returnRules } from '../../../src/ach/return-codes.ts';
import {
  type Behaviour,
  simulatedAccount,
  simulatedAccounts,
  simulatedNumber,
} from '../src/odfi/accounts.ts';
import { answersTo } from '../src/odfi/answers.ts';

type Asked = {
  readonly accountNumber: string;
  readonly code?: TransactionCode;
  readonly description?: string;
};

/** A file of one entry, which takes effect on Wednesday, January 16, 2030. */
function fileWith(...asked: readonly Asked[]): AchFile {
  const batches = asked.map(
    ({ accountNumber, code = 27, description = 'PAYMENT' }, i): AchBatch => ({
      serviceClass: 200,
      companyName: 'PARK DENTAL',
      discretionary: '',
      companyId: '1234567890',
      secCode: 'PPD',
      description,
      effectiveOn: Temporal.PlainDate.from('2030-01-16'),
      odfi: '12345678',
      number: i + 1,
      entries: [entryTo(accountNumber, code)],
    }),
  );
  return {
    immediateDestination: '123456780',
    immediateOrigin: '1234567890',
    destinationName: 'SANDBOX BANK',
    originName: 'QUITTANCE',
    createdAt: { date: Temporal.PlainDate.from('2030-01-15') },
    modifier: 'A',
    referenceCode: '',
    batches,
  };
}

function entryTo(accountNumber: string, transactionCode: TransactionCode): AchEntry {
  return {
    transactionCode,
    routingNumber: '021000021',
    accountNumber,
    amountCents: transactionCode === 28 ? 0n : 1000n,
    individualId: '00255T000000001',
    individualName: 'ADA PARK',
    discretionary: '',
    traceNumber: '123456780000001',
  };
}

/** The codes that come back, with the days on which they do. */
function answered(asked: Asked): string[] {
  return answersTo('20300115-A.ach', fileWith(asked)).flatMap(({ dueAt, text }) => {
    const { file, faults } = readAchFile(text);
    assert.deepEqual(faults, []);
    return file!.batches.flatMap(({ entries }) =>
      entries.map(({ addenda }) => {
        assert.ok(typeof addenda === 'object');
        return `${addenda.code} ${dueAt.toISOString()}`;
      }),
    );
  });
}

const second = '2030-01-18T13:30:00.000Z';

test('an account that nobody reserved is never answered', () => {
  for (const accountNumber of ['1234567', '9901', '990000', '99000000', '9900000123', '99500001']) {
    assert.deepEqual(answered({ accountNumber }), []);
  }
});

test('every code of a return can be had, on the opening of the second banking day', () => {
  for (const { code } of returnRules) {
    const accountNumber = simulatedNumber('return_always', code);
    assert.equal(accountNumber, `990000${code.slice(1)}`);
    assert.deepEqual(answered({ accountNumber }), [`${code} ${second}`]);
  }
});

test('a day in the number is a banking day after settlement', () => {
  const on = (day: number) =>
    answered({ accountNumber: simulatedNumber('return_always', 'R10', day) });
  assert.deepEqual(on(1), ['R10 2030-01-17T13:30:00.000Z']);
  assert.deepEqual(on(3), ['R10 2030-01-22T13:30:00.000Z']);
  // Summer time has come meanwhile.
  assert.deepEqual(on(45), ['R10 2030-03-22T12:30:00.000Z']);
});

test('who is answered depends on what is sent', () => {
  const sent: Readonly<Record<string, Omit<Asked, 'accountNumber'>>> = {
    debit: { code: 27 },
    'debit again': { code: 27, description: 'RETRY PYMT' },
    credit: { code: 22, description: 'REFUND' },
    prenote: { code: 28, description: 'PRENOTE' },
  };
  const expected: Readonly<Record<Behaviour, readonly string[]>> = {
    return_always: ['debit', 'debit again', 'prenote'],
    return_first: ['debit'],
    return_credits: ['credit'],
    correct: ['debit', 'debit again', 'credit', 'prenote'],
    correct_unreadably: ['debit', 'debit again', 'credit', 'prenote'],
  };
  for (const { does } of simulatedAccounts) {
    const code = does.startsWith('correct') ? 'C01' : 'R01';
    const accountNumber = simulatedNumber(does, code);
    const names = Object.keys(sent).filter(
      (name) => answered({ accountNumber, ...sent[name] }).length > 0,
    );
    assert.deepEqual(names, expected[does], does);
  }
});

test('corrected data can be read exactly where it is meant to be', () => {
  for (const { code, columns } of correctionRules) {
    const data = (does: Behaviour) => {
      const [{ text } = { text: '' }] = answersTo(
        'a.ach',
        fileWith({ accountNumber: simulatedNumber(does, code) }),
      );
      const addenda = readAchFile(text).file!.batches[0]!.entries[0]!.addenda;
      assert.ok(typeof addenda === 'object');
      return 'correctedData' in addenda ? addenda.correctedData : '';
    };
    const isCarried = Object.keys(columns).length > 0;
    assert.equal(readCorrection(code, data('correct'), 'sandbox') !== undefined, isCarried, code);
    const bad = readCorrection(code, data('correct_unreadably'), 'sandbox');
    // A name is good whatever it is.
    if (!('individualName' in columns) && !('identification' in columns)) {
      assert.equal(bad, undefined, code);
    }
  }
});

test('the same file is answered by the same bytes, and days in files of their own', () => {
  const file = fileWith(
    { accountNumber: simulatedNumber('return_always', 'R01') },
    { accountNumber: simulatedNumber('return_always', 'R10', 40) },
    { accountNumber: simulatedNumber('correct', 'C01') },
  );
  const first = answersTo('20300115-A.ach', file);
  assert.deepEqual(first, answersTo('20300115-A.ach', file));
  assert.deepEqual(
    first.map(({ name }) => name),
    ['20300115-A-answered-20300118.ach', '20300115-A-answered-20300315.ach'],
  );
});

test('no number is reserved for two things', () => {
  const digits = simulatedAccounts.map(({ digit }) => digit);
  assert.equal(new Set(digits).size, digits.length);
  for (const { does } of simulatedAccounts) {
    assert.equal(simulatedAccount(simulatedNumber(does, 'R07', 12))?.does, does);
    assert.equal(simulatedAccount(simulatedNumber(does, 'R07', 12))?.day, 12);
  }
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { balanced } from '../../src/ach/nacha/balanced.ts';
import { plainText } from '../../src/ach/nacha/characters.ts';
import type { AchBatch, AchEntry, AchFile } from '../../src/ach/nacha/file.ts';
import { type TransactionCode, transactionCodes } from '../../src/ach/nacha/transaction-codes.ts';
import { writeAchFile } from '../../src/ach/nacha/write-file.ts';
import { type Answer, type Frame, writeReturnFile } from '../../src/ach/nacha/write-return.ts';

const digit = fc.constantFrom(...'0123456789');
const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
/** Printable, in upper case: what comes back as it went in. */
const sign = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-&/#,\'*+():;"');

const signs = (least: number, most: number) =>
  fc
    .string({ unit: sign, minLength: least, maxLength: most, size: 'max' })
    .map(plainText)
    .filter((text) => text.length >= least);
const letters = (least: number, most: number) =>
  fc.string({ unit: letter, minLength: least, maxLength: most, size: 'max' });
const digits = (length: number) => fc.string({ unit: digit, minLength: length, maxLength: length });

const anyRoutingNumber = digits(8)
  .filter((bank) => bank !== '00000000')
  .map((bank) => {
    const sum = [3, 7, 1, 3, 7, 1, 3, 7].reduce((all, w, at) => all + w * Number(bank[at]), 0);
    return `${bank}${(10 - (sum % 10)) % 10}`;
  });

const anyDate = fc
  .integer({ min: 0, max: 29_000 })
  .map((days) => Temporal.PlainDate.from('2020-01-01').add({ days }));
const anyTime = fc.integer({ min: 0, max: 1439 }).map((minutes) => {
  return new Temporal.PlainTime(Math.floor(minutes / 60), minutes % 60);
});

const codes = Object.keys(transactionCodes).map(Number) as TransactionCode[];
const codesOf = {
  200: codes,
  220: codes.filter((code) => transactionCodes[code].direction === 'credit'),
  225: codes.filter((code) => transactionCodes[code].direction === 'debit'),
} as const;

function anyEntry(code: TransactionCode, traceNumber: string): fc.Arbitrary<AchEntry> {
  return fc.record(
    {
      transactionCode: fc.constant(code),
      routingNumber: anyRoutingNumber,
      accountNumber: letters(1, 17),
      amountCents: transactionCodes[code].isPrenote
        ? fc.constant(0n)
        : fc.oneof(fc.bigInt(1n, 100_000n), fc.bigInt(1n, 9_999_999_999n)),
      individualId: letters(0, 15),
      individualName: signs(1, 22),
      discretionary: fc.constantFrom('', 'S', 'R', '2X'),
      traceNumber: fc.constant(traceNumber),
      addenda: signs(0, 80),
    },
    {
      requiredKeys: [
        'transactionCode',
        'routingNumber',
        'accountNumber',
        'amountCents',
        'individualId',
        'individualName',
        'discretionary',
        'traceNumber',
      ],
    },
  );
}

type Place = { readonly odfi: string; readonly number: number; readonly from: Temporal.PlainDate };

function anyBatch({ odfi, number, from }: Place): fc.Arbitrary<AchBatch> {
  const anyKind = fc.record({
    serviceClass: fc.constantFrom(200, 220, 225),
    arePrenotes: fc.boolean(),
    gaps: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6, size: 'max' }),
  });
  return anyKind.chain(({ serviceClass, arePrenotes, gaps }) => {
    let last = number * 10_000;
    const entries = gaps.map((gap) => {
      last += gap;
      const traceNumber = `${odfi}${String(last).padStart(7, '0')}`;
      // The network wants prenotes to be called so, and then all of the batch are some.
      const fitting = codesOf[serviceClass].filter(
        (code) => transactionCodes[code].isPrenote === arePrenotes,
      );
      return fc.constantFrom(...fitting).chain((code) => anyEntry(code, traceNumber));
    });
    return fc.record(
      {
        serviceClass: fc.constant(serviceClass),
        companyName: signs(1, 16),
        discretionary: signs(0, 20),
        companyId: letters(1, 10),
        secCode: fc.constantFrom('PPD', 'CCD', 'WEB'),
        description: arePrenotes ? fc.constant('PRENOTE') : signs(1, 10),
        descriptiveDate: letters(1, 6),
        effectiveOn: fc.integer({ min: 0, max: 9 }).map((days) => from.add({ days })),
        settlementDay: fc.integer({ min: 1, max: 366 }).map((day) => String(day).padStart(3, '0')),
        odfi: fc.constant(odfi),
        number: fc.constant(number),
        entries: fc.tuple(...entries),
      },
      {
        requiredKeys: [
          'serviceClass',
          'companyName',
          'discretionary',
          'companyId',
          'secCode',
          'description',
          'effectiveOn',
          'odfi',
          'number',
          'entries',
        ],
      },
    );
  });
}

/** Some batches get their other side, where it fits into one entry. */
function withOffsets(batches: AchBatch[], which: boolean[], account: string): AchBatch[] {
  return batches.map((batch, at) => {
    const traceNumber = `${batch.odfi}${String(batch.number * 10_000 + 9_999).padStart(7, '0')}`;
    const name = 'SETTLEMENT';
    const routingNumber = account;
    const offset = { account: 'checking', routingNumber, accountNumber: '99', name } as const;
    const even = balanced(batch, offset, traceNumber);
    const fits = even.entries.at(-1)!.amountCents <= 9_999_999_999n;
    return which[at] && fits ? even : batch;
  });
}

const anyFrame = fc.record({
  immediateDestination: anyRoutingNumber,
  immediateOrigin: fc.oneof(anyRoutingNumber, letters(10, 10)),
  destinationName: signs(1, 23),
  originName: signs(1, 23),
  createdAt: fc.record({ date: anyDate, time: anyTime }, { requiredKeys: ['date'] }),
  modifier: letter,
  referenceCode: letters(0, 8),
});

/** A file as a company's bank sends it, of some batches or none. */
export const anyFile: fc.Arbitrary<AchFile> = fc
  .record({
    frame: anyFrame,
    odfi: anyRoutingNumber,
    numbers: fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { maxLength: 4, size: 'max' }),
    which: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  })
  .chain(({ frame, odfi, numbers, which }) => {
    const places = numbers
      .toSorted((a, b) => a - b)
      .map((number) => ({ number, odfi: odfi.slice(0, 8), from: frame.createdAt.date }));
    return fc.tuple(...places.map(anyBatch)).map((batches) => ({
      ...frame,
      batches: withOffsets(batches, which, odfi),
    }));
  });

const anyAnswer: fc.Arbitrary<Answer['says'] | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({
    kind: fc.constant('return' as const),
    code: fc.constantFrom('R01', 'R02', 'R03', 'R04', 'R07', 'R08', 'R09', 'R10', 'R16', 'R29'),
    information: signs(0, 44),
  }),
  fc.record({
    kind: fc.constant('return' as const),
    code: fc.constantFrom('R14', 'R15'),
    dateOfDeath: anyDate,
  }),
  fc.record({
    kind: fc.constant('notice' as const),
    code: fc.constantFrom('C01', 'C02', 'C03', 'C05', 'C06', 'C07'),
    correctedData: letters(1, 29),
  }),
);

/** What receiving banks answer to some entries of a file, and the frame of the file that says so. */
export const anyAnswers: fc.Arbitrary<{ frame: Frame; answers: Answer[] }> = anyFile
  .filter(({ batches }) => batches.length > 0)
  .chain(({ batches, ...frame }) => {
    const entries = batches.flatMap((batch) => batch.entries.map((entry) => ({ batch, entry })));
    const answers = fc.array(anyAnswer, { minLength: entries.length, maxLength: entries.length });
    return answers.map((all) => ({
      frame: { ...frame, effectiveOn: frame.createdAt.date },
      answers: entries.flatMap((of, at) => (all[at] ? [{ ...of, says: all[at] }] : [])),
    }));
  });

/** The same files every time, for validators of others: `npx node test/ach/nacha-samples.ts FOLDER COUNT`. */
function writeSamples(folder: string, howMany: number): void {
  mkdirSync(folder, { recursive: true });
  const seeded = { seed: 94, numRuns: howMany };
  const files = fc.sample(anyFile, seeded).map(writeAchFile);
  const returns = fc
    .sample(anyAnswers, seeded)
    .map(({ frame, answers }) => writeReturnFile(frame, answers));
  for (const [at, text] of files.entries()) writeFileSync(join(folder, `file-${at}.ach`), text);
  for (const [at, text] of returns.entries()) {
    writeFileSync(join(folder, `return-${at}.ach`), text);
  }
}

if (import.meta.main) writeSamples(process.argv[2]!, Number(process.argv[3]));

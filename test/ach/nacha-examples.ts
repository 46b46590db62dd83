import type { AchBatch, AchEntry, AchFile } from '../../src/ach/nacha/file.ts';
import { writeAchFile } from '../../src/ach/nacha/write-file.ts';
import { type Answer, writeReturnFile } from '../../src/ach/nacha/write-return.ts';

const day = Temporal.PlainDate.from('2026-03-02');
const bank = '09100001';
const trace = (sequence: number) => `${bank}${String(sequence).padStart(7, '0')}`;

export const debitWithAddenda: AchEntry = {
  transactionCode: 27,
  routingNumber: '021000021',
  accountNumber: '00776655443322110',
  amountCents: 12_345n,
  individualId: 'A-1',
  individualName: 'ADA PARK',
  discretionary: '',
  traceNumber: trace(1),
  addenda: 'ORDER A-1',
};
export const credit: AchEntry = {
  transactionCode: 32,
  routingNumber: '122105278',
  accountNumber: '987-654',
  amountCents: 99n,
  individualId: '',
  individualName: 'BEN OSTROWSKI',
  discretionary: 'S',
  traceNumber: trace(2),
};
export const prenote: AchEntry = {
  ...credit,
  transactionCode: 28,
  amountCents: 0n,
  traceNumber: trace(3),
};

export const mixedBatch: AchBatch = {
  serviceClass: 200,
  companyName: 'LEE FLOWERS',
  discretionary: '',
  companyId: '1987654321',
  secCode: 'PPD',
  description: 'FLOWERS',
  descriptiveDate: 'MAR 02',
  effectiveOn: day.add({ days: 1 }),
  odfi: bank,
  number: 1,
  entries: [debitWithAddenda, credit, prenote],
};
export const debits: AchBatch = {
  ...mixedBatch,
  serviceClass: 225,
  secCode: 'WEB',
  number: 2,
  entries: [{ ...credit, transactionCode: 37, traceNumber: trace(4) }],
};
export const credits: AchBatch = {
  ...mixedBatch,
  serviceClass: 220,
  secCode: 'CCD',
  number: 5,
  entries: [{ ...credit, transactionCode: 22, traceNumber: trace(5) }],
};

export const file: AchFile = {
  immediateDestination: '091000019',
  immediateOrigin: '1987654321',
  destinationName: 'FIRST BANK',
  originName: 'QUITTANCE',
  createdAt: { date: day, time: new Temporal.PlainTime(14, 5) },
  modifier: 'A',
  referenceCode: '',
  batches: [mixedBatch, debits, credits],
};

/** By line: 1 header, 2–7 the mixed batch with an addenda record in 4, 8–10 debits, 11–13 credits, 14 control. */
export const fileText = writeAchFile(file);

export const answers: Answer[] = [
  {
    batch: mixedBatch,
    entry: debitWithAddenda,
    says: { kind: 'return', code: 'R01', information: 'TRY LATER' },
  },
  {
    batch: mixedBatch,
    entry: { ...debitWithAddenda, traceNumber: trace(2) },
    says: { kind: 'return', code: 'R14', dateOfDeath: day.subtract({ days: 9 }) },
  },
  {
    batch: mixedBatch,
    entry: credit,
    says: { kind: 'notice', code: 'C01', correctedData: '987-655' },
  },
];

/** By line: 1 header, 2–7 a batch of two returns, 8–11 one of a notice, 12 control. */
export const answerText = writeReturnFile(
  {
    ...file,
    immediateDestination: '021000021',
    immediateOrigin: '091000019',
    effectiveOn: day,
  },
  answers,
);

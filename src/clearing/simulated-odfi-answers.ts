import { addBankingDays } from '../ach/banking-days.ts';
import { correctedDataLength, correctionRule } from '../ach/correction-codes.ts';
import type { AchBatch, AchEntry, AchFile } from '../ach/nacha/file.ts';
import {
  directionOf,
  isReturnedCode,
  isTransactionCode,
  type TransactionCode,
  transactionCodes,
} from '../ach/nacha/transaction-codes.ts';
import { type Answer, writeReturnFile } from '../ach/nacha/write-return.ts';
import { settlementMoment } from '../ach/windows.ts';
import { type SimulatedEntry, simulatedAccount } from './simulated-accounts.ts';

/** A file that the simulated bank will send, and when. */
export type LaterFile = { readonly dueAt: Date; readonly name: string; readonly text: string };

/** All that the banks of the sandbox will ever say to a file: the same to the same file, whoever asks. */
export function answersTo(name: string, file: AchFile): LaterFile[] {
  const answers = file.batches.flatMap((batch) =>
    batch.entries.flatMap((entry) => answerTo(batch, entry)),
  );
  const days = [...Map.groupBy(answers, ({ on }) => on.toString())].toSorted();
  return days.map(([day, said]) => {
    const on = Temporal.PlainDate.from(day);
    const text = writeReturnFile(frameOf(file, on), said);
    return { dueAt: settlementMoment(on, false), name: laterName(name, day), text };
  });
}

function laterName(name: string, day: string): string {
  return `${answerStem(name)}${day.replaceAll('-', '')}.ach`;
}

/** Whether that is one of the files that answer a file of this name. */
export function answers({ name: later }: Pick<LaterFile, 'name'>, name: string): boolean {
  return later.startsWith(answerStem(name));
}

function answerStem(name: string): string {
  return `${name.replace(/\.[a-z]+$/i, '').slice(-40)}-answered-`;
}

type DatedAnswer = Answer & { readonly on: Temporal.PlainDate };

function answerTo(batch: AchBatch, entry: AchEntry): DatedAnswer[] {
  const simulated = simulatedAccount(entry.accountNumber);
  const { effectiveOn } = batch;
  if (!simulated || !effectiveOn || !isTransactionCode(entry.transactionCode)) return [];
  if (!isAnswered(simulated, batch, entry.transactionCode)) return [];
  const on = addBankingDays(effectiveOn, simulated.day);
  return [{ batch, entry, on, says: saidOf(simulated, entry) }];
}

/** What was returned before is marked by its sender, as the rules want it. */
function isAnswered(
  { does }: SimulatedEntry,
  { description }: AchBatch,
  code: TransactionCode,
): boolean {
  const { isPrenote } = transactionCodes[code];
  const isDebit = directionOf(code) === 'debit';
  switch (does) {
    case 'return_always':
      return isDebit || isPrenote;
    case 'return_first':
      return isDebit && !isPrenote && !description.startsWith('RETRY');
    case 'return_credits':
      return !isDebit && !isPrenote;
    case 'correct':
    case 'correct_unreadably':
      return true;
  }
}

function saidOf({ does, code }: SimulatedEntry, entry: AchEntry): Answer['says'] {
  if (does === 'correct')
    return { kind: 'notice', code, correctedData: correctedData(code, entry) };
  if (does !== 'correct_unreadably') return { kind: 'return', code };
  return { kind: 'notice', code, correctedData: `X${correctedData(code, entry)}` };
}

/** What its columns must hold to be read, each in its place. */
function correctedData(code: string, entry: AchEntry): string {
  const columns = [...' '.repeat(correctedDataLength)];
  for (const [field, [from]] of Object.entries(correctionRule(code).columns)) {
    const text = corrected[field as keyof typeof corrected](entry);
    columns.splice(from - 1, text.length, ...text);
  }
  return columns.join('').trimEnd();
}

const corrected = {
  accountNumber: ({ accountNumber }) => `1${accountNumber.slice(1)}`,
  routingNumber: ({ routingNumber }) => (routingNumber === '021000089' ? '011401533' : '021000089'),
  accountKind: ({ transactionCode }) => otherKind(transactionCode),
  individualName: () => 'ANOTHER NAME',
  identification: ({ individualId }) => individualId,
} as const satisfies Readonly<Record<string, (entry: AchEntry) => string>>;

function otherKind(code: AchEntry['transactionCode']): string {
  if (isReturnedCode(code)) throw new RangeError('an entry that comes back is answered by nobody');
  return String(transactionCodes[code].account === 'checking' ? code + 10 : code - 10);
}

/** From the bank to whoever sent it the file. */
function frameOf(
  { immediateDestination, destinationName, originName }: AchFile,
  on: Temporal.PlainDate,
) {
  return {
    immediateDestination,
    immediateOrigin: immediateDestination,
    destinationName: originName,
    originName: destinationName,
    createdAt: { date: on, time: new Temporal.PlainTime(6, 0) },
    modifier: 'A',
    referenceCode: '',
    effectiveOn: on,
  };
}

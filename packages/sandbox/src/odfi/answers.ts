import { correctedDataLength, correctionRule } from '../../../../src/ach/correction-codes.ts';
import type { AchBatch, AchEntry, AchFile } from '../../../../src/ach/nacha/file.ts';
import {
  directionOf,
  isReturnedCode,
  isTransactionCode,
  type TransactionCode,
  transactionCodes,
} from '../../../../src/ach/nacha/transaction-codes.ts';
import { type Answer, writeReturnFile } from '../../../../src/ach/nacha/write-return.ts';
import { settlementMoment } from '../../../../src/kernel/ach-windows.ts';
import { addBankingDays } from '../../../../src/kernel/banking-days.ts';
import type { LaterFile } from '../../../../src/ports/mailboxes/mailbox.ts';
import { type SimulatedEntry, simulatedAccount } from './accounts.ts';

/** All files with which the banks of the sandbox answer a file: a pure function of it. */
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

/** True for the name of a file that answers the file `name`. */
export function isAnswerTo(later: string, name: string): boolean {
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

/** The sender marks an entry that was returned before, as the Nacha rules require. */
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

/** Each corrected value in its columns. */
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

/** The frame of a file from the bank to the sender of the answered file. */
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

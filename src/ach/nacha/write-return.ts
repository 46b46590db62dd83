import type { AchBatch, AchEntry, AchFile, NoticeAddenda, ReturnAddenda } from './file.ts';
import { isReturnedCode, transactionCodes } from './transaction-codes.ts';
import { writeAchFile } from './write-file.ts';

/** A receiving bank's answer to an entry, with the batch that the entry came in. */
export type Answer = {
  readonly batch: AchBatch;
  readonly entry: AchEntry;
  readonly says:
    | (Pick<ReturnAddenda, 'kind' | 'code' | 'dateOfDeath'> & { readonly information?: string })
    | Pick<NoticeAddenda, 'kind' | 'code' | 'correctedData'>;
};

/** Everything of a file but its batches. */
export type Frame = Omit<AchFile, 'batches'> & { readonly effectiveOn: Temporal.PlainDate };

/** The file in which receiving banks return entries, or notify of changes. */
export function writeReturnFile(frame: Frame, answers: readonly Answer[]): string {
  const { effectiveOn, ...file } = frame;
  const groups = [...Map.groupBy(answers, groupOf).values()];
  let sequence = 0;
  const batches = groups.map((group, index) => {
    const entries = group.map((answer) => {
      sequence += 1;
      return answerEntry(answer, sequence);
    });
    return { ...answerHeader(group[0]!, effectiveOn), number: index + 1, entries };
  });
  return writeAchFile({ ...file, batches });
}

/** A batch has one receiving bank, one company and one class; the company appears as it named itself. */
function groupOf({ batch, entry, says }: Answer): string {
  const { companyName, companyId, secCode, description, odfi } = batch;
  const key = [says.kind, rdfiOf(entry), companyId, companyName, secCode, description, odfi];
  return key.join('\n');
}

function answerHeader({ batch, entry, says }: Answer, effectiveOn: Temporal.PlainDate) {
  const { companyName, companyId, description, discretionary } = batch;
  return {
    serviceClass: 200,
    companyName,
    companyId,
    discretionary,
    description,
    secCode: says.kind === 'notice' ? 'COR' : batch.secCode,
    effectiveOn,
    // The bank that answers is the sender now.
    odfi: rdfiOf(entry),
  } as const satisfies Partial<AchBatch>;
}

function answerEntry({ batch, entry, says }: Answer, sequence: number): AchEntry {
  const { transactionCode: code, traceNumber: originalTrace } = entry;
  if (isReturnedCode(code)) throw new RangeError('an entry that comes back cannot be sent back');
  const original = { originalTrace, originalRdfi: rdfiOf(entry) };
  const isNotice = says.kind === 'notice';
  return {
    ...entry,
    transactionCode: transactionCodes[code].returnedAs,
    routingNumber: withCheckDigit(batch.odfi),
    amountCents: isNotice ? 0n : entry.amountCents,
    traceNumber: rdfiOf(entry) + String(sequence).padStart(7, '0'),
    addenda: isNotice ? { ...says, ...original } : { information: '', ...says, ...original },
  };
}

function rdfiOf({ routingNumber }: AchEntry): string {
  return routingNumber.slice(0, 8);
}

/** A NACHA header has the first eight digits of a routing number; the ninth is computed from them. */
function withCheckDigit(bank: string): string {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(bank[at]), 0);
  return `${bank}${(10 - (sum % 10)) % 10}`;
}

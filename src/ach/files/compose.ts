import { effectiveDate, wallClock } from '../../kernel/ach-windows.ts';
import { type Entry, individualIdOf, takes } from '../entry.ts';
import { balanced } from '../nacha/balanced.ts';
import { plainText } from '../nacha/characters.ts';
import type { AchBatch, AchEntry, AchFile } from '../nacha/file.ts';
import type { TransactionCode } from '../nacha/transaction-codes.ts';
import type { ClearingFile } from './file.ts';
import type { Originator } from './originator.ts';

/** An entry with its facts from the vault, the business and the payment. */
export type Filling = {
  readonly entry: Entry;
  readonly accountNumber: string;
  readonly businessName: string;
  /** The text for the payer's statement that its payment asks for instead. */
  readonly statementDescriptor: string | undefined;
  /** True if the payer agreed once to a series of payments. */
  readonly isRecurring: boolean;
};

/** One character distinguishes the files of a day, so there are no more than this. */
export const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** With so many in each, no two traces of a day are alike. */
export const mostEntries = 100_000;
const tracesOfFile = 250_000;

export function traceOf(
  { odfi }: Pick<Originator, 'odfi'>,
  { number }: Pick<ClearingFile, 'number'>,
  place: number,
): string {
  const sequence = (number - 1) * tracesOfFile + place + 1;
  return odfi.slice(0, 8) + String(sequence).padStart(7, '0');
}

/**
 * The contents of a file: the same for the same rows, whoever composes it. Entries come in the order of business and
 * id, and that order gives their traces; batches are by business, class, purpose and name.
 */
export function compose(
  file: ClearingFile,
  originator: Originator,
  fillings: readonly Filling[],
): AchFile {
  const placed = fillings.map((filling, place) => ({ ...filling, place }));
  const groups = Map.groupBy(placed, (filling) => {
    const { entry } = filling;
    const named = companyNameOf(filling);
    return [entry.businessId, entry.secCode, purposeOf(entry), named].join(' ');
  });
  const batches = [...groups.values()].map((group, i) => {
    const batch = batchOf(file, originator, group, i + 1);
    // The offsetting entry stands last in its batch, so its trace is behind all others.
    const trace = traceOf(originator, file, fillings.length + i);
    return originator.offset ? balanced(batch, originator.offset, trace) : batch;
  });
  const madeAt = wallClock(file.createdAt);
  return {
    immediateDestination: originator.destination,
    immediateOrigin: originator.origin,
    destinationName: originator.destinationName,
    originName: originator.originName,
    createdAt: { date: madeAt.toPlainDate(), time: madeAt.toPlainTime() },
    modifier: modifiers[file.number - 1]!,
    referenceCode: '',
    batches,
  };
}

type Placed = Filling & { readonly place: number };

function batchOf(
  file: ClearingFile,
  originator: Originator,
  group: readonly Placed[],
  number: number,
): AchBatch {
  const { entry } = group[0]!;
  const isDebit = takes(entry) || entry.kind === 'prenote';
  return {
    serviceClass: isDebit ? 225 : 220,
    companyName: companyNameOf(group[0]!),
    // For ourselves, to find the owner of a batch.
    discretionary: String(entry.businessId),
    companyId: originator.origin,
    secCode: entry.secCode,
    description: purposeOf(entry),
    effectiveOn: effectiveDate(file.cutoffAt, file.isSameDay),
    odfi: originator.odfi.slice(0, 8),
    number,
    entries: group.map((placed) => entryOf(file, originator, placed)),
  };
}

const companyNameWidth = 16;

function companyNameOf({ entry, businessName, statementDescriptor = '' }: Filling): string {
  const fitted = (text: string) => plainText(text).slice(0, companyNameWidth).trim();
  return fitted(statementDescriptor) || fitted(businessName) || `BUSINESS ${entry.businessId}`;
}

const codes: Record<Entry['kind'], Record<Entry['accountKind'], TransactionCode>> = {
  debit: { checking: 27, savings: 37 },
  credit: { checking: 22, savings: 32 },
  deposit: { checking: 22, savings: 32 },
  // The prenote tries the account for the debit to come.
  prenote: { checking: 28, savings: 38 },
  micro_credit: { checking: 22, savings: 32 },
  micro_debit: { checking: 27, savings: 37 },
};

export function entryOf(
  file: Pick<ClearingFile, 'number'>,
  originator: Pick<Originator, 'odfi'>,
  { entry, accountNumber, isRecurring, place }: Placed,
): AchEntry {
  const { kind, accountKind, secCode, routingNumber, amountCents, holder } = entry;
  return {
    transactionCode: codes[kind][accountKind],
    routingNumber,
    accountNumber,
    amountCents,
    individualId: individualIdOf(entry),
    individualName: plainText(holder) || 'ACCOUNT HOLDER',
    // In WEB the field tells how the receiver agreed: to each payment by itself, or to a series.
    discretionary: secCode === 'WEB' ? (isRecurring && takes(entry) ? 'R' : 'S') : '',
    traceNumber: traceOf(originator, file, place),
  };
}

/**
 * The description that the receiver reads. The network's rules prescribe the words for re-presentments and
 * micro-deposits.
 */
function purposeOf({ kind, presentment }: Entry): string {
  if (kind === 'debit') return presentment > 1 ? 'RETRY PYMT' : 'PAYMENT';
  return {
    credit: 'REFUND',
    deposit: 'DEPOSIT',
    prenote: 'PRENOTE',
    micro_credit: 'ACCTVERIFY',
    micro_debit: 'ACCTVERIFY',
  }[kind];
}

import type { DisputeRow, DisputesAnswer } from '../dispute-row.ts';
import { centsOf, cleanText, isTransactionId, unknown, unsigned, wordOf } from '../gateway-text.ts';
import type { Unknown } from '../processor.ts';
import { fits } from '../request-terms.ts';
import type { OddRow, SettledAnswer, SettledRow } from '../settled-row.ts';
import type { Details, Row } from './client.ts';
import { disputeStateOf, standingOf } from './codes.ts';
import type { Lists } from './lists.ts';
import { references } from './requests.ts';

const isReference = fits(references);

/** Reads what the gateway settled, and what payers disputed. */
export function reports({ batchesBetween, rowsOfBatch, readable }: Lists) {
  return { settledRows, disputes };

  async function settledRows(since: Date, until: Date): Promise<SettledAnswer> {
    const rows: SettledRow[] = [];
    const oddRows: OddRow[] = [];
    for await (const found of rowsBetween(since, until)) {
      if ('outcome' in found) return found;
      const settled = await settledRow(found.row, found.settledAt);
      if (settled && 'outcome' in settled) return settled;
      if (settled && 'reason' in settled) oddRows.push(settled);
      else if (settled) rows.push(settled);
    }
    return { outcome: 'settled', rows, oddRows };
  }

  /** The rows of all batches that were settled between two moments. */
  async function* rowsBetween(
    since: Date,
    until: Date,
  ): AsyncGenerator<{ readonly row: Row; readonly settledAt: Date } | Unknown, void> {
    const batches = await batchesBetween(since, until);
    if ('outcome' in batches) return yield batches;
    for (const { id, settledAt, state } of batches) {
      if (settledAt < since || settledAt > until) continue;
      if (!['settledSuccessfully', 'settlementError'].includes(state))
        return yield unknown('a batch is not settled yet');
      const rows = await rowsOfBatch(id);
      if ('outcome' in rows) return yield rows;
      for (const row of rows) yield { row, settledAt };
    }
  }

  /** A chargeback, and its reversal, are transactions of their own in the batch of their day. */
  async function disputes(since: Date, until: Date): Promise<DisputesAnswer> {
    const rows: DisputeRow[] = [];
    const oddRows: OddRow[] = [];
    for await (const found of rowsBetween(since, until)) {
      if ('outcome' in found) return found;
      const { row, settledAt } = found;
      if (!disputeStateOf(row.status)) continue;
      const shown = await readable(row.transactionId);
      if (shown && 'outcome' in shown) return shown;
      const dispute = shown && disputeRow(row, shown, settledAt);
      if (dispute) rows.push(dispute);
      else oddRows.push(oddRow(row, settledAt, 'a dispute that cannot be read'));
    }
    return { outcome: 'disputes', rows, oddRows };
  }

  /** Undefined: no money moved. A refund may be listed under the invoice number of its charge. */
  async function settledRow(
    row: Row,
    settledAt: Date,
  ): Promise<SettledRow | OddRow | Unknown | undefined> {
    const { transactionId: processorId, status, amount, invoiceNumber } = row;
    const standing = standingOf(status);
    if (standing === 'declined' || standing === 'voided') return undefined;
    if (others.includes(status) || disputeStateOf(status)) return undefined;
    const isFailed = status === 'settlementError';
    const cents = centsOf(amount);
    const isClear = standing === 'settled' || isFailed;
    if (!isClear || cents === undefined) {
      const what = isClear ? 'an amount that cannot be read' : `the status ${wordOf(status)}`;
      return oddRow(row, settledAt, `listed with ${what}`);
    }
    const isRefund = status === 'refundSettledSuccessfully';
    const shown = isRefund ? await readable(processorId) : undefined;
    if (shown && 'outcome' in shown) return shown;
    if (isRefund && !shown) return oddRow(row, settledAt, 'a refund whose details cannot be read');
    const reference = shown?.refId || invoiceNumber;
    const moved = isRefund ? -cents : cents;
    return { reference, processorId, cents: isFailed ? 0n : moved, settledAt };
  }
}

/** A row that no rule reads and that is not certainly without money. It stops no other row. */
function oddRow(
  { transactionId: id, invoiceNumber }: Row,
  settledAt: Date,
  reason: string,
): OddRow {
  const processorId = isTransactionId(id) ? id : '';
  return { reference: cleanText(invoiceNumber, []), processorId, settledAt, reason };
}

/** A returned item is no settlement; a transaction that failed on the way stays failed once its batch is settled. */
const others = ['returnedItem', 'communicationError'];

/**
 * The id of a dispute is that of its charge, which its reversal shares. It is not promised that the transaction of a
 * dispute names the charge, nor that it has the invoice number of the charge.
 */
function disputeRow(row: Row, shown: Details, at: Date): DisputeRow | undefined {
  const state = disputeStateOf(row.status);
  const cents = centsOf(unsigned(row.amount));
  const { ofTransactionId: chargeId, transactionId } = shown;
  const reference = row.invoiceNumber || shown.invoiceNumber;
  const id = chargeId || (isReference(reference) ? reference : transactionId);
  if (!state || cents === undefined || !isTransactionId(chargeId || transactionId))
    return undefined;
  const { code = '', description = '' } = shown.returned ?? {};
  return {
    ...{ id, reference, chargeId, cents, state, at, answerUntil: undefined },
    reasonCode: cleanText(code, []),
    reason: cleanText(description, []),
  };
}

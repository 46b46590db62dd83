import { isDeepStrictEqual } from 'node:util';
import { classifyRows, type Inquired, type Seen } from '../classify-rows.ts';
import { checksIn } from '../connector.ts';
import {
  answered,
  centsOf,
  isTransactionId,
  there,
  unknown,
  unsigned,
  wordOf,
} from '../gateway-text.ts';
import type { Approval, Decline, FollowUpRequest, InquiryAnswer, Unknown } from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import type { Action, Row } from './client.ts';
import { cardChecks, failureOf } from './codes.ts';

/*
 * Classifies the rows of query.php. Order ids are not unique at the gateway, and a search may return rows whose order
 * id only contains ours: a row counts if its order id is exactly ours.
 */

/** Classifies a charge or a refund. Undefined: there is no row of ours. */
export function classifyOwn(asked: Inquired, rows: readonly Row[]): InquiryAnswer | undefined {
  const ours = rows.filter(({ orderId }) => orderId === asked.reference);
  const kind = asked.of?.kind ?? 'charge';
  const seen = ours.flatMap((row): Seen[] => {
    const told = judge(asked, row);
    const one: Seen = { kind, told, isOurs: 'surely', wouldShowUndo: true };
    return kind === 'charge' ? [one, ...followersIn(asked, row)] : [one];
  });
  return classifyRows(asked, seen);
}

/** The actions that followed a charge; they have its number. Its condition may show an undo later. */
function followersIn({ reference }: Inquired, { transactionId: processorId, ...row }: Row): Seen[] {
  return (['void', 'capture', 'refund'] as const).flatMap((kind): Seen[] => {
    const done = row.actions.filter((action) => action.type === kind && isSuccess(action));
    const cents = done.map((action) => amountOf(action, currencyOf(row)) ?? 0n);
    const amountCents = cents.reduce((sum, one) => sum + one, 0n);
    const told = { reference, processorId, amountCents, authorizationCode: '' };
    if (done.length === 0) return [];
    return [{ kind, told: { outcome: 'approved', ...told }, isOurs: 'surely' }];
  });
}

const executed = ['pending', 'pendingsettlement', 'complete'];

function judge(asked: Inquired, row: Row): Seen['told'] {
  const { condition, actions } = row;
  const types = asked.of ? [asked.of.kind] : ['sale', 'auth'];
  const ours = actions.filter(({ type }) => types.includes(type));
  const [action, second] = ours.filter(isSuccess);
  if (second) return there('found with several approvals');
  const canceled = { outcome: 'canceled', reference: asked.reference } as const;
  // No money is held under it, whoever voided it.
  if (action && condition === 'canceled') return { ...canceled, processorId: row.transactionId };
  if (action && executed.includes(condition)) return approval(asked, row, action);
  if (!action && condition === 'failed') return failure(asked, row, ours.at(-1));
  const isOver = condition === 'canceled' || condition === 'abandoned';
  if (isOver && actions.every(isFailure)) return canceled;
  return there(`found as ${wordOf(condition)}`);
}

function approval({ reference, of }: Inquired, row: Row, action: Action): Approval | Unknown {
  const { transactionId: processorId, authorizationCode } = row;
  const currency = currencyOf(row);
  const amountCents = of?.kind === 'void' ? of.amountCents : amountOf(action, currency);
  if (amountCents === undefined || !isTransactionId(processorId))
    return there('found without an amount or a number');
  const found = { reference, processorId, amountCents, currency, authorizationCode };
  const settled = row.condition === 'complete' ? { isSettled: true } : {};
  const named = of ? {} : { networkTransactionId: processorId };
  return { outcome: 'approved', ...found, ...named, ...settled, ...checksIn(cardChecks, of, row) };
}

function failure(
  { reference, of }: Inquired,
  row: Row,
  action: Action | undefined,
): Decline | Unknown {
  if (!action || !isFailure(action)) return there('found as failed, without why');
  const verdict = failureOf(action.code, action.text);
  if (verdict.outcome !== 'declined') return there('found as failed, with an error in between');
  return {
    ...declinedFor(reference, verdict.code, row.transactionId),
    currency: currencyOf(row),
    ...checksIn(cardChecks, of, row),
  };
}

/**
 * A capture or a void is an action of its charge, or it did not happen. A refund of the same amount may be another one,
 * and it is not certain that each refund shows among the actions: if none is there, that proves nothing.
 */
export function classifyByCharge(of: FollowUpRequest, rows: readonly Row[]): InquiryAnswer {
  const [row, ...others] = rows.filter(({ transactionId }) => transactionId === of.chargeId);
  // The same row may come twice.
  if (!row || !others.every((other) => isDeepStrictEqual(other, row)))
    return unknown('the charge is not shown, or in several ways');
  if (![...executed, 'failed', 'canceled'].includes(row.condition))
    return unknown('what became of the charge is unclear');
  const actions = row.actions.filter(({ type }) => type === of.kind);
  if (!actions.every((action) => isSuccess(action) || isFailure(action)))
    return unknown('shown without its end');
  if (of.kind === 'refund')
    return answered(actions.length > 0 ? 'perhaps another refund' : 'no refund is shown');
  // A voided charge holds nothing, whether it was captured or not.
  if (of.kind === 'capture' && row.condition === 'canceled')
    return { outcome: 'canceled', reference: of.reference };
  const done = actions.filter(isSuccess).map((action): Seen => {
    return {
      kind: of.kind,
      told: approval({ reference: of.reference, of }, row, action),
      isOurs: 'perhaps',
    };
  });
  // All actions have the number of their charge: two captures of one amount would look like one.
  if (of.kind === 'capture' && done.length > 1) return unknown('shown more than once');
  return classifyRows({ reference: of.reference, of }, done) ?? { outcome: 'not_found' };
}

/** The caller compares it with the payment's currency. */
export function currencyOf({ currency }: Pick<Row, 'currency'>): string | undefined {
  return currency === '' ? undefined : currency;
}

/** The amount of a refund may be negative. */
function amountOf({ type, amount }: Action, currency: string | undefined): bigint | undefined {
  return centsOf(type === 'refund' ? unsigned(amount) : amount, currency);
}

const isSuccess = ({ success }: Action) => success === '1';
const isFailure = ({ success }: Action) => success === '0';

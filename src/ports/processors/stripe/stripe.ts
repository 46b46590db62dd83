import { daysBefore } from '../../../kernel/duration.ts';
import type { AccountCheck } from '../account-check.ts';
import { connector } from '../connector.ts';
import type { Standing } from '../gateway-kind.ts';
import { answered, isTransactionId, unknown, unknownCharge, unreadable } from '../gateway-text.ts';
import { readJson } from '../json-element.ts';
import type {
  Capabilities,
  ChargeAnswer,
  FollowUpRequest,
  InquiryAnswer,
  Rejection,
  Unknown,
} from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import {
  classifyByCharge,
  classifyCharge,
  classifyRefund,
  classifyRefunds,
  wasHeld,
} from './answers.ts';
import { cancels } from './cancel.ts';
import { cardNameIn } from './card-names.ts';
import { charges } from './charge.ts';
import { intentIn, openClient, refundIn, type StripeAccount } from './client.ts';
import { isAbout, standingOf } from './codes.ts';
import { type Find, lists } from './lists.ts';
import { reports } from './reports.ts';
import { followUpRequest } from './requests.ts';
import { storeCard, unknownToken } from './tokens.ts';

export type StripeOptions = StripeAccount & { readonly now: () => Date };

export const stripeCan: Capabilities = {
  /** A value of the metadata, and the start of an idempotency key of at most 255 characters. */
  references: { longest: 250, signs: 'A-Za-z0-9_-' },
  // A key is stored for a day at least, and a repeated request must arrive before that.
  replay: { by: 'key', seconds: 23 * 3600 },
  // A refund is final, and so is the void of an authorization.
  cancelByReference: 'charges',
  batches: 'automatic',
  partialApproval: false,
  customerSearch: false,
  // A card that belongs to no customer of the gateway is good for one payment.
  tokens: 'apart',
  threeDSecure: true,
  wallets: [],
  lateWindowSeconds: 120,
  // A payment is shown at once by its id; nothing is promised of lists.
  visibilityDelaySeconds: 120,
  absence: 'after_a_day',
};

/** Forms and JSON. Our reference is in the metadata of a payment or refund, and in the keys of requests. */
export function stripe({ now, ...account }: StripeOptions) {
  const client = openClient(account);
  const { get, post, worded, answerFor } = client;
  const listed = lists(client.read);
  const { intent, intentsWith, refundsOf } = listed;
  const find: Find = async (reference, begunAt, id) => {
    if (id) return [id];
    const since = begunAt ?? daysBefore(now(), 30);
    return await intentsWith(reference, since, begunAt ?? now());
  };
  const { cancel, withdraw } = cancels(client, listed, find);

  return connector({
    name: 'stripe',
    can: stripeCan,
    ...charges(client, { intent, withdraw }),
    followUp,
    standing,
    inquire,
    cancel,
    ...reports(listed),
    tokenize: (request) => storeCard(client, request),
    async updateToken(token, request) {
      const name = cardNameIn(token);
      return name ? await storeCard(client, request, name) : unknownToken;
    },
    check,
  });

  /** A charge can be voided until it is captured; after that it is refunded. */
  async function followUp(request: FollowUpRequest): Promise<ChargeAnswer> {
    const { reference, chargeId, kind } = request;
    if (!isTransactionId(chargeId)) return unknownCharge;
    const { path, fields } = followUpRequest(request);
    // The key that a charge under this reference would have: a reference is used once.
    const told = await post(path, fields, `${reference}-c`, request.sendBy);
    switch (told.kind) {
      case 'good':
        return kind === 'refund' ? judgeMade(request, told.body) : judgeChanged(request, told.body);
      case 'error': {
        const { verdict, error } = told;
        if (verdict.outcome === 'unproved') return { ...answered(worded(error)), isRefused: true };
        if (error && !isAbout(chargeId, error)) return unknown('answer for another payment');
        if (verdict.outcome !== 'declined') return answerFor(told);
        return declinedFor(reference, verdict.code);
      }
      default:
        return { outcome: told.kind, reason: told.reason };
    }
  }

  /** A captured charge counts as settled: it is refunded. A charge without money can have no follow-up. */
  async function standing(
    of: FollowUpRequest,
    refusal: Rejection | Unknown,
  ): Promise<Standing | Unknown | undefined> {
    // At this gateway no refund comes too early.
    if (of.kind === 'refund' && refusal.outcome === 'rejected') return undefined;
    const found = await intent(of.chargeId);
    if ('outcome' in found) return found;
    const shown = standingOf(found.status);
    if (shown === 'taken' && of.kind !== 'capture') return 'settled';
    if (of.kind === 'refund') return shown && 'empty';
    if (shown === 'authorized') return undefined;
    const { outcome } = classifyByCharge(of, found);
    // Perhaps this very request was carried out: an inquiry finds out.
    return outcome === 'approved' || outcome === 'unknown' ? undefined : 'empty';
  }

  async function inquire(
    reference: string,
    of?: FollowUpRequest,
    since?: Date,
    processorId?: string,
  ): Promise<InquiryAnswer> {
    if (of) return await inquireFollowUp(of);
    const found = await find(reference, since, processorId);
    if ('outcome' in found) return found;
    const [id, second] = found;
    if (second) return unknown('several payments under one reference');
    return id ? await inquireCharge(reference, id) : { outcome: 'not_found' };
  }

  async function inquireCharge(reference: string, id: string): Promise<InquiryAnswer> {
    const found = await intent(id);
    if ('outcome' in found) return found;
    if (found.reference !== reference) return unknown('answer for another payment');
    // An authorization that was canceled is shown as refunded, and has no refunds.
    const isRefunded = found.status === 'succeeded' && found.charge.refundedCents > 0n;
    const refunds = isRefunded ? await refundsOf(id) : [];
    if ('outcome' in refunds) return refunds;
    const answer = classifyCharge(reference, found, refunds);
    const isTaken = answer.outcome === 'approved' && found.status === 'succeeded';
    return isTaken ? { ...answer, isSettled: true } : answer;
  }

  async function inquireFollowUp(of: FollowUpRequest): Promise<InquiryAnswer> {
    if (!isTransactionId(of.chargeId)) return { outcome: 'not_found' };
    if (of.kind === 'refund') {
      const refunds = await refundsOf(of.chargeId);
      return 'outcome' in refunds ? refunds : classifyRefunds(of, refunds);
    }
    const found = await intent(of.chargeId);
    return 'outcome' in found ? found : classifyByCharge(of, found);
  }

  async function check(): Promise<AccountCheck> {
    const isTestMode = /^[rs]k_test_/.test(account.secretKey.reveal());
    for (const path of [balance, ...mustRead]) {
      const told = await get(path, path === balance ? {} : { limit: '1' });
      if (told.kind === 'error') {
        const { verdict, error } = told;
        const isRefused = verdict.outcome === 'rejected' && verdict.refuses !== undefined;
        return isRefused
          ? { outcome: 'refused', message: worded(error) }
          : unknown(`error at ${path}`);
      }
      if (told.kind !== 'good') return unknown(told.reason);
      // The balance says whether the money is real.
      const isAsKey = readJson(told.body).text('livemode') === String(!isTestMode);
      if (path === balance && !isAsKey) return unknown(unreadable);
    }
    return { outcome: 'good', isTestMode };
  }
}

function judgeMade(request: FollowUpRequest, body: string): ChargeAnswer {
  const refund = refundIn(readJson(body));
  const isOurs = refund?.reference === request.reference && refund.intentId === request.chargeId;
  return isOurs ? classifyRefund(request, refund) : unknown('answer for another refund');
}

function judgeChanged(request: FollowUpRequest, body: string): ChargeAnswer {
  const changed = intentIn(readJson(body));
  if (changed?.id !== request.chargeId) return unknown('answer for another payment');
  const answer = classifyByCharge(request, changed);
  if (answer.outcome === 'approved' || answer.outcome === 'unknown') return answer;
  const isEmpty = request.kind === 'void' && changed.status === 'canceled' && !wasHeld(changed);
  return isEmpty ? notHeld : unknown('the answer leaves the payment as it was');
}

const notHeld: Rejection = {
  outcome: 'rejected',
  message: 'The gateway holds no money of this payment.',
};

const balance = '/v1/balance';
/** The paths that a key with restricted rights must be allowed to read. */
const mustRead = ['/v1/payment_intents', '/v1/refunds', '/v1/balance_transactions', '/v1/disputes'];

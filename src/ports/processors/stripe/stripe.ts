import type { Secret } from '../../../kernel/secret.ts';
import type { AccountCheck } from '../account-check.ts';
import type { Connector } from '../gateway-kind.ts';
import {
  cleanText,
  isTransactionId,
  settlesByItself,
  unknown,
  unreadable,
} from '../gateway-text.ts';
import { readJson } from '../json-element.ts';
import type { Capabilities, FollowUpRequest, InquiryAnswer } from '../processor.ts';
import { cancels } from './cancel.ts';
import { charges } from './charge.ts';
import { classifyByCharge, classifyCharge, classifyRefunds } from './classify.ts';
import { type Client, type ClientOptions, openClient } from './client.ts';
import { feeds } from './feeds.ts';
import { followUps } from './follow-up.ts';
import { daysBefore, type Find, lists } from './lists.ts';
import { cardNameIn, isReference, references } from './references.ts';
import { storeCard, unknownToken } from './tokens.ts';

export type StripeOptions = ClientOptions & { readonly now: () => Date };

export const stripeCan: Capabilities = {
  references,
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
export function stripe(options: StripeOptions): Connector {
  const { secretKey, now } = options;
  const client = openClient(options);
  const { intent, intentsWith, refundsOf, allRows } = lists(client.read);
  const find: Find = async (reference, begunAt, id) => {
    if (id) return [id];
    const since = begunAt ?? daysBefore(now(), 30);
    return await intentsWith(reference, since, begunAt ?? now());
  };
  const { cancel, withdraw } = cancels(client, { intent, refundsOf }, find);

  return {
    name: 'stripe',
    can: stripeCan,
    ...charges(client, { intent, withdraw }, stripeCan),
    ...followUps(client, { intent }),
    cancel,
    ...feeds(allRows),
    inquire,
    closeBatch: async () => settlesByItself,
    inquireBatch: async () => settlesByItself,
    tokenize: (request) => storeCard(client, request),
    async updateToken(token, request) {
      const name = cardNameIn(token);
      return name ? await storeCard(client, request, name) : unknownToken;
    },
    findCustomer: async () => unknown('the gateway is not asked for customers'),
    check: () => check(client, secretKey),
  };

  async function inquire(
    reference: string,
    of?: FollowUpRequest,
    since?: Date,
    processorId?: string,
  ): Promise<InquiryAnswer> {
    // Nothing is ever sent under such a reference.
    if (!isReference(reference)) return { outcome: 'not_found' };
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
}

const balance = '/v1/balance';
/** The paths that a key with restricted rights must be allowed to read. */
const mustRead = ['/v1/payment_intents', '/v1/refunds', '/v1/balance_transactions', '/v1/disputes'];

async function check({ get }: Client, secretKey: Secret): Promise<AccountCheck> {
  const isTestMode = /^[rs]k_test_/.test(secretKey.reveal());
  for (const path of [balance, ...mustRead]) {
    const told = await get(path, path === balance ? {} : { limit: '1' });
    if (told.kind === 'error') {
      const { verdict, error } = told;
      const isRefused = verdict.outcome === 'rejected' && verdict.refuses !== undefined;
      const message = cleanText(error?.message ?? '', [secretKey]);
      return isRefused ? { outcome: 'refused', message } : unknown(`error at ${path}`);
    }
    if (told.kind !== 'good') return unknown(told.reason);
    // The balance says whether the money is real.
    const isAsKey = readJson(told.body).text('livemode') === String(!isTestMode);
    if (path === balance && !isAsKey) return unknown(unreadable);
  }
  return { outcome: 'good', isTestMode };
}

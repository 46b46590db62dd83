import { unknown } from '../gateway-text.ts';
import { readJson } from '../json-element.ts';
import type { CancelAnswer, Unknown } from '../processor.ts';
import { classifyCharge, isUndone } from './answers.ts';
import { type Client, type Intent, intentIn, refundIn } from './client.ts';
import { standingOf } from './codes.ts';
import type { Find, Lists } from './lists.ts';
import { cancelFields, tombstoneFields, undoFields } from './requests.ts';

/**
 * A payment that is canceled takes no card any more, so that a confirmation on its way comes to nothing. If there is no
 * payment yet, a tombstone is made in its place, under the same idempotency key and with other fields, and canceled:
 * the real payment is refused when it arrives.
 */
export function cancels(
  { post }: Client,
  { intent, refundsOf }: Pick<Lists, 'intent' | 'refundsOf'>,
  find: Find,
) {
  return { cancel, withdraw };

  async function cancel(
    reference: string,
    since?: Date,
    processorId?: string,
  ): Promise<CancelAnswer> {
    const found = await find(reference, since, processorId);
    if ('outcome' in found) return found;
    if (found.length > 1) return unknown('several payments under one reference');
    const id = found[0] ?? (await makeTombstone(reference));
    return typeof id === 'string' ? await cancelPayment(reference, id) : id;
  }

  async function makeTombstone(reference: string): Promise<string | Unknown> {
    const fields = tombstoneFields(reference);
    const told = await post('/v1/payment_intents', fields, `${reference}-c`);
    const made = told.kind === 'good' ? intentIn(readJson(told.body)) : undefined;
    // The key was used: the payment exists, and is not shown yet.
    return made?.reference === reference ? made.id : unknown('the cancel found no place');
  }

  async function cancelPayment(reference: string, id: string): Promise<CancelAnswer> {
    const found = await intent(id);
    if ('outcome' in found) return found;
    if (found.reference !== reference) return unknown('answer for another payment');
    if (found.status === 'canceled') return { outcome: 'canceled', reference };
    if (standingOf(found.status) === 'taken') return await refundAll(reference, found);
    return (await withdraw(id))
      ? { outcome: 'canceled', reference }
      : unknown('the cancel is not confirmed');
  }

  /** Cancels a payment that took nothing yet. False: perhaps it is not canceled. */
  async function withdraw(id: string, sendBy?: Date): Promise<boolean> {
    // Sent without an idempotency key: under one, an error, such as a confirmation under way, would be the answer to
    // each repetition.
    const told = await post(`/v1/payment_intents/${id}/cancel`, cancelFields, undefined, sendBy);
    const canceled = told.kind === 'good' ? intentIn(readJson(told.body)) : undefined;
    return canceled?.id === id && canceled.status === 'canceled';
  }

  /** A captured payment can only be refunded: this refunds the rest, unless all of it is refunded already. */
  async function refundAll(reference: string, found: Intent): Promise<CancelAnswer> {
    const { id } = found;
    const before = await refundsOf(id);
    if ('outcome' in before) return before;
    if (classifyCharge(reference, found, before).outcome === 'canceled')
      return { outcome: 'canceled', reference };
    // The same key would replay the answer from before the refund failed.
    if (before.some((one) => one.reference === reference))
      return unknown('the refund of the cancel did not go through');
    const told = await post('/v1/refunds', undoFields(reference, id), `${reference}-x`);
    const made = told.kind === 'good' ? refundIn(readJson(told.body)) : undefined;
    return made?.intentId === id && isUndone(reference, [made])
      ? { outcome: 'canceled', reference }
      : unknown('the refund is not confirmed');
  }
}

import {
  answerOf,
  type NewPayment,
  type Payment,
  type Quittance,
  type WriteOptions,
} from '../../../clients/typescript/src/index.ts';
import type { PendingAct } from './pending.ts';

/** The outcome of a charge of the terminal. */
export type Charge = {
  readonly payment: Payment;
  /** True if another act made the payment, for the same order: this one charged nothing. */
  readonly wasBefore: boolean;
};

export function isUnknown({ status }: Payment): boolean {
  return status === 'unknown' || status === 'processing';
}

export async function sendCharge(
  client: Quittance,
  body: NewPayment,
  options: WriteOptions,
): Promise<Charge> {
  const payment = await client.payments.create(body, options);
  return { payment, wasBefore: answerOf(payment)?.isOrderReplay === true };
}

/** The payment of the key; else one of the order whose outcome is not known, since this charge waits for that. */
export async function findCharge(
  { key, subject }: PendingAct,
  client: Quittance,
): Promise<Charge | undefined> {
  const [found] = (await client.payments.list({ idempotencyKey: key, limit: 1 })).data;
  if (found) {
    const own = await client.payments.list({ createdByKey: key, limit: 1 });
    return { payment: found, wasBefore: own.data.length === 0 };
  }
  const { data } = await client.payments.list({ orderNumber: subject });
  const open = data.find(isUnknown);
  return open && { payment: open, wasBefore: true };
}

import { Secret } from '../../src/kernel/secret.ts';
import { stripe } from '../../src/ports/processors/stripe/stripe.ts';
import type { Ask, CallResult } from '../../src/runtime/http-out/http-call.ts';

type Body = object | string | CallResult;

/** A gateway that answers in turn, the last again and again, and what it was sent. */
export function gateway(...bodies: readonly Body[]) {
  const asks: Ask[] = [];
  const call = async (ask: Ask): Promise<CallResult> => {
    const body = bodies[Math.min(asks.push(ask), bodies.length) - 1]!;
    if (typeof body === 'object' && 'kind' in body) return body;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { kind: 'answered', status: 200, body: text };
  };
  const now = () => new Date(Date.UTC(2030, 0, 15));
  const options = { call, secretKey: new Secret('sk_test_Canary'), account: 'acct_1', now };
  return { processor: stripe(options), asks };
}

export function failed(status: number, error: object): CallResult {
  return { kind: 'answered', status, body: JSON.stringify({ error }) };
}

export const number = '4242424242424242';
export const made = {
  ...{ id: 'pi_3Abc', object: 'payment_intent', amount: 1000, amount_received: 0 },
  ...{ capture_method: 'automatic', currency: 'usd', status: 'requires_payment_method' },
  ...{ last_payment_error: null, latest_charge: null, metadata: { reference: '1-a-1' } },
};
const checks = {
  ...{ address_line1_check: 'pass', address_postal_code_check: 'fail', cvc_check: 'pass' },
};
const card = { checks, authorization_code: '123456', network_transaction_id: '98765' };
export const paid = {
  ...made,
  ...{ amount_received: 1000, status: 'succeeded' },
  latest_charge: {
    ...{ id: 'ch_3Abc', status: 'succeeded', amount_refunded: 0 },
    payment_method_details: { type: 'card', card },
  },
};

/** What is told of it. */
export const approval = {
  ...{ outcome: 'approved', reference: '1-a-1', processorId: 'pi_3Abc', amountCents: 1000n },
  ...{ currency: 'USD', authorizationCode: '123456' },
  checks: { address: 'street', securityCode: 'match' },
  networkTransactionId: '98765',
} as const;

export function fieldsOf({ body }: Ask): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(body));
}

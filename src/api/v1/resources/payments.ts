import { type Flaw, flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal, type RefusalCode } from '../../../kernel/refusal.ts';
import { followUp } from '../../../payments/follow-ups/carry-out.ts';
import { chargeAdmitted } from '../../../payments/risk/admit.ts';
import type { World } from '../../../world.ts';
import { freeText } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { expandShape, listEndpoint, wires } from '../list.ts';
import { amount, field, id, maybe, object } from '../shape.ts';
import { newPayment, orderOf } from './new-payment.ts';
import { attemptsEndpoint } from './payment-attempts.ts';
import { messagesEndpoint } from './payment-messages.ts';
import { resendReceiptEndpoint } from './payment-receipt.ts';
import {
  paymentExpansions,
  paymentListing,
  paymentShape,
  paymentWire,
  readPaymentViews,
} from './payment-view.ts';
import { refundShape, refundView } from './refunds.ts';

const params = { paymentId: id('The payment.') };

const outcomes = {
  201: 'The payment was made or declined: its status and decline say so.',
  202: 'It is not known yet whether it was made. Retrieve it until its status changes.',
  503: 'Certain that nothing was charged: the same payment may be tried again.',
};

const chargeRefusals = [
  'no_processor',
  'not_supported',
  'wallet_not_saved',
  'currency_not_debited',
  'service_not_included',
  'unknown_token',
  'token_disabled',
  'unknown_customer',
  'order_number_reused',
  'order_undecided',
  'card_declined_too_often',
  'too_many_cards_tried',
  'too_many_token_misses',
  'idempotency_key_reused',
  'busy',
] as const;

const followUpRefusals = [
  'not_found',
  'unknown_payment',
  'payment_busy',
  'payment_disputed',
  'wrong_state',
  'idempotency_key_reused',
  'busy',
] as const;

const createOne = endpoint({
  id: 'payments.create',
  method: 'POST',
  path: '/v1/payments',
  doc: 'Charges or authorizes a card, or debits a bank account.',
  right: 'charge',
  body: newPayment,
  answer: paymentShape,
  status: 201,
  answers: outcomes,
  refuses: chargeRefusals,
  needsPayments: true,
  tellsAgain: true,
  keepsKey: true,
  replayHeaders: ['Idempotent-Replayed', 'Order-Replayed'],
  async handle(world, call) {
    const order = await orderOf(world, call).catch((error) => {
      throw error instanceof Refusal && call.against ? call.against : error;
    });
    const charged = await chargeAdmitted(world, order);
    const { id: made, state, stored, replays } = charged;
    // A replay shows the payment as it is by now.
    const body = stored
      ? paymentWire({ ...charged, ...stored }, world)
      : await paymentNamed(world, call, made);
    const headers = { Location: `/v1/payments/${made}`, ...(replays && replayed[replays]) };
    return { body, status: statuses[state] ?? 201, headers };
  },
});

const replayed = {
  request: { 'Idempotent-Replayed': 'true' },
  order: { 'Order-Replayed': 'true' },
} as const;

const statuses: Readonly<Record<string, number>> = { canceled: 503, processing: 202, unknown: 202 };

async function paymentNamed(world: World, call: V1Call, paymentId: bigint) {
  const key = { businessId: call.business.id, id: paymentId };
  const row = await world.gather(readPaymentViews, key);
  if (!row) throw new Refusal('not_found');
  const [body] = await wires(world, paymentListing, call, [row]);
  return body!;
}

const retrieveOne = endpoint({
  id: 'payments.retrieve',
  method: 'GET',
  path: '/v1/payments/{paymentId}',
  doc: 'Returns a payment. It asks nobody: what is not known yet is looked into in the background.',
  right: 'read',
  params,
  query: { expand: maybe(expandShape(Object.keys(paymentExpansions))) },
  answer: paymentShape,
  refuses: ['not_found'],
  handle: async (world, call) => ({
    body: await paymentNamed(world, call, BigInt(call.params.paymentId)),
  }),
});

type Change = 'capture' | 'void';
const changeOf = (kind: Change, doc: string) =>
  endpoint({
    id: `payments.${kind}`,
    method: 'POST',
    path: `/v1/payments/{paymentId}/${kind}`,
    doc,
    right: kind === 'void' ? 'refund' : 'charge',
    params,
    ...(kind === 'capture' && {
      body: object({ amount: maybe(amount('Everything that was authorized when left out.')) }),
    }),
    answer: paymentShape,
    answers: { 202: 'It is not known yet whether it was done. Retrieve the payment later.' },
    refuses: [
      ...followUpRefusals,
      ...(kind === 'void'
        ? (['not_voidable'] as const)
        : (['not_capturable', 'capture_too_large'] as const)),
    ],
    ...(kind === 'void' && { whileSuspended: true as const }),
    keepsKey: true,
    async handle(world, call) {
      const { amount: cents } = (call.body ?? {}) as { amount?: number };
      const done = await followUpOf(world, call, kind, cents);
      refuseFailed(done);
      const body = await paymentNamed(world, call, done.paymentId);
      return { body, status: isOpen(done.state) ? 202 : 200 };
    },
  });

const refundOne = endpoint({
  id: 'payments.refund',
  method: 'POST',
  path: '/v1/payments/{paymentId}/refunds',
  doc:
    'Refunds a payment. All of one that is not settled yet is voided instead, where that is possible: the payer ' +
    'sees neither then.',
  right: 'refund',
  params,
  body: object({
    amount: maybe(amount('Everything that is left when left out.')),
    reason: maybe(field(freeText('For your own staff.', 'description'))),
  }),
  answer: refundShape,
  status: 201,
  answers: {
    201: 'The refund was made, or refused by the bank: its status says so.',
    202: 'It is not known yet whether it was made. Retrieve it later.',
  },
  refuses: [...followUpRefusals, 'not_refundable', 'refund_too_large'],
  whileSuspended: true,
  keepsKey: true,
  async handle(world, call) {
    const { amount: cents, reason } = (call.body ?? {}) as { amount?: number; reason?: string };
    const done = await followUpOf(world, call, 'refund', cents, reason);
    const headers = { Location: `/v1/refunds/${done.id}` };
    const body = await refundView(world, call.business.id, done.id);
    return { body, status: isOpen(done.state) ? 202 : 201, headers };
  },
});

async function followUpOf(
  world: World,
  call: V1Call,
  kind: Change | 'refund',
  cents: number | undefined,
  reason?: string,
) {
  const paymentId = BigInt((call.params as Record<string, string>).paymentId!);
  return await followUp(world, {
    businessId: call.business.id,
    paymentId,
    kind,
    amountCents: cents === undefined ? undefined : BigInt(cents),
    idempotencyKey: call.idempotencyKey,
    askedAt: call.askedAt,
    actor: call.actor,
    reason,
  }).catch((error) => {
    throw error instanceof Refusal ? refusalHere(error, cents) : error;
  });
}

/** Here the payment is in the address, and an amount that was sent is a field. */
function refusalHere(refusal: Refusal, cents: number | undefined): Refusal {
  const { code, message } = refusal;
  if (code === 'unknown_payment') return new Refusal('not_found');
  const tooMuch = cents === undefined ? undefined : tooLarge[code];
  if (!tooMuch) return refusal;
  return new Refusal(code, { message, details: [fieldFault('amount', tooMuch)] });
}

const tooLarge: Partial<Record<RefusalCode, Flaw>> = {
  refund_too_large: flaw('too_large', 'must not be more than is left of the payment'),
  capture_too_large: flaw('too_large', 'must not be more than was authorized'),
};

function isOpen(state: string): boolean {
  return state === 'processing' || state === 'unknown';
}

/** The bank refused it: the payment is as it was. */
function refuseFailed({ state, message }: { state: string; message?: string | undefined }): void {
  if (state === 'failed') throw new Refusal('wrong_state', message ? { message } : {});
}

export const paymentEndpoints = [
  createOne,
  listEndpoint(
    { id: 'payments.list', path: '/v1/payments', doc: 'Lists payments, the newest first.' },
    paymentListing,
  ),
  retrieveOne,
  changeOf('capture', 'Captures an authorization, whole or in part.'),
  changeOf('void', 'Withdraws an authorization or a payment that is not settled yet.'),
  refundOne,
  resendReceiptEndpoint,
  attemptsEndpoint,
  messagesEndpoint,
];

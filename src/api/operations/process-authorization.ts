import { Refusal } from '../../kernel/refusal.ts';
import { refuseWithout } from '../../parties/businesses/offering.ts';
import { followUp } from '../../payments/follow-ups/carry-out.ts';
import { declineHeaderDoc } from './decline-header.ts';
import { amountToPay, identifier, oneOf, optional, required } from './fields.ts';
import { authorizationReply } from './follow-up-reply.ts';
import { paymentNamed } from './named-payment.ts';
import { type Draft, operation } from './operation.ts';

const parameters = {
  TransactionID: required(
    identifier('The authorization, as InvoiceID of the answer of CreatePayment.', 'externalId'),
  ),
  ChargeType: required(
    oneOf('Capture takes the money that was authorized; Void lets it go.', 'Capture', 'Void'),
  ),
  Amount: optional(
    amountToPay('Amount to capture; all that was authorized, when not sent. Void ignores it.'),
  ),
};

type Values = Draft<typeof parameters>;

export const processAuthorization = operation({
  name: 'ProcessAuthorization',
  interface: 'default',
  doc:
    'Captures an authorization, in whole or in part, or voids it. An authorization that nobody captures ' +
    'expires after seven days (ten for Discover and Diners Club).',
  needsPayments: false,
  whileSuspended: true,
  namesOrder: true,
  parameters,
  data: {
    type: 'object',
    required: [
      'TransactionStatus',
      'TransactionID',
      'InvoiceNumber',
      'InvoiceID',
      'CapturedAmount',
    ],
    properties: {
      TransactionStatus: { type: 'boolean', description: 'Whether it was captured or voided.' },
      TransactionID: { type: 'string', description: 'As it was sent.' },
      InvoiceNumber: { type: 'string', description: 'The same.' },
      InvoiceID: { type: 'string', description: 'The same.' },
      CapturedAmount: { type: 'string', description: 'What was captured; 0.00 for a void.' },
    },
  },
  answers: {
    200: 'Done, or declined: then IsSuccess and Data.TransactionStatus are false.',
    202: 'It is not known yet whether it was done. The same request tells, later.',
    503: 'Certain that nothing was done: the same request may be tried again.',
  },
  headers: {
    'X-FollowUp-State': 'One of succeeded, failed, processing, unknown.',
    'X-FollowUp-Id': 'The capture or the void.',
    ...declineHeaderDoc,
  },
  refuses: [
    'service_not_included',
    'unknown_payment',
    'not_capturable',
    'not_voidable',
    'capture_too_large',
    'payment_disputed',
    'payment_busy',
    'idempotency_key_reused',
    'busy',
  ],
  read: (p): Values => p,

  async handle(world, call, { TransactionID: number, ChargeType, Amount }: Values) {
    const invoice = { number: number!, field: 'TransactionID' };
    const isCapture = ChargeType === 'Capture';
    // A void is allowed where refunds are, a capture where charges are.
    if (isCapture && call.business.state === 'suspended') throw new Refusal('business_suspended');
    if (isCapture) refuseWithout(call.business, 'payments');
    const payment = await paymentNamed(world, call, { invoice, orderNumber: undefined });
    if (payment.method === 'bank') {
      const message = 'A bank payment is never authorized: ProcessRefundNoCC gives it back.';
      throw new Refusal(isCapture ? 'not_capturable' : 'not_voidable', { message });
    }
    const done = await followUp(world, {
      businessId: call.business.id,
      paymentId: payment.id,
      kind: isCapture ? 'capture' : 'void',
      amountCents: isCapture ? Amount : undefined,
      idempotencyKey: call.idempotencyKey,
      askedAt: call.askedAt,
      actor: call.actor,
      reason: undefined,
    });
    return authorizationReply(done, payment, number!);
  },
});

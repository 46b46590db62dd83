import { parseAmountToPay } from '../../../kernel/money.ts';
import { flaw, parsed } from '../../../kernel/parsed.ts';
import { followUp } from '../../../payments/follow-ups/carry-out.ts';
import { amountToPay, identifier, oneOf, optional } from '../fields.ts';
import { refundReply } from '../follow-up-reply.ts';
import { judged } from '../judged.ts';
import { paymentNamed } from '../named-payment.ts';
import { credentialNames, type Draft, type Review, serviceOperation } from '../operation.ts';

const parameters = {
  RefundType: optional(
    oneOf(
      'Full (the default) refunds all that is left of the payment; Partial refunds Amount.',
      'Full',
      'Partial',
    ),
  ),
  Amount: optional({
    ...amountToPay('Amount to refund. Required for Partial; Full ignores it.'),
    // Callers send anything with Full, so it is checked only for Partial.
    parse: parsed<string>,
  }),
  OrderNumber: optional(
    identifier(
      'Your own number of the order. Required unless PaymentID is sent; both must name the same payment.',
      'orderNumber',
    ),
  ),
  PaymentID: optional(
    identifier(
      'The payment, as InvoiceID of its answer. Required unless OrderNumber is sent.',
      'externalId',
    ),
  ),
};

type Values = Draft<typeof parameters>;
type Ask = {
  /** Undefined: the whole remaining amount. */
  readonly amountCents: bigint | undefined;
  readonly orderNumber: string | undefined;
  readonly paymentId: string | undefined;
};

const requiredToFind = flaw('required', 'is required unless OrderNumber is sent');
const requiredForPart = flaw('required', 'is required for a RefundType of Partial');

export const processRefundNoCc = serviceOperation({
  name: 'ProcessRefundNoCC',
  interface: 'service',
  doc:
    'Refunds a payment in whole or in part, without its card number. A full refund while its batch is ' +
    'open is a void.',
  credentials: credentialNames.usual,
  needsPayments: false,
  whileSuspended: true,
  result: 'text',
  parameters,
  refuses: [
    'unknown_payment',
    'not_refundable',
    'not_voidable',
    'refund_too_large',
    'payment_disputed',
    'payment_busy',
    'idempotency_key_reused',
    'busy',
  ],
  read(p, _caller, review): Ask {
    if (!review.sent('PaymentID') && !review.sent('OrderNumber')) {
      review.note('PaymentID', requiredToFind);
    }
    const amountCents = p.RefundType === 'Partial' ? readPart(p, review) : undefined;
    return { amountCents, orderNumber: p.OrderNumber, paymentId: p.PaymentID };
  },
  async handle(world, call, { amountCents, orderNumber, paymentId: number }: Ask) {
    const invoice = number === undefined ? undefined : { number, field: 'PaymentID' };
    const payment = await paymentNamed(world, call, { invoice, orderNumber });
    const { repeatMinutes } = call.business.terms;
    const refunded = await followUp(world, {
      businessId: call.business.id,
      paymentId: payment.id,
      kind: 'refund',
      amountCents,
      idempotencyKey: call.idempotencyKey,
      askedAt: call.askedAt,
      repeatsWithinMs: call.idempotencyKey ? 0 : repeatMinutes * 60_000,
      actor: call.actor,
      reason: undefined,
    });
    return refundReply(refunded, payment, repeatMinutes);
  },
});

function readPart({ Amount: text }: Values, review: Review): bigint | undefined {
  if (text !== undefined) return judged('Amount', parseAmountToPay(text), review);
  review.note('Amount', requiredForPart);
  return undefined;
}

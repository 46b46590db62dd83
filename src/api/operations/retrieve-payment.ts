import { flaw } from '../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import { awaitNamedPayment } from '../../payments/replay.ts';
import { identifier, optional } from './fields.ts';
import { type Draft, operation } from './operation.ts';
import { paymentAnswers, paymentData, paymentHeaders, paymentReply } from './payment-reply.ts';

const parameters = {
  OrderNumber: optional(
    identifier(
      'The order number under which the payment was asked for. Required unless the header Idempotency-Key is sent; ' +
        'both must name the same payment.',
      'orderNumber',
    ),
  ),
};

const requiredToFind = flaw('required', 'is required unless the header Idempotency-Key is sent');
const namesNone = flaw('unknown', 'does not name a payment of this business');

/** For callers that lost an answer: without it they would have to send card and security code again. */
export const retrievePayment = operation({
  name: 'RetrievePayment',
  interface: 'default',
  doc:
    'Returns the answer of CreatePayment for an existing payment, found by its OrderNumber or Idempotency-Key, ' +
    'without its card. It charges nothing.',
  needsPayments: false,
  whileSuspended: true,
  namesOrder: true,
  parameters,
  data: paymentData,
  answers: paymentAnswers,
  headers: paymentHeaders,
  refuses: ['unknown_payment'],
  read: (p): Draft<typeof parameters> => p,

  async handle(world, { business, idempotencyKey }, { OrderNumber }: Draft<typeof parameters>) {
    const names = { orderNumber: OrderNumber, idempotencyKey: idempotencyKey?.key };
    if (!OrderNumber && !idempotencyKey) {
      throw new Refusal('wrong_fields', { details: [fieldFault('OrderNumber', requiredToFind)] });
    }
    const payment = await awaitNamedPayment(world, business.id, names);
    if (!payment) {
      const field = idempotencyKey ? 'Idempotency-Key' : 'OrderNumber';
      throw new Refusal('unknown_payment', { details: [fieldFault(field, namesNone)] });
    }
    return paymentReply(world, payment);
  },
});

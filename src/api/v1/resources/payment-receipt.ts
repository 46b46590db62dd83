import { resendReceipt } from '../../../notify/mail/resend-receipt.ts';
import { email } from '../../operations/fields.ts';
import { endpoint } from '../endpoint.ts';
import { field, id, maybe, object, orNull, text, wholePhone } from '../shape.ts';

export const resendReceiptEndpoint = endpoint({
  id: 'payments.resendReceipt',
  method: 'POST',
  path: '/v1/payments/{paymentId}/resend-receipt',
  doc:
    'Sends the receipt of a payment once more: to the mailbox or phone that is named, or else where the first one went, or to ' +
    'what is known of the payer. A payment that was voided or returned has none. Of one payment it is sent at most ten times a day.',
  right: 'charge',
  orRight: 'refund',
  params: { paymentId: id('The payment.') },
  body: object({
    email: maybe(field(email('The mailbox that it goes to.'))),
    phone: maybe(wholePhone('The phone that it goes to as a text: ten digits.')),
  }),
  answer: object(
    {
      paymentId: text('The payment.'),
      email: orNull(text('The mailbox that it goes to.')),
      phone: orNull(text('The phone that it goes to.')),
      messageId: orNull(text('The text: its status says whether it arrived.')),
    },
    { name: 'SentReceipt' },
  ),
  needsServices: ['receipts'],
  refuses: [
    'not_found',
    'wrong_state',
    'mail_not_wanted',
    'text_not_wanted',
    'number_takes_no_texts',
    'no_number_to_text_from',
  ],
  async handle(world, { business, params, body, actor, idempotencyKey }) {
    const { paymentId } = params;
    const about = { businessId: business.id, paymentId: BigInt(paymentId) };
    const { email: address, phone: number } = body;
    const to = { email: address?.toLowerCase(), phone: number };
    const sent = await resendReceipt(world, { ...about, ...to, actor, idempotencyKey });
    return {
      body: {
        paymentId,
        email: sent.email ?? null,
        phone: sent.phone ?? null,
        messageId: sent.messageId === undefined ? null : String(sent.messageId),
      },
    };
  },
});

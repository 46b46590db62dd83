import { Refusal } from '../../../kernel/refusal.ts';
import {
  type PaymentMessage,
  readInvoiceMessages,
  readPaymentMessages,
  sentStates,
} from '../../../notify/mail/payment-messages.ts';
import { endpoint } from '../endpoint.ts';
import { id, list, moment, object, orNull, type TypeOf, text, word } from '../shape.ts';

const messageShape = object(
  {
    id: text('The mail, or the text as messages.retrieve knows it.'),
    channel: word('How it was sent.', ['mail', 'text']),
    template: text(
      'What it says, by the event that it tells of, such as payment.captured; payment.receipt_requested is the receipt once ' +
        'more, pay_link the link under which the invoice is paid, pay_link_reminder a reminder of it.',
    ),
    to: text('The mailbox or phone that it went to.'),
    status: word('What became of it.', sentStates),
    errorCode: orNull(text('Why it was not sent or did not arrive.')),
    conversationId: orNull(text('The conversation that a text is in.')),
    createdAt: moment('When it was written.'),
    sendsAt: orNull(moment('When it goes out, while it is scheduled.')),
    sentAt: orNull(moment('When the carrier had it.')),
    finishedAt: orNull(moment('When its fate was known.')),
  },
  { name: 'PaymentMessage' },
);

function messageWire(one: PaymentMessage): TypeOf<typeof messageShape> {
  return {
    id: String(one.id),
    channel: one.channel,
    template: one.template,
    to: one.recipient,
    status: one.state,
    errorCode: one.errorCode ?? null,
    conversationId: one.conversationId === undefined ? null : String(one.conversationId),
    createdAt: one.createdAt.toISOString(),
    sendsAt: one.sendsAt?.toISOString() ?? null,
    sentAt: one.sentAt?.toISOString() ?? null,
    finishedAt: one.finishedAt?.toISOString() ?? null,
  };
}

const messagesShape = object(
  { data: list(messageShape, 'The oldest first; the latest 100.') },
  { name: 'PaymentMessages' },
);

export const messagesEndpoint = endpoint({
  id: 'payments.listMessages',
  method: 'GET',
  path: '/v1/payments/{paymentId}/messages',
  doc:
    'Lists the mails and texts that were sent because of a payment: its receipts, what told of refunds, voids and returns, and ' +
    'pay links to its invoice.',
  right: 'read',
  params: { paymentId: id('The payment.') },
  answer: messagesShape,
  refuses: ['not_found'],
  async handle({ db }, { business, params }) {
    const sent = await readPaymentMessages(db, business.id, BigInt(params.paymentId));
    if (!sent) throw new Refusal('not_found');
    return { body: { data: sent.map(messageWire) } };
  },
});

export const invoiceMessagesEndpoint = endpoint({
  id: 'invoices.listMessages',
  method: 'GET',
  path: '/v1/invoices/{invoiceId}/messages',
  doc: 'Lists the mails and texts that were sent because of an invoice: its pay links, and what told of its payments.',
  right: 'read',
  params: { invoiceId: id('The invoice.') },
  answer: messagesShape,
  refuses: ['not_found'],
  async handle({ db }, { business, params }) {
    const sent = await readInvoiceMessages(db, business.id, BigInt(params.invoiceId));
    if (!sent) throw new Refusal('not_found');
    return { body: { data: sent.map(messageWire) } };
  },
});

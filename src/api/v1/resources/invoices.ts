import { voidInvoice } from '../../../invoicing/subscriptions/void-invoice.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { listEndpoint } from '../list.ts';
import { findRow, retrieveEndpoint } from '../retrieve.ts';
import { id } from '../shape.ts';
import { pdfEndpoint } from './invoice-pdf.ts';
import { invoiceListing, invoiceShape } from './invoice-view.ts';
import { invoiceMessagesEndpoint } from './payment-messages.ts';

const params = { invoiceId: id('The invoice.') };

export const invoiceEndpoints = [
  listEndpoint(
    {
      id: 'invoices.list',
      path: '/v1/invoices',
      doc:
        'Lists invoices of payments, pay links and periods of subscriptions, the newest first. The parts in which one is paid are ' +
        'listed where they are asked for.',
    },
    invoiceListing,
  ),
  retrieveEndpoint(
    {
      id: 'invoices.retrieve',
      path: '/v1/invoices/{invoiceId}',
      doc: 'Returns an invoice.',
      param: 'invoiceId',
      shape: params.invoiceId,
      column: 'v.id',
    },
    invoiceListing,
  ),
  pdfEndpoint,
  invoiceMessagesEndpoint,
  endpoint({
    id: 'invoices.void',
    method: 'POST',
    path: '/v1/invoices/{invoiceId}/void',
    doc:
      'Voids an invoice that no payment holds, with its open pay link and the text of that. An invoice of a period waives the ' +
      'period: the subscription goes on with the next one. One that is paid, or being paid, stays; of one that is paid in part, ' +
      'only what is left ends, and what was paid stays paid.',
    right: 'charge',
    params,
    answer: invoiceShape,
    refuses: ['not_found', 'wrong_state', 'invoice_ended'],
    whileSuspended: true,
    async handle(world, call) {
      const asked = call as unknown as V1Call;
      await voidInvoice(world, call.business, BigInt(call.params.invoiceId), call.actor);
      const row = await findRow(world, invoiceListing, asked, ['v.id', call.params.invoiceId]);
      return { body: await invoiceListing.wire(row, asked, world) };
    },
  }),
];

import { readParts } from '../../../invoicing/pay-links/parts.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { type InvoicePaper, invoiceSheet } from '../../../notify/mail/invoice-sheet.ts';
import { readFace, speaking } from '../../../parties/businesses/public-profile.ts';
import { readLanguage } from '../../../parties/customers/language.ts';
import { invoiceNumberOf } from '../../../payments/invoice-number.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { findRow } from '../retrieve.ts';
import { id } from '../shape.ts';
import { statusOf } from './invoice-status.ts';
import { invoiceListing } from './invoice-view.ts';

const standings: Partial<Readonly<Record<string, InvoicePaper['standing']>>> = {
  paid: 'paid',
  expired: 'expired',
  void: 'void',
};

export const pdfEndpoint = endpoint({
  id: 'invoices.pdf',
  method: 'GET',
  path: '/v1/invoices/{invoiceId}/pdf',
  doc: 'Returns an invoice as a PDF of one page, as it is now, in the language of its customer. It holds no address at which it is paid.',
  right: 'read',
  params: { invoiceId: id('The invoice.') },
  status: 200,
  answers: { 200: 'A file.' },
  files: ['application/pdf'],
  refuses: ['not_found', 'busy'],
  async handle(world, call) {
    const asked = call as unknown as V1Call;
    const invoice = await findRow(world, invoiceListing, asked, ['v.id', call.params.invoiceId]);
    const own = await readFace(world.db, call.business.id);
    const payer = { businessId: invoice.businessId, id: invoice.customerId };
    const face = own && speaking(own, await readLanguage(world.db, payer));
    if (!face) throw new Error('an invoice of no business');
    const number = invoiceNumberOf(world.vault, invoice.businessId, invoice.id);
    const standing = standings[statusOf(invoice)] ?? 'due';
    const parts = await readParts(world.db, invoice);
    const sheet = invoiceSheet({ invoice, number, face, standing, parts });
    const { receipts } = world;
    if (!receipts.isSoon(sheet, invoice.createdAt)) throw new Refusal('busy');
    return {
      type: 'application/pdf',
      fileName: `invoice-${number}.pdf`,
      content: await receipts.pdf(sheet, invoice.createdAt),
    };
  },
});

import { places as words } from '../words/places.ts';
import { terminal } from '../words/terminal.ts';
import { type Place, place, placesIn } from './place.tsx';

const main = placesIn('main');

/** The daily work. */
export const mainPlaces: readonly Place[] = [
  main('/', words.home, 'home', () => import('../screens/home.tsx'), 'H'),
  main('/payments', words.payments, 'card', () => import('../screens/payments.tsx'), 'P'),
  place('/payments/:paymentId', words.payment, 'card', () => import('../screens/payment.tsx')),
  {
    ...place('/terminal', terminal.title, 'plus', () => import('../screens/terminal.tsx')),
    right: 'charge',
  },
  main('/refunds', words.refunds, 'refund', () => import('../screens/refunds.tsx')),
  main('/customers', words.customers, 'people', () => import('../screens/customers.tsx'), 'C'),
  place(
    '/customers/:customerId',
    words.customer,
    'people',
    () => import('../screens/customer.tsx'),
  ),
  main('/cases', words.cases, 'scale', () => import('../screens/cases.tsx'), 'D'),
  place('/cases/:caseId', words.cases, 'scale', () => import('../screens/case.tsx')),
  main('/batches', words.batches, 'bank', () => import('../screens/batches.tsx'), 'B'),
  place('/batches/:batchId', words.batch, 'bank', () => import('../screens/batch.tsx')),
  place('/payouts', words.payouts, 'bank', () => import('../screens/payouts.tsx')),
  place('/payouts/:payoutId', words.payout, 'bank', () => import('../screens/payout.tsx')),
  main('/disputes', words.disputes, 'flag', () => import('../screens/disputes.tsx')),
  place('/disputes/:disputeId', words.dispute, 'flag', () => import('../screens/dispute.tsx')),
  main(
    '/conversations',
    words.conversations,
    'chat',
    () => import('../screens/conversations.tsx'),
    'T',
  ),
  main('/mails', words.mails, 'mail', () => import('../screens/mails.tsx')),
  place('/mails/:mailId', words.mails, 'mail', () => import('../screens/mail.tsx')),
  main('/invoices', words.invoices, 'bill', () => import('../screens/invoices.tsx'), 'I'),
  place('/invoices/:invoiceId', words.invoice, 'bill', () => import('../screens/invoice.tsx')),
  place('/pay-links', words.payLinks, 'link', () => import('../screens/pay-links.tsx')),
  main(
    '/subscriptions',
    words.subscriptions,
    'repeat',
    () => import('../screens/subscriptions.tsx'),
    'U',
  ),
  place(
    '/subscriptions/:subscriptionId',
    words.subscription,
    'repeat',
    () => import('../screens/subscription.tsx'),
  ),
  place('/plans', words.plans, 'repeat', () => import('../screens/plans.tsx')),
  main('/ledger', words.ledger, 'book', () => import('../screens/ledger.tsx'), 'L'),
  place('/ledger/transfers', words.ledger, 'book', () => import('../screens/ledger-transfers.tsx')),
  place(
    '/ledger/transfers/:transferId',
    words.ledger,
    'book',
    () => import('../screens/ledger-transfer.tsx'),
  ),
  main('/ach-entries', words.ach, 'bank', () => import('../screens/ach-entries.tsx'), 'A'),
  place('/ach-entries/:entryId', words.ach, 'bank', () => import('../screens/ach-entry.tsx')),
  place('/ach-files', words.achFiles, 'file', () => import('../screens/ach-files.tsx')),
  place('/ach-files/:fileId', words.achFiles, 'file', () => import('../screens/ach-file.tsx')),
  place('/ach-returns', words.achReturns, 'refund', () => import('../screens/ach-returns.tsx')),
  place(
    '/ach-returns/:returnId',
    words.achReturns,
    'refund',
    () => import('../screens/ach-return.tsx'),
  ),
  place(
    '/account-validations',
    words.accountValidations,
    'check',
    () => import('../screens/account-validations.tsx'),
  ),
  place(
    '/account-validations/:validationId',
    words.accountValidations,
    'check',
    () => import('../screens/account-validation.tsx'),
  ),
  main('/leads', words.leads, 'people', () => import('../screens/leads.tsx')),
  place('/leads/:leadId', words.leads, 'people', () => import('../screens/lead.tsx')),
  place('/lead-forms', words.leadForms, 'file', () => import('../screens/lead-forms.tsx')),
  place('/lead-forms/:formId', words.leadForms, 'file', () => import('../screens/lead-form.tsx')),
];

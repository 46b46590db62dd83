import { type OpenedLink, openLink, recordVisit } from '../../invoicing/pay-links/open-link.ts';
import { payLink } from '../../invoicing/pay-links/pay-link.ts';
import { todayIn } from '../../kernel/calendar.ts';
import { formatMoney } from '../../kernel/money.ts';
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import { languageOf } from '../../parties/businesses/public-profile.ts';
import { billedOf } from '../../payments/invoice.ts';
import { readInvoice } from '../../payments/open-invoice.ts';
import { isSettled, type Payment } from '../../payments/payment.ts';
import { challengeFor, spendProof } from '../../payments/risk/card-testing/proof.ts';
import { pageSuspects } from '../../payments/risk/card-testing/suspect.ts';
import { readPayments } from '../../payments/store.ts';
import { debitAgreement } from './debit-agreement.ts';
import type { DeclineLimit } from './decline-limit.ts';
import { previewFor, redirectTo } from './layout.ts';
import type { Form, MakeRoute, Page, Visit } from './page.ts';
import { addressOf, faceFor, learnFrom } from './page-language.ts';
import { type AskedLink, askedBy, askedIn } from './part-choice.ts';
import { thanksPart } from './part-sheets.ts';
import { answerFiles, isFile } from './pay-files.ts';
import { type Filled, readPayForm, valuesToRefill } from './pay-form.ts';
import { payRequestOf } from './pay-request.ts';
import { changedPart, endPage, formPage, paidPage, payingPage } from './pay-sheets.ts';

/** The page of a pay link: its invoice, and after payment its receipt. */
export const payPages: MakeRoute = (world, declines) => {
  const fileOf = answerFiles(world);

  return {
    below: '/pay/',
    async answer(visit) {
      const [secret = '', part, ...more] = visit.parts;
      if (more.length > 0 || (part !== undefined && !isFile(part))) return undefined;
      const found = await openLink(world, secret);
      if (!found) return undefined;
      const opened = { ...found, face: faceFor(visit, found.face) };
      if (part) return await fileOf(part, opened, visit);
      if (visit.form) return await pay(opened, visit);
      if (visit.by !== 'person') return previewFor(visit.by, languageOf(opened.face));
      await recordVisit(opened);
      return await show(opened, visit, declines);
    },
  };

  /** Redirects back to the page, so that a reload does not post again. */
  async function pay(found: OpenedLink, visit: Visit): Promise<Page> {
    const { form, from } = visit;
    const path = addressOf(visit);
    const { business, standing, invoice } = found;
    if (standing !== 'payable' || !form) return redirectTo(path);
    const asked = askedBy(found, form);
    if (typeof asked === 'string') return redirectTo(addressOf(visit, asked));
    const opened = { ...found, asked };
    const agreement = debitAgreement(opened);
    const kept = valuesToRefill(form, agreement);
    const today = todayIn(business.timeZone, opened.world.now());
    const { countryCode = '' } = billedOf(invoice.details).billTo;
    const filled = readPayForm(form, {
      ...business,
      currency: invoice.currency,
      today,
      agreement,
      countryCode,
      language: languageOf(opened.face),
    });
    if (!('method' in filled)) return await again({ kept, faults: filled });

    const prove = proofOf(opened, form);
    const carry = async () => await carryOut(opened, filled, { visit, prove });
    const paid = business.limited ? await declines.pay(from, prove, carry) : await carry();
    if (paid instanceof Refusal) {
      if (paid.code === 'changed_meanwhile') return redirectTo(addressOf(visit, 'changed'));
      return isForPage(paid) ? await again({ kept, refusal: paid }) : redirectTo(path);
    }
    return redirectTo(addressOf(visit, stateAfter(opened, paid)));

    async function again(shown: Shown): Promise<Page> {
      return await showForm(opened, visit, shown, declines);
    }
  }
};

/** Whoever paid a part, or could not, may go on paying. */
function stateAfter({ invoice, asked }: AskedLink, paid: Payment): string {
  const isPart = paid.invoiceId !== invoice.id && paid.orderNumber !== invoice.orderNumber;
  if (!cameToNothing(paid)) return isPart ? `try=${paid.id}` : '';
  return `try=${paid.id}${isPart ? `&amount=${formatMoney(asked.cents)}` : ''}`;
}

/** A proof is spent once, for any number of callers. */
function proofOf({ world, link }: OpenedLink, form: Form): () => Promise<boolean> {
  let spent: Promise<boolean> | undefined;
  return async () => {
    spent ??= spendProof(world, link, form.text('proof') ?? '');
    return await spent;
  };
}

/** Returns a refusal, which the page shows with the form. */
async function carryOut(
  opened: AskedLink,
  filled: Filled,
  { visit, prove }: { readonly visit: Visit; readonly prove: () => Promise<boolean> },
): Promise<Payment | Refusal> {
  const { from } = visit;
  const tester = { suspects: pageSuspects(opened.link, from), prove };
  try {
    const { businessId, customerId } = opened.link;
    await learnFrom(visit, opened, { businessId, id: customerId }); // committed
    const request = await payRequestOf(opened, filled, debitAgreement(opened), {
      tester,
      payerIp: from,
    });
    return await payLink(opened, request);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

type Shown = Pick<
  Parameters<typeof formPage>[1],
  'kept' | 'faults' | 'refusal' | 'failed' | 'note'
>;

async function showForm(
  opened: AskedLink,
  at: Visit,
  shown: Shown,
  declines: DeclineLimit,
): Promise<Page> {
  const { world, link, business } = opened;
  const { from } = at;
  const challenge = business.limited
    ? await challengeFor(world, link, pageSuspects(link, from), declines.wantsProof(from))
    : undefined;
  return formPage(opened, { ...shown, at, agreement: debitAgreement(opened), challenge });
}

/** The other refusals reveal the state of the invoice, which the page shows anyway. */
function isForPage({ code }: Refusal): boolean {
  return !seenOnPage.has(code);
}
const seenOnPage: ReadonlySet<RefusalCode> = new Set([
  'order_number_reused',
  'order_undecided',
  'invoice_ended',
  'payments_not_active',
  'business_suspended',
]);

async function show(opened: OpenedLink, visit: Visit, declines: DeclineLimit): Promise<Page> {
  const { standing, payment, parts } = opened;
  switch (standing) {
    case 'payable': {
      const asked = askedIn(opened, visit.query.get('amount'));
      const shown = await shownAfter(opened, visit);
      return await showForm({ ...opened, asked }, visit, shown, declines);
    }
    case 'paying':
      return payingPage(opened, payment ?? parts.find(({ state }) => !isSettled(state)), visit);
    case 'paid':
      return paidPage(opened, parts.length > 0 ? payment : known(payment), visit);
    case 'expired':
    case 'revoked':
    case 'closed':
      return endPage(opened, standing, await wasReturned(opened), visit);
  }
}

/** What became of what the payer did before. */
async function shownAfter(opened: OpenedLink, { query }: Visit): Promise<Shown> {
  if (query.has('changed')) return { note: changedPart(opened) };
  const tried = query.get('try');
  const part = opened.parts.find(({ id }) => String(id) === tried);
  if (part) return { note: thanksPart(opened, part) };
  return { failed: await failedTry(opened, tried) };
}

function known(payment: Payment | undefined): Payment {
  if (!payment) throw new Error('a link that is paid by no payment');
  return payment;
}

/** The payment in the query, if it is a failed try to pay this invoice. */
async function failedTry(
  { world, invoice }: OpenedLink,
  named: string | null,
): Promise<Payment | undefined> {
  if (named === null || !/^\d{1,15}$/.test(named)) return undefined;
  const { businessId } = invoice;
  const [payment] = await readPayments(world.db, [{ businessId, id: BigInt(named) }]);
  if (!payment || !cameToNothing(payment)) return undefined;
  if (payment.invoiceId === invoice.id) return payment;
  const part = await readInvoice(world.db, businessId, payment.invoiceId);
  return part?.partOf === invoice.id ? payment : undefined;
}

export function cameToNothing({ state }: Payment): boolean {
  return state === 'declined' || state === 'canceled' || state === 'returned';
}

/** True when the invoice was paid from a bank account, and the debit was returned. */
async function wasReturned({ world, invoice }: OpenedLink): Promise<boolean> {
  const { businessId, id, details } = invoice;
  // No index finds payments by invoice: they are read only where the last try was a debit.
  if (!details.account) return false;
  const returned = await world.db.query(
    `select 1 from payments where business_id = $1 and invoice_id = $2 and state = 'returned' limit 1`,
    [businessId, id],
  );
  return returned.length > 0;
}

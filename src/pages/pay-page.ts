import { todayIn } from '../base/calendar.ts';
import { createLimiter } from '../base/limits.ts';
import { Refusal, type RefusalCode } from '../base/refusal.ts';
import { receiptPdf } from '../letters/receipt-pdf.ts';
import { noteLooked, type OpenedLink, openLink } from '../pay-links/open-link.ts';
import { payLink } from '../pay-links/pay-link.ts';
import type { Payment } from '../payments/payment.ts';
import { readPayments } from '../payments/store.ts';
import { debitAgreement } from './debit-agreement.ts';
import { goTo, previewFor } from './layout.ts';
import type { MakeRoute, Page, Visit } from './page.ts';
import { type Filled, keptOf, readPayForm } from './pay-form.ts';
import { endPage, formPage, paidPage, payingPage } from './pay-sheets.ts';
import { wishOf } from './pay-wish.ts';
import { receiptSheet } from './receipt-part.ts';
import { cameBack } from './returned-debit.ts';
import { securityHeaders } from './security-headers.ts';

/** Whoever guesses at cards does it from somewhere: so many declines in an hour, at all businesses with limits. */
const declinesPerHour = 10;

/** Where an invoice is paid; afterwards its receipt. */
export const payPages: MakeRoute = (world) => {
  const perSecond = declinesPerHour / 3600;
  const declines = createLimiter({ burst: declinesPerHour, perSecond, now: world.now });

  return {
    below: '/pay/',
    async answer(visit) {
      const [secret = '', part, ...more] = visit.parts;
      if (more.length > 0 || (part !== undefined && part !== 'receipt.pdf')) return undefined;
      const opened = await openLink(world, secret);
      if (!opened) return undefined;
      if (part) return await receiptFile(opened);
      if (visit.form) return await pay(opened, visit);
      if (visit.by !== 'person') return previewFor(visit.by);
      await noteLooked(opened);
      return await show(opened, visit);
    },
  };

  /** Whatever was tried, the browser goes back to the page, where a reload does nothing again. */
  async function pay(opened: OpenedLink, { form, from, path }: Visit): Promise<Page> {
    const { business, standing } = opened;
    if (standing !== 'payable' || !form) return goTo(path);
    const agreement = debitAgreement(opened);
    const kept = keptOf(form, agreement);
    const today = todayIn(business.timeZone, opened.world.now());
    const filled = readPayForm(form, { environment: business.environment, today, agreement });
    if (!('method' in filled)) return formPage(opened, { path, agreement, kept, faults: filled });

    const paid = await withinLimit(business.limited ? from : undefined, () =>
      carryOut(opened, filled, agreement),
    );
    if (paid instanceof Refusal) {
      return isForPage(paid)
        ? formPage(opened, { path, agreement, kept, refusal: paid })
        : goTo(path);
    }
    return goTo(cameToNothing(paid) ? `${path}?try=${paid.id}` : path);
  }

  /** Taken before it is known, or many at once would slip through; only a decline keeps it. */
  async function withinLimit(
    from: string | undefined,
    run: () => Promise<Payment | Refusal>,
  ): Promise<Payment | Refusal> {
    if (from === undefined) return await run();
    const { ok, retryAfterSeconds } = declines.take(from);
    if (!ok) return new Refusal('rate_limited', { message: tooManyDeclines, retryAfterSeconds });
    const paid = await run();
    if (paid instanceof Refusal || paid.state !== 'declined') declines.giveBack(from);
    return paid;
  }
};

const tooManyDeclines =
  'Too many payments were declined here in the last hour. Nothing was charged; please try again later.';

/** A refusal is shown on the page, with what was filled in. */
async function carryOut(
  opened: OpenedLink,
  filled: Filled,
  agreement: string,
): Promise<Payment | Refusal> {
  try {
    return await payLink(opened, await wishOf(opened, filled, agreement));
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The others say how the invoice stands now, and so does the page itself. */
function isForPage({ code }: Refusal): boolean {
  return !seenOnPage.has(code);
}
const seenOnPage: ReadonlySet<RefusalCode> = new Set([
  'order_number_reused',
  'invoice_ended',
  'payments_not_active',
  'business_suspended',
]);

async function show(opened: OpenedLink, { query, path }: Visit): Promise<Page> {
  const { standing, payment } = opened;
  switch (standing) {
    case 'payable':
      return formPage(opened, {
        path,
        agreement: debitAgreement(opened),
        failed: await failedTry(opened, query.get('try')),
      });
    case 'paying':
      return payingPage(opened, payment!, path);
    case 'paid':
      return paidPage(opened, payment!, path);
    default:
      return endPage(opened, standing, await cameBack(opened));
  }
}

/** The payment that an address names, if it was a try at this invoice that came to nothing. */
async function failedTry(
  { world, invoice }: OpenedLink,
  named: string | null,
): Promise<Payment | undefined> {
  if (named === null || !/^\d{1,15}$/.test(named)) return undefined;
  const { businessId } = invoice;
  const [payment] = await readPayments(world.db, [{ businessId, id: BigInt(named) }]);
  if (payment?.invoiceId !== invoice.id) return undefined;
  return cameToNothing(payment) ? payment : undefined;
}

function cameToNothing({ state }: Payment): boolean {
  return state === 'declined' || state === 'canceled' || state === 'returned';
}

async function receiptFile(opened: OpenedLink): Promise<Page | undefined> {
  const { standing, payment } = opened;
  const sheet = standing === 'paid' ? receiptSheet(opened) : undefined;
  if (!sheet) return undefined;
  return {
    status: 200,
    headers: {
      ...securityHeaders,
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="receipt.pdf"`,
    },
    body: await receiptPdf(sheet, payment!.createdAt),
  };
}

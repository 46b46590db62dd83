import { returnAddress } from '../../invoicing/pay-links/checkout.ts';
import type { OpenedLink } from '../../invoicing/pay-links/open-link.ts';
import { todayIn } from '../../kernel/calendar.ts';
import { type Html, html } from '../../kernel/html.ts';
import { moneyWords } from '../../kernel/money.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { payerOf } from '../../notify/mail/invoice-sheet.ts';
import { faceOn } from '../../notify/mail/receipt-facts.ts';
import { phoneWords } from '../../notify/mail/wording.ts';
import { takesBankAccounts, takesCards } from '../../payments/charge.ts';
import { billedOf } from '../../payments/invoice.ts';
import type { Payment } from '../../payments/payment.ts';
import type { Challenge } from '../../payments/risk/card-testing/proof.ts';
import { proofScript } from './asset-files.ts';
import { billFacts, billLines, businessHead, sandboxNote } from './bill-part.ts';
import type { Faults, Refilled } from './field.ts';
import { htmlPage } from './layout.ts';
import type { Page, Visit } from './page.ts';
import { typedAgain } from './pay-faults.ts';
import { payForm } from './pay-form-part.ts';
import { receiptPart, receiptSheet } from './receipt-part.ts';

type At = Pick<Visit, 'path' | 'isSecure'>;

type FormSheet = {
  readonly at: At;
  /** The authorization text for a debit. */
  readonly agreement: string;
  readonly kept?: Refilled;
  readonly faults?: Faults;
  /** The payment was refused before it was tried. */
  readonly refusal?: Refusal;
  /** The last try, if it failed. */
  readonly failed?: Payment | undefined;
  readonly challenge: Challenge | undefined;
};

const noFaults: Faults = new Map();

/** The invoice and its pay form. */
export function formPage(opened: OpenedLink, sheet: FormSheet): Page {
  const { invoice, business, world } = opened;
  const { at, agreement, kept = {}, faults = noFaults, refusal, failed, challenge } = sheet;
  const face = faceOf(opened);
  const amount = moneyWords(invoice.amountCents, invoice.currency);
  const form = payForm({
    ...at,
    amount,
    businessName: face.name,
    operatorName: world.config.operatorName,
    agreement,
    today: todayIn(business.timeZone, world.now()),
    countryCode: billedOf(invoice.details).billTo.countryCode ?? '',
    currency: business.currency,
    takesCards: takesCards(business, invoice.currency),
    takesBankAccounts: takesBankAccounts(business, invoice.currency),
    payerName: payerOf(billedOf(invoice.details)),
    isSaved: opened.checkout?.savesToken === true,
    kept,
    faults,
    challenge,
  });
  const isBank =
    takesBankAccounts(business, invoice.currency) &&
    (kept.method === 'bank' || !takesCards(business, invoice.currency));
  const alert = refusal
    ? alertOf('This did not work', refusal.message, typedAgain[isBank ? 'bank' : 'card'])
    : failed && failure(failed, business);
  const page = htmlPage({
    status: faults.size > 0 ? 422 : (refusal?.status ?? 200),
    firstScript: challenge && proofScript,
    branding: face.branding,
    title: `${faults.size > 0 ? 'Please check: ' : ''}Pay ${face.name}`,
    body: frame(
      opened,
      at,
      html`<div class="columns">
<div>${businessHead(face)}
<section class="bill" aria-labelledby="title">
<h1 id="title"><span>Invoice from <span dir="auto">${face.name}</span></span></h1>
<p class="amount">${amount}</p>
${billFacts(invoice, face)}
${billLines(invoice, face)}
<p class="actions"><a href="${at.path}/invoice.pdf" download="invoice.pdf">Download as PDF</a></p>
</section>${cancelPart(opened)}</div>
<section class="card" aria-label="Payment">${alert}${form}</section>
</div>`,
    ),
  });
  if (refusal?.retryAfterSeconds === undefined) return page;
  return {
    ...page,
    headers: { ...page.headers, 'Retry-After': String(refusal.retryAfterSeconds) },
  };
}

function failure({ state, message, currency }: Payment, business: OpenedLink['business']): Html {
  if (state === 'declined') {
    const text = `${message ?? ''} Nothing was charged. You can try again, or pay in another way.`;
    return alertOf('Your payment was declined', text);
  }
  if (state === 'returned') {
    const ways = [
      takesCards(business, currency) && 'with a card',
      takesBankAccounts(business, currency) && 'from another account',
    ];
    const otherwise = ways.filter(Boolean).join(', or ');
    const text = `It was not completed. Please pay ${otherwise}.`;
    return alertOf('Your bank returned your payment', text);
  }
  return alertOf('Your payment did not go through', 'Nothing was charged. Please try again.');
}

function alertOf(title: string, ...texts: string[]): Html {
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>${title}</h2>${texts.map((text) => html`<p>${text.trim()}</p>`)}</div>`;
}

/** The refresh interval. */
const lookAgainSeconds = 4;

/** A payment is processing, or its outcome is unknown. */
export function payingPage(opened: OpenedLink, payment: Payment, at: At): Page {
  const { path } = at;
  const again = payment.invoiceId === opened.invoice.id ? `${path}?try=${payment.id}` : path;
  const isUnknown = payment.state === 'unknown';
  return htmlPage({
    title: 'This invoice is being paid',
    branding: opened.face.branding,
    // As a header: screen readers announce a refresh in the markup.
    headers: { refresh: `${lookAgainSeconds}; url=${again}` },
    body: frame(
      opened,
      at,
      html`<section class="card" aria-labelledby="title" aria-live="polite">
<div class="outcome is-waits"><span class="sign turning" aria-hidden="true"></span>
<h1 id="title">${isUnknown ? 'We are finding out' : 'This invoice is being paid'}</h1>
<p class="amount">${moneyWords(payment.amountCents, payment.currency)}</p>
<p>${
        isUnknown
          ? 'It is not known yet whether this payment went through. We keep asking until we know; mostly that takes a few minutes.'
          : 'This takes a few seconds.'
      } Please do not pay again: you are not charged twice.</p></div>
<p>This page looks again by itself. You may close it and open your link later.</p>
<p class="actions"><a class="button second" href="${again}">Look again now</a></p>
</section>`,
    ),
  });
}

export function paidPage(opened: OpenedLink, payment: Payment, at: At): Page {
  const part = html`${receiptPart(opened, payment, at.path)}${returnPart(opened)}`;
  const body = frame(opened, at, part);
  const what = receiptSheet(opened) ? 'Receipt' : 'Invoice';
  const { checkout } = opened;
  const next = checkout && returnAddress(checkout.successUrl, checkout);
  return htmlPage({
    title: `${what} from ${faceOf(opened).name}`,
    body,
    branding: opened.face.branding,
    ...(next && { headers: { refresh: `${returnSeconds}; url=${next}` } }),
  });
}

/** Time to see that it was paid. */
const returnSeconds = 5;

function returnPart(opened: OpenedLink): Html {
  const { checkout } = opened;
  if (!checkout) return html``;
  const next = returnAddress(checkout.successUrl, checkout);
  return html`<p class="actions"><a class="button" href="${next}">Back to <span dir="auto">${faceOf(opened).name}</span></a></p>`;
}

function cancelPart(opened: OpenedLink): Html {
  const { checkout } = opened;
  if (checkout?.cancelUrl === undefined) return html``;
  const back = returnAddress(checkout.cancelUrl, checkout);
  return html`<p class="actions"><a href="${back}">Do not pay, and go back</a></p>`;
}

const ends = {
  expired: {
    status: 410,
    title: 'This link has expired',
    text: 'It could be paid until its last day, which is over.',
  },
  revoked: {
    status: 410,
    title: 'This link is no longer valid',
    text: 'It was taken back, so that it cannot be paid any more.',
  },
  closed: {
    status: 403,
    title: 'No payments at the moment',
    text: 'This business cannot take payments at present.',
  },
} as const;

/** The link cannot be paid; the invoice is not shown. */
export function endPage(
  opened: OpenedLink,
  standing: keyof typeof ends,
  wasReturned: boolean,
  at: At,
): Page {
  const { status, title, text } = ends[standing];
  const { name, phone, email } = faceOf(opened);
  const ways = [phone && phoneWords(phone), email].filter(Boolean).join(' or ');
  const money = wasReturned
    ? 'The bank returned the payment that was made here: this invoice is not paid.'
    : 'Nothing was charged.';
  return htmlPage({
    status,
    title,
    branding: opened.face.branding,
    body: frame(
      opened,
      at,
      html`<section class="card" aria-labelledby="title"><h1 id="title">${title}</h1>
<p>${text} ${money}</p>
<p>Please ask <span dir="auto">${name}</span>${ways && ` (${ways})`} for a new link, or how to pay.</p></section>`,
    ),
  });
}

function faceOf({ face, invoice }: OpenedLink) {
  return faceOn(invoice.details, face);
}

function frame(opened: OpenedLink, { isSecure }: At, part: Html): Html {
  const face = faceOf(opened);
  const isPayable = opened.standing === 'payable';
  return html`<div class="page${!isPayable && ' small'}">
${sandboxNote(face, isPayable)}
${!isPayable && businessHead(face)}
<main>${part}</main>
<footer><p>${isSecure ? 'Secure payment page' : 'Payment page'} · Powered by Quittance</p></footer>
</div>`;
}

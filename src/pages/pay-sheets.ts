import { type Html, html } from '../base/html.ts';
import type { Refusal } from '../base/refusal.ts';
import { faceOn } from '../letters/receipt-facts.ts';
import { dollars, phoneWords } from '../letters/wording.ts';
import type { OpenedLink } from '../pay-links/open-link.ts';
import { takesCards } from '../payments/charge.ts';
import { billedOf } from '../payments/invoice.ts';
import type { Payment } from '../payments/payment.ts';
import { billFacts, billLines, businessHead, payerOf, sandboxNote } from './bill-part.ts';
import type { Faults, Kept } from './field.ts';
import { htmlPage } from './layout.ts';
import type { Page } from './page.ts';
import { payForm } from './pay-form-part.ts';
import { receiptPart, receiptSheet } from './receipt-part.ts';

type FormSheet = {
  readonly path: string;
  /** What is agreed to for a debit. */
  readonly agreement: string;
  readonly kept?: Kept;
  readonly faults?: Faults;
  /** Why it could not even be tried. */
  readonly refusal?: Refusal;
  /** The last try, where it came to nothing. */
  readonly failed?: Payment | undefined;
};

const noFaults: Faults = new Map();

/** The invoice, and how to pay it. */
export function formPage(opened: OpenedLink, sheet: FormSheet): Page {
  const { invoice, business } = opened;
  const { path, agreement, kept = {}, faults = noFaults, refusal, failed } = sheet;
  const face = faceOf(opened);
  const amount = dollars(invoice.amountCents);
  const form = payForm({
    path,
    amount,
    businessName: face.name,
    agreement,
    takesCards: takesCards(business),
    payerName: payerOf(billedOf(invoice.details)),
    kept,
    faults,
  });
  const notice = refusal
    ? noticeOf('This did not work', refusal.message)
    : failed && failure(failed, takesCards(business));
  const page = htmlPage({
    status: faults.size > 0 ? 422 : (refusal?.status ?? 200),
    title: `${faults.size > 0 ? 'Please check: ' : ''}Pay ${face.name}`,
    body: frame(
      opened,
      html`<div class="columns">
<section class="bill" aria-labelledby="title">
<h1 id="title"><span>Invoice from <span dir="auto">${face.name}</span></span></h1>
<p class="amount">${amount}</p>
${billFacts(invoice)}
${billLines(invoice)}
</section>
<section class="card" aria-label="Payment">${notice}${form}</section>
</div>`,
    ),
  });
  if (refusal?.retryAfterSeconds === undefined) return page;
  return {
    ...page,
    headers: { ...page.headers, 'Retry-After': String(refusal.retryAfterSeconds) },
  };
}

function failure({ state, message }: Payment, isCardTaken: boolean): Html {
  if (state === 'declined') {
    const text = `${message ?? ''} Nothing was charged. You can try again, or pay in another way.`;
    return noticeOf('Your payment was declined', text);
  }
  if (state === 'returned') {
    const otherwise = isCardTaken ? 'with a card, or from another account' : 'from another account';
    const text = `It was not completed. Please pay ${otherwise}.`;
    return noticeOf('Your bank returned your payment', text);
  }
  return noticeOf('Your payment did not go through', 'Nothing was charged. Please try again.');
}

function noticeOf(title: string, text: string): Html {
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>${title}</h2><p>${text.trim()}</p></div>`;
}

/** How often a browser looks again by itself. */
const lookAgainSeconds = 4;

/** Somebody is at it, or nobody knows yet how it ended: nothing to press but to look again. */
export function payingPage(opened: OpenedLink, payment: Payment, path: string): Page {
  const again = payment.invoiceId === opened.invoice.id ? `${path}?try=${payment.id}` : path;
  const isUnknown = payment.state === 'unknown';
  return htmlPage({
    title: 'This invoice is being paid',
    // As a header, so that whoever reads it by ear is not told off by a mark in the page.
    headers: { refresh: `${lookAgainSeconds}; url=${again}` },
    body: frame(
      opened,
      html`<section class="card" aria-labelledby="title" aria-live="polite">
<div class="outcome is-waits"><span class="sign turning" aria-hidden="true"></span>
<h1 id="title">${isUnknown ? 'We are finding out' : 'This invoice is being paid'}</h1>
<p class="amount">${dollars(payment.amountCents)}</p>
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

export function paidPage(opened: OpenedLink, payment: Payment, path: string): Page {
  const body = frame(opened, receiptPart(opened, payment, path));
  const what = receiptSheet(opened) ? 'Receipt' : 'Invoice';
  return htmlPage({ title: `${what} from ${faceOf(opened).name}`, body });
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

/** It cannot be paid, and why; nothing of the invoice is shown any more. */
export function endPage(
  opened: OpenedLink,
  standing: keyof typeof ends,
  hasComeBack: boolean,
): Page {
  const { status, title, text } = ends[standing];
  const { name, phone, email } = faceOf(opened);
  const ways = [phone && phoneWords(phone), email].filter(Boolean).join(' or ');
  const money = hasComeBack
    ? 'The bank returned the payment that was made here: this invoice is not paid.'
    : 'Nothing was charged.';
  return htmlPage({
    status,
    title,
    body: frame(
      opened,
      html`<section class="card" aria-labelledby="title"><h1 id="title">${title}</h1>
<p>${text} ${money}</p>
<p>Please ask <span dir="auto">${name}</span>${ways && ` (${ways})`} for a new link, or how to pay.</p></section>`,
    ),
  });
}

function faceOf({ face, invoice }: OpenedLink) {
  return faceOn(invoice.details, face);
}

function frame(opened: OpenedLink, part: Html): Html {
  const face = faceOf(opened);
  const isPayable = opened.standing === 'payable';
  return html`<div class="page${!isPayable && ' small'}">
${sandboxNote(face, isPayable)}
${businessHead(face)}
<main>${part}</main>
<footer><p>Secure payment page · Powered by Quittance</p></footer>
</div>`;
}

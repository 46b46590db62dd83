import type { OpenedLink } from '../../invoicing/pay-links/open-link.ts';
import { type Html, html } from '../../kernel/html.ts';
import { moneyWords } from '../../kernel/money.ts';
import { chargeOf } from '../../notify/mail/happening.ts';
import { faceOn, receiptFacts } from '../../notify/mail/receipt-facts.ts';
import type { Sheet } from '../../notify/mail/sheet.ts';
import type { PaymentState } from '../../payments/moves.ts';
import type { Payment } from '../../payments/payment.ts';
import { factList } from './bill-part.ts';
import { paidElsewhere } from './paid-elsewhere.ts';

/** Undefined when another payment has paid the invoice, or the money was voided or returned. */
export function receiptSheet({ invoice, face, payment }: OpenedLink): Sheet | undefined {
  if (!payment || payment.invoiceId !== invoice.id || tookNothing.has(payment.state))
    return undefined;
  const { details } = invoice;
  return receiptFacts({ happening: chargeOf(payment, details), face, details });
}

const tookNothing: ReadonlySet<PaymentState> = new Set(['voided', 'expired', 'returned']);

/** The outcome of the payment, and its receipt; printed alone. */
export function receiptPart(opened: OpenedLink, payment: Payment, path: string): Html {
  const { invoice, face } = opened;
  if (payment.invoiceId !== invoice.id)
    return paidElsewhere(invoice, payment, faceOn(invoice.details, face));
  const sheet = receiptFacts({
    happening: chargeOf(payment, invoice.details),
    face,
    details: invoice.details,
  });
  const { title, sentence, tone } = outcomeOf(payment, sheet.sender.name);
  const facts = sheet.facts.map(({ label, value }) => [label, value] as const);
  const back =
    payment.refundedCents > 0n ? moneyWords(payment.refundedCents, payment.currency) : undefined;
  return html`<section class="card receipt" aria-labelledby="title">
<div class="outcome is-${tone}"><span class="sign" aria-hidden="true">${signs[tone]}</span>
<h1 id="title">${title}</h1>
<p class="amount">${sheet.amount}</p>
<p dir="auto">${sentence}</p></div>
${factList([...facts, ['Given back', back]])}
${linesOf(sheet)}
${sheet.remarks.map((remark) => html`<p class="quiet" dir="auto">${remark}</p>`)}
<p class="actions">${
    receiptSheet(opened) &&
    html`<a class="button" href="${path}/receipt.pdf" download="receipt.pdf">Download PDF</a>`
  }
<a class="button second" href="${path}/invoice.pdf" download="invoice.pdf">Invoice as PDF</a>
<button type="button" class="second needs-script" data-print>Print</button></p>
</section>`;
}

function linesOf({ lines, total }: Sheet): Html {
  if (!total) return html``;
  return html`<table class="lines"><caption class="unseen">What the amount is made of</caption>
<tbody>${lines.map(
    ({ label, value }) => html`<tr><th scope="row" dir="auto">${label}</th><td>${value}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">${total.label}</th><td>${total.value}</td></tr></tfoot></table>`;
}

type Tone = 'good' | 'waits' | 'bad';
type Outcome = { readonly title: string; readonly sentence: string; readonly tone: Tone };

const signs: Readonly<Record<Tone, string>> = { good: '✓', waits: '…', bad: '!' };

function outcomeOf(payment: Payment, name: string): Outcome {
  const { state, method, refundedCents, capturedCents, currency } = payment;
  const paid: Outcome = {
    title: 'Paid',
    sentence: `Thank you. ${name} has received your payment.`,
    tone: 'good',
  };
  const waits: Outcome = {
    title: 'Payment accepted',
    sentence: `Thank you. Your bank account will be debited; that takes one to three banking days.`,
    tone: 'waits',
  };
  if (refundedCents > 0n && state !== 'returned') {
    const isAll = refundedCents >= capturedCents;
    return {
      title: isAll ? 'Refunded' : 'Partly refunded',
      sentence: `${name} gave you ${isAll ? 'all of it' : moneyWords(refundedCents, currency)} back.`,
      tone: 'good',
    };
  }
  switch (state) {
    case 'queued':
    case 'originated':
      return waits;
    case 'settled':
      return method === 'bank' ? waits : paid;
    case 'voided':
    case 'expired':
      return {
        title: 'Canceled',
        sentence: `This payment was canceled. Nothing was charged.`,
        tone: 'bad',
      };
    // It is to be presented again: otherwise the invoice is open, and has no receipt.
    case 'returned':
      return {
        title: 'Your bank returned this payment',
        sentence: `It will be sent to your bank once more. Please see that there is enough money in the account.`,
        tone: 'bad',
      };
    case 'authorized':
    case 'capturing':
    case 'captured':
    case 'voiding':
    case 'available':
      return paid;
    case 'processing':
    case 'unknown':
    case 'declined':
    case 'canceled':
      throw new Error(`a receipt of a payment that is ${state}`);
  }
}

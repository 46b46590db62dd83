import type { OpenedLink } from '../../invoicing/pay-links/open-link.ts';
import { type Html, html } from '../../kernel/html.ts';
import { type Language, speaker } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import { chargeOf } from '../../notify/mail/happening.ts';
import { faceOn, receiptFacts } from '../../notify/mail/receipt-facts.ts';
import type { Sheet } from '../../notify/mail/sheet.ts';
import { languageOf } from '../../parties/businesses/public-profile.ts';
import type { PaymentState } from '../../payments/moves.ts';
import type { Payment } from '../../payments/payment.ts';
import { factList } from './bill-part.ts';
import { paidElsewhere } from './paid-elsewhere.ts';
import { pay } from './words/pay.ts';
import { receipt as words } from './words/receipt.ts';

/** Undefined when another payment has paid the invoice, or the money was voided or returned. */
export function receiptSheet({ invoice, face, payment }: OpenedLink): Sheet | undefined {
  if (!payment || payment.invoiceId !== invoice.id || tookNothing.has(payment.state))
    return undefined;
  const { details } = invoice;
  return receiptFacts({ happening: chargeOf(payment, details), face, details });
}

/** The money was voided or returned. */
export const tookNothing: ReadonlySet<PaymentState> = new Set(['voided', 'expired', 'returned']);

/** The outcome of the payment, and its receipt; printed alone. */
export function receiptPart(
  opened: OpenedLink,
  payment: Payment,
  fileAt: (file: string) => string,
): Html {
  const { invoice, face } = opened;
  if (payment.invoiceId !== invoice.id)
    return paidElsewhere(invoice, payment, faceOn(invoice.details, face));
  const sheet = receiptFacts({
    happening: chargeOf(payment, invoice.details),
    face,
    details: invoice.details,
  });
  const language = languageOf(face);
  const say = speaker(language);
  const { title, sentence, tone } = outcomeOf(payment, sheet.sender.name, language);
  const facts = sheet.facts.map(({ label, value }) => [label, value] as const);
  const back =
    payment.refundedCents > 0n
      ? moneyWords(payment.refundedCents, payment.currency, language)
      : undefined;
  return html`<section class="card receipt" aria-labelledby="title">
<div class="outcome is-${tone}"><span class="sign" aria-hidden="true">${signs[tone]}</span>
<h1 id="title">${title}</h1>
<p class="amount">${sheet.amount}</p>
<p dir="auto">${sentence}</p></div>
${factList([...facts, [say(words.refundedSum), back]])}
${linesOf(sheet, say(pay.madeOf))}
${sheet.remarks.map((remark) => html`<p class="quiet" dir="auto">${remark}</p>`)}
<p class="actions">${
    receiptSheet(opened) &&
    html`<a class="button" href="${fileAt('receipt.pdf')}" download="receipt.pdf">${say(words.downloadPdf)}</a>`
  }
<a class="button second" href="${fileAt('invoice.pdf')}" download="invoice.pdf">${say(words.invoicePdf)}</a>
<button type="button" class="second needs-script" data-print>${say(words.print)}</button></p>
</section>`;
}

function linesOf({ lines, total }: Sheet, madeOf: string): Html {
  if (!total) return html``;
  return html`<table class="lines"><caption class="unseen">${madeOf}</caption>
<tbody>${lines.map(
    ({ label, value }) => html`<tr><th scope="row" dir="auto">${label}</th><td>${value}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">${total.label}</th><td>${total.value}</td></tr></tfoot></table>`;
}

type Tone = 'good' | 'waits' | 'bad';
type Outcome = { readonly title: string; readonly sentence: string; readonly tone: Tone };

const signs: Readonly<Record<Tone, string>> = { good: '✓', waits: '…', bad: '!' };

function outcomeOf(payment: Payment, name: string, language: Language): Outcome {
  const say = speaker(language);
  const { state, method, refundedCents, capturedCents, currency } = payment;
  const paid: Outcome = {
    title: say(words.paid),
    sentence: say(words.paidText(name)),
    tone: 'good',
  };
  const waits: Outcome = {
    title: say(words.accepted),
    sentence: say(words.acceptedText),
    tone: 'waits',
  };
  if (refundedCents > 0n && state !== 'returned') {
    const isAll = refundedCents >= capturedCents;
    return {
      title: say(isAll ? words.refunded : words.partlyRefunded),
      sentence: say(
        words.refundedText(name, isAll ? undefined : moneyWords(refundedCents, currency, language)),
      ),
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
        title: say(words.canceled),
        sentence: say(words.canceledText),
        tone: 'bad',
      };
    // It is to be presented again: otherwise the invoice is open, and has no receipt.
    case 'returned':
      return {
        title: say(words.returned),
        sentence: say(words.returnedText),
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

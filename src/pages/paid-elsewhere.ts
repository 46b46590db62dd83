import { type Html, html } from '../base/html.ts';
import { dollars } from '../letters/wording.ts';
import type { Invoice } from '../payments/open-invoice.ts';
import type { Payment } from '../payments/payment.ts';

type Telling = {
  readonly title: string;
  readonly sentence: string;
  /** What the payer asks the business, where something is left to ask. */
  readonly ask?: string;
};

/**
 * What became of an invoice whose order number another payment has, which was not made here: so no more of that is told
 * than whether and how much was paid.
 */
export function paidElsewhere(invoice: Invoice, payment: Payment, name: string): Html {
  const { title, sentence, ask } = tellingOf(invoice, payment);
  return html`<section class="card" aria-labelledby="title"><h1 id="title">${title}</h1>
<p>${sentence}</p>
${ask && html`<p>Please ask <span dir="auto">${name}</span> ${ask}.</p>`}</section>`;
}

function tellingOf(invoice: Invoice, payment: Payment): Telling {
  const { state, method, approvedCents, capturedCents, refundedCents } = payment;
  const paidCents = capturedCents > 0n ? capturedCents : approvedCents;
  const paid = dollars(paidCents);
  switch (state) {
    case 'authorized':
    case 'capturing':
      return {
        title: 'A payment is reserved',
        sentence: `${paid} is reserved for this invoice in another way, and not charged yet.`,
        ask: 'what happens next',
      };
    case 'voiding':
    case 'voided':
    case 'expired':
      return {
        title: 'The payment was canceled',
        sentence: `The payment for this invoice was canceled; nothing is charged.`,
        ask: 'how to pay',
      };
    case 'returned':
      return {
        title: 'The bank returned the payment',
        sentence: 'The payment for this invoice came back. It will be sent to the bank once more.',
      };
    default: {
      if (refundedCents > 0n) {
        const isAll = refundedCents >= paidCents;
        return {
          title: isAll ? 'Refunded' : 'Partly refunded',
          sentence: `${paid} was paid in another way, and ${isAll ? 'all of it' : dollars(refundedCents)} was given back.`,
          ask: 'whether something is left to pay',
        };
      }
      const isOnItsWay = method === 'bank' && state !== 'available';
      const verb = isOnItsWay ? 'is being paid' : 'was paid';
      if (paidCents === invoice.amountCents) {
        return { title: 'Nothing is left to pay', sentence: `${paid} ${verb} in another way.` };
      }
      return {
        title: 'Paid in another way',
        sentence: `This invoice asks for ${dollars(invoice.amountCents)}; ${paid} ${verb} in another way.`,
        ask: 'about the difference',
      };
    }
  }
}

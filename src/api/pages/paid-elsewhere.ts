import { type Html, html } from '../../kernel/html.ts';
import { moneyWords } from '../../kernel/money.ts';
import type { PublicProfile } from '../../parties/businesses/public-profile.ts';
import type { Invoice } from '../../payments/open-invoice.ts';
import type { Payment } from '../../payments/payment.ts';

type Outcome = {
  readonly title: string;
  readonly sentence: string;
  /** The end of "Please ask the business …". */
  readonly ask?: string;
};

/** The outcome of an invoice that another payment has paid: only whether and how much, since it was not made here. */
export function paidElsewhere(
  invoice: Invoice,
  payment: Payment,
  { name }: Pick<PublicProfile, 'name'>,
): Html {
  const { title, sentence, ask } = outcomeOf(invoice, payment);
  return html`<section class="card" aria-labelledby="title"><h1 id="title">${title}</h1>
<p>${sentence}</p>
${ask && html`<p>Please ask <span dir="auto">${name}</span> ${ask}.</p>`}</section>`;
}

function outcomeOf(invoice: Invoice, payment: Payment): Outcome {
  const { state, method, approvedCents, capturedCents, refundedCents, currency } = payment;
  const paidCents = capturedCents > 0n ? capturedCents : approvedCents;
  const paid = moneyWords(paidCents, currency);
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
    case 'captured':
    case 'queued':
    case 'originated':
    case 'settled':
    case 'available': {
      if (refundedCents > 0n) {
        const isAll = refundedCents >= paidCents;
        return {
          title: isAll ? 'Refunded' : 'Partly refunded',
          sentence: `${paid} was paid in another way, and ${isAll ? 'all of it' : moneyWords(refundedCents, currency)} was given back.`,
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
        sentence: `This invoice asks for ${moneyWords(invoice.amountCents, currency)}; ${paid} ${verb} in another way.`,
        ask: 'about the difference',
      };
    }
    case 'processing':
    case 'unknown':
    case 'declined':
    case 'canceled':
      throw new Error(`an invoice that is paid by a payment that is ${state}`);
  }
}

import { type Html, html } from '../../kernel/html.ts';
import { type Language, speaker, type Text } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import type { Invoice } from '../../payments/open-invoice.ts';
import type { Payment } from '../../payments/payment.ts';
import { receipt, elsewhere as words } from './words/receipt.ts';

type Outcome = {
  readonly title: Text;
  readonly sentence: Text;
  /** "Please ask the business …". */
  readonly ask?: (name: string) => Text<Html>;
};

/** The outcome of an invoice that another payment has paid: only whether and how much, since it was not made here. */
export function paidElsewhere(
  invoice: Invoice,
  payment: Payment,
  face: Pick<PublicProfile, 'name' | 'language'>,
): Html {
  const language = languageOf(face);
  const say = speaker(language);
  const { title, sentence, ask } = outcomeOf(invoice, payment, language);
  return html`<section class="card" aria-labelledby="title"><h1 id="title">${say(title)}</h1>
<p>${say(sentence)}</p>
${ask && html`<p>${say(ask(face.name))}</p>`}</section>`;
}

function outcomeOf(invoice: Invoice, payment: Payment, language: Language): Outcome {
  const { state, method, approvedCents, capturedCents, refundedCents, currency } = payment;
  const paidCents = capturedCents > 0n ? capturedCents : approvedCents;
  const paid = moneyWords(paidCents, currency, language);
  switch (state) {
    case 'authorized':
    case 'capturing':
      return {
        title: words.reserved,
        sentence: words.reservedText(paid),
        ask: words.askNext,
      };
    case 'voiding':
    case 'voided':
    case 'expired':
      return {
        title: words.canceled,
        sentence: words.canceledText,
        ask: words.askHow,
      };
    case 'returned':
      return {
        title: words.returned,
        sentence: words.returnedText,
      };
    case 'captured':
    case 'queued':
    case 'originated':
    case 'settled':
    case 'available': {
      if (refundedCents > 0n) {
        const isAll = refundedCents >= paidCents;
        return {
          title: isAll ? receipt.refunded : receipt.partlyRefunded,
          sentence: words.refundedText(
            paid,
            isAll ? undefined : moneyWords(refundedCents, currency, language),
          ),
          ask: words.askLeft,
        };
      }
      const isOnItsWay = method === 'bank' && state !== 'available';
      if (paidCents === invoice.amountCents) {
        return { title: words.nothingLeft, sentence: words.nothingLeftText(paid, isOnItsWay) };
      }
      return {
        title: words.paid,
        sentence: words.paidText(
          moneyWords(invoice.amountCents, invoice.currency, language),
          paid,
          isOnItsWay,
        ),
        ask: words.askDifference,
      };
    }
    case 'processing':
    case 'unknown':
    case 'declined':
    case 'canceled':
      throw new Error(`an invoice that is paid by a payment that is ${state}`);
  }
}

import { stageOfPayment } from '../../invoicing/pay-links/link.ts';
import type { OpenedLink } from '../../invoicing/pay-links/open-link.ts';
import { isPartDone, restOf } from '../../invoicing/pay-links/parts.ts';
import { type Html, html } from '../../kernel/html.ts';
import { speaker } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import { partRows } from '../../notify/mail/invoice-parts.ts';
import { faceOn } from '../../notify/mail/receipt-facts.ts';
import { languageOf } from '../../parties/businesses/public-profile.ts';
import type { Payment } from '../../payments/payment.ts';
import { parts as words } from './words/parts.ts';
import { pay } from './words/pay.ts';
import { receipt } from './words/receipt.ts';

/** The parts that were paid, and what is left. */
export function paidParts(opened: OpenedLink): Html {
  const { invoice, parts, face } = opened;
  if (parts.length === 0) return html``;
  const rows = partRows(parts, restOf(invoice), face);
  const last = rows.length - 1;
  return html`<table class="lines"><caption class="unseen">${speaker(languageOf(face))(words.inParts)}</caption>
<tbody>${rows.map(
    ({ label, value }, i) =>
      html`<tr><th scope="row">${i === last ? html`<b>${label}</b>` : label}</th><td>${value}</td></tr>`,
  )}</tbody></table>`;
}

/** What the payer just paid, above the form for the rest; undefined where it was voided or came back since. */
export function thanksPart({ invoice, face }: OpenedLink, payment: Payment): Html | undefined {
  const stage = stageOfPayment(payment);
  const isOnItsWay = stage === 'paying' && payment.method === 'bank';
  if (stage !== 'paid' && !isOnItsWay) return undefined;
  const language = languageOf(face);
  const say = speaker(language);
  const part = moneyWords(payment.amountCents, payment.currency, language);
  const left = moneyWords(restOf(invoice), invoice.currency, language);
  return html`<p class="done" role="status">${say(isOnItsWay ? words.onItsWay(part) : words.thanks(part))} ${say(words.nowLeft(left))}</p>`;
}

/** An invoice whose parts make it up: what was paid, and nobody's card or account. */
export function paidInPartsPart(opened: OpenedLink, invoiceFile: string): Html {
  const { invoice, parts, face: own } = opened;
  const face = faceOn(invoice.details, own);
  const language = languageOf(face);
  const say = speaker(language);
  const isPaid = parts.every(isPartDone);
  const [tone, sign] = isPaid ? ['good', '✓'] : ['waits', '…'];
  return html`<section class="card receipt" aria-labelledby="title">
<div class="outcome is-${tone}"><span class="sign" aria-hidden="true">${sign}</span>
<h1 id="title">${say(isPaid ? receipt.paid : receipt.accepted)}</h1>
<p class="amount">${moneyWords(invoice.amountCents, invoice.currency, language)}</p>
<p dir="auto">${isPaid ? say(words.inParts) : say(receipt.acceptedText)}</p></div>
${paidParts(opened)}
<p class="actions"><a class="button second" href="${invoiceFile}" download="invoice.pdf">${say(pay.asPdf)}</a></p>
</section>`;
}

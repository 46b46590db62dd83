import { type Html, html } from '../../kernel/html.ts';
import { speaker } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import { invoiceFacts } from '../../notify/mail/invoice-sheet.ts';
import { phoneWords } from '../../notify/mail/wording.ts';
import { type Branding, letterOf, logoPath } from '../../parties/businesses/branding.ts';
import { fieldOfLine, type LineKind } from '../../parties/businesses/invoice-fields.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import type { Invoice } from '../../payments/open-invoice.ts';
import { pay as words } from './words/pay.ts';

/** The head of every page of a business, with its logo, or the first letter of its name in the place of one. */
export function businessHead({ name, address, phone, email, branding }: PublicProfile): Html {
  const contact = [phone && phoneWords(phone), email].filter(Boolean);
  return html`<header class="business">
${markPart(name, branding)}
<div><p class="name" dir="auto">${name}</p>
${address.length > 0 && html`<p class="quiet" dir="auto">${address.join(', ')}</p>`}
${contact.length > 0 && html`<p class="quiet">${contact.join(' · ')}</p>`}</div>
</header>`;
}

/** The name stands beside it, so it says nothing of its own. */
function markPart(name: string, branding: Branding | undefined): Html {
  const logo = branding?.logo;
  if (!logo) return html`<span class="mark" aria-hidden="true">${letterOf(name)}</span>`;
  const { width, height } = logo;
  return html`<img class="logo" src="${logoPath(logo)}" width="${width}" height="${height}" alt="">`;
}

/** A note on sandbox pages, with a test card if something can be paid. */
export function sandboxNote(face: PublicProfile, isPayable: boolean): Html {
  if (face.environment === 'live') return html``;
  const say = speaker(languageOf(face));
  const how = say(words.testCard(html`<span class="digits">4242 4242 4242 4242</span>`));
  return html`<aside class="sandbox" aria-label="${say(words.testPage)}"><strong>${say(words.testPage)}.</strong> ${say(words.noMoney)}${isPayable && how}</aside>`;
}

/** The facts of an invoice. */
export function billFacts(invoice: Invoice, face: PublicProfile): Html {
  return factList(invoiceFacts(invoice, face));
}

type Fact = readonly [label: string, value: string | undefined];

export function factList(facts: readonly Fact[]): Html {
  const known = facts.filter(([, value]) => value);
  return html`<dl class="facts">${known.map(
    ([label, value]) => html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`,
  )}</dl>`;
}

/** The lines of an invoice and their total. */
export function billLines({ details, amountCents, currency }: Invoice, face: PublicProfile): Html {
  const { invoiceFields } = face;
  const language = languageOf(face);
  const { lines } = details;
  const description = invoiceFields.has('description') && details.description;
  const rows = lines
    .filter((line) => invoiceFields.has(fieldOfLine(line)))
    .map(({ name, cents, kind }) => ({ name, cents: BigInt(cents) * signOf(kind) }))
    .filter(({ cents }) => cents !== 0n);
  const total =
    invoiceFields.has('amount') &&
    html`<tfoot><tr><th scope="row">${speaker(language)(words.total)}</th><td>${moneyWords(amountCents, currency, language)}</td></tr></tfoot>`;
  const what = description && html`<p class="description" dir="auto">${description}</p>`;
  if (rows.length === 0 && !total) return html`${what}`;
  return html`${what}
<table class="lines"><caption class="unseen">${speaker(language)(words.madeOf)}</caption>
<tbody>${rows.map(
    ({ name, cents }) => html`<tr><th scope="row" dir="auto">${name}</th>
<td>${moneyWords(cents, currency, language)}</td></tr>`,
  )}</tbody>
${total}</table>`;
}

function signOf(kind: LineKind): bigint {
  return kind === 'discount' ? -1n : 1n;
}

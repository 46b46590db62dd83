import { type Html, html } from '../base/html.ts';
import type { Face } from '../businesses/face.ts';
import { dollars, phoneWords } from '../letters/wording.ts';
import { billedOf } from '../payments/invoice.ts';
import type { Invoice } from '../payments/open-invoice.ts';
import type { Billed } from '../payments/order.ts';

/** The head of every page of a business: the first letter of its name is its picture. */
export function businessHead({ name, address, phone, email }: Face): Html {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '';
  const contact = [phone && phoneWords(phone), email].filter(Boolean);
  return html`<header class="business">
<span class="mark" aria-hidden="true">${letter}</span>
<div><p class="name" dir="auto">${name}</p>
${address.length > 0 && html`<p class="quiet" dir="auto">${address.join(', ')}</p>`}
${contact.length > 0 && html`<p class="quiet">${contact.join(' · ')}</p>`}</div>
</header>`;
}

/** That no money moves, where none does; and how to try it, where there is something to pay. */
export function sandboxNote({ environment }: Face, isPayable: boolean): Html {
  if (environment === 'live') return html``;
  const how = html` Pay with the test card <span class="digits">4242 4242 4242 4242</span>, any date to come and
any code.`;
  return html`<aside class="sandbox" aria-label="Test page"><strong>Test page.</strong> No money moves here.${isPayable && how}</aside>`;
}

/** What an invoice is about. */
export function billFacts({ orderNumber, details }: Invoice): Html {
  const { bill } = details;
  return factList([
    ['Invoice number', orderNumber],
    ['Billed to', payerOf(billedOf(details))],
    ['Account number', bill?.accountNumber],
    ['Reference', bill?.accountNumber2],
    ['Statement date', bill?.statementOn && longDate(bill.statementOn)],
    ['Pay by', bill?.expiresOn && longDate(bill.expiresOn)],
  ]);
}

/** Whom the business billed. */
export function payerOf({ billTo: { firstName, lastName } }: Billed): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** November 22, 2026, of a day as YYYY-MM-DD. */
function longDate(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-US', { dateStyle: 'long' });
}

type Fact = readonly [label: string, value: string | undefined];

export function factList(facts: readonly Fact[]): Html {
  const told = facts.filter(([, value]) => value);
  return html`<dl class="facts">${told.map(
    ([label, value]) => html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`,
  )}</dl>`;
}

/** What it is made of, down to the sum. */
export function billLines({ details, amountCents }: Invoice): Html {
  const { lines, description } = details;
  const rows = lines
    .map(({ name, cents, kind }) => ({ name, cents: BigInt(cents) * signOf(kind) }))
    .filter(({ cents }) => cents !== 0n);
  return html`${description && html`<p class="description" dir="auto">${description}</p>`}
<table class="lines"><caption class="unseen">What the amount is made of</caption>
<tbody>${rows.map(
    ({ name, cents }) => html`<tr><th scope="row" dir="auto">${name}</th>
<td>${dollars(cents)}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">Total</th><td>${dollars(amountCents)}</td></tr></tfoot></table>`;
}

function signOf(kind: string): bigint {
  return kind === 'discount' ? -1n : 1n;
}

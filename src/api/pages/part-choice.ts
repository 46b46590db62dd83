import type { OpenedLink } from '../../invoicing/pay-links/open-link.ts';
import { boundsOfParts, flawOfPart, leastPartOf, restOf } from '../../invoicing/pay-links/parts.ts';
import type { Chosen } from '../../invoicing/pay-links/pay-link.ts';
import { type Html, html } from '../../kernel/html.ts';
import { speaker, type Text } from '../../kernel/language.ts';
import { formatMoney, moneyWords, parseAmountToPay } from '../../kernel/money.ts';
import { languageOf } from '../../parties/businesses/public-profile.ts';
import { faultSummary, textField } from './field.ts';
import type { Form, Visit } from './page.ts';
import { addressOf } from './page-language.ts';
import { parts as words } from './words/parts.ts';

/** A link, and how much of its invoice the payer is about to pay. */
export type AskedLink = OpenedLink & { readonly asked: Asked };
export type Asked = Chosen & {
  /** What the payer typed for a part, and the rule that it breaks; then nothing can be paid yet. */
  readonly typed?: string;
  readonly fault?: Text;
};

/** All that is left, or the part that the address of the page names. */
export function askedIn(opened: OpenedLink, typed: string | null): Asked {
  const all = allOf(opened);
  const bounds = boundsOf(opened);
  if (typed === null || !bounds) return all;
  const cents = centsIn(typed);
  if (cents === undefined) return { ...all, typed, fault: words.noAmount };
  const money = moneyOf(opened);
  switch (flawOfPart(cents, all.cents, bounds.least)) {
    case undefined:
      return { ...all, cents };
    case 'too_much':
      return { ...all, typed, fault: words.tooMuch(money(all.cents)) };
    case 'too_little':
      return { ...all, typed, fault: words.tooLittle(money(bounds.least)) };
    case 'leaves_too_little': {
      const fault = words.leavesTooLittle(money(bounds.least), money(bounds.most));
      return { ...all, typed, fault };
    }
  }
}

/** As a form was posted, or the state of the page that says why nothing is paid. */
export function askedBy(opened: OpenedLink, form: Form): Asked | string {
  const all = allOf(opened);
  const least = leastPartOf(opened.invoice.details);
  if (least === undefined) return all;
  if (form.text('paid') !== formatMoney(all.seenCents)) return 'changed';
  const amount = form.text('amount');
  const cents = centsIn(amount);
  const isGood = cents !== undefined && flawOfPart(cents, all.cents, least) === undefined;
  return isGood ? { ...all, cents } : String(new URLSearchParams({ amount }));
}

function allOf({ invoice }: OpenedLink): Asked {
  return { cents: restOf(invoice), seenCents: invoice.partsCents };
}

function boundsOf({ invoice }: OpenedLink) {
  const least = leastPartOf(invoice.details);
  return least === undefined ? undefined : boundsOfParts(restOf(invoice), least);
}

/** As people write it: also $25, or 25,00. */
function centsIn(typed: string): bigint | undefined {
  const bare = typed
    .replaceAll(/[\s$]/g, '')
    .replace(/,(\d{1,2})$/, '.$1')
    .replaceAll(',', '');
  const cents = parseAmountToPay(bare);
  return cents.ok ? cents.value : undefined;
}

function moneyOf({ invoice, face }: OpenedLink) {
  return (cents: bigint) => moneyWords(cents, invoice.currency, languageOf(face));
}

/** Posted with the form: so much is paid, on top of what its payer saw as paid. */
export function askedFields({ invoice, asked }: AskedLink): Html {
  if (leastPartOf(invoice.details) === undefined) return html``;
  return html`<input type="hidden" name="amount" value="${formatMoney(asked.cents)}">
<input type="hidden" name="paid" value="${formatMoney(asked.seenCents)}">`;
}

/** Lets the payer choose another amount: the page is loaded with it, so that what is agreed to names it. */
export function partPart(opened: AskedLink, at: Pick<Visit, 'path' | 'chosen'>): Html {
  const bounds = boundsOf(opened);
  if (!bounds) return html``;
  const { asked, invoice } = opened;
  const language = languageOf(opened.face);
  const say = speaker(language);
  const money = moneyOf(opened);
  const left = money(restOf(invoice));
  const isPart = asked.fault === undefined && asked.cents < restOf(invoice);
  const faults = new Map(asked.fault ? [['amount', say(asked.fault)]] : []);
  const field = textField(
    {
      name: 'amount',
      label: say(words.amount),
      hint: say(words.rule(left, money(bounds.least), money(bounds.most))),
      longest: 15,
      autocomplete: 'transaction-amount',
      value: asked.typed ?? (isPart ? formatMoney(asked.cents) : undefined),
    },
    faults,
    language,
  );
  const form = html`<form class="part" method="get" action="${at.path}">
${at.chosen && html`<input type="hidden" name="lang" value="${at.chosen}">`}
${field}
<p class="actions"><button type="submit" class="second">${say(words.payPart)}</button>${
    (isPart || asked.fault) && html` <a href="${addressOf(at)}">${say(words.payAll(left))}</a>`
  }</p>
</form>`;
  if (asked.fault)
    return html`${faultSummary(faults, language)}<h2>${say(words.howMuch)}</h2>${form}`;
  return html`${isPart && html`<p>${say(words.paysPart(money(asked.cents), left))}</p>`}
<details class="parts"><summary>${say(words.otherAmount)}</summary>${form}</details>`;
}

import { nextCharge } from '../../invoicing/subscriptions/next-charge.ts';
import type { OpenedSubscription } from '../../invoicing/subscriptions/payer-page.ts';
import type { PeriodRow } from '../../invoicing/subscriptions/subscription.ts';
import { type Html, html } from '../../kernel/html.ts';
import { moneyWords } from '../../kernel/money.ts';
import { dayWords, phoneWords } from '../../notify/mail/wording.ts';
import { factList } from './bill-part.ts';
import type { Visit } from './page.ts';
import { receiptOfPeriod } from './subscription-receipt.ts';
import {
  longDay,
  owedCents,
  priceWords,
  shortDay,
  sourceFact,
  stateOf,
} from './subscription-state.ts';
import { words } from './subscription-words.ts';

type At = Pick<Visit, 'path'>;

/** What the subscription is, what it costs and what is charged when. */
export function summaryPart(opened: OpenedSubscription): Html {
  const { face, subscription } = opened;
  const { planCode, startsOn, periods, charged, currency } = subscription;
  const { title, sentences, tone } = stateOf(opened);
  const next = nextCharge(subscription, face.timeZone);
  const facts = factList([
    [words.price, priceWords(opened)],
    [
      words.nextCharge,
      next && words.nextOf(moneyWords(next.cents, currency), dayWords(next.at, face.timeZone)),
    ],
    [words.paidWith, sourceFact(opened)],
    [words.plan, planCode],
    [words.since, longDay(startsOn)],
    [words.periods, periods === undefined ? undefined : words.periodsOf(charged, periods)],
  ]);
  return html`<section class="bill" aria-labelledby="title">
<h1 id="title"><span>${words.title(face.name)}</span></h1>
<div class="standing is-${tone}"><p class="state">${title}</p>
${sentences.map((sentence) => html`<p dir="auto">${sentence}</p>`)}</div>
${facts}
</section>`;
}

/** The last periods with their receipts. */
export function periodsPart(opened: OpenedSubscription, { path }: At): Html {
  const { periods } = opened;
  if (periods.length === 0) return html``;
  return html`<section class="periods" aria-labelledby="periods">
<h2 id="periods">${words.lastPeriods}</h2>
<ul>${periods.map((period) => periodItem(opened, period, path))}</ul>
</section>`;
}

function periodItem(opened: OpenedSubscription, period: PeriodRow, path: string): Html {
  const { n, startsOn, endsOn, amountCents } = period;
  const { currency } = opened.subscription;
  const days = `${shortDay(startsOn)} – ${shortDay(endsOn)}`;
  const receipt = receiptOfPeriod(opened, period);
  return html`<li><span><span class="days">${days}</span>
<span class="quiet">${periodState(opened, period)}${
    receipt &&
    html` · <a href="${path}/receipt-${n + 1}.pdf" download="receipt-${n + 1}.pdf" aria-label="${words.receiptOf(days)}">${words.receipt}</a>`
  }</span></span>
<span class="digits">${amountCents > 0n ? moneyWords(amountCents, currency) : words.freePeriod}</span></li>`;
}

function periodState({ payments }: OpenedSubscription, { n, state }: PeriodRow): string {
  const payment = payments.get(n);
  if (state === 'paid' && payment && payment.refundedCents > 0n) {
    return payment.refundedCents >= payment.capturedCents ? words.refunded : words.partlyRefunded;
  }
  return words.state[state];
}

/** What the payer can do about its end. */
export function endPart(opened: OpenedSubscription, { path }: At): Html {
  const { subscription, mayDecide, face } = opened;
  const { dueAt, endedAt } = subscription;
  if (endedAt) return html``;
  if (mayDecide === 'to_end') {
    return html`<p class="actions"><a class="button second" href="${path}?end">${words.cancel}</a></p>
${askPart(opened, words.askElse)}`;
  }
  if (mayDecide === 'to_keep' && dueAt) {
    return html`<form class="decide" method="post" action="${path}">
<input type="hidden" name="act" value="keep">
<p>${words.keepText(dayWords(dueAt, face.timeZone))}</p>
<p class="actions"><button type="submit" class="second">${words.keep}</button></p>
</form>
${askPart(opened, words.askElse)}`;
  }
  return askPart(opened, words.ask);
}

/** Whom to ask. */
function askPart(
  { face: { name, phone, email } }: OpenedSubscription,
  ask: (name: string, ways: string) => string,
): Html {
  const ways = [phone && phoneWords(phone), email].filter(Boolean).join(words.or);
  return html`<p class="quiet ask" dir="auto">${ask(name, ways)}</p>`;
}

/** Says what a cancellation does, and asks for it once more. */
export function confirmPart(opened: OpenedSubscription, { path }: At): Html {
  const { subscription, face } = opened;
  const { dueAt, currency } = subscription;
  if (!dueAt) throw new Error('the end of a subscription that has none');
  const day = dayWords(dueAt, face.timeZone);
  const next = nextCharge(subscription, face.timeZone);
  const owed = owedCents(opened);
  const sentences = [
    words.cancelUntil(day),
    next && words.cancelCharge(moneyWords(next.cents, currency), dayWords(next.at, face.timeZone)),
    owed > 0n && words.cancelOwed(moneyWords(owed, currency)),
  ];
  return html`<section class="card" aria-labelledby="title">
<h1 id="title">${words.cancelAsked}</h1>
${sentences.map((sentence) => sentence && html`<p>${sentence}</p>`)}
<form class="decide" method="post" action="${path}">
<input type="hidden" name="act" value="end">
<input type="hidden" name="until" value="${dueAt.toISOString()}">
<p class="actions"><button type="submit">${words.cancelNow(day)}</button>
<a class="button second" href="${path}">${words.keepNow}</a></p>
</form>
</section>`;
}

import { nextCharge, periodEnd } from '../../invoicing/subscriptions/next-charge.ts';
import type { OpenedSubscription } from '../../invoicing/subscriptions/payer-page.ts';
import type { PeriodRow } from '../../invoicing/subscriptions/subscription.ts';
import { type Html, html } from '../../kernel/html.ts';
import type { Text } from '../../kernel/language.ts';
import { phoneWords } from '../../notify/mail/wording.ts';
import { subscriptions as mailWords } from '../../notify/mail/words/subscriptions.ts';
import { factList } from './bill-part.ts';
import type { Visit } from './page.ts';
import { addressOf } from './page-language.ts';
import { receiptOfPeriod } from './subscription-receipt.ts';
import { owedCents, priceWords, sourceFact, stateOf, tellerOf } from './subscription-state.ts';
import { pay } from './words/pay.ts';
import { receipt } from './words/receipt.ts';
import { periodStates, subscription as words } from './words/subscription.ts';

type At = Pick<Visit, 'path' | 'chosen'>;

/** Shows a subscription: its terms, its price and its next charges. */
export function summaryPart(opened: OpenedSubscription): Html {
  const { face, subscription } = opened;
  const { planCode, startsOn, periods, charged } = subscription;
  const { say, money, day, longDay } = tellerOf(opened);
  const { title, sentences, tone } = stateOf(opened);
  const next = nextCharge(subscription, face.timeZone);
  const facts = factList([
    [say(words.price), priceWords(opened)],
    [say(mailWords.nextCharge), next && say(words.nextOf(money(next.cents), day(next.at)))],
    [say(words.paidWith), sourceFact(opened)],
    [say(mailWords.plan), planCode],
    [say(words.since), longDay(startsOn)],
    [
      say(words.periods),
      periods === undefined ? undefined : say(words.periodsOf(charged, periods)),
    ],
  ]);
  return html`<section class="bill" aria-labelledby="title">
<h1 id="title"><span>${say(words.title(face.name))}</span></h1>
<div class="standing is-${tone}"><p class="state">${title}</p>
${sentences.map((sentence) => html`<p dir="auto">${sentence}</p>`)}</div>
${facts}
</section>`;
}

/** The last periods with their receipts. */
export function periodsPart(opened: OpenedSubscription, at: At): Html {
  const { periods } = opened;
  if (periods.length === 0) return html``;
  const { say } = tellerOf(opened);
  return html`<section class="periods" aria-labelledby="periods">
<h2 id="periods">${say(words.lastPeriods)}</h2>
<ul>${periods.map((period) => periodItem(opened, period, at))}</ul>
</section>`;
}

function periodItem(opened: OpenedSubscription, period: PeriodRow, { path, chosen }: At): Html {
  const { n, startsOn, endsOn, amountCents } = period;
  const { say, money, shortDay } = tellerOf(opened);
  const file = `receipt-${n + 1}.pdf`;
  const days = `${shortDay(startsOn)} – ${shortDay(endsOn)}`;
  const receipt = receiptOfPeriod(opened, period);
  return html`<li><span><span class="days">${days}</span>
<span class="quiet">${periodState(opened, period)}${
    receipt &&
    html` · <a href="${addressOf({ path: `${path}/${file}`, chosen })}" download="${file}" aria-label="${say(words.receiptOf(days))}">${say(words.receipt)}</a>`
  }</span></span>
<span class="digits">${amountCents > 0n ? money(amountCents) : say(words.freePeriod)}</span></li>`;
}

function periodState(opened: OpenedSubscription, { n, state }: PeriodRow): string {
  const payment = opened.payments.get(n);
  const { say } = tellerOf(opened);
  if (state === 'paid' && payment && payment.refundedCents > 0n) {
    const isAll = payment.refundedCents >= payment.capturedCents;
    return say(isAll ? receipt.refunded : receipt.partlyRefunded);
  }
  return say(periodStates[state]);
}

/** The ways in which the payer can end it. */
export function endPart(opened: OpenedSubscription, at: At): Html {
  const { subscription, mayDecide, face } = opened;
  const { say, day } = tellerOf(opened);
  if (subscription.endedAt) return html``;
  const endsAt = periodEnd(subscription, face.timeZone);
  if (mayDecide === 'to_end') {
    return html`<p class="actions"><a class="button second" href="${addressOf(at, 'end')}">${say(words.cancel)}</a></p>
${askPart(opened, words.askElse)}`;
  }
  if (mayDecide === 'to_keep' && endsAt) {
    return html`<form class="decide" method="post" action="${addressOf(at)}">
<input type="hidden" name="act" value="keep">
<p>${say(words.keepText(day(endsAt)))}</p>
<p class="actions"><button type="submit" class="second">${say(words.keep)}</button></p>
</form>
${askPart(opened, words.askElse)}`;
  }
  return askPart(opened, words.ask);
}

/** The contact of the business. */
function askPart(opened: OpenedSubscription, ask: (name: string, ways: string) => Text): Html {
  const { name, phone, email } = opened.face;
  const { say } = tellerOf(opened);
  const ways = [phone && phoneWords(phone), email].filter(Boolean).join(say(pay.or));
  return html`<p class="quiet ask" dir="auto">${say(ask(name, ways))}</p>`;
}

/** Says what a cancellation does, and asks for it once more. */
export function confirmPart(opened: OpenedSubscription, at: At): Html {
  const { subscription, face } = opened;
  const { dueAt } = subscription;
  if (!dueAt) throw new Error('the end of a subscription that has none');
  const { say, money, day } = tellerOf(opened);
  const next = nextCharge(subscription, face.timeZone);
  const owed = owedCents(opened);
  const sentences = [
    say(words.cancelUntil(day(dueAt))),
    next && say(words.cancelCharge(money(next.cents), day(next.at))),
    owed > 0n && say(words.cancelOwed(money(owed), day(dueAt))),
  ];
  return html`<section class="card" aria-labelledby="title">
<h1 id="title">${say(words.cancelAsked)}</h1>
${sentences.map((sentence) => sentence && html`<p>${sentence}</p>`)}
<form class="decide" method="post" action="${addressOf(at)}">
<input type="hidden" name="act" value="end">
<input type="hidden" name="until" value="${dueAt.toISOString()}">
<p class="actions"><button type="submit">${say(words.cancelNow(day(dueAt)))}</button>
<a class="button second" href="${addressOf(at)}">${say(words.keep)}</a></p>
</form>
</section>`;
}

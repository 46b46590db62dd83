import type { OpenedSubscription } from '../../invoicing/subscriptions/payer-page.ts';
import { todayIn } from '../../kernel/calendar.ts';
import { type Html, html } from '../../kernel/html.ts';
import { usualLanguage } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import type { Payment } from '../../payments/payment.ts';
import type { Challenge } from '../../payments/risk/card-testing/proof.ts';
import { proofScript } from './asset-files.ts';
import { businessHead, sandboxNote } from './bill-part.ts';
import { type Faults, faultSummary, type Refilled } from './field.ts';
import { htmlPage } from './layout.ts';
import type { Page, Visit } from './page.ts';
import { cardFields, lock, proofData, proofPart, scriptWords } from './pay-form-part.ts';
import { confirmPart, endPart, periodsPart, summaryPart } from './subscription-part.ts';
import { owedCents, priceWords, sourceWords } from './subscription-state.ts';
import { words } from './subscription-words.ts';

type At = Pick<Visit, 'path' | 'isSecure'>;

export type Shown = {
  readonly at: At;
  /** Names the form that is shown. */
  readonly form: string;
  readonly kept?: Refilled;
  readonly faults?: Faults;
  readonly refusal?: Refusal;
  /** The last try to pay, if it failed. */
  readonly failed?: Payment | undefined;
  /** What the payer has just done. */
  readonly done?: 'card' | 'keep' | undefined;
  readonly challenge?: Challenge | undefined;
};

const noFaults: Faults = new Map();

/** The subscription and what can be done about it. */
export function subscriptionSheet(opened: OpenedSubscription, shown: Shown): Page {
  const { face, takesCard } = opened;
  const { at, faults = noFaults, refusal, challenge } = shown;
  const title = words.title(face.name);
  const page = htmlPage({
    status: faults.size > 0 ? 422 : (refusal?.status ?? 200),
    firstScript: challenge && proofScript,
    title: faults.size > 0 ? `Please check: ${title}` : title,
    body: frame(
      opened,
      at,
      html`<div class="columns">
<div>${businessHead(face)}
${doneNote(opened, shown)}${summaryPart(opened)}
${endPart(opened, at)}</div>
<div>${takesCard ? cardPart(opened, shown) : noCardPart(opened)}
${periodsPart(opened, at)}</div>
</div>`,
    ),
  });
  if (refusal?.retryAfterSeconds === undefined) return page;
  const after = { 'Retry-After': String(refusal.retryAfterSeconds) };
  return { ...page, headers: { ...page.headers, ...after } };
}

function doneNote(opened: OpenedSubscription, { done }: Shown): Html {
  const source = sourceWords(opened);
  const isOver = opened.subscription.endedAt !== undefined;
  const text =
    done === 'card' && source !== undefined && !isOver
      ? words.changed(source)
      : done === 'keep' && !opened.subscription.cancelsAtEnd && !isOver && words.kept;
  return html`${text && html`<p class="done" role="status">${text}</p>`}`;
}

function cardPart(opened: OpenedSubscription, shown: Shown): Html {
  const { world, business, customer, subscription } = opened;
  const { at, form, kept = {}, faults = noFaults, challenge } = shown;
  const owed = owedCents(opened);
  const amount = moneyWords(owed, subscription.currency);
  const isOwed = owed > 0n;
  const fields = {
    kept,
    faults,
    payerName: [customer?.firstName, customer?.lastName].filter(Boolean).join(' '),
    today: todayIn(business.timeZone, world.now()),
    countryCode: customer?.countryCode ?? '',
    currency: subscription.currency,
    language: usualLanguage,
  };
  return html`<section class="card" aria-labelledby="card">
<h2 id="card">${words.cardTitle}</h2>
${alertPart(shown)}${faultSummary(faults, usualLanguage, words.typedAgain)}
<p class="first">${isOwed ? words.owedFirst(amount) : words.nothingNow}
<span dir="auto">${thenCharged(opened)}</span></p>
<form class="pay" method="post" action="${at.path}" novalidate${challenge && proofData(challenge)}${scriptWords(usualLanguage)}>
<input type="hidden" name="act" value="card">
<input type="hidden" name="form" value="${form}">
${cardFields(fields, false)}
${challenge && proofPart(usualLanguage)}
<button type="submit" data-busy="${isOwed ? words.payingWith(amount) : words.using}">${isOwed ? words.payWith(amount) : words.use}</button>
${safePart(opened, at)}
</form>
</section>`;
}

/** Names the receiver of the number, whoever operates the service. */
function safePart({ face: { name }, world }: OpenedSubscription, { isSecure }: At): Html {
  const { operatorName } = world.config;
  const text = operatorName ? words.numberToOperator(operatorName, name) : words.numberTo(name);
  return html`<p class="safe" dir="auto">${isSecure && lock} ${text}</p>`;
}

/** What the payer agrees to. A subscription that ends with its period charges nothing more. */
function thenCharged(opened: OpenedSubscription): string {
  const { subscription, face } = opened;
  if (subscription.cancelsAtEnd) return '';
  const each = owedCents(opened) > 0n ? words.thenEach : words.nowEach;
  return each(face.name, priceWords(opened));
}

function noCardPart({ face, subscription }: OpenedSubscription): Html {
  if (subscription.endedAt) return html``;
  return html`<section class="card"><p dir="auto">${words.noCard(face.name)}</p></section>`;
}

function alertPart({ refusal, failed }: Shown): Html {
  if (refusal?.code === 'idempotency_key_reused') return alert(words.refused, words.sentBefore);
  if (refusal) return alert(words.refused, refusal.message, words.typedAgain);
  if (!failed) return html``;
  const { state, message = '' } = failed;
  return alert(
    state === 'declined' ? words.declined : words.failed,
    `${state === 'declined' ? message : ''} ${words.declinedText}`,
  );
}

function alert(title: string, ...texts: string[]): Html {
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>${title}</h2>${texts.map((text) => html`<p>${text.trim()}</p>`)}</div>`;
}

/** Asks once more before it is canceled. */
export function confirmSheet(opened: OpenedSubscription, at: At): Page {
  return htmlPage({
    title: words.cancelAsked,
    body: frame(opened, at, html`${businessHead(opened.face)}${confirmPart(opened, at)}`, 'small'),
  });
}

/** The refresh interval. */
const lookAgainSeconds = 4;

/** What is owed is being charged, or the outcome is not known yet. */
export function chargingSheet(opened: OpenedSubscription, at: At): Page {
  const { subscription, face } = opened;
  const again = `${at.path}?done=card`;
  return htmlPage({
    title: words.title(face.name),
    headers: { refresh: `${lookAgainSeconds}; url=${again}` },
    body: frame(
      opened,
      at,
      html`${businessHead(face)}<section class="card" aria-labelledby="title" aria-live="polite">
<div class="outcome is-waits"><span class="sign turning" aria-hidden="true"></span>
<h1 id="title">${words.beingCharged(moneyWords(owedCents(opened), subscription.currency))}</h1>
<p>${words.beingChargedText}</p></div>
<p class="actions"><a class="button second" href="${again}">${words.lookAgain}</a></p>
</section>`,
      'small',
    ),
  });
}

/** The business is closed: nothing of the subscription is shown. */
export function closedSheet(opened: OpenedSubscription, at: At): Page {
  const { face } = opened;
  return htmlPage({
    status: 403,
    title: words.closed,
    body: frame(
      opened,
      at,
      html`${businessHead(face)}<section class="card" aria-labelledby="title"><h1 id="title">${words.closed}</h1>
<p dir="auto">${words.closedText(face.name)}</p></section>`,
      'small',
    ),
  });
}

function frame(
  { face, takesCard }: OpenedSubscription,
  { isSecure }: At,
  part: Html,
  size?: 'small',
): Html {
  return html`<div class="page${size && ' small'} subscription">
${sandboxNote(face, takesCard && !size)}
<main>${part}</main>
<footer><p>${words.footer(isSecure)}</p></footer>
</div>`;
}

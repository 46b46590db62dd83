import type { OpenedSubscription } from '../../invoicing/subscriptions/payer-page.ts';
import { todayIn } from '../../kernel/calendar.ts';
import { type Html, html } from '../../kernel/html.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { subscriptions as mailWords } from '../../notify/mail/words/subscriptions.ts';
import { languageOf } from '../../parties/businesses/public-profile.ts';
import type { Payment } from '../../payments/payment.ts';
import type { Challenge } from '../../payments/risk/card-testing/proof.ts';
import { proofScript } from './asset-files.ts';
import { businessHead, sandboxNote } from './bill-part.ts';
import { type Faults, faultSummary, type Refilled } from './field.ts';
import { proofData, proofPart, scriptWords } from './form-script.ts';
import { htmlPage } from './layout.ts';
import type { Page, Visit } from './page.ts';
import { addressOf, footPart } from './page-language.ts';
import { cardFields, lock } from './pay-form-part.ts';
import { confirmPart, endPart, periodsPart, summaryPart } from './subscription-part.ts';
import { owedCents, priceWords, sourceWords, tellerOf } from './subscription-state.ts';
import { common } from './words/all-pages.ts';
import { pay } from './words/pay.ts';
import { declineText, refusalText } from './words/refusals.ts';
import { subscription as words } from './words/subscription.ts';

type At = Pick<Visit, 'path' | 'isSecure' | 'chosen' | 'state'>;

export type Shown = {
  readonly at: At;
  /** Names the form that is shown. */
  readonly form: string;
  readonly kept?: Refilled;
  readonly faults?: Faults;
  readonly refusal?: Refusal;
  /** The last try to pay, if it failed. */
  readonly failed?: Payment | undefined;
  /** True after a form that was shown before another card was given. */
  readonly isOlder?: boolean;
  /** The change that the payer has just made. */
  readonly done?: 'card' | 'keep' | undefined;
  readonly challenge?: Challenge | undefined;
};

const noFaults: Faults = new Map();

/** The subscription and what can be done about it. */
export function subscriptionSheet(opened: OpenedSubscription, shown: Shown): Page {
  const { face, takesCard } = opened;
  const { at, faults = noFaults, refusal, challenge } = shown;
  const { say } = tellerOf(opened);
  const title = say(words.title(face.name));
  const page = htmlPage({
    language: languageOf(face),
    branding: face.branding,
    status: faults.size > 0 ? 422 : (refusal?.status ?? 200),
    firstScript: challenge && proofScript,
    title: faults.size > 0 ? say(pay.toCheck(title)) : title,
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
  const { say } = tellerOf(opened);
  const source = sourceWords(opened);
  const isOver = opened.subscription.endedAt !== undefined;
  const text =
    done === 'card' && source !== undefined && !isOver
      ? say(words.changed(source))
      : done === 'keep' && !opened.subscription.cancelsAtEnd && !isOver && say(words.kept);
  return html`${text && html`<p class="done" role="status">${text}</p>`}`;
}

function cardPart(opened: OpenedSubscription, shown: Shown): Html {
  const { world, business, customer, face, subscription } = opened;
  const { say, money } = tellerOf(opened);
  const language = languageOf(face);
  const { at, form, kept = {}, faults = noFaults, challenge } = shown;
  const owed = owedCents(opened);
  const amount = money(owed);
  const isOwed = owed > 0n;
  const fields = {
    kept,
    faults,
    payerName: [customer?.firstName, customer?.lastName].filter(Boolean).join(' '),
    today: todayIn(business.timeZone, world.now()),
    countryCode: customer?.countryCode ?? '',
    currency: subscription.currency,
    language,
  };
  return html`<section class="card" aria-labelledby="card">
<h2 id="card">${say(mailWords.useAnotherCard)}</h2>
${alertPart(opened, shown)}${faultSummary(faults, language, say(words.typedAgain))}
<p class="first">${say(isOwed ? words.owedFirst(amount) : words.nothingNow)}
<span dir="auto">${thenCharged(opened)}</span></p>
<form class="pay" method="post" action="${addressOf(at)}" novalidate${challenge && proofData(challenge)}${scriptWords(language)}>
<input type="hidden" name="act" value="card">
<input type="hidden" name="form" value="${form}">
${cardFields(fields, false)}
${challenge && proofPart(language)}
<button type="submit" data-busy="${say(isOwed ? pay.paying(amount) : words.using)}">${say(isOwed ? words.payWith(amount) : words.use)}</button>
${safePart(opened, at)}
</form>
</section>`;
}

/** Names the receiver of the number, whoever operates the service. */
function safePart(opened: OpenedSubscription, { isSecure }: At): Html {
  const { operatorName } = opened.world.config;
  const { name } = opened.face;
  const { say } = tellerOf(opened);
  const text = operatorName ? words.numberToOperator(operatorName, name) : words.numberTo(name);
  return html`<p class="safe" dir="auto">${isSecure && lock} ${say(text)}</p>`;
}

/** The agreement of the payer. A subscription that ends with its period charges nothing more. */
function thenCharged(opened: OpenedSubscription): string {
  const { subscription, face } = opened;
  if (subscription.cancelsAtEnd) return '';
  const each = owedCents(opened) > 0n ? words.thenEach : words.nowEach;
  return tellerOf(opened).say(each(face.name, priceWords(opened)));
}

function noCardPart(opened: OpenedSubscription): Html {
  const { face, subscription } = opened;
  if (subscription.endedAt) return html``;
  const { say } = tellerOf(opened);
  return html`<section class="card"><p dir="auto">${say(words.noCard(face.name))}</p></section>`;
}

function alertPart(opened: OpenedSubscription, { refusal, failed, isOlder }: Shown): Html {
  const { say } = tellerOf(opened);
  if (refusal) {
    return refusal.code === 'idempotency_key_reused'
      ? alert(say(common.didNotWork), say(words.sentBefore))
      : alert(say(common.didNotWork), say(refusalText(refusal)), say(words.typedAgain));
  }
  if (isOlder) return alert(say(common.didNotWork), say(words.otherCardSince));
  if (!failed) return html``;
  const isDeclined = failed.state === 'declined';
  const why = isDeclined ? say(declineText(failed)) : '';
  return alert(say(isDeclined ? words.declined : words.failed), say(words.declinedText(why)));
}

function alert(title: string, ...texts: string[]): Html {
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>${title}</h2>${texts.map((text) => html`<p>${text.trim()}</p>`)}</div>`;
}

/** Asks once more before it is canceled. */
export function confirmSheet(opened: OpenedSubscription, at: At): Page {
  return smallSheet(opened, at, {
    title: tellerOf(opened).say(words.cancelAsked),
    part: confirmPart(opened, at),
  });
}

/** The refresh interval. */
const lookAgainSeconds = 4;

/** True while a debt is being charged, or its outcome is not known yet. */
export function chargingSheet(opened: OpenedSubscription, at: At): Page {
  const { say, money } = tellerOf(opened);
  const again = addressOf(at, 'done=card');
  return smallSheet(opened, at, {
    title: say(words.title(opened.face.name)),
    headers: { refresh: `${lookAgainSeconds}; url=${again}` },
    part: html`<section class="card" aria-labelledby="title" aria-live="polite">
<div class="outcome is-waits"><span class="sign turning" aria-hidden="true"></span>
<h1 id="title">${say(words.beingCharged(money(owedCents(opened))))}</h1>
<p>${say(words.beingChargedText)}</p></div>
<p class="actions"><a class="button second" href="${again}">${say(pay.lookNow)}</a></p>
</section>`,
  });
}

/** The business is closed: nothing of the subscription is shown. */
export function closedSheet(opened: OpenedSubscription, at: At): Page {
  const { say } = tellerOf(opened);
  const title = say(words.closed);
  return smallSheet(opened, at, {
    status: 403,
    title,
    part: html`<section class="card" aria-labelledby="title"><h1 id="title">${title}</h1>
<p dir="auto">${say(words.closedText(opened.face.name))}</p></section>`,
  });
}

type Small = Omit<Parameters<typeof htmlPage>[0], 'body'> & { readonly part: Html };

function smallSheet(opened: OpenedSubscription, at: At, { part, ...page }: Small): Page {
  const { face } = opened;
  return htmlPage({
    ...page,
    language: languageOf(face),
    branding: face.branding,
    body: frame(opened, at, html`${businessHead(face)}${part}`, 'small'),
  });
}

function frame(opened: OpenedSubscription, at: At, part: Html, size?: 'small'): Html {
  const { face, takesCard } = opened;
  const { say } = tellerOf(opened);
  const page = say(at.isSecure ? words.secure : words.plain);
  return html`<div class="page${size && ' small'} subscription">
${sandboxNote(face, takesCard && !size)}
<main>${part}</main>
${footPart(`${page} · ${say(common.powered)}`, languageOf(face), at)}
</div>`;
}

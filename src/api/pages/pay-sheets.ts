import { returnAddress } from '../../invoicing/pay-links/checkout.ts';
import type { OpenedLink } from '../../invoicing/pay-links/open-link.ts';
import { restOf } from '../../invoicing/pay-links/parts.ts';
import { todayIn } from '../../kernel/calendar.ts';
import { type Html, html } from '../../kernel/html.ts';
import { inLanguage, speaker, type Text } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { payerOf } from '../../notify/mail/invoice-sheet.ts';
import { faceOn } from '../../notify/mail/receipt-facts.ts';
import { phoneWords } from '../../notify/mail/wording.ts';
import { languageOf } from '../../parties/businesses/public-profile.ts';
import { takesBankAccounts, takesCards } from '../../payments/charge.ts';
import { billedOf } from '../../payments/invoice.ts';
import type { Payment } from '../../payments/payment.ts';
import type { Challenge } from '../../payments/risk/card-testing/proof.ts';
import { proofScript } from './asset-files.ts';
import { billFacts, billLines, businessHead, sandboxNote } from './bill-part.ts';
import type { Faults, Refilled } from './field.ts';
import { htmlPage } from './layout.ts';
import type { Page, Visit } from './page.ts';
import { addressOf, footPart } from './page-language.ts';
import { type AskedLink, askedFields, partPart } from './part-choice.ts';
import { paidInPartsPart, paidParts } from './part-sheets.ts';
import { payForm } from './pay-form-part.ts';
import { receiptPart, receiptSheet } from './receipt-part.ts';
import { common } from './words/all-pages.ts';
import { parts as partWords } from './words/parts.ts';
import { pay as words } from './words/pay.ts';
import { declineText, refusalText } from './words/refusals.ts';
import { slips } from './words/slips.ts';

type At = Pick<Visit, 'path' | 'isSecure' | 'chosen' | 'state'>;

type FormSheet = {
  readonly at: At;
  /** The authorization text for a debit. */
  readonly agreement: string;
  readonly kept?: Refilled;
  readonly faults?: Faults;
  /** The payment was refused before it was tried. */
  readonly refusal?: Refusal;
  /** The last try, if it failed. */
  readonly failed?: Payment | undefined;
  readonly challenge: Challenge | undefined;
  /** What happened before. */
  readonly note?: Html | undefined;
};

const noFaults: Faults = new Map();

/** The invoice and its pay form. */
export function formPage(opened: AskedLink, sheet: FormSheet): Page {
  const { invoice, business, world } = opened;
  const { at, agreement, kept = {}, faults = noFaults, refusal, failed, challenge, note } = sheet;
  const face = faceOf(opened);
  const language = languageOf(face);
  const say = speaker(language);
  const { asked } = opened;
  const money = (cents: bigint) => moneyWords(cents, invoice.currency, language);
  const amount = money(asked.cents);
  const form = payForm({
    language,
    path: addressOf(at),
    isSecure: at.isSecure,
    amount,
    businessName: face.name,
    operatorName: world.config.operatorName,
    agreement,
    today: todayIn(business.timeZone, world.now()),
    countryCode: billedOf(invoice.details).billTo.countryCode ?? '',
    currency: business.currency,
    takesCards: takesCards(business, invoice.currency),
    takesBankAccounts: takesBankAccounts(business, invoice.currency),
    payerName: payerOf(billedOf(invoice.details)),
    isSaved: opened.checkout?.savesToken === true,
    asked: askedFields(opened),
    kept,
    faults,
    challenge,
  });
  const isBank =
    takesBankAccounts(business, invoice.currency) &&
    (kept.method === 'bank' || !takesCards(business, invoice.currency));
  const alert = refusal
    ? alertOf(
        say(common.didNotWork),
        say(refusalText(refusal)),
        say(slips[isBank ? 'bank' : 'card']),
      )
    : failed && failure(failed, opened);
  const title = say(words.payName(face.name));
  const page = htmlPage({
    language,
    status: faults.size > 0 || asked.fault ? 422 : (refusal?.status ?? 200),
    firstScript: challenge && proofScript,
    branding: face.branding,
    title: faults.size > 0 || asked.fault ? say(words.toCheck(title)) : title,
    body: frame(
      opened,
      at,
      html`<div class="columns">
<div>${businessHead(face)}
<section class="bill" aria-labelledby="title">
<h1 id="title"><span>${say(words.invoiceFrom(face.name))}</span></h1>
<p class="amount">${money(restOf(invoice))}</p>
${billFacts(invoice, face)}
${billLines(invoice, face)}
${paidParts({ ...opened, face })}
<p class="actions"><a href="${fileAt(at, 'invoice.pdf')}" download="invoice.pdf">${say(words.asPdf)}</a></p>
</section>${cancelPart(opened)}</div>
<section class="card" aria-label="${say(words.payment)}">${alert || note}${partPart(opened, at)}${!asked.fault && form}</section>
</div>`,
    ),
  });
  if (refusal?.retryAfterSeconds === undefined) return page;
  return {
    ...page,
    headers: { ...page.headers, 'Retry-After': String(refusal.retryAfterSeconds) },
  };
}

/** A file below the page, in its language. */
function fileAt({ path, chosen }: Pick<At, 'path' | 'chosen'>, file: string): string {
  return addressOf({ path: `${path}/${file}`, chosen });
}

function failure(failed: Payment, { business, face }: OpenedLink): Html {
  const { state, currency } = failed;
  const say = speaker(languageOf(face));
  if (state === 'declined') {
    return alertOf(say(words.declined), say(words.declinedText(say(declineText(failed)))));
  }
  if (state === 'returned') {
    const ways = [takesCards(business, currency), takesBankAccounts(business, currency)] as const;
    return alertOf(say(words.returned), say(words.returnedText(...ways)));
  }
  return alertOf(say(words.notThrough), say(words.notThroughText));
}

function alertOf(title: string, ...texts: string[]): Html {
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>${title}</h2>${texts.map((text) => html`<p>${text.trim()}</p>`)}</div>`;
}

/** The refresh interval. */
const lookAgainSeconds = 4;

/** A payment is processing, or its outcome is unknown; undefined: none was found, and the page looks again. */
export function payingPage(opened: OpenedLink, payment: Payment | undefined, at: At): Page {
  const { invoice, parts } = opened;
  const isOurs = payment && (payment.invoiceId === invoice.id || parts.includes(payment));
  const again = addressOf(at, isOurs ? `try=${payment.id}` : '');
  const language = languageOf(opened.face);
  const say = speaker(language);
  const isUnknown = payment?.state === 'unknown';
  const { amountCents, currency } = payment ?? invoice;
  return htmlPage({
    language,
    title: say(words.beingPaid),
    branding: opened.face.branding,
    // As a header: screen readers announce a refresh in the markup.
    headers: { refresh: `${lookAgainSeconds}; url=${again}` },
    body: frame(
      opened,
      at,
      html`<section class="card" aria-labelledby="title" aria-live="polite">
<div class="outcome is-waits"><span class="sign turning" aria-hidden="true"></span>
<h1 id="title">${say(isUnknown ? words.findingOut : words.beingPaid)}</h1>
<p class="amount">${moneyWords(amountCents, currency, language)}</p>
<p>${say(words.beingPaidText(isUnknown))}</p></div>
<p>${say(words.looksAgain)}</p>
<p class="actions"><a class="button second" href="${again}">${say(words.lookNow)}</a></p>
</section>`,
    ),
  });
}

/** `payment`: undefined for one that was paid in parts. */
export function paidPage(opened: OpenedLink, payment: Payment | undefined, at: At): Page {
  const outcome = payment
    ? receiptPart(opened, payment, (file) => fileAt(at, file))
    : paidInPartsPart(opened, fileAt(at, 'invoice.pdf'));
  const part = html`${outcome}${returnPart(opened)}`;
  const body = frame(opened, at, part);
  const what = receiptSheet(opened) ? words.receiptFrom : words.invoiceOf;
  const language = languageOf(opened.face);
  const { checkout } = opened;
  const next = checkout && returnAddress(checkout.successUrl, checkout);
  return htmlPage({
    language,
    title: inLanguage(language, what(faceOf(opened).name)),
    body,
    branding: opened.face.branding,
    ...(next && { headers: { refresh: `${returnSeconds}; url=${next}` } }),
  });
}

/** Time to see that it was paid. */
const returnSeconds = 5;

function returnPart(opened: OpenedLink): Html {
  const { checkout } = opened;
  if (!checkout) return html``;
  const next = returnAddress(checkout.successUrl, checkout);
  return html`<p class="actions"><a class="button" href="${next}">${inLanguage(languageOf(opened.face), words.backTo(faceOf(opened).name))}</a></p>`;
}

function cancelPart(opened: OpenedLink): Html {
  const { checkout } = opened;
  if (checkout?.cancelUrl === undefined) return html``;
  const back = returnAddress(checkout.cancelUrl, checkout);
  return html`<p class="actions"><a href="${back}">${inLanguage(languageOf(opened.face), words.doNotPay)}</a></p>`;
}

const ends = {
  expired: { status: 410, title: words.expired, text: words.expiredText },
  revoked: { status: 410, title: words.revoked, text: words.revokedText },
  closed: { status: 403, title: words.closed, text: words.closedText },
} as const;

/** The link cannot be paid; the invoice is not shown. */
export function endPage(
  opened: OpenedLink,
  standing: keyof typeof ends,
  wasReturned: boolean,
  at: At,
): Page {
  const { status, title, text } = ends[standing];
  const { name, phone, email } = faceOf(opened);
  const language = languageOf(opened.face);
  const say = speaker(language);
  const ways = [phone && phoneWords(phone), email].filter(Boolean).join(say(words.or));
  const money = moneyOf(opened, wasReturned);
  return htmlPage({
    status,
    language,
    title: say(title),
    branding: opened.face.branding,
    body: frame(
      opened,
      at,
      html`<section class="card" aria-labelledby="title"><h1 id="title">${say(title)}</h1>
<p>${say(text)} ${say(money)}</p>
<p>${say(words.askForLink(name, ways))}</p></section>`,
    ),
  });
}

function moneyOf({ invoice, face }: OpenedLink, wasReturned: boolean): Text {
  const { partsCents, currency } = invoice;
  if (partsCents > 0n)
    return partWords.staysPaid(moneyWords(partsCents, currency, languageOf(face)));
  return wasReturned ? words.wasReturned : words.nothingCharged;
}

/** Something was paid since the page was loaded, perhaps by the same payer. */
export function changedPart({ face }: OpenedLink): Html {
  const say = speaker(languageOf(face));
  return alertOf(say(partWords.changed), say(partWords.changedText));
}

function faceOf({ face, invoice }: OpenedLink) {
  return faceOn(invoice.details, face);
}

function frame(opened: OpenedLink, at: At, part: Html): Html {
  const face = faceOf(opened);
  const language = languageOf(face);
  const say = speaker(language);
  const page = say(at.isSecure ? words.secure : words.plain);
  const isPayable = opened.standing === 'payable';
  return html`<div class="page${!isPayable && ' small'}">
${sandboxNote(face, isPayable)}
${!isPayable && businessHead(face)}
<main>${part}</main>
${footPart(`${page} · ${say(common.powered)}`, language, at)}
</div>`;
}

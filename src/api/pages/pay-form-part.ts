import type { Currency } from '../../kernel/currency.ts';
import { type Html, html } from '../../kernel/html.ts';
import { inLanguage, type Language, speaker } from '../../kernel/language.ts';
import { lengths } from '../../kernel/lengths.ts';
import { postalPattern, postalWord } from '../../kernel/postal-code.ts';
import type { Challenge } from '../../payments/risk/card-testing/proof.ts';
import { markOf } from './debit-agreement.ts';
import { choice, type Faults, faultSummary, type Refilled, textField } from './field.ts';
import { proofData, proofPart, scriptWords } from './form-script.ts';
import { type Kinds, pay as words } from './words/pay.ts';
import { payFaultsIn, slips } from './words/slips.ts';

export type PayForm = {
  readonly language: Language;
  /** The action of the form. */
  readonly path: string;
  /** $12.50. */
  readonly amount: string;
  readonly businessName: string;
  /** The operator of this service; '' if that is the business. */
  readonly operatorName: string;
  /** True for https. */
  readonly isSecure: boolean;
  /** In the time zone of the business. */
  readonly today: Temporal.PlainDate;
  /** The country of the person billed; '' if it is not known. */
  readonly countryCode: string;
  /** The currency of the business. */
  readonly currency: Currency;
  /** The authorization text for a debit. */
  readonly agreement: string;
  /** At least one of the two is true. */
  readonly takesCards: boolean;
  readonly takesBankAccounts: boolean;
  /** The person billed; the only value that is filled in beforehand. */
  readonly payerName: string;
  /** True if the card or account is saved in any case. */
  readonly isSaved: boolean;
  readonly kept: Refilled;
  readonly faults: Faults;
  /** Hidden fields that say how much is paid. */
  readonly asked: Html;
  /** The challenge that the browser must solve before it may try a card. */
  readonly challenge: Challenge | undefined;
};

/** Works without a script: the style sheet shows the fields of the chosen method. */
export function payForm(form: PayForm): Html {
  const { path, amount, kept, faults, language } = form;
  const say = speaker(language);
  const isBank = form.takesBankAccounts && (kept.method === 'bank' || !form.takesCards);
  const card = html`<b>${say(words.card)}</b><small>${say(words.cardKinds)}</small>`;
  const bank = html`<b>${say(words.bank)}</b><small>${say(words.bankKinds)}</small>`;
  const ways = [
    ...(form.takesCards ? [{ value: 'card', label: card, isChosen: !isBank }] : []),
    ...(form.takesBankAccounts ? [{ value: 'bank', label: bank, isChosen: isBank }] : []),
  ];
  return html`${faultSummary(faults, language, say(slips[isBank ? 'bank' : 'card']))}
<form class="pay" method="post" action="${path}" novalidate${form.challenge && proofData(form.challenge)}${scriptWords(language)}>${form.asked}
<fieldset class="ways"><legend>${say(words.how)}</legend>
<div class="tiles">${ways.map((way) => choice({ ...way, name: 'method', kind: 'radio' }, faults))}</div>
</fieldset>
${form.takesCards && cardFields(form)}
${form.takesBankAccounts && bankFields(form)}
${receiptFields(form)}
${form.challenge && proofPart(language)}
<button type="submit" data-busy="${say(words.paying(amount))}">${say(words.payAmount(amount))}</button>
${whoSees(form)}
</form>`;
}

/** Names the receiver of the number, whoever operates the service. */
function whoSees({ businessName, operatorName, isSecure, takesCards, language }: PayForm): Html {
  const sentence = operatorName
    ? words.goesToOperator(operatorName, businessName, takesCards)
    : words.goesToBusiness(businessName, takesCards);
  return html`<p class="safe">${isSecure && lock} ${inLanguage(language, sentence)}</p>`;
}

export const lock = html`<svg class="lock" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false"><path fill="currentColor" d="M8 1a3.5 3.5 0 0 0-3.5 3.5V7H4a1.5 1.5 0 0 0-1.5 1.5v5A1.5 1.5 0 0 0 4 15h8a1.5 1.5 0 0 0 1.5-1.5v-5A1.5 1.5 0 0 0 12 7h-.5V4.5A3.5 3.5 0 0 0 8 1Zm2 6H6V4.5a2 2 0 1 1 4 0V7Z"/></svg>`;

type CardForm = Pick<
  PayForm,
  'kept' | 'faults' | 'payerName' | 'today' | 'countryCode' | 'currency' | 'language'
>;

/** `asksCode`: false for a card that is only saved. */
export function cardFields(form: CardForm, asksCode = true): Html {
  const { kept, faults, payerName, today, countryCode, currency, language } = form;
  const say = speaker(language);
  const payFaults = payFaultsIn(language);
  return html`<fieldset class="of-card"><legend>${say(words.cardDetails)}</legend>
${textField(
  {
    name: 'card-number',
    label: say(words.cardNumber),
    isNumeric: true,
    autocomplete: 'cc-number',
    longest: 24,
    data: payFaults['card-number'],
    beside: html`<span class="brand" aria-live="polite"></span>`,
  },
  faults,
  language,
)}
<div${asksCode && html` class="pair"`}>${textField(
    {
      name: 'expiry',
      label: say(words.expires),
      isNumeric: true,
      autocomplete: 'cc-exp',
      longest: 9,
      placeholder: say(words.monthYear),
      data: { ...payFaults.expiry, from: today.toString().slice(0, 7) },
      value: kept.expiry,
    },
    faults,
    language,
  )}${
    asksCode &&
    textField(
      {
        name: 'cvv',
        label: say(words.securityCode),
        isNumeric: true,
        autocomplete: 'cc-csc',
        longest: 4,
        placeholder: say(words.threeOrFour),
        pattern: String.raw`\d{3,4}`,
        data: payFaults.cvv,
      },
      faults,
      language,
    )
  }</div>
<div class="pair wide">${textField(
    {
      name: 'name',
      label: say(words.nameOnCard),
      autocomplete: 'cc-name',
      longest: lengths.name,
      data: payFaults.name,
      value: kept.name ?? payerName,
    },
    faults,
    language,
  )}${textField(
    {
      name: 'postal-code',
      label: say(words.postalCode(postalWord(countryCode, currency))),
      autocomplete: 'billing postal-code',
      longest: lengths.postalCode,
      pattern: postalPattern(countryCode),
      data: payFaults['postal-code'],
      value: kept['postal-code'],
    },
    faults,
    language,
  )}</div>
</fieldset>`;
}

function bankFields(form: PayForm): Html {
  const { kept, faults, payerName, language } = form;
  const say = speaker(language);
  const payFaults = payFaultsIn(language);
  const isSavings = kept['account-kind'] === 'savings';
  const kinds = [
    { value: 'checking', label: say(words.checking), isChosen: !isSavings },
    { value: 'savings', label: say(words.savings), isChosen: isSavings },
  ];
  return html`<fieldset class="of-bank"><legend>${say(words.bankDetails)}</legend>
${textField(
  {
    name: 'account-name',
    label: say(words.nameOnAccount),
    autocomplete: 'name',
    longest: lengths.name,
    data: payFaults['account-name'],
    value: kept['account-name'] ?? payerName,
  },
  faults,
  language,
)}
${textField(
  {
    name: 'routing-number',
    label: say(words.routingNumber),
    hint: say(words.routingHint),
    isNumeric: true,
    autocomplete: 'off',
    longest: 12,
    data: payFaults['routing-number'],
  },
  faults,
  language,
)}
<div class="pair loose">${(['account-number', 'account-number-again'] as const).map((name, i) =>
    textField(
      {
        name,
        label: say(i === 0 ? words.accountNumber : words.accountNumberAgain),
        isNumeric: true,
        autocomplete: 'off',
        longest: 24,
        data: payFaults[name],
      },
      faults,
      language,
    ),
  )}</div>
<fieldset class="kinds"><legend>${say(words.accountType)}</legend>
<div class="tiles">${kinds.map((kind) =>
    choice({ ...kind, name: 'account-kind', kind: 'radio' }, faults),
  )}</div></fieldset>
<input type="hidden" name="agreement" value="${markOf(form.agreement)}">
<div class="consent">${choice(
    {
      name: 'authorized',
      value: 'yes',
      label: form.agreement,
      isChosen: kept.authorized === 'yes',
      kind: 'checkbox',
      data: { missing: say(slips.agree(form.takesCards)) },
    },
    faults,
  )}</div>
</fieldset>`;
}

function receiptFields(form: PayForm): Html {
  const { kept, faults, businessName, language } = form;
  const say = speaker(language);
  const payFaults = payFaultsIn(language);
  const kinds = kindsOf(form);
  return html`<fieldset><legend>${say(words.whereReceipt)}</legend>
<div class="pair loose">${textField(
    {
      name: 'email',
      label: say(words.email),
      type: 'email',
      autocomplete: 'email',
      longest: lengths.email,
      isOptional: true,
      data: payFaults.email,
      value: kept.email,
    },
    faults,
    language,
  )}${textField(
    {
      name: 'phone',
      label: say(words.phone),
      type: 'tel',
      autocomplete: 'tel-national',
      longest: 20,
      isOptional: true,
      pattern: String.raw`\D*1?(?:\D*\d){10}\D*`,
      data: payFaults.phone,
      value: kept.phone,
    },
    faults,
    language,
  )}</div>
${
  form.isSaved
    ? html`<p>${say(words.isSaved(kinds, businessName))}</p>`
    : choice(
        {
          name: 'save',
          value: 'yes',
          label: say(words.save(kinds, businessName)),
          isChosen: kept.save === 'yes',
          kind: 'checkbox',
        },
        faults,
      )
}
</fieldset>`;
}

function kindsOf({ takesCards, takesBankAccounts }: PayForm): Kinds {
  if (takesCards && takesBankAccounts) return 'both';
  return takesCards ? 'card' : 'account';
}

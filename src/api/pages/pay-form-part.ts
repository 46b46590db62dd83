import type { Currency } from '../../kernel/currency.ts';
import { type Html, html } from '../../kernel/html.ts';
import { lengths } from '../../kernel/lengths.ts';
import { postalPattern, postalWord } from '../../kernel/postal-code.ts';
import type { Challenge } from '../../payments/risk/card-testing/proof.ts';
import { markOf } from './debit-agreement.ts';
import { choice, type Faults, faultSummary, type Refilled, textField } from './field.ts';
import { payFaults, typedAgain } from './pay-faults.ts';
import { agreeFirst } from './pay-form.ts';

export type PayForm = {
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
  /** The challenge that the browser must solve before it may try a card. */
  readonly challenge: Challenge | undefined;
};

/** Works without a script: the style sheet shows the fields of the chosen method. */
export function payForm(form: PayForm): Html {
  const { path, amount, kept, faults } = form;
  const isBank = form.takesBankAccounts && (kept.method === 'bank' || !form.takesCards);
  const card = html`<b>Card</b><small>Credit or debit</small>`;
  const bank = html`<b>Bank account</b><small>Checking or savings</small>`;
  const ways = [
    ...(form.takesCards ? [{ value: 'card', label: card, isChosen: !isBank }] : []),
    ...(form.takesBankAccounts ? [{ value: 'bank', label: bank, isChosen: isBank }] : []),
  ];
  return html`${faultSummary(faults, typedAgain[isBank ? 'bank' : 'card'])}
<form class="pay" method="post" action="${path}" novalidate${form.challenge && proofData(form.challenge)}>
<fieldset class="ways"><legend>How would you like to pay?</legend>
<div class="tiles">${ways.map((way) => choice({ ...way, name: 'method', kind: 'radio' }, faults))}</div>
</fieldset>
${form.takesCards && cardFields(form)}
${form.takesBankAccounts && bankFields(form)}
${receiptFields(form)}
${form.challenge && proofPart}
<button type="submit" data-busy="Paying ${amount} …">Pay ${amount}</button>
${whoSees(form)}
</form>`;
}

function proofData({ text, zeroBits }: Challenge): Html {
  return html` data-proof="${text}" data-proof-bits="${zeroBits}"`;
}

const proofPart = html`<input type="hidden" name="proof" value="">
<p class="proof" role="status">Many cards were tried here, so your browser is checked first. That takes a few seconds.</p>
<noscript><p class="proof">This check needs JavaScript: please switch it on and load this page once more, or ask
the business how to pay in another way.</p></noscript>`;

/** Names the receiver of the number, whoever operates the service. */
function whoSees({ businessName, operatorName, isSecure, takesCards }: PayForm): Html {
  const number = takesCards ? 'card or account number' : 'account number';
  const business = html`<span dir="auto">${businessName}</span>`;
  const sentence = operatorName
    ? html`Your ${number} goes to <span dir="auto">${operatorName}</span>, who takes this payment for ${business}.
${business} is told its last four digits.`
    : html`Your ${number} goes to ${business}, who runs this page.`;
  return html`<p class="safe">${isSecure && lock} ${sentence}</p>`;
}

const lock = html`<svg class="lock" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false"><path fill="currentColor" d="M8 1a3.5 3.5 0 0 0-3.5 3.5V7H4a1.5 1.5 0 0 0-1.5 1.5v5A1.5 1.5 0 0 0 4 15h8a1.5 1.5 0 0 0 1.5-1.5v-5A1.5 1.5 0 0 0 12 7h-.5V4.5A3.5 3.5 0 0 0 8 1Zm2 6H6V4.5a2 2 0 1 1 4 0V7Z"/></svg>`;

function cardFields({ kept, faults, payerName, today, countryCode, currency }: PayForm): Html {
  return html`<fieldset class="of-card"><legend>Card details</legend>
${textField(
  {
    name: 'card-number',
    label: 'Card number',
    isNumeric: true,
    autocomplete: 'cc-number',
    longest: 24,
    data: payFaults['card-number'],
    beside: html`<span class="brand" aria-live="polite"></span>`,
  },
  faults,
)}
<div class="pair">${textField(
    {
      name: 'expiry',
      label: 'Expires (MM/YY)',
      isNumeric: true,
      autocomplete: 'cc-exp',
      longest: 9,
      placeholder: 'MM/YY',
      data: { ...payFaults.expiry, from: today.toString().slice(0, 7) },
      value: kept.expiry,
    },
    faults,
  )}${textField(
    {
      name: 'cvv',
      label: 'Security code',
      isNumeric: true,
      autocomplete: 'cc-csc',
      longest: 4,
      placeholder: '3 or 4 digits',
      pattern: String.raw`\d{3,4}`,
      data: payFaults.cvv,
    },
    faults,
  )}</div>
<div class="pair wide">${textField(
    {
      name: 'name',
      label: 'Name on the card',
      autocomplete: 'cc-name',
      longest: lengths.name,
      data: payFaults.name,
      value: kept.name ?? payerName,
    },
    faults,
  )}${textField(
    {
      name: 'postal-code',
      label: postalWord(countryCode, currency),
      autocomplete: 'billing postal-code',
      longest: lengths.postalCode,
      pattern: postalPattern(countryCode),
      data: payFaults['postal-code'],
      value: kept['postal-code'],
    },
    faults,
  )}</div>
</fieldset>`;
}

function bankFields(form: PayForm): Html {
  const { kept, faults, payerName } = form;
  const isSavings = kept['account-kind'] === 'savings';
  const kinds = [
    { value: 'checking', label: 'Checking', isChosen: !isSavings },
    { value: 'savings', label: 'Savings', isChosen: isSavings },
  ];
  return html`<fieldset class="of-bank"><legend>Bank account details</legend>
${textField(
  {
    name: 'account-name',
    label: 'Name on the account',
    autocomplete: 'name',
    longest: lengths.name,
    data: payFaults['account-name'],
    value: kept['account-name'] ?? payerName,
  },
  faults,
)}
${textField(
  {
    name: 'routing-number',
    label: 'Routing number',
    hint: 'Nine digits, at the bottom left of a check or in the app of your bank.',
    isNumeric: true,
    autocomplete: 'off',
    longest: 12,
    data: payFaults['routing-number'],
  },
  faults,
)}
<div class="pair loose">${(['account-number', 'account-number-again'] as const).map((name, i) =>
    textField(
      {
        name,
        label: i === 0 ? 'Account number' : 'Account number, again',
        isNumeric: true,
        autocomplete: 'off',
        longest: 24,
        data: payFaults[name],
      },
      faults,
    ),
  )}</div>
<fieldset class="kinds"><legend>Type of account</legend>
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
      data: { missing: agreeFirst(form.takesCards) },
    },
    faults,
  )}</div>
</fieldset>`;
}

function receiptFields(form: PayForm): Html {
  const { kept, faults, businessName } = form;
  const kinds = [form.takesCards && 'card', form.takesBankAccounts && 'account'];
  const saved = kinds.filter(Boolean).join(' or ');
  return html`<fieldset><legend>Where shall your receipt go?</legend>
<div class="pair loose">${textField(
    {
      name: 'email',
      label: 'E-mail',
      type: 'email',
      autocomplete: 'email',
      longest: lengths.email,
      isOptional: true,
      data: payFaults.email,
      value: kept.email,
    },
    faults,
  )}${textField(
    {
      name: 'phone',
      label: 'Mobile phone',
      type: 'tel',
      autocomplete: 'tel-national',
      longest: 20,
      isOptional: true,
      pattern: String.raw`\D*1?(?:\D*\d){10}\D*`,
      data: payFaults.phone,
      value: kept.phone,
    },
    faults,
  )}</div>
${
  form.isSaved
    ? html`<p>This ${saved} is saved with <span dir="auto">${businessName}</span> for later payments.</p>`
    : choice(
        {
          name: 'save',
          value: 'yes',
          label: html`Save this ${saved} with <span dir="auto">${businessName}</span> for later payments`,
          isChosen: kept.save === 'yes',
          kind: 'checkbox',
        },
        faults,
      )
}
</fieldset>`;
}

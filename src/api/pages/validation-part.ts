import { confirmDays } from '../../ach/validation/validation.ts';
import { type Html, html } from '../../kernel/html.ts';
import type { PublicProfile } from '../../parties/businesses/public-profile.ts';
import { businessHead } from './bill-part.ts';
import { type Faults, faultSummary, type Refilled, textField } from './field.ts';

/** The fields in which the payer names the amounts. */
export const amountFields = ['first', 'second'] as const;

type ConfirmForm = {
  /** The action of the form. */
  readonly path: string;
  readonly face: PublicProfile;
  readonly last4: string;
  readonly kept?: Refilled;
  readonly faults?: Faults;
  /** The reason why it is shown again without faults. */
  readonly note?: string;
};

const none: Faults = new Map();
const labels = { first: 'One deposit', second: 'The other deposit' } as const;

export function confirmPart({
  path,
  face,
  last4,
  kept = {},
  faults = none,
  note,
}: ConfirmForm): Html {
  const field = (name: (typeof amountFields)[number]) =>
    textField(
      {
        name,
        label: labels[name],
        hint: 'In cents, as 27 for $0.27',
        value: kept[name],
        isNumeric: true,
        autocomplete: 'off',
        longest: 10,
      },
      faults,
    );
  return frame(
    face,
    html`<section class="card" aria-labelledby="title">
<h1 id="title">Confirm your bank account</h1>
<p>Your account ending ${last4} got two deposits of less than a dollar, marked ACCTVERIFY. Name both amounts, in either
order: then your payment to <span dir="auto">${face.name}</span> is sent.</p>
<form method="post" action="${path}" novalidate>
${note && html`<div class="summary" role="alert" tabindex="-1" autofocus><p>${note}</p></div>`}
${faultSummary(faults)}
<div class="pair">${amountFields.map(field)}</div>
<button type="submit" data-busy="Checking …">Confirm</button>
</form>
</section>`,
  );
}

export function comingPart(face: PublicProfile, last4: string): Html {
  return messagePart(face, 'Your deposits are on their way', [
    `Two deposits of less than a dollar are sent to your account ending ${last4}, marked ACCTVERIFY. They usually arrive ` +
      `within one or two banking days. Open this page again then; you have ${confirmDays} days to name the amounts.`,
  ]);
}

export function validatedPart(face: PublicProfile, last4: string): Html {
  return frame(
    face,
    html`<section class="card receipt" aria-labelledby="title">
<div class="outcome is-good"><span class="sign" aria-hidden="true">✓</span>
<h1 id="title">Your account is confirmed</h1>
<p>Payments from your account ending ${last4} to <span dir="auto">${face.name}</span> are sent from now on.</p></div>
</section>`,
  );
}

export function overPart(face: PublicProfile): Html {
  return messagePart(face, 'This account was not confirmed', [
    'The amounts were not named in time or too often wrongly, or the bank returned a deposit. Your account is not debited.',
    `Please ask ${face.name} how to pay in another way.`,
  ]);
}

function messagePart(face: PublicProfile, title: string, sentences: readonly string[]): Html {
  return frame(
    face,
    html`<section class="card" aria-labelledby="title">
<h1 id="title">${title}</h1>
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
</section>`,
  );
}

function frame(face: PublicProfile, part: Html): Html {
  return html`<div class="page small">
${businessHead(face)}
<main>${part}</main>
<footer><p>Powered by Quittance</p></footer>
</div>`;
}

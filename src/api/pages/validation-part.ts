import { confirmDays } from '../../ach/validation/validation.ts';
import { type Html, html } from '../../kernel/html.ts';
import { inLanguage, speaker } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import { businessHead } from './bill-part.ts';
import { type Faults, faultSummary, type Refilled, textField } from './field.ts';
import type { Visit } from './page.ts';
import { addressOf, footPart } from './page-language.ts';
import { account as words } from './words/account.ts';
import { common } from './words/all-pages.ts';

/** The fields in which the payer names the amounts. */
export const amountFields = ['first', 'second'] as const;

type Shown = {
  readonly at: Pick<Visit, 'path' | 'chosen' | 'state'>;
  readonly face: PublicProfile;
};
type OfAccount = Shown & { readonly last4: string };

type ConfirmForm = OfAccount & {
  readonly kept?: Refilled;
  readonly faults?: Faults;
  /** The reason why it is shown again without faults. */
  readonly note?: string;
};

const none: Faults = new Map();

export function confirmPart({
  at,
  face,
  last4,
  kept = {},
  faults = none,
  note,
}: ConfirmForm): Html {
  const language = languageOf(face);
  const say = speaker(language);
  const field = (name: (typeof amountFields)[number]) =>
    textField(
      {
        name,
        label: say(words[name]),
        hint: say(words.hint(moneyWords(27n, 'USD', language))),
        value: kept[name],
        isNumeric: true,
        autocomplete: 'off',
        longest: 10,
      },
      faults,
      language,
    );
  return frame(
    { at, face },
    html`<section class="card" aria-labelledby="title">
<h1 id="title">${say(words.title)}</h1>
<p>${say(words.text(last4, face.name))}</p>
<form method="post" action="${addressOf(at)}" novalidate>
${note && html`<div class="summary" role="alert" tabindex="-1" autofocus><p>${note}</p></div>`}
${faultSummary(faults, language)}
<div class="pair">${amountFields.map(field)}</div>
<button type="submit" data-busy="${say(words.checking)}">${say(words.confirm)}</button>
</form>
</section>`,
  );
}

export function comingPart({ last4, ...shown }: OfAccount): Html {
  const say = speaker(languageOf(shown.face));
  const text = say(words.comingText(last4, String(confirmDays)));
  return messagePart(shown, say(words.coming), [text]);
}

export function validatedPart({ last4, ...shown }: OfAccount): Html {
  const { face } = shown;
  const say = speaker(languageOf(face));
  return frame(
    shown,
    html`<section class="card receipt" aria-labelledby="title">
<div class="outcome is-good"><span class="sign" aria-hidden="true">✓</span>
<h1 id="title">${say(words.confirmed)}</h1>
<p>${say(words.confirmedText(last4, face.name))}</p></div>
</section>`,
  );
}

export function overPart(shown: Shown): Html {
  const { face } = shown;
  const say = speaker(languageOf(face));
  const sentences = [say(words.overText), say(words.askHow(face.name))];
  return messagePart(shown, say(words.over), sentences);
}

function messagePart(shown: Shown, title: string, sentences: readonly string[]): Html {
  return frame(
    shown,
    html`<section class="card" aria-labelledby="title">
<h1 id="title">${title}</h1>
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
</section>`,
  );
}

function frame({ at, face }: Shown, part: Html): Html {
  const language = languageOf(face);
  return html`<div class="page small">
${businessHead(face)}
<main>${part}</main>
${footPart(inLanguage(language, common.powered), language, at)}
</div>`;
}

import { type Html, html } from '../../kernel/html.ts';
import { type Language, speaker } from '../../kernel/language.ts';
import type { Challenge } from '../../payments/risk/card-testing/proof.ts';
import { common } from './words/all-pages.ts';
import { pay as words } from './words/pay.ts';

/* What a form tells its script. */

export function proofData({ text, zeroBits }: Challenge): Html {
  return html` data-proof="${text}" data-proof-bits="${zeroBits}"`;
}

export function proofPart(language: Language): Html {
  const say = speaker(language);
  return html`<input type="hidden" name="proof" value="">
<p class="proof" role="status">${say(words.proof)}</p>
<noscript><p class="proof">${say(words.proofScript)}</p></noscript>`;
}

/** What the script of the page says. */
export function scriptWords(language: Language): Html {
  const say = speaker(language);
  return html` data-check-one="${say(common.checkOne)}" data-check-many="${say(common.checkMany('#'))}" data-three="${say(words.three)}" data-four="${say(words.four)}" data-three-or-four="${say(words.threeOrFour)}"`;
}

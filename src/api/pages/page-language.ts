import { type Html, html } from '../../kernel/html.ts';
import {
  inLanguage,
  type Language,
  languages,
  namesOfLanguages,
  usualLanguage,
} from '../../kernel/language.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import type { Customer } from '../../parties/customers/customer.ts';
import { learnLanguage } from '../../parties/customers/language.ts';
import type { World } from '../../world.ts';
import type { Visit } from './page.ts';
import { common } from './words/all-pages.ts';

type Asked = Pick<Visit, 'chosen' | 'accepted'>;

/**
 * The language of a page: that of the switch on it, else what is known of the payer or the business (`set`), else what the
 * browser asks for.
 */
export function languageFor({ chosen, accepted }: Asked, set?: Language | undefined): Language {
  return chosen ?? set ?? accepted ?? usualLanguage;
}

/** The profile of a business in the language of a page. */
export function faceFor(visit: Asked, face: PublicProfile): PublicProfile {
  return { ...face, language: languageFor(visit, face.language) };
}

/** The language in which somebody pays, before there is a receipt to write; not that of the business alone. */
export async function learnFrom(
  { chosen, accepted }: Asked,
  { world, face }: { readonly world: World; readonly face: PublicProfile },
  payer: Pick<Customer, 'businessId' | 'id'>,
): Promise<void> {
  const language = chosen ?? accepted;
  if (language !== languageOf(face)) return;
  await learnLanguage(world, payer, { language, isChosen: chosen !== undefined });
}

type Address = Pick<Visit, 'path' | 'chosen'>;

/** An address of the same page in the language that was chosen; `state`: what else it names, as `try=7`. */
export function addressOf({ path, chosen }: Address, state = ''): string {
  const query = [state, chosen && `lang=${chosen}`].filter(Boolean).join('&');
  return query === '' ? path : `${path}?${query}`;
}

export type Switched = Pick<Visit, 'path' | 'state'>;

/** The foot of a page: a sentence, and links to the page in each language. */
export function footPart(sentence: string, language: Language, at: Switched): Html {
  const link = (to: Language) =>
    html`<a href="${addressOf({ path: at.path, chosen: to }, at.state)}" lang="${to}" hreflang="${to}"${
      to === language && html` aria-current="true"`
    }>${namesOfLanguages[to]}</a>`;
  return html`<footer><p>${sentence}</p>
<nav class="languages" aria-label="${inLanguage(language, common.language)}">${languages.map(link)}</nav></footer>`;
}

import { type Html, html } from '../../kernel/html.ts';
import { inLanguage, type Language, locales, speaker, type Text } from '../../kernel/language.ts';
import { lengths } from '../../kernel/lengths.ts';
import { countries, usualCountry } from '../../kernel/places.ts';
import { canadianProvinces, type Named, usStates } from '../../kernel/regions.ts';
import { type Flaws, mostAnswerCharacters, type PersonField } from '../../leads/answers.ts';
import { fieldOf, type LeadForm, type Question } from '../../leads/lead-form.ts';
import { fieldsOf } from '../../leads/topics.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import { businessHead } from './bill-part.ts';
import {
  choice,
  type Faults,
  faultOf,
  faultSummary,
  selectField,
  type TextField,
  textField,
} from './field.ts';
import type { Form, Visit } from './page.ts';
import { addressOf, footPart } from './page-language.ts';
import type { Stamp } from './page-stamp.ts';
import { personalPart } from './personal-part.ts';
import { common } from './words/all-pages.ts';
import { lead as words, wrongWords } from './words/lead.ts';
import { flawText } from './words/refusals.ts';

export type LeadPage = {
  readonly at: Pick<Visit, 'path' | 'chosen' | 'state'>;
  readonly face: PublicProfile;
  readonly form: LeadForm;
  readonly stamp: Stamp;
  /** The former input. */
  readonly sent?: Form;
  readonly faults?: Faults;
  /** The reason why it is shown again without faults. */
  readonly note?: string;
};

/** Hidden from people; robots fill it in. */
export const trapField = 'website';

type PersonText = Omit<TextField, 'name' | 'value' | 'label'> & { readonly missing?: Text };

const person: Readonly<Record<PersonField, PersonText>> = {
  firstName: {
    missing: words.noFirstName,
    autocomplete: 'given-name',
    longest: lengths.name,
  },
  lastName: {
    missing: words.noLastName,
    autocomplete: 'family-name',
    longest: lengths.name,
  },
  email: {
    missing: words.noEmail,
    type: 'email',
    autocomplete: 'email',
    longest: lengths.email,
  },
  phone: {
    missing: words.noPhone,
    type: 'tel',
    autocomplete: 'tel-national',
    longest: 20,
  },
  address1: { autocomplete: 'address-line1', longest: lengths.address, isOptional: true },
  address2: { autocomplete: 'address-line2', longest: lengths.address, isOptional: true },
  city: { autocomplete: 'address-level2', longest: lengths.name, isOptional: true },
  countryCode: { longest: 2, isOptional: true },
  stateCode: { longest: 2, isOptional: true },
  province: { longest: 2, isOptional: true },
  region: { autocomplete: 'address-level1', longest: lengths.region, isOptional: true },
  postalCode: { autocomplete: 'postal-code', longest: lengths.postalCode, isOptional: true },
};

/** Messages for people, in the order of the page. */
export function faultsFor(
  { questions, topics }: LeadForm,
  flaws: Flaws,
  language: Language,
): Faults {
  const faults = new Map<string, string>();
  const say = (field: string, missing: Text | undefined) => {
    const flaw = flaws.get(field);
    if (!flaw) return;
    const text = flaw.code === 'required' ? missing : undefined;
    faults.set(field, inLanguage(language, text ?? flawText(flaw, wrongWords[field])));
  };
  for (const [field, { missing }] of Object.entries(person)) say(field, missing);
  for (const field of topics.flatMap((topic) => fieldsOf[topic])) say(field, undefined);
  for (const [i, { text }] of questions.entries()) say(fieldOf(i), words.answer(text));
  return faults;
}

export function leadFormPart(page: LeadPage): Html {
  const { at, face, form, stamp, note, faults = none } = page;
  const language = languageOf(face);
  const say = speaker(language);
  const field = (name: PersonField) => {
    const { missing: _, ...about } = person[name];
    const value = page.sent?.text(name).slice(0, 300);
    return textField({ ...about, label: say(words[name]), name, value }, faults, language);
  };
  const pair = (...names: PersonField[]) => html`<div class="pair">${names.map(field)}</div>`;
  return frame(
    page,
    html`<section class="card" aria-labelledby="title">
<h1 id="title" dir="auto">${form.name}</h1>
${form.intro && html`<p dir="auto">${form.intro}</p>`}
<form class="lead" method="post" action="${addressOf(at)}" novalidate>
${note && html`<div class="summary" role="alert" tabindex="-1" autofocus><p>${note}</p></div>`}
${faultSummary(faults, language)}
<input type="hidden" name="page" value="${stamp.text}">
<div hidden><label for="${trapField}">${say(words.leaveEmpty)}</label>
<input id="${trapField}" name="${trapField}" tabindex="-1" autocomplete="off"></div>
<fieldset><legend>${say(words.aboutYou)}</legend>
${pair('firstName', 'lastName')}
<div class="pair loose">${[field('email'), field('phone')]}</div>
</fieldset>
<fieldset><legend>${say(words.whereYouLive)}</legend>
${field('address1')}
${field('address2')}
${field('city')}
${regionPart(page)}
${field('postalCode')}
</fieldset>
${personalPart(page)}
${form.questions.map((question, i) => questionPart(question, fieldOf(i), page))}
<button type="submit" data-busy="${say(words.sending)}">${say(words.send)}</button>
<p class="quiet">${say(words.goesTo(face.name))}</p>
</form>
</section>`,
  );
}

/** The style sheet shows the field of the chosen country; without it all are shown. */
function regionPart({ sent, faults = none, face }: LeadPage): Html {
  const language = languageOf(face);
  const say = speaker(language);
  const select = (name: PersonField, options: readonly Named[], more: { usual?: string } = {}) => {
    const value = sent?.text(name).toUpperCase() || more.usual;
    const autocomplete = name === 'countryCode' ? 'country' : 'address-level1';
    const label = say(words[name]);
    const isOptional = more.usual === undefined;
    return selectField({ name, label, options, value, autocomplete, isOptional }, faults, language);
  };
  const { missing: _, ...region } = person.region;
  const value = sent?.text('region').slice(0, 300);
  return html`${select('countryCode', countriesIn(language), { usual: usualCountry })}
<div class="of-us">${select('stateCode', usStates)}</div>
<div class="of-canada">${select('province', canadianProvinces)}</div>
<div class="of-others">${textField({ ...region, label: say(words.region), name: 'region', value }, faults, language)}</div>`;
}

const byLanguage = new Map<Language, readonly Named[]>();

/** By their names in this language, the most frequent ones first. */
function countriesIn(language: Language): readonly Named[] {
  const known = byLanguage.get(language);
  if (known) return known;
  const locale = locales[language];
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const named = (code: string): Named => [code, names.of(code) ?? code];
  const first = ['US', 'CA'];
  const all = [
    ...first.map(named),
    ...[...countries]
      .filter((code) => !first.includes(code))
      .map(named)
      .sort(([, one], [, other]) => one.localeCompare(other, locale)),
  ];
  byLanguage.set(language, all);
  return all;
}

function frame({ face, at }: Pick<LeadPage, 'face' | 'at'>, part: Html): Html {
  const language = languageOf(face);
  return html`<div class="page small">
${businessHead(face)}
<main>${part}</main>
${footPart(inLanguage(language, common.powered), language, at)}
</div>`;
}

const none: Faults = new Map();

function questionPart(question: Question, name: string, page: LeadPage): Html {
  const { faults = none, sent, face } = page;
  const optional = optionalPart(languageOf(face));
  if (question.kind === 'text') return textQuestion(question, name, page);
  const { text, kind, options, isRequired } = question;
  const chosen = new Set(sent?.all(name) ?? []);
  const fault = faults.get(name);
  // The summary of faults links to the group by the name of the field.
  return html`<fieldset id="${name}" tabindex="-1" class="${fault && 'has-fault'}" ${fault && html`aria-describedby="${name}-fault"`}>
<legend dir="auto">${text}${!isRequired && optional}</legend>
${faultOf(name, fault)}
${options.map(({ text: label }, i) =>
  kind === 'choice'
    ? choice(
        { name, value: String(i), label, isChosen: chosen.has(String(i)), kind: 'radio' },
        none,
      )
    : tick(name, i, label, chosen.has(String(i))),
)}
</fieldset>`;
}

function optionalPart(language: Language): Html {
  return html` <span class="quiet">${inLanguage(language, common.optional)}</span>`;
}

/** One of several check boxes with one name, so its id has its number. */
function tick(name: string, i: number, label: string, isChosen: boolean): Html {
  const id = `${name}-${i}`;
  return html`<label class="choice" for="${id}"><input type="checkbox" id="${id}" name="${name}" value="${i}" ${
    isChosen && html`checked`
  }><span dir="auto">${label}</span></label>`;
}

function textQuestion({ text, isRequired }: Question, name: string, page: LeadPage): Html {
  const fault = page.faults?.get(name);
  const optional = optionalPart(languageOf(page.face));
  // HTML ignores a line break right after the tag.
  return html`<div class="field${fault && ' has-fault'}">
<label for="${name}" dir="auto">${text}${!isRequired && optional}</label>
${faultOf(name, fault)}
<div class="entry"><textarea id="${name}" name="${name}" rows="3" maxlength="${mostAnswerCharacters}" dir="auto" ${[
    isRequired && html`aria-required="true" `,
    fault && html`aria-invalid="true" aria-describedby="${name}-fault"`,
  ]}>
${page.sent?.text(name)}</textarea></div>
</div>`;
}

type End = Pick<LeadPage, 'face' | 'at' | 'form'>;

export function thanksPart(page: End): Html {
  return frame(
    page,
    html`<section class="card receipt" aria-labelledby="title">
<div class="outcome is-good"><span class="sign" aria-hidden="true">✓</span>
<h1 id="title">${inLanguage(languageOf(page.face), words.sent)}</h1>
<p dir="auto">${page.form.thanks}</p></div>
</section>`,
  );
}

export function closedPart(page: End): Html {
  const { face } = page;
  const say = speaker(languageOf(face));
  return frame(
    page,
    html`<section class="card" aria-labelledby="title">
<h1 id="title">${say(words.closed)}</h1>
<p>${say(words.closedText(face.name))}</p>
</section>`,
  );
}

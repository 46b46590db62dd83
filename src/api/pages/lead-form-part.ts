import { type Html, html } from '../../kernel/html.ts';
import { lengths } from '../../kernel/lengths.ts';
import type { Flaw } from '../../kernel/parsed.ts';
import { countries, usualCountry } from '../../kernel/places.ts';
import { canadianProvinces, type Named, usStates } from '../../kernel/regions.ts';
import { type Flaws, mostAnswerCharacters, type PersonField } from '../../leads/answers.ts';
import { fieldOf, type LeadForm, type Question } from '../../leads/lead-form.ts';
import { fieldsOf } from '../../leads/topics.ts';
import type { PublicProfile } from '../../parties/businesses/public-profile.ts';
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
import type { Form } from './page.ts';
import type { Stamp } from './page-stamp.ts';
import { personalPart } from './personal-part.ts';

export type LeadPage = {
  /** The action of the form. */
  readonly path: string;
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

type PersonText = Omit<TextField, 'name' | 'value'> & { readonly missing: string };

const person: Readonly<Record<PersonField, PersonText>> = {
  firstName: {
    label: 'First name',
    missing: 'Enter your first name.',
    autocomplete: 'given-name',
    longest: lengths.name,
  },
  lastName: {
    label: 'Last name',
    missing: 'Enter your last name.',
    autocomplete: 'family-name',
    longest: lengths.name,
  },
  email: {
    label: 'E-mail',
    missing: 'Enter your e-mail address.',
    type: 'email',
    autocomplete: 'email',
    longest: lengths.email,
  },
  phone: {
    label: 'Mobile phone',
    missing: 'Enter your phone number.',
    type: 'tel',
    autocomplete: 'tel-national',
    longest: 20,
  },
  address1: {
    label: 'Street address',
    missing: '',
    autocomplete: 'address-line1',
    longest: lengths.address,
    isOptional: true,
  },
  address2: {
    label: 'Apartment, suite',
    missing: '',
    autocomplete: 'address-line2',
    longest: lengths.address,
    isOptional: true,
  },
  city: {
    label: 'City',
    missing: '',
    autocomplete: 'address-level2',
    longest: lengths.name,
    isOptional: true,
  },
  countryCode: { label: 'Country', missing: '', longest: 2, isOptional: true },
  stateCode: { label: 'State', missing: '', longest: 2, isOptional: true },
  province: { label: 'Province', missing: '', longest: 2, isOptional: true },
  region: {
    label: 'Region',
    missing: '',
    autocomplete: 'address-level1',
    longest: lengths.region,
    isOptional: true,
  },
  postalCode: {
    label: 'ZIP or postal code',
    missing: '',
    autocomplete: 'postal-code',
    longest: lengths.postalCode,
    isOptional: true,
  },
};

/** Messages for people, in the order of the page. */
export function faultsFor({ questions, topics }: LeadForm, flaws: Flaws): Faults {
  const faults = new Map<string, string>();
  const say = (field: string, missing: string) => {
    const flaw = flaws.get(field);
    if (flaw) faults.set(field, sentenceOf(flaw, missing));
  };
  for (const [field, { missing }] of Object.entries(person)) say(field, missing);
  for (const field of topics.flatMap((topic) => fieldsOf[topic])) say(field, '');
  for (const [i, { text }] of questions.entries()) say(fieldOf(i), `Please answer: ${text}`);
  return faults;
}

function sentenceOf({ code, rule }: Flaw, missing: string): string {
  return code === 'required' ? missing : `This ${rule}.`;
}

export function leadFormPart(page: LeadPage): Html {
  const { path, face, form, stamp, note, faults = none } = page;
  const field = (name: PersonField) => {
    const { missing: _, ...about } = person[name];
    return textField({ ...about, name, value: page.sent?.text(name).slice(0, 300) }, faults);
  };
  const pair = (...names: PersonField[]) => html`<div class="pair">${names.map(field)}</div>`;
  return frame(
    face,
    html`<section class="card" aria-labelledby="title">
<h1 id="title" dir="auto">${form.name}</h1>
${form.intro && html`<p dir="auto">${form.intro}</p>`}
<form class="lead" method="post" action="${path}" novalidate>
${note && html`<div class="summary" role="alert" tabindex="-1" autofocus><p>${note}</p></div>`}
${faultSummary(faults)}
<input type="hidden" name="page" value="${stamp.text}">
<div hidden><label for="${trapField}">Leave this empty</label>
<input id="${trapField}" name="${trapField}" tabindex="-1" autocomplete="off"></div>
<fieldset><legend>About you</legend>
${pair('firstName', 'lastName')}
<div class="pair loose">${[field('email'), field('phone')]}</div>
</fieldset>
<fieldset><legend>Where you live</legend>
${field('address1')}
${field('address2')}
${field('city')}
${regionPart(page)}
${field('postalCode')}
</fieldset>
${personalPart(page)}
${form.questions.map((question, i) => questionPart(question, fieldOf(i), page))}
<button type="submit" data-busy="Sending …">Send</button>
<p class="quiet">This goes to <span dir="auto">${face.name}</span>.</p>
</form>
</section>`,
  );
}

/** The style sheet shows the field of the chosen country; without it all are shown. */
function regionPart({ sent, faults = none }: LeadPage): Html {
  const select = (name: PersonField, options: readonly Named[], more: { usual?: string } = {}) => {
    const value = sent?.text(name).toUpperCase() || more.usual;
    const autocomplete = name === 'countryCode' ? 'country' : 'address-level1';
    const { label } = person[name];
    const isOptional = more.usual === undefined;
    return selectField({ name, label, options, value, autocomplete, isOptional }, faults);
  };
  const { missing: _, ...region } = person.region;
  const value = sent?.text('region').slice(0, 300);
  return html`${select('countryCode', countriesByName, { usual: usualCountry })}
<div class="of-us">${select('stateCode', usStates)}</div>
<div class="of-canada">${select('province', canadianProvinces)}</div>
<div class="of-others">${textField({ ...region, name: 'region', value }, faults)}</div>`;
}

const namesOfCountries = new Intl.DisplayNames('en', { type: 'region' });

/** The most frequent countries first. */
const countriesByName: readonly Named[] = [
  ...['US', 'CA'].map(countryNamed),
  ...[...countries]
    .filter((code) => code !== 'US' && code !== 'CA')
    .map(countryNamed)
    .sort(([, one], [, other]) => one.localeCompare(other, 'en')),
];

function countryNamed(code: string): Named {
  return [code, namesOfCountries.of(code) ?? code];
}

function frame(face: PublicProfile, part: Html): Html {
  return html`<div class="page small">
${businessHead(face)}
<main>${part}</main>
<footer><p>Powered by Quittance</p></footer>
</div>`;
}

const none: Faults = new Map();

function questionPart(question: Question, name: string, page: LeadPage): Html {
  const { faults = none, sent } = page;
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

const optional = html` <span class="quiet">(optional)</span>`;

/** One of several check boxes with one name, so its id has its number. */
function tick(name: string, i: number, label: string, isChosen: boolean): Html {
  const id = `${name}-${i}`;
  return html`<label class="choice" for="${id}"><input type="checkbox" id="${id}" name="${name}" value="${i}" ${
    isChosen && html`checked`
  }><span dir="auto">${label}</span></label>`;
}

function textQuestion({ text, isRequired }: Question, name: string, page: LeadPage): Html {
  const fault = page.faults?.get(name);
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

export function thanksPart(face: PublicProfile, { thanks }: LeadForm): Html {
  return frame(
    face,
    html`<section class="card receipt" aria-labelledby="title">
<div class="outcome is-good"><span class="sign" aria-hidden="true">✓</span>
<h1 id="title">Sent</h1>
<p dir="auto">${thanks}</p></div>
</section>`,
  );
}

export function closedPart(face: PublicProfile): Html {
  return frame(
    face,
    html`<section class="card" aria-labelledby="title">
<h1 id="title">This form is closed</h1>
<p>Nothing more can be sent here. Please ask <span dir="auto">${face.name}</span>.</p>
</section>`,
  );
}

import { type Html, html } from '../base/html.ts';
import { lengths } from '../base/lengths.ts';
import type { Flaw } from '../base/parsed.ts';
import type { Face } from '../businesses/face.ts';
import { type Flaws, mostAnswerCharacters, type PersonField } from '../leads/answers.ts';
import { fieldOf, type LeadForm, type Question } from '../leads/lead-form.ts';
import { businessHead } from './bill-part.ts';
import { choice, type Faults, faultOf, faultSummary, type TextField, textField } from './field.ts';
import type { Form } from './form.ts';
import type { Stamp } from './page-stamp.ts';

export type LeadPage = {
  /** Where it is sent to. */
  readonly path: string;
  readonly face: Face;
  readonly form: LeadForm;
  readonly stamp: Stamp;
  /** What was filled in before. */
  readonly sent?: Form;
  readonly faults?: Faults;
  /** Why it is shown again though nothing in it is wrong. */
  readonly note?: string;
};

/** People do not see it; programs that fill in whatever there is do. */
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
  stateCode: {
    label: 'State',
    missing: '',
    autocomplete: 'address-level1',
    placeholder: 'MA',
    longest: 2,
    isOptional: true,
  },
  postalCode: {
    label: 'ZIP code',
    missing: '',
    autocomplete: 'postal-code',
    longest: lengths.postalCode,
    isOptional: true,
  },
};

/** What is wrong in words for people, in the order of the page. */
export function faultsFor({ questions }: LeadForm, flaws: Flaws): Faults {
  const faults = new Map<string, string>();
  const say = (field: string, missing: string) => {
    const flaw = flaws.get(field);
    if (flaw) faults.set(field, sentenceOf(flaw, missing));
  };
  for (const [field, { missing }] of Object.entries(person)) say(field, missing);
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
${pair('stateCode', 'postalCode')}
</fieldset>
${form.questions.map((question, i) => questionPart(question, fieldOf(i), page))}
<button type="submit" data-busy="Sending …">Send</button>
<p class="quiet">This goes to <span dir="auto">${face.name}</span>.</p>
</form>
</section>`,
  );
}

function frame(face: Face, part: Html): Html {
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
  // The summary leads to the group, which is named by its field.
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

/** One of several of one name, so that its id must tell which. */
function tick(name: string, i: number, label: string, isChosen: boolean): Html {
  const id = `${name}-${i}`;
  return html`<label class="choice" for="${id}"><input type="checkbox" id="${id}" name="${name}" value="${i}" ${
    isChosen && html`checked`
  }><span dir="auto">${label}</span></label>`;
}

function textQuestion({ text, isRequired }: Question, name: string, page: LeadPage): Html {
  const fault = page.faults?.get(name);
  // A line break right behind the tag is no part of what is in it.
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

export function thanksPart(face: Face, { thanks }: LeadForm): Html {
  return frame(
    face,
    html`<section class="card receipt" aria-labelledby="title">
<div class="outcome is-good"><span class="sign" aria-hidden="true">✓</span>
<h1 id="title">Sent</h1>
<p dir="auto">${thanks}</p></div>
</section>`,
  );
}

export function closedPart(face: Face): Html {
  return frame(
    face,
    html`<section class="card" aria-labelledby="title">
<h1 id="title">This form is closed</h1>
<p>Nothing more can be sent here. Please ask <span dir="auto">${face.name}</span>.</p>
</section>`,
  );
}

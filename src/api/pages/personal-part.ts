import { type Html, html } from '../../kernel/html.ts';
import { type Language, speaker } from '../../kernel/language.ts';
import { lengths } from '../../kernel/lengths.ts';
import type { LeadForm } from '../../leads/lead-form.ts';
import { fieldsOf, genders, type PersonalField } from '../../leads/topics.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import { choice, type Faults, faultOf, type TextField, textField } from './field.ts';
import type { Form } from './page.ts';
import { common } from './words/all-pages.ts';
import { genderWords, lead as words } from './words/lead.ts';

type Asked = {
  readonly face: PublicProfile;
  readonly form: LeadForm;
  readonly sent?: Form;
  readonly faults?: Faults;
};

const texts: Readonly<
  Record<
    Exclude<PersonalField, 'gender'>,
    Omit<TextField, 'name' | 'value' | 'isOptional' | 'label'>
  >
> = {
  spouseFirstName: { longest: lengths.name },
  spouseLastName: { longest: lengths.name },
  occupation: {
    autocomplete: 'organization-title',
    longest: lengths.name,
  },
  birthDate: {
    autocomplete: 'bday',
    longest: 10,
  },
};

const none: Faults = new Map();

/** The optional personal questions of a form. */
export function personalPart({ face, form, sent, faults = none }: Asked): Html {
  const language = languageOf(face);
  const say = speaker(language);
  const fields = form.topics.flatMap((topic) => fieldsOf[topic]);
  if (fields.length === 0) return html``;
  const part = (name: PersonalField) => {
    const value = sent?.text(name).slice(0, 300);
    if (name === 'gender') return genderPart(value, faults, language);
    const hint = name === 'birthDate' ? { hint: say(words.birthDateHint) } : {};
    const own = { ...texts[name], ...hint, label: say(words[name]) };
    return textField({ ...own, name, value, isOptional: true }, faults, language);
  };
  return html`<fieldset><legend>${say(words.moreAboutYou)}</legend>
${fields.map(part)}
</fieldset>`;
}

function genderPart(chosen: string | undefined, faults: Faults, language: Language): Html {
  const say = speaker(language);
  const fault = faults.get('gender');
  return html`<fieldset id="gender" tabindex="-1" class="${fault && 'has-fault'}" ${fault && html`aria-describedby="gender-fault"`}>
<legend>${say(words.gender)} <span class="quiet">${say(common.optional)}</span></legend>
${faultOf('gender', fault)}
${genders.map((value, i) => {
  const label = say(genderWords[i]!);
  return choice({ name: 'gender', value, label, isChosen: chosen === value, kind: 'radio' }, none);
})}
</fieldset>`;
}

import { type Html, html } from '../../kernel/html.ts';
import { lengths } from '../../kernel/lengths.ts';
import type { LeadForm } from '../../leads/lead-form.ts';
import { fieldsOf, genders, type PersonalField } from '../../leads/topics.ts';
import { choice, type Faults, faultOf, type TextField, textField } from './field.ts';
import type { Form } from './page.ts';

type Asked = { readonly form: LeadForm; readonly sent?: Form; readonly faults?: Faults };

const texts: Readonly<
  Record<Exclude<PersonalField, 'gender'>, Omit<TextField, 'name' | 'value' | 'isOptional'>>
> = {
  spouseFirstName: { label: 'First name of your spouse', longest: lengths.name },
  spouseLastName: { label: 'Last name of your spouse', longest: lengths.name },
  occupation: {
    label: 'Occupation',
    autocomplete: 'organization-title',
    longest: lengths.name,
  },
  birthDate: {
    label: 'Date of birth',
    hint: 'Month, day and year, such as 01/31/1980.',
    autocomplete: 'bday',
    longest: 10,
  },
};

const none: Faults = new Map();

/** The optional personal questions of a form. */
export function personalPart({ form, sent, faults = none }: Asked): Html {
  const fields = form.topics.flatMap((topic) => fieldsOf[topic]);
  if (fields.length === 0) return html``;
  const part = (name: PersonalField) => {
    const value = sent?.text(name).slice(0, 300);
    if (name === 'gender') return genderPart(value, faults);
    return textField({ ...texts[name], name, value, isOptional: true }, faults);
  };
  return html`<fieldset><legend>More about you</legend>
${fields.map(part)}
</fieldset>`;
}

function genderPart(chosen: string | undefined, faults: Faults): Html {
  const fault = faults.get('gender');
  return html`<fieldset id="gender" tabindex="-1" class="${fault && 'has-fault'}" ${fault && html`aria-describedby="gender-fault"`}>
<legend>Gender <span class="quiet">(optional)</span></legend>
${faultOf('gender', fault)}
${genders.map((label) =>
  choice({ name: 'gender', value: label, label, isChosen: chosen === label, kind: 'radio' }, none),
)}
</fieldset>`;
}

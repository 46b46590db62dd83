import { type Html, html } from '../../kernel/html.ts';
import { type Language, speaker, usualLanguage } from '../../kernel/language.ts';
import { common } from './words/all-pages.ts';

/** Messages for people by the name of the field. */
export type Faults = ReadonlyMap<string, string>;

/** Values to fill in again by the name of the field; never a card or account number. */
export type Refilled = Readonly<Record<string, string>>;

export type TextField = {
  /** Also its id. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string | undefined;
  /** Asks for a numeric keyboard. */
  readonly isNumeric?: boolean;
  readonly type?: 'text' | 'email' | 'tel' | 'password';
  /** See https://html.spec.whatwg.org/#autofill. */
  readonly autocomplete?: string;
  readonly longest: number;
  readonly isOptional?: boolean;
  readonly placeholder?: string;
  /** For the checks of the script, with their messages. */
  readonly data?: Readonly<Record<string, string>>;
  /** The HTML attribute. */
  readonly pattern?: string;
  /** Shown beside it, such as the brand of the card. */
  readonly beside?: Html;
};

/** A field with its label, and its hint and fault tied to it. */
export function textField(
  field: TextField,
  faults: Faults,
  language: Language = usualLanguage,
): Html {
  const { name, label, hint, type = 'text', isNumeric, isOptional, beside } = field;
  const fault = faults.get(name);
  return html`<div class="field${fault && ' has-fault'}">
<label for="${name}">${label}${isOptional && html` <span class="quiet">${optional(language)}</span>`}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${faultOf(name, fault)}
<div class="entry"><input id="${name}" name="${name}" type="${type}" maxlength="${field.longest}" ${[
    isNumeric && html`inputmode="numeric" `,
    field.autocomplete && html`autocomplete="${field.autocomplete}" `,
    field.placeholder && html`placeholder="${field.placeholder}" `,
    field.value && html`value="${field.value}" `,
    field.pattern && html`pattern="${field.pattern}" `,
    dataOf(field.data),
    !isOptional && html`aria-required="true" `,
    described(name, fault, hint),
  ]}spellcheck="false">${beside}</div>
</div>`;
}

export type SelectField = {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly value?: string | undefined;
  readonly autocomplete: string;
  readonly isOptional?: boolean;
};

/** An optional one has a first option for no choice. */
export function selectField(field: SelectField, faults: Faults, language: Language): Html {
  const { name, label, options, value = '', autocomplete, isOptional } = field;
  const fault = faults.get(name);
  const all = isOptional ? [['', speaker(language)(common.choose)] as const, ...options] : options;
  return html`<div class="field${fault && ' has-fault'}">
<label for="${name}">${label}${isOptional && html` <span class="quiet">${optional(language)}</span>`}</label>
${faultOf(name, fault)}
<div class="entry"><select id="${name}" name="${name}" autocomplete="${autocomplete}" ${described(name, fault)}>${all.map(
    ([code, text]) =>
      html`<option value="${code}"${code === value && html` selected`}>${text}</option>`,
  )}</select></div>
</div>`;
}

export type Choice = {
  readonly name: string;
  readonly value: string;
  readonly label: Html | string;
  readonly isChosen: boolean;
  readonly kind: 'radio' | 'checkbox';
  readonly data?: Readonly<Record<string, string>>;
};

/** A radio button or check box. The id of a radio button has its value too. */
export function choice(one: Choice, faults: Faults): Html {
  const { name, value, label, isChosen, kind } = one;
  const id = kind === 'radio' ? `${name}-${value}` : name;
  const fault = kind === 'checkbox' ? faults.get(name) : undefined;
  return html`${faultOf(name, fault)}<label class="choice" for="${id}"><input type="${kind}" id="${id}" name="${name}" value="${value}" ${[
    isChosen && html`checked `,
    dataOf(one.data),
    described(name, fault),
  ]}><span>${label}</span></label>`;
}

/** The first element of a page with faults, which gets the focus: links to the fields. */
export function faultSummary(faults: Faults, language: Language, note?: string): Html {
  if (faults.size === 0) return html``;
  const say = speaker(language);
  const many = common.checkMany(String(faults.size));
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${faults.size === 1 ? say(common.checkOne) : say(many)}</h2>
<ul>${[...faults].map(([name, sentence]) => html`<li><a href="#${name}">${sentence}</a></li>`)}</ul>
${note && html`<p>${note}</p>`}
</div>`;
}

function optional(language: Language): string {
  return speaker(language)(common.optional);
}

export function faultOf(name: string, fault: string | undefined): Html {
  return html`${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}`;
}

function dataOf(data: Readonly<Record<string, string>> = {}): Html {
  return html`${Object.entries(data).map(([name, value]) => html`data-${name}="${value}" `)}`;
}

function described(name: string, fault: string | undefined, hint?: string): Html {
  const by = [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`${by && html`aria-describedby="${by}" `}${fault && html`aria-invalid="true" `}`;
}

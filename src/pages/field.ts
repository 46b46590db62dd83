import { type Html, html } from '../base/html.ts';

/** What is wrong, in a sentence for people, by the name of the field. */
export type Faults = ReadonlyMap<string, string>;

/** What goes back into the form: by the name of the field, and never a number that pays. */
export type Kept = Readonly<Record<string, string>>;

export type TextField = {
  /** Also its id. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string | undefined;
  /** A keyboard with digits. */
  readonly isNumeric?: boolean;
  readonly type?: 'text' | 'email' | 'tel' | 'password';
  /** What browsers know it as: https://html.spec.whatwg.org/#autofill. */
  readonly autocomplete?: string;
  readonly longest: number;
  readonly isOptional?: boolean;
  readonly placeholder?: string;
  /** Shown beside it, as the brand of a card. */
  readonly beside?: Html;
};

/** A field with its label, and its hint and fault tied to it. */
export function textField(field: TextField, faults: Faults): Html {
  const { name, label, hint, type = 'text', isNumeric, isOptional, beside } = field;
  const fault = faults.get(name);
  return html`<div class="field${fault && ' has-fault'}">
<label for="${name}">${label}${isOptional && html` <span class="quiet">(optional)</span>`}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${faultOf(name, fault)}
<div class="entry"><input id="${name}" name="${name}" type="${type}" maxlength="${field.longest}" ${[
    isNumeric && html`inputmode="numeric" `,
    field.autocomplete && html`autocomplete="${field.autocomplete}" `,
    field.placeholder && html`placeholder="${field.placeholder}" `,
    field.value && html`value="${field.value}" `,
    !isOptional && html`aria-required="true" `,
    described(name, fault, hint),
  ]}spellcheck="false">${beside}</div>
</div>`;
}

export type Choice = {
  readonly name: string;
  readonly value: string;
  readonly label: Html | string;
  readonly isChosen: boolean;
  readonly kind: 'radio' | 'checkbox';
};

/** One thing to choose or to tick; its id is its name, and for one of several its value too. */
export function choice(one: Choice, faults: Faults): Html {
  const { name, value, label, isChosen, kind } = one;
  const id = kind === 'radio' ? `${name}-${value}` : name;
  const fault = kind === 'checkbox' ? faults.get(name) : undefined;
  return html`${faultOf(name, fault)}<label class="choice" for="${id}"><input type="${kind}" id="${id}" name="${name}" value="${value}" ${[
    isChosen && html`checked `,
    described(name, fault),
  ]}><span>${label}</span></label>`;
}

/** First on a page with faults, and where the reader is set: what is wrong, and the way there. */
export function faultSummary(faults: Faults): Html {
  if (faults.size === 0) return html``;
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>Please check ${faults.size === 1 ? 'one thing' : `${faults.size} things`}</h2>
<ul>${[...faults].map(([name, sentence]) => html`<li><a href="#${name}">${sentence}</a></li>`)}</ul>
</div>`;
}

export function faultOf(name: string, fault: string | undefined): Html {
  return html`${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}`;
}

function described(name: string, fault: string | undefined, hint?: string): Html {
  const by = [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`${by && html`aria-describedby="${by}" `}${fault && html`aria-invalid="true" `}`;
}

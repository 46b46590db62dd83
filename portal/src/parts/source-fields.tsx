import { type RefObject, useId, useState } from 'react';
import type { NewToken, Token } from '../../../clients/typescript/src/index.ts';
import { brandOf, digitsOf, expiryOf, passesLuhn } from '../data/cards.ts';
import { faultOf } from '../data/change.tsx';
import { brandName } from '../data/format.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { terminal as words } from '../words/terminal.ts';
import { Icon } from './icon.tsx';

/*
 * What is charged. These entries live in the page alone, and are read once when the form is sent: a number of a card is
 * in no state, no cache and no address, so that nothing has to be cleared but the entries themselves.
 */

type EntryProps = {
  name: string;
  label: string;
  hint?: string | undefined;
  fault?: string | undefined;
  maxLength: number;
  isSecret?: boolean;
  onType?(typed: string): void;
};

function Entry({ name, label, hint, fault, maxLength, isSecret, onType }: EntryProps) {
  const id = useId();
  const told = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input" aria-invalid={fault !== undefined || undefined}>
        <input
          id={id}
          name={name}
          type={isSecret ? 'password' : 'text'}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          required
          maxLength={maxLength}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={told || undefined}
          onChange={({ target }) => onType?.(target.value)}
        />
      </div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className="fault" id={`${id}-fault`}>
          <Icon name="alert" small />
          {fault}
        </p>
      )}
    </div>
  );
}

/** What is charged or saved: a card, or a bank account. */
export function MethodChoice({
  ref,
  label,
  value,
  onChange,
}: {
  ref?: RefObject<HTMLFieldSetElement | null>;
  label: string;
  value: Token['method'];
  onChange(method: Token['method']): void;
}) {
  return (
    <fieldset className="seg" ref={ref}>
      <legend className="unseen">{label}</legend>
      {(['card', 'bank'] as const).map((method) => (
        <button
          key={method}
          type="button"
          aria-pressed={value === method}
          onClick={() => onChange(method)}
        >
          {t(method === 'card' ? common.card : words.bankAccount)}
        </button>
      ))}
    </fieldset>
  );
}

/** The code of a card that is only saved is not asked for: nothing is charged with it. */
export function CardFields({ error, isOnlySaved }: { error: unknown; isOnlySaved?: true }) {
  const [brand, setBrand] = useState<string | null>(null);
  const [isMistyped, setMistyped] = useState(false);
  const [isBadExpiry, setBadExpiry] = useState(false);
  const fault = (field: string) => faultOf(error, `source.card.${field}`);
  return (
    <>
      <Entry
        name="number"
        label={t(words.cardNumber)}
        maxLength={23}
        hint={brandName(brand) || undefined}
        fault={fault('number') ?? (isMistyped ? t(words.mistyped) : undefined)}
        onType={(typed) => {
          const digits = digitsOf(typed);
          setBrand(brandOf(digits));
          const isWhole = digits.length >= (brandOf(digits) === 'amex' ? 15 : 16);
          setMistyped(isWhole && !passesLuhn(digits));
        }}
      />
      <div className="pair-of-fields">
        <Entry
          name="expiry"
          label={t(words.expiry)}
          maxLength={9}
          fault={
            fault('expiryMonth') ??
            fault('expiryYear') ??
            (isBadExpiry ? t(words.badExpiry) : undefined)
          }
          onType={(typed) => setBadExpiry(typed.length >= 4 && !expiryOf(typed))}
        />
        {!isOnlySaved && (
          <Entry
            name="cvv"
            label={t(words.cvv)}
            maxLength={4}
            isSecret
            hint={t(words.cvvHint)}
            fault={fault('cvv')}
          />
        )}
      </div>
    </>
  );
}

export function BankFields({ error }: { error: unknown }) {
  const fault = (field: string) => faultOf(error, `source.bankAccount.${field}`);
  const id = useId();
  return (
    <>
      <div className="pair-of-fields">
        <Entry
          name="routing"
          label={t(words.routing)}
          maxLength={9}
          fault={fault('routingNumber')}
        />
        <Entry
          name="account"
          label={t(words.accountNumber)}
          maxLength={17}
          fault={fault('accountNumber')}
        />
      </div>
      <div className="field">
        <label htmlFor={id}>{t(words.accountKind)}</label>
        <div className="input">
          <select id={id} name="kind">
            <option value="checking">{t(words.checking)}</option>
            <option value="savings">{t(words.savings)}</option>
          </select>
        </div>
      </div>
    </>
  );
}

/** The present values of the entries. */
export function sourceIn(form: HTMLFormElement, method: Token['method']): NewToken['source'] {
  const entries = new FormData(form);
  const entry = (name: string) => String(entries.get(name) ?? '').trim();
  if (method === 'bank') {
    const kind = entry('kind') === 'savings' ? 'savings' : 'checking';
    const accountNumber = digitsOf(entry('account'));
    return { bankAccount: { accountNumber, routingNumber: digitsOf(entry('routing')), kind } };
  }
  const expiry = expiryOf(entry('expiry'));
  return {
    card: {
      number: digitsOf(entry('number')),
      expiryMonth: expiry?.month ?? 0,
      expiryYear: expiry?.year ?? 0,
      ...(entry('cvv') && { cvv: entry('cvv') }),
    },
  };
}

/** As if somebody had typed it, so that the entries are checked alike: React overlooks what is assigned to `value`. */
export function fillSource(form: HTMLFormElement, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    const entry = form.elements.namedItem(name);
    if (!(entry instanceof HTMLInputElement)) continue;
    entry.setRangeText(value, 0, entry.value.length);
    entry.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Empties the entries once an answer is there. */
export function forgetSource(form: HTMLFormElement | null): void {
  for (const name of ['number', 'expiry', 'cvv', 'routing', 'account']) {
    const entry = form?.elements.namedItem(name);
    if (entry instanceof HTMLInputElement) entry.value = '';
  }
}

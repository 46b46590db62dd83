import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { phone } from '../data/format.ts';
import { common } from '../words/common.ts';
import { customers as words } from '../words/customers.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Fault } from './show.tsx';

/** How a customer is called: by name, else by what is known. */
export function customerName(customer: Customer | null | undefined): string {
  if (!customer) return '';
  const { firstName, lastName, email, externalId, id } = customer;
  return (
    [firstName, lastName].filter(Boolean).join(' ') ||
    email ||
    (customer.phone && phone(customer.phone)) ||
    externalId ||
    t(words.nameless(id))
  );
}

export function initialsOf(name: string): string {
  const parts = name.split(/\s+/).filter((part) => /\p{L}/u.test(part.charAt(0)));
  return parts
    .map((part) => part.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');
}

type PickerProps = {
  value: Customer | undefined;
  onChange(customer: Customer | undefined): void;
  fault?: string | undefined;
};

/** Finds a customer by name, mail, phone or identifier while it is typed. */
export function CustomerPicker({ value, onChange, fault }: PickerProps) {
  const { business, client } = useHere();
  const [typed, setTyped] = useState('');
  const q = typed.trim();
  const found = useQuery({
    queryKey: [business.id, 'customers', 'pick', q],
    enabled: !value && q.length > 1,
    queryFn: async () => await client.customers.list({ q, limit: 5 }),
  });
  if (value)
    return (
      <div className="option">
        <span className="grow">
          <b>{customerName(value)}</b>
          <small>{[phone(value.phone), value.email].filter(Boolean).join(' · ')}</small>
        </span>
        <Button small look="plain" onClick={() => onChange(undefined)}>
          {t(words.another)}
        </Button>
      </div>
    );
  return (
    <div className="field">
      <Field
        label={t(common.customer)}
        type="search"
        hint={t(words.search)}
        value={typed}
        onChange={setTyped}
        fault={fault}
        autoComplete="off"
      />
      <Fault error={found.error} />
      {found.data && q.length > 1 && (
        <ul className="picks" aria-live="polite">
          {found.data.data.length === 0 && <li className="soft">{t(common.noMatch)}</li>}
          {found.data.data.map((one) => (
            <li key={one.id}>
              <button type="button" className="pick" onClick={() => onChange(one)}>
                <b>{customerName(one)}</b>
                <small>{[phone(one.phone), one.email].filter(Boolean).join(' · ')}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

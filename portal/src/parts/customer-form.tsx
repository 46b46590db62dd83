import { useState } from 'react';
import type {
  Customer,
  CustomerChange,
  NewCustomer,
} from '../../../clients/typescript/src/index.ts';
import { faultOf } from '../data/change.tsx';
import { type PayerLanguage, payerLanguages } from '../data/payer-languages.ts';
import { common } from '../words/common.ts';
import { customers as words } from '../words/customers.ts';
import { type Text, t } from '../words/language.ts';
import { Field, Select } from './field.tsx';

const fields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'externalId',
  'address1',
  'address2',
  'city',
  'state',
  'postalCode',
  'country',
] as const;
type Name = (typeof fields)[number];
type Status = Customer['status'];
type Values = Record<Name, string> & { status: Status; language: PayerLanguage | '' };

const statuses: readonly (readonly [Status, Text])[] = [
  ['active', words.stateActive],
  ['inactive', words.stateInactive],
  ['do_not_contact', words.stateDoNotContact],
];

export function useCustomerForm(customer?: Customer) {
  const [values, setValues] = useState<Values>(() => {
    const first = fields.map((name) => [name, customer?.[name] ?? ''] as const);
    return {
      ...(Object.fromEntries(first) as Record<Name, string>),
      country: customer?.country ?? 'US',
      status: customer?.status ?? 'active',
      language: customer?.language ?? '',
    };
  });
  const cleanOf = (name: Name) => {
    const value = values[name].trim();
    return name === 'phone' ? value.replace(/\D/g, '') : value;
  };
  return {
    values,
    setValues,
    /** The fields of a new customer. */
    made(): NewCustomer {
      const typed = fields.map((name) => [name, cleanOf(name)]).filter(([, value]) => value !== '');
      const spoken = values.language !== '' && { language: values.language };
      return { ...Object.fromEntries(typed), ...spoken, status: values.status };
    },
    /** Only what is different; what was emptied is cleared. */
    changed(): CustomerChange {
      const different = fields
        .filter((name) => cleanOf(name) !== (customer?.[name] ?? ''))
        .map((name) => [name, cleanOf(name) === '' ? null : cleanOf(name)]);
      const isSame = values.status === customer?.status;
      const isSpoken = values.language === (customer?.language ?? '');
      return {
        ...Object.fromEntries(different),
        ...(!isSame && { status: values.status }),
        ...(!isSpoken && { language: values.language || null }),
      };
    },
  };
}

type Form = ReturnType<typeof useCustomerForm>;

export function CustomerFields({ form, error }: { form: Form; error: unknown }) {
  const { values, setValues } = form;
  const of = (name: Name) => ({
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    fault: faultOf(error, name),
    autoComplete: 'off',
  });
  return (
    <>
      <div className="pair-of-fields">
        <Field label={t(words.firstName)} {...of('firstName')} />
        <Field label={t(words.lastName)} {...of('lastName')} />
      </div>
      <div className="pair-of-fields">
        <Field label={t(common.email)} type="email" hint={t(words.emailHint)} {...of('email')} />
        <Field
          label={t(words.mobile)}
          type="tel"
          inputMode="tel"
          hint={t(words.mobileHint)}
          {...of('phone')}
        />
      </div>
      <Field label={t(words.externalId)} hint={t(words.externalIdHint)} {...of('externalId')} />
      <div className="pair-of-fields">
        <Field label={t(words.address1)} {...of('address1')} />
        <Field label={t(words.address2)} {...of('address2')} />
      </div>
      <div className="pair-of-fields">
        <Field label={t(words.city)} {...of('city')} />
        <Field label={t(words.state)} {...of('state')} />
      </div>
      <div className="pair-of-fields">
        <Field label={t(words.postalCode)} {...of('postalCode')} />
        <Field
          label={t(words.country)}
          maxLength={2}
          hint={t(words.countryHint)}
          {...of('country')}
        />
      </div>
      <Select
        label={t(words.language)}
        value={values.language}
        onChange={(language) => setValues({ ...values, language: language as Values['language'] })}
        options={[['', t(words.languageUnknown)], ...payerLanguages]}
        hint={t(words.languageHint)}
        fault={faultOf(error, 'language')}
      />
      <Select
        label={t(common.status)}
        value={values.status}
        onChange={(status) => setValues({ ...values, status: status as Status })}
        options={statuses.map(([value, text]) => [value, t(text)])}
        hint={t(words.doNotContact)}
        fault={faultOf(error, 'status')}
      />
    </>
  );
}

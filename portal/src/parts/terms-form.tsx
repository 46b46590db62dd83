import { useState } from 'react';
import type { Plan, Subscription } from '../../../clients/typescript/src/index.ts';
import { faultOf } from '../data/change.tsx';
import { minorOf, typedOf } from '../data/minor.ts';
import { t } from '../words/language.ts';
import { subscriptions as words } from '../words/subscriptions.ts';
import { Field, MoneyField, Select } from './field.tsx';
import { type Interval, intervalOptions } from './subscription-parts.tsx';

type Terms = {
  readonly amount: number;
  readonly interval: Interval;
  readonly discount: number;
  readonly tax: number;
};

/** The price and length of each period. */
export function useTermsForm(first: Plan | Subscription | undefined, currency: string) {
  const [amount, setAmount] = useState(first ? typedOf(first.amount, currency) : '');
  const [interval, setInterval] = useState<string>(first?.interval ?? 'monthly');
  const [discount, setDiscount] = useState(first?.discount ? String(first.discount / 100) : '');
  const [tax, setTax] = useState(first?.tax ? typedOf(first.tax, currency) : '');
  const minor = minorOf(amount, currency);
  const taxMinor = tax.trim() === '' ? 0 : minorOf(tax, currency);
  const percent = Math.round(Number(discount.trim() || '0') * 100);
  const isAmount = minor !== undefined && minor > 0;
  const isDiscount = percent >= 0 && percent <= 10_000;
  const terms: Terms | undefined =
    isAmount && isDiscount && taxMinor !== undefined
      ? { amount: minor, interval: interval as Interval, discount: percent, tax: taxMinor }
      : undefined;
  return {
    terms,
    currency,
    fields: { amount, setAmount, interval, setInterval, discount, setDiscount, tax, setTax },
    isAmount,
    isDiscount,
    isTax: taxMinor !== undefined,
  };
}

type Props = { form: ReturnType<typeof useTermsForm>; error: unknown; wasTried: boolean };

export function TermsFields({ form, error, wasTried }: Props) {
  const { fields, currency, isAmount, isDiscount, isTax } = form;
  return (
    <>
      <MoneyField
        label={t(words.amountOf)}
        value={fields.amount}
        onChange={fields.setAmount}
        currency={currency}
        fault={wasTried && !isAmount ? t(words.badAmount) : faultOf(error, 'amount')}
      />
      <Select
        label={t(words.interval)}
        value={fields.interval}
        onChange={fields.setInterval}
        options={intervalOptions}
        fault={faultOf(error, 'interval')}
      />
      <div className="pair-of-fields">
        <Field
          label={t(words.discount)}
          inputMode="decimal"
          value={fields.discount}
          onChange={fields.setDiscount}
          fault={wasTried && !isDiscount ? t(words.badDiscount) : faultOf(error, 'discount')}
        />
        <Field
          label={t(words.tax)}
          inputMode="decimal"
          value={fields.tax}
          onChange={fields.setTax}
          fault={wasTried && !isTax ? t(words.badAmount) : faultOf(error, 'tax')}
        />
      </div>
    </>
  );
}

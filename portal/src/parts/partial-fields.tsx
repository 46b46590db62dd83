import { useState } from 'react';
import type { NewPayLink } from '../../../clients/typescript/src/index.ts';
import { faultOf } from '../data/change.tsx';
import { money } from '../data/format.ts';
import { minorOf } from '../data/minor.ts';
import { t } from '../words/language.ts';
import { parts as words } from '../words/parts.ts';
import { Check, MoneyField } from './field.tsx';

/** Whether a bill may be paid in parts, and the smallest of them. */
export function usePartial(currency: string, sum: number) {
  const [isAllowed, setAllowed] = useState(false);
  const [typed, setTyped] = useState('');
  const minimum = typed.trim() === '' ? undefined : minorOf(typed, currency);
  const most = Math.floor(sum / 2);
  const isEmpty = typed.trim() === '';
  return {
    ...{ currency, isAllowed, setAllowed, typed, setTyped, most },
    isGood: !isAllowed || isEmpty || (minimum !== undefined && minimum > 0 && minimum <= most),
    sent: (isAllowed
      ? { partialPayments: minimum === undefined ? {} : { minimum } }
      : {}) satisfies Partial<NewPayLink>,
  };
}

type Props = { form: ReturnType<typeof usePartial>; error: unknown; wasTried: boolean };

export function PartialFields({ form, error, wasTried }: Props) {
  const { currency, isAllowed, typed, most, isGood } = form;
  const fault = t(words.minimumFault(money(most, currency)));
  return (
    <>
      <Check
        label={t(words.allowed)}
        hint={t(words.allowedHint)}
        value={isAllowed}
        onChange={form.setAllowed}
      />
      {isAllowed && (
        <MoneyField
          label={t(words.minimum)}
          value={typed}
          onChange={form.setTyped}
          currency={currency}
          fault={wasTried && !isGood ? fault : faultOf(error, 'partialPayments.minimum')}
        />
      )}
    </>
  );
}

import { useState } from 'react';
import type { AchEntry } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { money } from '../data/format.ts';
import { minorOf, typedOf } from '../data/minor.ts';
import { bankTransfers as words } from '../words/bank-transfers.ts';
import { t } from '../words/language.ts';
import { achCurrency } from './ach-parts.tsx';
import { Confirm } from './confirm.tsx';
import { MoneyField } from './field.tsx';

/** Sends a returned debit once more; its amount is changed only where the bank asks for that. */
export function RepresentDialog({ entry, onClose }: { entry: AchEntry; onClose(): void }) {
  const { client } = useHere();
  const former = entry.amount ?? 0;
  const [typed, setTyped] = useState(typedOf(former, achCurrency));
  const [wasTried, setTried] = useState(false);
  const amount = minorOf(typed, achCurrency);
  const isGood = amount !== undefined && amount > 0;
  const change = useChange(
    (minor: number, options) =>
      client.achEntries.represent(entry.id, minor === former ? {} : { amount: minor }, options),
    { done: () => ({ text: t(words.represented) }), after: onClose },
  );
  return (
    <Confirm
      title={t(words.represent)}
      verb={t(words.representOf(isGood ? money(amount, achCurrency) : ''))}
      change={change}
      onConfirm={() => {
        setTried(true);
        if (isGood) change.mutate(amount);
      }}
      onClose={onClose}
    >
      <p>{t(words.representText)}</p>
      <MoneyField
        label={t(words.representAmount)}
        value={typed}
        onChange={setTyped}
        currency={achCurrency}
        fault={wasTried && !isGood ? t(words.badAmount) : faultOf(change.error, 'amount')}
      />
    </Confirm>
  );
}

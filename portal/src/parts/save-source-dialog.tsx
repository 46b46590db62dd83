import { useRef, useState } from 'react';
import type { Customer, Token } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { common } from '../words/common.ts';
import { customers as words } from '../words/customers.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { customerName } from './customer-parts.tsx';
import { Dialog } from './dialog.tsx';
import { Fault } from './show.tsx';
import { BankFields, CardFields, MethodChoice, sourceIn } from './source-fields.tsx';
import { tokenName } from './token-list.tsx';

type Props = { customer: Customer; onSaved(token: Token): void; onClose(): void };

/** Saves a card or bank account of a customer, and charges nothing. */
export function SaveSourceDialog({ customer, onSaved, onClose }: Props) {
  const { client } = useHere();
  const choice = useRef<HTMLFieldSetElement>(null);
  const [method, setMethod] = useState<Token['method']>('card');
  const save = useChange(
    (_: undefined, options) => {
      // Read where it is sent, so that no state holds a number.
      const source = sourceIn(choice.current!.form!, method);
      return client.tokens.create({ customerId: customer.id, source }, options);
    },
    {
      done: (token) => ({ text: t(words.sourceSaved(tokenName(token))) }),
      // Whoever closed it meanwhile is elsewhere.
      after: (token) => choice.current && onSaved(token),
    },
  );
  return (
    <Dialog
      title={t(words.saveSourceOf(customerName(customer)))}
      onClose={onClose}
      onSubmit={() => {
        if (!save.isPending) save.mutate(undefined);
      }}
      foot={
        <Button type="submit" look="main" working={save.isPending ? t(common.saving) : undefined}>
          {t(common.save)}
        </Button>
      }
    >
      <MethodChoice ref={choice} label={t(words.whatIsSaved)} value={method} onChange={setMethod} />
      {method === 'card' ? (
        <CardFields error={save.error} isOnlySaved />
      ) : (
        <BankFields error={save.error} />
      )}
      <p className="soft">{t(method === 'card' ? words.saveCardNote : words.saveAccountNote)}</p>
      <Fault error={save.error} />
    </Dialog>
  );
}

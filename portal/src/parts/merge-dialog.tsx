import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Customer } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { asSeen, useChange } from '../data/change.tsx';
import { money, phone } from '../data/format.ts';
import { common } from '../words/common.ts';
import { merging as words } from '../words/customer-merge.ts';
import { customers } from '../words/customers.ts';
import { t } from '../words/language.ts';
import { places } from '../words/places.ts';
import { Button } from './button.tsx';
import { CustomerPicker, customerName } from './customer-parts.tsx';
import { Dialog } from './dialog.tsx';
import { Fault, Note, State, When } from './show.tsx';

type Props = { customer: Customer; onClose(): void };

/** Makes one customer of two: the consequence first, then both side by side. */
export function MergeCustomersDialog({ customer, onClose }: Props) {
  const { client } = useHere();
  const [, go] = useLocation();
  const [other, setOther] = useState<Customer>();
  const [isTurned, setTurned] = useState(false);
  const isSame = other?.id === customer.id;
  const pair = other && !isSame ? ([customer, other] as const) : undefined;
  const [stays, goes] = pair && isTurned ? [pair[1], pair[0]] : (pair ?? []);
  const merge = useChange(
    async (_: undefined, options) => {
      const seen = await asSeen(options, stays!, () => client.customers.retrieve(stays!.id));
      return await client.customers.merge(stays!.id, { from: goes!.id }, seen);
    },
    {
      done: (kept) => ({ text: t(words.done(customerName(kept))) }),
      after(kept) {
        onClose();
        go(`/customers/${kept.id}`, { replace: true });
      },
    },
  );
  const submit = () => {
    if (stays && !merge.isPending) merge.mutate(undefined);
  };
  const because = isSame ? t(words.same) : stays ? undefined : t(words.chooseOther);
  return (
    <Dialog
      title={t(words.title)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button
          type="submit"
          look="danger"
          because={because}
          working={merge.isPending ? t(common.working) : undefined}
        >
          {t(words.mergeNow)}
        </Button>
      }
    >
      <Note tone="wait" title={t(words.noUndo)}>
        {t(words.consequence)}
      </Note>
      <CustomerPicker
        value={other}
        onChange={setOther}
        fault={isSame ? t(words.same) : undefined}
      />
      {stays && goes && (
        <>
          <Comparison stays={stays} goes={goes} />
          <p>
            <Button small icon="refund" onClick={() => setTurned(!isTurned)}>
              {t(words.keepOther)}
            </Button>
          </p>
          <p className="soft">{t(words.lacks)}</p>
        </>
      )}
      <Fault error={merge.error} />
    </Dialog>
  );
}

type Pair = { stays: Customer; goes: Customer };

function Comparison({ stays, goes }: Pair) {
  const { business } = useHere();
  const [kept, lost] = [useFigures(stays), useFigures(goes)];
  const details: readonly (readonly [string, (one: Customer) => string])[] = [
    [t(common.name), ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' ')],
    [t(common.email), ({ email }) => email],
    [t(common.phone), (one) => phone(one.phone)],
    [t(customers.externalId), ({ externalId }) => externalId ?? ''],
    [t(customers.address), addressOf],
  ];
  const sums = (of: ReturnType<typeof useFigures>) =>
    of?.totals.map(({ paid, currency }) => money(paid, currency)).join(', ') ||
    money(0, business.currency);
  return (
    <div className="compare">
      <table className="table plain" aria-label={t(words.sideBySide)}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t(words.stays)}</th>
            <th scope="col">{t(words.goes)}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t(places.customer)}</th>
            <td className="mono">{stays.id}</td>
            <td className="mono">{goes.id}</td>
          </tr>
          {details.map(([title, of]) => {
            const isTaken = of(stays) === '' && of(goes) !== '';
            return (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{of(stays) || (isTaken ? '' : '–')}</td>
                <td className={isTaken ? undefined : 'soft'}>
                  {isTaken ? <b>{of(goes)}</b> : of(goes) || '–'}
                </td>
              </tr>
            );
          })}
          <tr>
            <th scope="row">{t(common.status)}</th>
            {[stays, goes].map(({ id, status }) => (
              <td key={id}>
                <State state={status} />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t(customers.since)}</th>
            {[stays, goes].map(({ id, createdAt }) => (
              <td key={id}>
                <When at={createdAt} />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t(customers.invoices)}</th>
            <td className="digits">{kept?.invoices}</td>
            <td className="digits">{lost?.invoices}</td>
          </tr>
          <tr>
            <th scope="row">{t(customers.paidSoFar)}</th>
            <td className="digits">{kept && sums(kept)}</td>
            <td className="digits">{lost && sums(lost)}</td>
          </tr>
          <tr>
            <th scope="row">{t(customers.tokens)}</th>
            <td className="digits">{kept?.tokens}</td>
            <td className="digits">{lost?.tokens}</td>
          </tr>
          <tr>
            <th scope="row">{t(places.subscriptions)}</th>
            <td className="digits">{kept?.subscriptions}</td>
            <td className="digits">{lost?.subscriptions}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const most = 20;

/** Counts the objects of a customer. */
function useFigures({ id: customerId }: Customer) {
  const { business, client } = useHere();
  const { data } = useQuery({
    queryKey: [business.id, 'customers', customerId, 'figures'],
    queryFn: async () => {
      const [customer, tokens, subscriptions] = await Promise.all([
        client.customers.retrieve(customerId, { expand: ['totals'] }),
        client.tokens.list({ customerId, limit: most }),
        client.subscriptions.list({ customerId, limit: most }),
      ]);
      const countOf = ({ data: rows, hasMore }: typeof tokens | typeof subscriptions) =>
        hasMore ? `${most}+` : String(rows.length);
      const totals = customer.totals ?? [];
      const invoices = totals.reduce((sum, one) => sum + one.invoices, 0);
      return {
        totals,
        invoices,
        tokens: countOf(tokens),
        subscriptions: countOf(subscriptions),
      };
    },
  });
  return data;
}

function addressOf({ address1, address2, city, state, postalCode }: Customer): string {
  return [address1, address2, city, [state, postalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
}

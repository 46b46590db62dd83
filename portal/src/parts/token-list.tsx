import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Token } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { brandName } from '../data/format.ts';
import { common } from '../words/common.ts';
import { customers as words } from '../words/customers.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { statusColumn, timeColumn } from './columns.tsx';
import { Confirm } from './confirm.tsx';
import type { Column } from './list-screen.tsx';
import { PartList } from './part-list.tsx';
import { Copy, Method, Note } from './show.tsx';

/** Visa •••• 4242, as text. */
export function tokenName({ method, brand, last4 }: Token): string {
  const name = method === 'bank' ? t(common.bank) : brandName(brand) || t(common.card);
  return `${name} •••• ${last4}`;
}

/** 08/32 */
export function expiryOf({ expiryMonth, expiryYear }: Token): string {
  if (expiryMonth === null || expiryYear === null) return '';
  return `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`;
}

/** The way to where a card or account is saved, from where one is missing. */
export function SaveSourceLink({ customerId }: { customerId: string }) {
  return <Link href={`/customers/${customerId}?part=saved`}>{t(words.saveSource)}</Link>;
}

/** Subscriptions that will charge a card again. */
const living = ['scheduled', 'incomplete', 'trialing', 'active', 'past_due', 'paused'] as const;

type Props = {
  customerId: string;
  /** Undefined: this person may not save one. */
  onSave: (() => void) | undefined;
};

export function TokenList({ customerId, onSave }: Props) {
  const { client, may } = useHere();
  const [leaving, setLeaving] = useState<Token>();
  const columns: readonly Column<Token>[] = [
    { title: common.method, onPhone: 1, cell: (one) => <Method {...one} /> },
    statusColumn(2),
    { title: words.expires, onPhone: 3, cell: (one) => expiryOf(one) },
    { title: words.holder, stretches: true, cell: ({ holder }) => holder },
    { title: common.identifiers, cell: ({ token }) => <Copy text={token} /> },
    timeColumn(words.savedAt, ({ createdAt }) => createdAt),
    {
      title: words.deleteToken,
      isNumber: true,
      onPhone: 4,
      cell: (one) =>
        may('charge') &&
        one.status === 'active' && (
          <Button small look="plain" onClick={() => setLeaving(one)}>
            {t(words.deleteToken)}
          </Button>
        ),
    },
  ];
  return (
    <>
      {onSave && (
        <div className="pad row">
          <Button icon="plus" onClick={onSave}>
            {t(words.saveSource)}
          </Button>
        </div>
      )}
      <PartList
        name={['customers', customerId, 'tokens']}
        title={t(words.tokens)}
        icon="card"
        read={(cursor) => client.tokens.list({ customerId, ...cursor })}
        id={({ token }) => token}
        columns={columns}
        empty={t(words.noTokens)}
      />
      {leaving && <DeleteTokenDialog token={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

function DeleteTokenDialog({ token, onClose }: { token: Token; onClose(): void }) {
  const { business, client } = useHere();
  const used = useQuery({
    queryKey: [business.id, 'subscriptions', 'of token', token.token],
    queryFn: async () =>
      await client.subscriptions.list({ token: token.token, status: living, limit: 100 }),
  });
  const remove = useChange((_: undefined, options) => client.tokens.delete(token.token, options), {
    done: () => ({ text: t(words.deleted) }),
    after: onClose,
  });
  const count = used.data?.data.length ?? 0;
  const name = tokenName(token);
  return (
    <Confirm
      title={t(words.deleteTitle(name))}
      verb={`${t(words.deleteToken)} ${name}`}
      isGrave
      change={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {count > 0 && <Note tone="wait" title={t(words.deleteUsed(count))} />}
      <p>{t(words.deleteText)}</p>
    </Confirm>
  );
}

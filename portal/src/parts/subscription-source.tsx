import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Subscription } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { money } from '../data/format.ts';
import { t } from '../words/language.ts';
import { subscriptions as words } from '../words/subscriptions.ts';
import { Confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';
import { Option } from './option.tsx';
import { Bones, Fault, Note } from './show.tsx';
import { expiryOf, SaveSourceLink, tokenName } from './token-list.tsx';

type Props = { subscription: Subscription; etag: string | undefined; onClose(): void };

/** Charges another saved card or account of the same customer, and what is open at once. */
export function SourceDialog({ subscription, etag, onClose }: Props) {
  const { business, client } = useHere();
  const { id, customerId, currency, token: present } = subscription;
  const [chosen, setChosen] = useState<string>();
  const saved = useQuery({
    queryKey: [business.id, 'tokens', 'of customer', customerId],
    queryFn: async () => await client.tokens.list({ customerId, status: 'active', limit: 100 }),
  });
  const owed = useQuery({
    queryKey: [business.id, 'subscriptions', id, 'owed'],
    queryFn: async () => {
      const [open, unpaid] = await Promise.all(
        (['open', 'unpaid'] as const).map((status) =>
          client.subscriptions.listPeriods(id, { status, limit: 100 }),
        ),
      );
      return [...open!.data, ...unpaid!.data];
    },
  });
  const change = useChange(
    (token: string, options) =>
      client.subscriptions.changeSource(id, { token }, { ...options, ifMatch: etag }),
    { done: () => ({ text: t(words.changed) }), after: onClose },
  );
  const title = t(words.anotherSource);
  const error = saved.error ?? owed.error;
  if (!saved.data || !owed.data)
    return (
      <Dialog title={title} onClose={onClose}>
        {error ? <Fault error={error} /> : <Bones rows={2} />}
      </Dialog>
    );
  const others = saved.data.data.filter(({ token }) => token !== present);
  const now = saved.data.data.find(({ token }) => token === present);
  const sum = owed.data.reduce((all, { amount }) => all + amount, 0);
  const invoice = owed.data.find(({ invoiceId }) => invoiceId !== null)?.invoiceId;
  if (others.length === 0)
    return (
      <Dialog title={title} onClose={onClose}>
        <Note tone="wait" title={t(words.noOtherSource)}>
          <SaveSourceLink customerId={customerId} />{' '}
          {invoice && (
            <Link href={`/invoices/${invoice}`}>{t(words.openInvoice(money(sum, currency)))}</Link>
          )}
        </Note>
      </Dialog>
    );
  const to = others.find(({ token }) => token === chosen) ?? others[0]!;
  return (
    <Confirm
      title={title}
      verb={t(
        sum > 0
          ? words.chargeTo(tokenName(to), money(sum, currency))
          : words.chargeLater(tokenName(to)),
      )}
      change={change}
      onConfirm={() => change.mutate(to.token)}
      onClose={onClose}
    >
      {now && (
        <p className="soft">
          {t(words.sourceNow([tokenName(now), expiryOf(now)].filter(Boolean).join(', ')))}
        </p>
      )}
      <fieldset>
        <legend className="unseen">{t(words.source)}</legend>
        {others.map((one) => (
          <Option
            key={one.token}
            name="source"
            title={tokenName(one)}
            text={[one.holder, expiryOf(one)].filter(Boolean).join(' · ')}
            isChosen={one.token === to.token}
            onChoose={() => setChosen(one.token)}
          />
        ))}
      </fieldset>
      <p className="soft">
        {t(sum > 0 ? words.sourceOpen(money(sum, currency)) : words.sourceLater)}
      </p>
    </Confirm>
  );
}

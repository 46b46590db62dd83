import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { LedgerAccount } from '../../../clients/typescript/src/index.ts';
import { useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { endOfDay } from '../data/days.ts';
import { money } from '../data/format.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { ledgerTabs, RouteTabs } from '../parts/route-tabs.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Amount, Bones, Empty, Fault } from '../parts/show.tsx';
import { VerifyLedger } from '../parts/verify-ledger.tsx';
import { t } from '../words/language.ts';
import { accountWords, ledger as words } from '../words/ledger.ts';
import { places as titles } from '../words/places.ts';

/** The balance of every account, now or at the end of a day. */
export default function Ledger() {
  const { business, client, may } = useHere();
  const [{ day = '' }, change] = useQueryOfAddress();
  const [isVerifying, setVerifying] = useState(false);
  const at = day === '' ? {} : { at: endOfDay(day, business.timeZone) };
  const found = useQuery({
    queryKey: [business.id, 'ledger', 'accounts', day],
    queryFn: async () => (await client.ledgerAccounts.list(at)).data,
  });
  return (
    <Sheet
      title={t(titles.ledger)}
      actions={
        may('administer') && (
          <Button icon="check" onClick={() => setVerifying(true)}>
            {t(words.verify)}
          </Button>
        )
      }
      tabs={<RouteTabs tabs={ledgerTabs} />}
    >
      <div className="pad stack">
        <div className="row wrap">
          <Field
            label={t(words.atEnd)}
            type="date"
            value={day}
            onChange={(value) => change({ day: value })}
          />
          {day !== '' && <Button onClick={() => change({ day: undefined })}>{t(words.now)}</Button>}
        </div>
        <p className="soft small">{t(words.balanceText)}</p>
      </div>
      {found.error ? (
        <div className="pad">
          <Fault error={found.error} retry={() => void found.refetch()} />
        </div>
      ) : found.data === undefined ? (
        <Bones />
      ) : found.data.length === 0 ? (
        <Empty icon="book" title={t(words.empty)} text={t(words.emptyText)} />
      ) : (
        <Accounts accounts={found.data} />
      )}
      {isVerifying && <VerifyLedger onClose={() => setVerifying(false)} />}
    </Sheet>
  );
}

function Accounts({ accounts }: { accounts: readonly LedgerAccount[] }) {
  const sums = Map.groupBy(accounts, ({ currency }) => currency);
  return (
    <table className="table fold">
      <caption className="unseen">{t(words.accounts)}</caption>
      <thead>
        <tr>
          <th scope="col">{t(words.account)}</th>
          <th scope="col" className="wide-only">
            {t(words.means)}
          </th>
          <th scope="col" className="num">
            {t(words.balance)}
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ account, currency, balance }) => (
          <tr key={`${account} ${currency}`}>
            <td className="p1">
              <Link
                className="whole mono"
                href={`/ledger/transfers?account=${encodeURIComponent(account)}`}
              >
                {account}
              </Link>
            </td>
            <td className="stretch soft wide-only">{meaningOf(account)}</td>
            <td className="num p2">
              <Amount minor={balance} currency={currency} />
            </td>
          </tr>
        ))}
        {[...sums].map(([currency, group]) => (
          <tr key={currency}>
            <td className="p1">
              <b>{t(words.sum)}</b>
            </td>
            <td className="stretch soft wide-only">{currency}</td>
            <td className="num p2">
              <b>
                {money(
                  group.reduce((sum, { balance }) => sum + balance, 0),
                  currency,
                )}
              </b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function meaningOf(account: string): string {
  const means = accountWords[account.split(':')[0]!];
  return means ? t(means) : '';
}

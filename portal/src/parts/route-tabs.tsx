import { Link, useLocation } from 'wouter';
import { bankTransfers } from '../words/bank-transfers.ts';
import { books } from '../words/books.ts';
import { common } from '../words/common.ts';
import { type Text, t } from '../words/language.ts';
import { leads } from '../words/leads.ts';
import { ledger } from '../words/ledger.ts';

type Tab = { readonly href: string; readonly title: Text };

/** Lists that belong together, each with its own address. */
export function RouteTabs({ tabs }: { tabs: readonly Tab[] }) {
  const [path] = useLocation();
  return (
    <nav className="tabs" aria-label={t(common.details)}>
      {tabs.map(({ href, title }) => (
        <Link key={href} href={href} aria-current={path === href ? 'true' : undefined}>
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}

export const bookTabs: readonly Tab[] = [
  { href: '/batches', title: books.batches },
  { href: '/payouts', title: books.payouts },
];

export const ledgerTabs: readonly Tab[] = [
  { href: '/ledger', title: ledger.accounts },
  { href: '/ledger/transfers', title: ledger.transfers },
];

export const achTabs: readonly Tab[] = [
  { href: '/ach-entries', title: bankTransfers.entries },
  { href: '/ach-files', title: bankTransfers.files },
  { href: '/ach-returns', title: bankTransfers.returns },
  { href: '/account-validations', title: bankTransfers.validations },
];

export const leadTabs: readonly Tab[] = [
  { href: '/leads', title: leads.leads },
  { href: '/lead-forms', title: leads.forms },
];

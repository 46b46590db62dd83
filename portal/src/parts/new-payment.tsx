import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useHere } from '../data/business.tsx';
import { useKeys } from '../data/keys.ts';
import { t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { Icon } from './icon.tsx';

/** The way to the terminal, by button and by key; nothing for whoever may not charge. */
export function useNewPayment(): ReactNode {
  const { may } = useHere();
  const [, go] = useLocation();
  useKeys(may('charge') ? { N: () => go('/terminal') } : {});
  if (!may('charge')) return null;
  return (
    <Link className="btn main" href="/terminal">
      <Icon name="plus" />
      {t(words.newPayment)}
      <kbd className="desk-only">N</kbd>
    </Link>
  );
}

import type { Invoice, PayLink } from '../../../clients/typescript/src/index.ts';
import { money } from '../data/format.ts';
import { t } from '../words/language.ts';
import { parts as words } from '../words/parts.ts';
import { Note } from './show.tsx';

type Owed = Pick<Invoice | PayLink, 'amountPaid' | 'amountLeft' | 'currency'>;

/** What ends with an invoice of which a part was paid. */
export function OnlyRest({ of: { amountPaid, amountLeft, currency } }: { of: Owed }) {
  if (amountPaid === 0 || amountLeft === 0) return null;
  const sums = [money(amountPaid, currency), money(amountLeft, currency)] as const;
  return <Note tone="wait" title={t(words.onlyRest(...sums))} />;
}

import type { AchEntry, AchReturn } from '../../../clients/typescript/src/index.ts';
import { bankCodes } from '../words/bank-codes.ts';
import { entryKinds, bankTransfers as words } from '../words/bank-transfers.ts';
import { inWords, t } from '../words/language.ts';
import { amountColumn, createdColumn, statusColumn, timeColumn } from './columns.tsx';
import type { Column } from './list-screen.tsx';
import { Tag } from './show.tsx';

/** Amounts of bank transfers are US dollars. */
export const achCurrency = 'USD';

export function kindOf({ kind }: Pick<AchEntry, 'kind'>): string {
  return t(entryKinds[kind]);
}

/** Explains a return or correction code of a bank. */
export function meaningOf(code: string, title: string): string {
  return inWords({ code, message: title }, bankCodes);
}

export function Account({ last4 }: { last4: string }) {
  return <span className="digits">•••• {last4}</span>;
}

export const entryColumns: readonly Column<AchEntry>[] = [
  amountColumn(achCurrency),
  statusColumn(),
  { title: words.entry, onPhone: 1, cell: kindOf },
  { title: words.account, onPhone: 3, cell: ({ last4 }) => <Account last4={last4} /> },
  {
    title: words.trace,
    cell: ({ traceNumber }) => <span className="digits">{traceNumber}</span>,
  },
  {
    title: words.returnCode,
    stretches: true,
    cell: ({ returnCode, returnReason, isSameDay }) => (
      <>
        {returnCode !== null &&
          [returnCode, meaningOf(returnCode, returnReason ?? '')].filter(Boolean).join(' · ')}{' '}
        {isSameDay && <Tag>{t(words.sameDay)}</Tag>}
      </>
    ),
  },
  createdColumn(),
];

export const returnColumns: readonly Column<AchReturn>[] = [
  amountColumn(achCurrency),
  {
    title: words.code,
    onPhone: 1,
    cell: ({ code, kind }) => (
      <>
        <b>{code}</b> {t(kind === 'return' ? words.kindReturn : words.kindCorrection)}
      </>
    ),
  },
  { title: words.account, onPhone: 3, cell: ({ last4 }) => <Account last4={last4} /> },
  { title: words.says, stretches: true, cell: ({ code, title }) => meaningOf(code, title) },
  {
    title: words.applied,
    cell: ({ isApplied }) => !isApplied && <Tag>{t(words.notApplied)}</Tag>,
  },
  timeColumn(words.received, ({ receivedAt }) => receivedAt, 4),
];

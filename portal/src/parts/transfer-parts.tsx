import { Link } from 'wouter';
import type { LedgerTransfer } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { t } from '../words/language.ts';
import { ledger as words } from '../words/ledger.ts';
import { amountColumn, timeColumn } from './columns.tsx';
import type { Column } from './list-screen.tsx';
import { PartList } from './part-list.tsx';
import { Copy, type Fact } from './show.tsx';

/** The causes of a transfer, the nearest first. */
export function causesOf(transfer: LedgerTransfer): Fact[] {
  const { disputeId, entryId, refundId, batchId, paymentId } = transfer;
  const linked = (term: string, home: string, id: string | null): Fact => [
    term,
    id !== null && (
      <Link key={home} href={`${home}${id}`}>
        {id}
      </Link>
    ),
  ];
  const facts: Fact[] = [
    linked(t(words.dispute), '/disputes/', disputeId),
    linked(t(words.entry), '/ach-entries/', entryId),
    [t(words.refund), refundId !== null && <Copy text={refundId} />],
    linked(t(words.batch), '/batches/', batchId),
    linked(t(words.payment), '/payments/', paymentId),
  ];
  return facts.filter(([, value]) => value !== false);
}

export const transferColumns: readonly Column<LedgerTransfer>[] = [
  amountColumn(),
  { title: words.debit, onPhone: 1, cell: ({ debit }) => <span className="mono">{debit}</span> },
  {
    title: words.credit,
    onPhone: 3,
    cell: ({ credit }) => <span className="mono">{credit}</span>,
  },
  {
    title: words.cause,
    stretches: true,
    cell: (one) => {
      const [cause] = causesOf(one);
      return (
        cause && (
          <>
            {cause[0]} {cause[1]}
          </>
        )
      );
    },
  },
  timeColumn(words.written, ({ madeAt }) => madeAt, 4),
];

type Of = Readonly<Partial<Record<'disputeId' | 'paymentId' | 'batchId', string>>>;

/** Ledger rows that an object caused. */
export function TransfersOf({ of, empty }: { of: Of; empty: string }) {
  const { client } = useHere();
  return (
    <PartList
      name={['ledger', 'of', ...Object.entries(of).flat()]}
      title={t(words.transfers)}
      icon="book"
      read={(cursor) => client.ledgerTransfers.list({ ...of, ...cursor })}
      id={({ id }) => id}
      href={({ id }) => `/ledger/transfers/${id}`}
      columns={transferColumns}
      empty={empty}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import type { LedgerTransfer } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money } from '../data/format.ts';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { PartList } from '../parts/part-list.tsx';
import { Copy, Facts, SideBlock, When } from '../parts/show.tsx';
import { causesOf, transferColumns } from '../parts/transfer-parts.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { ledger as words } from '../words/ledger.ts';

export default function LedgerTransferScreen() {
  const { transferId = '' } = useParams();
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'ledger', 'transfers', transferId],
    queryFn: () => client.ledgerTransfers.retrieve(transferId),
  });
  return (
    <Detail
      found={found}
      title={t(words.transfer)}
      titleOf={({ id }) => `${t(words.transfer)} ${id}`}
      crumb={{ text: t(words.transfers), href: '/ledger/transfers' }}
    >
      {(one) => (
        <ObjectFrame
          headline={money(one.amount, one.currency)}
          unit={one.currency}
          sub={[
            <span key="accounts" className="mono">
              {one.debit} ← {one.credit}
            </span>,
            <When key="at" at={one.madeAt} />,
          ]}
          side={<Side transfer={one} />}
        >
          <WrittenWithIt transfer={one} />
        </ObjectFrame>
      )}
    </Detail>
  );
}

/** All that one transaction wrote. */
function WrittenWithIt({ transfer: { id, madeAt } }: { transfer: LedgerTransfer }) {
  const { client } = useHere();
  const madeTo = new Date(Date.parse(madeAt) + 1).toISOString();
  return (
    <PartList
      name={['ledger', 'transfers', id, 'with it']}
      title={t(words.both)}
      icon="book"
      read={(cursor) => client.ledgerTransfers.list({ ...cursor, madeFrom: madeAt, madeTo })}
      id={(one) => one.id}
      href={(one) => `/ledger/transfers/${one.id}`}
      columns={transferColumns}
      empty={t(words.empty)}
    />
  );
}

function Side({ transfer }: { transfer: LedgerTransfer }) {
  const { debit, credit, madeAt, id } = transfer;
  const toAccount = (account: string) => (
    <Link href={`/ledger/transfers?account=${encodeURIComponent(account)}`}>{account}</Link>
  );
  return (
    <>
      <SideBlock title={t(common.details)}>
        <Facts
          facts={[
            [t(words.debit), toAccount(debit)],
            [t(words.credit), toAccount(credit)],
            [t(words.written), <When key="w" at={madeAt} />],
          ]}
        />
      </SideBlock>
      <SideBlock title={t(words.cause)}>
        <Facts facts={causesOf(transfer)} />
      </SideBlock>
      <SideBlock title={t(common.identifiers)}>
        <Facts facts={[[t(words.transfer), <Copy key="i" text={id} />]]} />
      </SideBlock>
    </>
  );
}

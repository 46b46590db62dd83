import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { useHere } from '../data/business.tsx';
import { money } from '../data/format.ts';
import { Account, achCurrency, meaningOf } from '../parts/ach-parts.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { Copy, Facts, Note, SideBlock, When } from '../parts/show.tsx';
import { bankTransfers as words } from '../words/bank-transfers.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';

export default function AchReturnScreen() {
  const { returnId = '' } = useParams();
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'achReturns', returnId],
    queryFn: () => client.achReturns.retrieve(returnId),
  });
  return (
    <Detail
      found={found}
      title={t(words.kindReturn)}
      titleOf={({ code, title }) => `${code} ${meaningOf(code, title)}`}
      crumb={{ text: t(words.returns), href: '/ach-returns' }}
    >
      {(one) => (
        <ObjectFrame
          headline={one.amount === null ? one.code : money(one.amount, achCurrency)}
          {...(one.amount !== null && { unit: achCurrency })}
          sub={[
            t(one.kind === 'return' ? words.kindReturn : words.kindCorrection),
            <Account key="account" last4={one.last4} />,
            <When key="at" at={one.receivedAt} />,
          ]}
          notes={
            <Note
              tone={one.kind === 'return' ? 'bad' : 'wait'}
              title={`${one.code}: ${meaningOf(one.code, one.title)}`}
            >
              {!one.isApplied && t(words.notApplied)}
            </Note>
          }
          side={
            <SideBlock title={t(common.details)}>
              <Facts
                facts={[
                  [
                    t(words.entry),
                    <Link key="e" href={`/ach-entries/${one.entryId}`}>
                      {one.entryId}
                    </Link>,
                  ],
                  [
                    t(words.payment),
                    one.paymentId && (
                      <Link href={`/payments/${one.paymentId}`}>{one.paymentId}</Link>
                    ),
                  ],
                  [
                    t(words.file),
                    one.fileId ? (
                      <Link key="f" href={`/ach-files/${one.fileId}`}>
                        {one.fileId}
                      </Link>
                    ) : (
                      t(words.byHand)
                    ),
                  ],
                  [t(words.trace), one.traceNumber && <Copy text={one.traceNumber} />],
                  [t(words.applied), t(one.isApplied ? common.yes : common.no)],
                  [t(words.received), <When key="r" at={one.receivedAt} />],
                  [t(common.identifiers), <Copy key="i" text={one.id} />],
                ]}
              />
            </SideBlock>
          }
        />
      )}
    </Detail>
  );
}

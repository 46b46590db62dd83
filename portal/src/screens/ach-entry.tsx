import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import type { AchEntry } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { calendarDay, money } from '../data/format.ts';
import { useLiveRefresh } from '../data/live.tsx';
import { Account, achCurrency, kindOf, meaningOf, returnColumns } from '../parts/ach-parts.tsx';
import { Button } from '../parts/button.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { PartList } from '../parts/part-list.tsx';
import { RepresentDialog } from '../parts/represent-dialog.tsx';
import { Copy, Facts, Note, SideBlock, When } from '../parts/show.tsx';
import { bankTransfers as words } from '../words/bank-transfers.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';

export default function AchEntryScreen() {
  const { entryId = '' } = useParams();
  const { business, client, may } = useHere();
  const [isAsked, setAsked] = useState(false);
  const found = useQuery({
    queryKey: [business.id, 'achEntries', entryId],
    queryFn: () => client.achEntries.retrieve(entryId),
  });
  useLiveRefresh(['payment.', 'deposit.'], () => void found.refetch());
  return (
    <Detail
      found={found}
      title={t(words.entry)}
      titleOf={(one) => `${kindOf(one)} ${one.id}`}
      crumb={{ text: t(words.entries), href: '/ach-entries' }}
      actions={(one) =>
        one.status === 'returned' &&
        one.kind === 'debit' &&
        may('administer') && (
          <Button look="main" icon="replay" onClick={() => setAsked(true)}>
            {t(words.represent)}
          </Button>
        )
      }
    >
      {(one) => (
        <ObjectFrame
          headline={one.amount === null ? kindOf(one) : money(one.amount, achCurrency)}
          {...(one.amount !== null && { unit: achCurrency })}
          state={one.status}
          sub={[
            kindOf(one),
            <Account key="account" last4={one.last4} />,
            <When key="at" at={one.createdAt} />,
          ]}
          notes={
            one.returnCode !== null && (
              <Note tone="bad" title={t(words.cameBack(one.returnCode))}>
                {meaningOf(one.returnCode, one.returnReason ?? '')} <When at={one.returnedAt} />
              </Note>
            )
          }
          side={<Side entry={one} />}
        >
          <PartList
            name={['achReturns', 'of', one.id]}
            title={t(words.returns)}
            icon="refund"
            read={(cursor) => client.achReturns.list({ entryId: one.id, ...cursor })}
            id={({ id }) => id}
            href={({ id }) => `/ach-returns/${id}`}
            columns={returnColumns}
            empty={t(words.noReturns)}
          />
          {isAsked && <RepresentDialog entry={one} onClose={() => setAsked(false)} />}
        </ObjectFrame>
      )}
    </Detail>
  );
}

function Side({ entry }: { entry: AchEntry }) {
  const { fileId, paymentId, refundId, traceNumber, effectiveOn } = entry;
  return (
    <>
      <SideBlock title={t(words.account)}>
        <Facts
          facts={[
            [t(words.account), <Account key="a" last4={entry.last4} />],
            [t(words.accountKind), t(words[entry.accountKind])],
            [
              t(words.routing),
              <span key="r" className="digits">
                {entry.routingNumber}
              </span>,
            ],
          ]}
        />
      </SideBlock>
      <SideBlock title={t(common.details)}>
        <Facts
          facts={[
            [t(words.secCode), entry.secCode],
            [t(words.presentment), String(entry.presentment)],
            [t(words.sameDay), t(entry.isSameDay ? common.yes : common.no)],
            entry.amount === null && [t(common.amount), t(words.hidden)],
            [t(common.created), <When key="c" at={entry.createdAt} />],
            [t(words.effective), effectiveOn && calendarDay(effectiveOn)],
            [t(words.settled), entry.settledAt && <When at={entry.settledAt} />],
            [t(words.returned), entry.returnedAt && <When at={entry.returnedAt} />],
          ]}
        />
      </SideBlock>
      <SideBlock title={t(common.identifiers)}>
        <Facts
          facts={[
            [t(words.entry), <Copy key="i" text={entry.id} />],
            [t(words.trace), traceNumber && <Copy text={traceNumber} />],
            [t(words.file), fileId && <Link href={`/ach-files/${fileId}`}>{fileId}</Link>],
            [
              t(words.payment),
              paymentId && <Link href={`/payments/${paymentId}`}>{paymentId}</Link>,
            ],
            [t(words.refund), refundId && <Copy text={refundId} />],
          ]}
        />
      </SideBlock>
    </>
  );
}

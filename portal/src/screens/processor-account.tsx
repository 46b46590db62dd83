import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'wouter';
import { answerOf, type ProcessorAccount } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { money, number } from '../data/format.ts';
import { Button } from '../parts/button.tsx';
import { createdColumn, statusColumn } from '../parts/columns.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { PartList } from '../parts/part-list.tsx';
import { ChooseDialog, ConnectDialog, roleOf, StopDialog } from '../parts/processor-dialogs.tsx';
import { Copy, Facts, Fault, Note, SideBlock, When } from '../parts/show.tsx';
import { gatewayNames, accounts as words } from '../words/accounts.ts';
import { books } from '../words/books.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';

type Asked = 'key' | 'payments' | 'fallback' | 'stop';

export default function ProcessorAccountScreen() {
  const { accountId = '' } = useParams();
  const { business, client, may } = useHere();
  const [asked, setAsked] = useState<Asked>();
  const found = useQuery({
    queryKey: [business.id, 'processorAccounts', accountId],
    queryFn: async () => {
      const account = await client.processorAccounts.retrieve(accountId);
      return { account, etag: answerOf(account)?.etag };
    },
  });
  const check = useChange((_: undefined, options) =>
    client.processorAccounts.check(accountId, options),
  );
  const close = () => setAsked(undefined);
  const answer = check.data;
  return (
    <Detail
      found={found}
      title={t(words.one)}
      titleOf={({ account }) => account.id}
      crumb={{ text: t(words.title), href: '/processor-accounts' }}
      actions={() =>
        may('administer') && (
          <Button
            look="main"
            icon="check"
            working={check.isPending ? t(words.checking) : undefined}
            onClick={() => check.mutate(undefined)}
          >
            {t(words.check)}
          </Button>
        )
      }
    >
      {({ account, etag }) => (
        <ObjectFrame
          headline={gatewayNames[account.processor]}
          unit={account.currency}
          state={account.status}
          sub={[
            t(account.environment === 'live' ? common.live : common.sandbox),
            roleOf(account),
            <span key="checked">
              {t(words.checked)} <When at={account.checkedAt} />
            </span>,
          ]}
          notes={
            <>
              <Fault error={check.error} />
              {answer && (
                <Note
                  tone={answer.isGood ? 'good' : answer.isGood === null ? 'doubt' : 'bad'}
                  title={t(
                    answer.isGood
                      ? words.isGood
                      : answer.isGood === null
                        ? words.noAnswer
                        : words.isBad,
                  )}
                >
                  {answer.message}
                </Note>
              )}
              {account.stoppedBecause !== null && (
                <Note tone="bad" title={t(words.stoppedTitle)}>
                  {account.stoppedBecause}
                </Note>
              )}
            </>
          }
          side={
            <>
              <SideBlock title={t(common.details)}>
                <AccountFacts account={account} />
              </SideBlock>
              {may('administer') && <Acts account={account} onAsk={setAsked} />}
            </>
          }
        >
          <BatchesAt processor={account.id} />
          {asked === 'key' && <ConnectDialog known={account} onClose={close} />}
          {(asked === 'payments' || asked === 'fallback') && (
            <ChooseDialog {...{ account, etag }} use={asked} onClose={close} />
          )}
          {asked === 'stop' && <StopDialog {...{ account, etag }} onClose={close} />}
        </ObjectFrame>
      )}
    </Detail>
  );
}

type ActsProps = { account: ProcessorAccount; onAsk(asked: Asked): void };

function Acts({ account: { status, takesPayments, isFallback }, onAsk }: ActsProps) {
  const isActive = status === 'active';
  return (
    <section className="side-block stack">
      {isActive && !takesPayments && (
        <Button full onClick={() => onAsk('payments')}>
          {t(words.choose)}
        </Button>
      )}
      {isActive && !takesPayments && !isFallback && (
        <Button full onClick={() => onAsk('fallback')}>
          {t(words.chooseFallback)}
        </Button>
      )}
      <Button full onClick={() => onAsk('key')}>
        {t(words.anew)}
      </Button>
      {isActive && (
        <Button full onClick={() => onAsk('stop')}>
          {t(words.stop)}
        </Button>
      )}
    </section>
  );
}

function AccountFacts({ account }: { account: ProcessorAccount }) {
  return (
    <Facts
      facts={[
        [t(words.processor), gatewayNames[account.processor]],
        [t(words.environment), t(account.environment === 'live' ? common.live : common.sandbox)],
        [t(common.currency), account.currency],
        [t(words.use), roleOf(account)],
        [t(words.merchant), account.merchant],
        [t(words.connected), <When key="c" at={account.createdAt} />],
        [t(words.checked), <When key="h" at={account.checkedAt} />],
        [t(common.name), <Copy key="i" text={account.id} />],
      ]}
    />
  );
}

function BatchesAt({ processor }: { processor: string }) {
  const { client } = useHere();
  return (
    <PartList
      name={['batches', 'at', processor]}
      title={t(words.batches)}
      icon="bank"
      read={(cursor) => client.batches.list({ processor, ...cursor })}
      id={({ id }) => id}
      href={({ id }) => `/batches/${id}`}
      empty={t(words.noBatches)}
      columns={[
        { title: books.batch, onPhone: 1, cell: ({ reference }) => reference },
        {
          title: books.net,
          isNumber: true,
          onPhone: 2,
          cell: ({ net, currency }) => money(net, currency),
        },
        {
          title: books.items,
          isNumber: true,
          onPhone: 3,
          cell: ({ itemCount }) => number(itemCount),
        },
        statusColumn(),
        createdColumn(),
      ]}
    />
  );
}

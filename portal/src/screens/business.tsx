import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { BusinessDetails } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { money, zoneName } from '../data/format.ts';
import { Actor } from '../parts/actor.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { TextArea } from '../parts/field.tsx';
import { Card, Facts, SideBlock, State, When } from '../parts/show.tsx';
import { toldOf } from '../parts/told.tsx';
import { bankTransfers } from '../words/bank-transfers.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { operator as words } from '../words/operator.ts';
import { places as titles } from '../words/places.ts';
import { lookOf } from '../words/states.ts';

type Move = 'suspend' | 'reinstate' | 'close';

export default function BusinessScreen() {
  const { belowId: id = '' } = useParams();
  const { business, client } = useHere();
  const [asked, setAsked] = useState<Move>();
  const found = useQuery({
    queryKey: [business.id, 'businesses', id],
    queryFn: () => client.businesses.retrieve(id),
  });
  return (
    <Detail
      found={found}
      title={t(words.business)}
      titleOf={({ name }) => name}
      crumb={{ text: t(titles.businesses), href: '/businesses' }}
      actions={() => (
        <Button look="main" onClick={() => location.assign(`/b/${id}/`)}>
          {t(words.lookAt)}
        </Button>
      )}
    >
      {(one) => (
        <ObjectFrame
          headline={one.name}
          state={one.status}
          sub={[one.id, t(one.environment === 'live' ? common.live : common.sandbox), one.email]}
          side={
            <>
              {' '}
              <Terms one={one} />
              <section className="side-block stack">
                {one.status === 'suspended' ? (
                  <Button full onClick={() => setAsked('reinstate')}>
                    {t(words.reinstate)}
                  </Button>
                ) : (
                  one.status !== 'closed' && (
                    <Button full onClick={() => setAsked('suspend')}>
                      {t(words.suspend)}
                    </Button>
                  )
                )}
                {one.status !== 'closed' && (
                  <Button full onClick={() => setAsked('close')}>
                    {t(words.close)}
                  </Button>
                )}
              </section>
            </>
          }
        >
          <div className="pad stack">
            <Card title={t(common.details)}>
              <div className="in">
                <Facts
                  facts={[
                    ...toldOf(one.details).business,
                    [t(words.username), one.username],
                    [t(words.mobile), one.mobileNumber],
                    [t(words.timeZone), zoneName(one.timeZone)],
                    [t(common.currency), one.currency],
                    [t(words.services), one.services.join(', ')],
                  ]}
                />
              </div>
            </Card>
            <Moves id={one.id} />
          </div>
          {asked && <MoveDialog one={one} move={asked} onClose={() => setAsked(undefined)} />}
        </ObjectFrame>
      )}
    </Detail>
  );
}

const effects = {
  suspend: words.suspendText,
  reinstate: words.reinstateText,
  close: words.closeText,
} as const;

function MoveDialog({ one, move, onClose }: { one: BusinessDetails; move: Move; onClose(): void }) {
  const { client } = useHere();
  const [reason, setReason] = useState('');
  const change = useChange(
    (text: string, options) => client.businesses[move](one.id, { reason: text }, options),
    {
      done: ({ name, status }) => ({ text: t(words.didBusiness(name, t(lookOf(status).word))) }),
      after: onClose,
    },
  );
  return (
    <Confirm
      title={`${t(words[move])}: ${one.name}`}
      verb={t(words[move])}
      isGrave={move !== 'reinstate'}
      change={change}
      onConfirm={() => change.mutate(reason.trim())}
      onClose={onClose}
    >
      <p>{t(effects[move])}</p>
      <TextArea
        label={t(common.reason)}
        hint={t(words.noteHint)}
        value={reason}
        onChange={setReason}
        fault={faultOf(change.error, 'reason')}
      />
    </Confirm>
  );
}

function Moves({ id }: { id: string }) {
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'businesses', id, 'moves'],
    queryFn: async () => (await client.businesses.listMoves(id, { limit: 50 })).data,
  });
  return (
    <Card title={t(words.history)}>
      <ul className="lines">
        {(found.data ?? []).map(({ n, to, actor, reason, createdAt }) => (
          <li key={n}>
            <span className="grow">
              <State state={to} />
              <small>
                <Actor of={actor} /> · {reason}
              </small>
            </span>
            <span className="soft small">
              <When at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Terms({ one }: { one: BusinessDetails }) {
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'businesses', one.id, 'terms'],
    queryFn: () => client.businesses.retrieveTerms(one.id),
  });
  const terms = found.data;
  if (!terms) return null;
  const yes = (isSo: boolean) => t(isSo ? common.yes : common.no);
  return (
    <SideBlock title={t(words.terms)}>
      <Facts
        facts={[
          [
            t(words.cardFee),
            `${terms.cardFeeBps / 100} % + ${money(terms.cardFeeCents, one.currency)}`,
          ],
          [t(words.achFee), money(terms.achFeeCents, 'USD')],
          [t(words.returnFee), money(terms.returnFeeCents, 'USD')],
          [t(words.holdDays), String(terms.holdDays)],
          [t(words.cutoff), terms.batchCutoff],
          [t(words.sameDay), yes(terms.sameDay)],
          [t(words.represents), yes(terms.represents)],
          [t(words.validation), t(bankTransfers[terms.accountValidation])],
        ]}
      />
    </SideBlock>
  );
}

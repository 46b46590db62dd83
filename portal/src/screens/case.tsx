import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'wouter';
import { answerOf, type Case } from '../../../clients/typescript/src/index.ts';
import { useActorNames } from '../data/actors.ts';
import { useHere } from '../data/business.tsx';
import { money, since } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { usePolling } from '../data/live.tsx';
import { Actor } from '../parts/actor.tsx';
import { CaseDecision } from '../parts/case-decision.tsx';
import {
  decisionName,
  factsOf,
  nameOfCase,
  nameOfObject,
  optionsOf,
  pageOf,
  sumOf,
  useSums,
  valuesOf,
} from '../parts/case-parts.tsx';
import { CaseTalk } from '../parts/case-talk.tsx';
import { Icon, Shape } from '../parts/icon.tsx';
import { PaymentState, payerName } from '../parts/payment-parts.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Bones, Card, Facts, Fault, Method, State, Tag, When } from '../parts/show.tsx';
import { caseActs, cases as words } from '../words/cases.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { lookOf } from '../words/states.ts';

/** One case: what is known, what each decision does, and the two persons who decide it. */
export default function CaseScreen() {
  const { caseId = '' } = useParams<{ caseId: string }>();
  const { business, client } = useHere();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const found = useQuery({
    queryKey: [business.id, 'cases', caseId],
    async queryFn() {
      const one = await client.cases.retrieve(caseId);
      return { one, etag: answerOf(one)?.etag };
    },
  });
  const others = useQuery({
    queryKey: [business.id, 'cases', 'waiting'],
    queryFn: async () => {
      const proposed = await client.cases.list({ status: 'proposed', limit: 50 });
      const open = await client.cases.list({ status: 'open', limit: 50 });
      return {
        rows: [...proposed.data, ...open.data],
        hasMore: proposed.hasMore || open.hasMore,
      };
    },
  });
  usePolling(() => void queries.invalidateQueries({ queryKey: [business.id, 'cases'] }));
  const { rows: waiting = [], hasMore = false } = others.data ?? {};
  const at = waiting.findIndex(({ id }) => id === caseId);
  const step = (by: number) => {
    const next = waiting[at + by];
    if (next) go(`/cases/${next.id}`, { replace: true });
  };
  useKeys({ J: () => step(1), K: () => step(-1) });
  return (
    <Sheet
      title={found.data ? nameOfCase(found.data.one) : t(titles.cases)}
      crumb={{ text: t(titles.cases), href: '/cases' }}
      actions={<span className="soft small desk-only">{t(words.rule)}</span>}
    >
      {found.error ? (
        <div className="pad">
          <Fault error={found.error} retry={() => void found.refetch()} />
        </div>
      ) : !found.data ? (
        <Bones />
      ) : (
        <div className="three">
          <section className="list" aria-label={t(words.others)}>
            <ul>
              {waiting.map((one) => (
                <li key={one.id}>
                  <Waiting one={one} isCurrent={one.id === caseId} />
                </li>
              ))}
            </ul>
            {hasMore && (
              <p className="pad">
                <Link href="/cases">{t(words.all)}</Link>
              </p>
            )}
          </section>
          <Evidence one={found.data.one} />
          <CaseDecision key={caseId} {...found.data} onReload={() => void found.refetch()} />
        </div>
      )}
    </Sheet>
  );
}

function Waiting({ one, isCurrent }: { one: Case; isCurrent: boolean }) {
  const { business, now } = useHere();
  const nameOf = useActorNames();
  const sum = sumOf(one);
  const sums = useSums(one);
  const { tone, shape } = lookOf(one.status === 'open' ? 'unknown' : one.status);
  return (
    <Link className="convo" href={`/cases/${one.id}`} aria-current={isCurrent ? 'true' : undefined}>
      <span className="mark round" data-tone={tone}>
        <Shape name={shape} />
      </span>
      <span>
        <p className="top">
          <b className="grow">{nameOfCase(one)}</b>
          {sum !== undefined && <span className="amount">{money(sum, business.currency)}</span>}
        </p>
        <p className="said">
          <span className="cut grow">{nameOfObject(one)}</span>
          <time dateTime={one.createdAt}>{since(one.createdAt, now())}</time>
        </p>
        {sums && <p className="said">{t(words.instead(sums))}</p>}
        {one.proposedBy && (
          <p className="said">
            <Tag tone="wait">{t(words.proposedBy(nameOf(one.proposedBy)))}</Tag>
          </p>
        )}
      </span>
    </Link>
  );
}

function Evidence({ one }: { one: Case }) {
  const { business, client, now } = useHere();
  const named = valuesOf(one.evidence).paymentId;
  const paymentId =
    one.objectKind === 'payment' ? one.objectId : typeof named === 'string' ? named : undefined;
  const payment = useQuery({
    queryKey: [business.id, 'payments', paymentId, 'with customer'],
    enabled: paymentId !== undefined,
    queryFn: () => client.payments.retrieve(paymentId!, { expand: ['customer'] }),
  });
  const currency = payment.data?.currency ?? business.currency;
  const sum = sumOf(one);
  const sums = useSums(one);
  const page = pageOf(one);
  const isOpen = one.status !== 'closed';
  return (
    <section aria-label={t(words.numbered(one.id))}>
      <div className="body">
        <div className="pad">
          <div className="title">
            <span className="sum">
              {sum === undefined ? nameOfCase(one) : money(sum, currency)}
              {sum !== undefined && <small>{currency}</small>}
            </span>
            {isOpen ? (
              <span className="state badge" data-tone="doubt">
                <Shape name="unknown" />
                {t(words.openFor(since(one.createdAt, now())))}
              </span>
            ) : (
              <State state={one.status} badge />
            )}
          </div>
          {sums && (
            <p className="sub">
              <span>{t(words.differs(sums))}</span>
            </p>
          )}
          <p className="sub">
            <span>{nameOfCase(one)}</span>
            <span>{t(words.numbered(one.id))}</span>
            <span>{page ? <Link href={page}>{nameOfObject(one)}</Link> : nameOfObject(one)}</span>
            {payment.data && (
              <span>
                {[payerName(payment.data)].filter(Boolean).map((name) => `${name}, `)}
                <Method {...payment.data} />
              </span>
            )}
          </p>
        </div>
        <div className="pad stack">
          <Card title={t(words.facts)}>
            <div className="in">
              <Facts facts={factsOf(one.evidence, currency)} />
            </div>
          </Card>
          {paymentId !== undefined && (
            <CaseTalk paymentId={paymentId} reference={valuesOf(one.evidence).reference} />
          )}
          {payment.data && (
            <Card title={t(words.related)}>
              <ul className="lines">
                <li>
                  <Icon name="card" />
                  <span className="grow">
                    {sums?.taken ?? money(payment.data.amount, currency)}{' '}
                    <PaymentState payment={payment.data} />
                    <small>
                      <When at={payment.data.createdAt} />
                    </small>
                  </span>
                  <Link href={`/payments/${payment.data.id}`}>
                    {t(words.payment)} {payment.data.id}
                  </Link>
                </li>
              </ul>
            </Card>
          )}
          <Card title={t(words.effects)}>
            <div className="choices">
              {optionsOf(one, sums).map(({ decision, name, effect }) => (
                <div key={decision} className={decision === one.proposal ? 'picked' : undefined}>
                  <h3>
                    <Shape name={decision === one.proposal ? 'half' : 'waiting'} />
                    <span>
                      {name}{' '}
                      {decision === one.proposal && isOpen && (
                        <Tag tone="wait">{t(words.proposed)}</Tag>
                      )}
                    </span>
                  </h3>
                  <p>{effect}</p>
                </div>
              ))}
            </div>
          </Card>
          <History one={one} />
        </div>
      </div>
    </section>
  );
}

function History({ one }: { one: Case }) {
  const { id } = one;
  const { business, client } = useHere();
  const sums = useSums(one);
  const found = useQuery({
    queryKey: [business.id, 'cases', id, 'history'],
    queryFn: async () => (await client.cases.history(id, { limit: 100 })).data,
  });
  if (!found.data || found.data.length === 0) return <Fault error={found.error} />;
  return (
    <Card title={t(words.history)}>
      <ul className="lines">
        {found.data.map(({ at, act, actor, facts }) => {
          const { decision, note, identity } = valuesOf(facts);
          return (
            <li key={`${at} ${act}`}>
              <Icon name="clock" />
              <span className="grow">
                {t(caseActs[act] ?? lookOf(act.replace('question.', '')).word)}
                {typeof decision === 'string' && <b>: {decisionName(decision, sums)}</b>} ·{' '}
                <Actor of={actor} />
                {identity !== undefined && ` (${t(words.declared)})`}
                {typeof note === 'string' && <small>{note}</small>}
              </span>
              <span className="soft small">
                <When at={at} />
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

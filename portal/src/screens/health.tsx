import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Home } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { number } from '../data/format.ts';
import { Sheet } from '../parts/sheet.tsx';
import { Bones, Card, Fault, Note, When } from '../parts/show.tsx';
import { health as words } from '../words/health.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

const everyMs = 30_000;
const mostCounted = 100;

/** The health of the service, and work that waits in the business at the root. */
export default function Health() {
  return (
    <Sheet title={t(titles.health)}>
      <div className="pad narrow">
        <Service />
        <Waiting />
      </div>
    </Sheet>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <span className="grow">{name}</span>
      <span>{children}</span>
    </li>
  );
}

function Service() {
  const found = useQuery({
    queryKey: ['readyz'],
    queryFn: async (): Promise<{ status: string; version: string }> => {
      // Reasons why it does not work come with status 503.
      const answer = await fetch('/readyz');
      return await answer.json();
    },
    refetchInterval: everyMs,
  });
  const isReady = found.data?.status === 'ready';
  return (
    <Card title={t(words.process)}>
      {found.error && <Fault error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Bones rows={2} />}
      {found.data && !isReady && (
        <div className="in">
          <Note tone="bad" title={t(words.notReady)}>
            {found.data.status}
          </Note>
        </div>
      )}
      {found.data && (
        <ul className="lines">
          <Line name={t(words.state)}>{isReady ? t(words.ready) : found.data.status}</Line>
          <Line name={t(words.version)}>{found.data.version}</Line>
        </ul>
      )}
    </Card>
  );
}

function Waiting() {
  const { business, client, now } = useHere();
  const home = useQuery({
    queryKey: [business.id, 'home', 'of operator'],
    queryFn: async () => await client.home.retrieve(),
    refetchInterval: everyMs,
  });
  const overdue = useQuery({
    queryKey: [business.id, 'jobs', 'overdue'],
    queryFn: async () => await client.jobs.list({ runTo: now().toISOString(), limit: mostCounted }),
    refetchInterval: everyMs,
  });
  const error = home.error ?? overdue.error;
  return (
    <Card title={t(words.waits)}>
      <Fault error={error} />
      {!error && !(home.data && overdue.data) && <Bones rows={3} />}
      {home.data && overdue.data && (
        <ul className="lines">
          <Line name={t(words.unknown)}>
            <Counted {...oldestOf(home.data.unknownPayments)} href="/payments?status=unknown" />
          </Line>
          <Line name={t(words.cases)}>
            <Counted {...oldestOf(home.data.openCases)} href="/cases?status=open" />
          </Line>
          <Line name={t(words.failing)}>
            <Counted
              count={home.data.failingEndpoints.length}
              oldestAt={home.data.failingEndpoints[0]?.failingSince ?? null}
              href="/webhooks"
            />
          </Line>
          <Line name={t(words.overdue)}>
            <Counted
              count={overdue.data.data.length}
              oldestAt={overdue.data.data.map(({ runAt }) => runAt).sort()[0] ?? null}
              href="/jobs"
            />
          </Line>
        </ul>
      )}
    </Card>
  );
}

function oldestOf({ count, first }: Home['openCases']) {
  return { count, oldestAt: first?.at ?? null };
}

type CountedProps = { count: number; oldestAt: string | null; href: string };

function Counted({ count, oldestAt, href }: CountedProps) {
  if (count === 0) return <span className="soft">0</span>;
  return (
    <>
      <Link href={href}>{count < mostCounted ? number(count) : t(words.atLeast(mostCounted))}</Link>{' '}
      {oldestAt !== null && (
        <span className="soft small">
          {t(words.oldest)} <When at={oldestAt} />
        </span>
      )}
    </>
  );
}

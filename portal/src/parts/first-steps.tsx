import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useHere } from '../data/business.tsx';
import { useLiveRefresh } from '../data/live.tsx';
import { home as words } from '../words/home.ts';
import { type Text, t } from '../words/language.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { Card, Copy } from './show.tsx';

const listenCommand = 'bin/quittance webhooks listen';

type Step = {
  readonly title: Text;
  readonly how: Text;
  readonly href: string;
  readonly isDone: boolean;
  /** To be run beside the service. */
  readonly command?: string;
};

/** The first steps of an integrator; each is recognized by the stored data. Can be hidden in this browser. */
export function FirstSteps() {
  const { business } = useHere();
  const place = `first steps hidden ${business.id}`;
  const [isHidden, setHidden] = useState(() => localStorage.getItem(place) !== null);
  const steps = useSteps(!isHidden);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  if (isHidden || !next) return null;
  const hide = () => {
    setHidden(true);
    localStorage.setItem(place, 'yes');
  };
  return (
    <Card
      title={t(words.start)}
      tools={
        <>
          <Ring share={done / steps.length} />
          <span className="soft small">{t(words.done(done, steps.length))}</span>
          <IconButton icon="x" label={t(words.hideSteps)} onClick={hide} />
        </>
      }
    >
      <ol className="steps">
        {steps.map((step) => (
          <li
            key={step.href}
            className={step.isDone ? 'done' : undefined}
            aria-current={step === next ? 'step' : undefined}
          >
            <div className="line">
              {step.isDone ? (
                <Icon name="check" />
              ) : (
                <span className={step === next ? 'hole now' : 'hole'} />
              )}
              <Link className="grow" href={step.href}>
                {t(step.title)}
              </Link>
            </div>
            {step === next && (
              <div className="more">
                <p>{t(step.how)}</p>
                {step.command !== undefined && <Copy text={step.command} />}
              </div>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** None while it is not known what is there. */
function useSteps(isWanted: boolean): readonly Step[] {
  const { session, business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'home', 'steps'],
    enabled: isWanted,
    queryFn: async () => {
      const [payments, inbox, keys, hooks, settled, users] = await Promise.all([
        client.payments.list({ limit: 1 }),
        client.sandbox.inbox({ limit: 1 }),
        client.apiKeys.list({ limit: 2 }),
        client.webhookEndpoints.list({ limit: 1 }),
        client.payments.list({ limit: 1, method: 'bank', status: ['settled', 'available'] }),
        client.users.list({ limit: 2 }),
      ]);
      return {
        hasPayment: payments.data.length > 0,
        hasReceipt: inbox.data.length > 0,
        // The first one came with the business.
        hasKey: keys.data.length > 1,
        hasHook: hooks.data.length > 0,
        hasSettled: settled.data.length > 0,
        hasTeam: users.data.length > 1,
      };
    },
  });
  const there = found.data;
  const isOver = there && Object.values(there).every(Boolean);
  useLiveRefresh(['payment.'], () => {
    if (isWanted && !isOver) void found.refetch();
  });
  if (!there) return [];
  return [
    {
      title: words.stepPassword,
      how: words.stepPasswordHow,
      href: '/account',
      isDone: session.hasPassword || session.hasPasskey,
    },
    {
      title: words.stepPayment,
      how: words.stepPaymentHow,
      href: '/terminal',
      isDone: there.hasPayment,
    },
    {
      title: words.stepReceipt,
      how: words.stepReceiptHow,
      href: '/inbox',
      isDone: there.hasReceipt,
    },
    { title: words.stepKey, how: words.stepKeyHow, href: '/api-keys', isDone: there.hasKey },
    {
      title: words.stepHook,
      how: words.stepHookHow,
      href: '/webhooks',
      isDone: there.hasHook,
      command: listenCommand,
    },
    { title: words.stepBank, how: words.stepBankHow, href: '/sandbox', isDone: there.hasSettled },
    { title: words.stepTeam, how: words.stepTeamHow, href: '/team', isDone: there.hasTeam },
  ];
}

const radius = 8;
const around = 2 * Math.PI * radius;

/** How much of it is done; decoration beside the count. */
function Ring({ share }: { share: number }) {
  const dashes = `${(share * around).toFixed(1)} ${around.toFixed(1)}`;
  return (
    <svg className="ring" viewBox="0 0 20 20" aria-hidden="true">
      <circle className="all" cx="10" cy="10" r={radius} />
      {share > 0 && (
        <circle
          className="done"
          cx="10"
          cy="10"
          r={radius}
          strokeDasharray={dashes}
          transform="rotate(-90 10 10)"
        />
      )}
    </svg>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useHere } from '../data/business.tsx';
import { home as words } from '../words/home.ts';
import { t } from '../words/language.ts';
import { Icon } from './icon.tsx';
import { Card } from './show.tsx';

/** What an integrator does in its first five minutes; each step is seen from what is there. */
export function FirstSteps() {
  const { session, business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'home', 'steps'],
    queryFn: async () => {
      const [payments, inbox, keys, hooks] = await Promise.all([
        client.payments.list({ limit: 1 }),
        client.sandbox.inbox({ limit: 1 }),
        client.apiKeys.list({ limit: 2 }),
        client.webhookEndpoints.list({ limit: 1 }),
      ]);
      const took = payments.data.length > 0;
      return [
        {
          title: words.stepPassword,
          how: words.stepPasswordHow,
          href: '/sign-in',
          isDone: session.hasPassword,
        },
        { title: words.stepPayment, how: words.stepPaymentHow, href: '/terminal', isDone: took },
        {
          title: words.stepReceipt,
          how: words.stepReceiptHow,
          href: '/inbox',
          isDone: inbox.data.length > 0,
        },
        {
          title: words.stepKey,
          how: words.stepKeyHow,
          href: '/api-keys',
          isDone: keys.data.length > 1,
        },
        {
          title: words.stepHook,
          how: words.stepHookHow,
          href: '/webhooks',
          isDone: hooks.data.length > 0,
        },
      ];
    },
  });
  const steps = found.data ?? [];
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  if (found.isPending || found.error || !next) return null;
  return (
    <Card
      title={t(words.start)}
      tools={<span className="soft small">{t(words.done(done, steps.length))}</span>}
    >
      <ul className="steps">
        {steps.map((step) => (
          <li key={step.href} className={step.isDone ? 'done' : undefined}>
            <div className="line">
              {step.isDone ? (
                <Icon name="check" />
              ) : (
                <span className={step === next ? 'hole now' : 'hole'} />
              )}
              {step.title === words.stepPassword ? (
                // A page of its own, outside of the portal.
                <a className="grow" href={step.href}>
                  {t(step.title)}
                </a>
              ) : (
                <Link className="grow" href={step.href}>
                  {t(step.title)}
                </Link>
              )}
            </div>
            {step === next && (
              <div className="more">
                <p>{t(step.how)}</p>
                {step.title === words.stepHook && (
                  <pre className="code">bin/quittance webhooks listen</pre>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

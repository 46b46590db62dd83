import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { DunningDay } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useLiveRefresh } from '../data/live.tsx';
import { dunning as words } from '../words/dunning.ts';
import { t } from '../words/language.ts';
import type { Tone } from '../words/states.ts';
import { Icon, type IconName } from './icon.tsx';
import { Timeline } from './timeline.tsx';

const looks: Readonly<Record<DunningDay['what'], readonly [tone: Tone, icon: IconName]>> = {
  charged: ['good', 'card'],
  declined: ['bad', 'card'],
  told: ['move', 'mail'],
  will_charge: ['wait', 'clock'],
  gives_up: ['still', 'clock'],
};

const asks = { will_retry: words.will_retry, new_card: words.new_card, pay_now: words.pay_now };

function why({ what, code, paymentId }: DunningDay) {
  if (what === 'gives_up') return t(words.ifDeclined);
  if (what === 'told') return asks[code as keyof typeof asks] && t(asks[code as keyof typeof asks]);
  const plain = code?.replaceAll('_', ' ');
  return paymentId === null ? (
    plain
  ) : (
    <Link href={`/payments/${paymentId}`}>{plain ?? paymentId}</Link>
  );
}

/** A period that was not paid: each attempt, what its payer was told, and the days that follow. */
export function DunningDays({ subscriptionId }: { subscriptionId: string }) {
  const { client, business } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'subscriptions', subscriptionId, 'dunning'],
    queryFn: async () => await client.subscriptions.retrieveDunning(subscriptionId),
  });
  useLiveRefresh(['subscription.', 'payment.'], () => void found.refetch());
  const { period, days } = found.data ?? { period: null, days: [] };
  if (period === null) return null;
  return (
    <section className="pad">
      <h2>{t(words.title(period))}</h2>
      <Timeline
        steps={days.map((day, i) => {
          const [tone, icon] = looks[day.what];
          return {
            key: `${i}`,
            at: day.at,
            tone,
            knob: <Icon name={icon} small />,
            name: t(words[day.what]),
            why: why(day),
          };
        })}
      />
    </section>
  );
}

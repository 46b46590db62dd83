import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  answerOf,
  type Subscription,
  type SubscriptionPreview,
  type SubscriptionTerms,
} from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { calendarDay, dayIn, money } from '../data/format.ts';
import { useHeld } from '../data/typed.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { subscriptions as words } from '../words/subscriptions.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Select } from './field.tsx';
import { Facts, Fault } from './show.tsx';
import { TermsFields, useTermsForm } from './terms-form.tsx';

type Props = { subscription: Subscription; etag: string | undefined; onClose(): void };

const pauseMs = 200;

/** Another price: the sum stands there before it is confirmed, and no other one is charged. */
export function ChangeDialog({ onClose, ...live }: Props) {
  const { business, client } = useHere();
  const [{ subscription, etag }, hold] = useHeld(live);
  const { id, currency } = subscription;
  const form = useTermsForm(subscription, currency);
  const [planCode, setPlanCode] = useState('');
  const [wasTried, setTried] = useState(false);
  const plans = useQuery({
    queryKey: [business.id, 'plans', 'to choose'],
    queryFn: async () => await client.plans.list({ limit: 100 }),
  });
  const offered = (plans.data?.data ?? []).filter((one) => one.currency === currency);
  const terms: SubscriptionTerms | undefined = planCode === '' ? form.terms : { planCode };
  const preview = usePreview(id, etag, terms);
  const change = useChange(
    ({ sent, difference }: { sent: SubscriptionTerms; difference: number }, options) =>
      client.subscriptions.update(
        id,
        { ...sent, expected: { difference } },
        { ...options, ifMatch: etag },
      ),
    {
      done: () => ({ text: t(words.changed) }),
      after: onClose,
      firstDone: (saved) => hold({ subscription: saved, etag: answerOf(saved)?.etag }),
    },
  );
  const submit = () => {
    setTried(true);
    if (!terms || !preview.data || change.isPending) return;
    change.mutate({ sent: terms, difference: preview.data.difference });
  };
  return (
    <Dialog
      title={t(words.change)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button
          type="submit"
          look="main"
          aria-disabled={preview.data === undefined || undefined}
          working={change.isPending ? t(common.saving) : undefined}
        >
          {preview.data ? verbOf(preview.data, currency, business.timeZone) : t(words.change)}
        </Button>
      }
    >
      {offered.length > 0 && (
        <Select
          label={t(words.plan)}
          value={planCode}
          onChange={setPlanCode}
          options={[
            ['', t(words.noPlan)],
            ...offered.map(
              (one) =>
                [
                  one.code,
                  `${one.code} · ${money(one.amount, one.currency)} · ${t(words[one.interval])}`,
                ] as const,
            ),
          ]}
          fault={faultOf(preview.error, 'planCode')}
        />
      )}
      {planCode === '' && (
        <TermsFields form={form} error={change.error ?? preview.error} wasTried={wasTried} />
      )}
      <div role="status">
        {preview.data ? (
          <Costs preview={preview.data} currency={currency} />
        ) : (
          <p className="soft">{t(terms && !preview.error ? words.reckoning : words.changeText)}</p>
        )}
      </div>
      <Fault
        error={change.error ?? preview.error}
        {...(!change.error && { retry: () => void preview.refetch() })}
      />
    </Dialog>
  );
}

/** The price of the change; undefined while the terms change, and until the service has answered. */
function usePreview(id: string, etag: string | undefined, terms: SubscriptionTerms | undefined) {
  const { business, client } = useHere();
  const now = JSON.stringify(terms ?? null);
  const [asked, setAsked] = useState(now);
  useEffect(() => {
    const pause = setTimeout(() => setAsked(now), pauseMs);
    return () => clearTimeout(pause);
  }, [now]);
  const isAsked = asked === now && terms !== undefined;
  const found = useQuery({
    queryKey: [business.id, 'subscriptions', id, 'preview', etag, asked],
    enabled: isAsked,
    retry: false,
    // Midnight or a refund changes it.
    gcTime: 0,
    queryFn: async ({ signal }) => await client.subscriptions.previewChange(id, terms, { signal }),
  });
  const { data, error, refetch } = found;
  return { data: isAsked ? data : undefined, error: isAsked ? error : null, refetch };
}

function verbOf(preview: SubscriptionPreview, currency: string, timeZone: string): string {
  const { difference, chargesToday, nextChargeAt } = preview;
  if (chargesToday === 0) return t(words.changeFree);
  if (chargesToday !== null) return t(words.changeNow(money(chargesToday, currency)));
  if (difference === 0) return t(words.changeSame);
  const sum = money(Math.abs(difference), currency);
  const day =
    nextChargeAt === null ? '' : calendarDay(dayIn(new Date(nextChargeAt), timeZone), 'short');
  return t(difference > 0 ? words.changeMore(sum, day) : words.changeLess(sum));
}

function Costs({ preview, currency }: { preview: SubscriptionPreview; currency: string }) {
  const { business } = useHere();
  const { subscription, difference, periodEndsOn, daysLeft } = preview;
  const { chargesToday, nextChargeAt, nextChargeAmount } = preview;
  const rest = difference === 0 ? t(words.noDifference) : signed(difference, currency);
  const next = nextChargeAt && calendarDay(dayIn(new Date(nextChargeAt), business.timeZone));
  return (
    <Facts
      facts={[
        [t(words.price), money(subscription.price, currency)],
        daysLeft !== null &&
          periodEndsOn !== null && [
            t(words.restOf(daysLeft, calendarDay(periodEndsOn, 'short'))),
            rest,
          ],
        chargesToday !== null && [t(words.chargedToday), money(chargesToday, currency), 'total'],
        next !== null &&
          nextChargeAmount !== null && [
            t(words.chargedOn(next)),
            money(nextChargeAmount, currency),
            'total',
          ],
        next === null && [t(words.nextCharge), t(words.noCharge)],
      ]}
    />
  );
}

function signed(difference: number, currency: string): string {
  return difference > 0 ? `+${money(difference, currency)}` : money(difference, currency);
}

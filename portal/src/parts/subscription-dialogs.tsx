import { useState } from 'react';
import type { Subscription } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { calendarDay, dayIn, money } from '../data/format.ts';
import { type Text, t } from '../words/language.ts';
import { subscriptions as words } from '../words/subscriptions.ts';
import { ChangeDialog } from './change-subscription.tsx';
import { Confirm } from './confirm.tsx';
import { PayerPageDialog } from './subscription-page.tsx';
import { SourceDialog } from './subscription-source.tsx';

export type Act = 'pause' | 'resume' | 'keep' | 'cancel' | 'change' | 'source' | 'page';

type Props = { subscription: Subscription; etag: string | undefined; onClose(): void };

const plainActs: Readonly<Record<'pause' | 'resume' | 'keep', readonly [Text, Text]>> = {
  pause: [words.pause, words.pauseText],
  resume: [words.resume, words.resumeText],
  keep: [words.keep, words.keepText],
};

export function ActDialog({ act, ...rest }: Props & { act: Act }) {
  if (act === 'cancel') return <CancelDialog {...rest} />;
  if (act === 'change') return <ChangeDialog {...rest} />;
  if (act === 'source') return <SourceDialog {...rest} />;
  if (act === 'page') return <PayerPageDialog {...rest} />;
  return <PlainDialog act={act} {...rest} />;
}

function PlainDialog({
  act,
  subscription,
  etag,
  onClose,
}: Props & { act: keyof typeof plainActs }) {
  const { client } = useHere();
  const [verb, text] = plainActs[act];
  const change = useChange(
    (_: undefined, options) =>
      client.subscriptions[act](subscription.id, { ...options, ifMatch: etag }),
    { done: () => ({ text: t(words.changed) }), after: onClose },
  );
  return (
    <Confirm
      title={`${t(verb)}?`}
      verb={t(verb)}
      change={change}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t(text)}</p>
      {act !== 'resume' && <NextCharge subscription={subscription} stays={act === 'keep'} />}
    </Confirm>
  );
}

function CancelDialog({ subscription, etag, onClose }: Props) {
  const { client } = useHere();
  const [atEnd, setAtEnd] = useState(true);
  const cancel = useChange(
    (_: undefined, options) =>
      client.subscriptions.cancel(subscription.id, { atEnd }, { ...options, ifMatch: etag }),
    { done: () => ({ text: t(words.changed) }), after: onClose },
  );
  const choices = [
    [true, words.cancelAtEnd, words.cancelAtEndHint],
    [false, words.cancelNow, words.cancelNowHint],
  ] as const;
  return (
    <Confirm
      title={`${t(words.cancel)}?`}
      verb={t(atEnd ? words.cancelAtEnd : words.cancelNow)}
      isGrave
      change={cancel}
      onConfirm={() => cancel.mutate(undefined)}
      onClose={onClose}
    >
      <fieldset>
        <legend className="unseen">{t(words.cancel)}</legend>
        {choices.map(([value, title, hint]) => (
          <label key={String(value)} className="option">
            <input
              type="radio"
              name="when"
              checked={atEnd === value}
              onChange={() => setAtEnd(value)}
            />
            <span>
              <b>{t(title)}</b>
              <small>{t(hint)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <NextCharge subscription={subscription} stays={false} />
    </Confirm>
  );
}

/** The charge that the change is about: it falls away, or it stays. */
function NextCharge({ subscription, stays }: { subscription: Subscription; stays: boolean }) {
  const { business } = useHere();
  const { nextChargeAt, nextChargeAmount, price, currency } = subscription;
  if (nextChargeAt === null) return null;
  const day = calendarDay(dayIn(new Date(nextChargeAt), business.timeZone));
  const sum = money(nextChargeAmount ?? price, currency);
  return <p>{t((stays ? words.chargeStays : words.chargeFallsAway)(sum, day))}</p>;
}

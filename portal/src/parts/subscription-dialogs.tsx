import { useState } from 'react';
import type { Subscription } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { common } from '../words/common.ts';
import { type Text, t } from '../words/language.ts';
import { subscriptions as words } from '../words/subscriptions.ts';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';
import { Fault } from './show.tsx';
import { TermsFields, useTermsForm } from './terms-form.tsx';

export type Act = 'pause' | 'resume' | 'keep' | 'cancel' | 'change';

type Props = { subscription: Subscription; etag: string | undefined; onClose(): void };

const plainActs: Readonly<Record<'pause' | 'resume' | 'keep', readonly [Text, Text]>> = {
  pause: [words.pause, words.pauseText],
  resume: [words.resume, words.resumeText],
  keep: [words.keep, words.keepText],
};

export function ActDialog({ act, ...rest }: Props & { act: Act }) {
  if (act === 'cancel') return <CancelDialog {...rest} />;
  if (act === 'change') return <ChangeDialog {...rest} />;
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
    </Confirm>
  );
}

function ChangeDialog({ subscription, etag, onClose }: Props) {
  const { client } = useHere();
  const form = useTermsForm(subscription, subscription.currency);
  const [wasTried, setTried] = useState(false);
  const change = useChange(
    (terms: NonNullable<typeof form.terms>, options) =>
      client.subscriptions.update(subscription.id, terms, { ...options, ifMatch: etag }),
    { done: () => ({ text: t(words.changed) }), after: onClose },
  );
  const submit = () => {
    setTried(true);
    if (form.terms && !change.isPending) change.mutate(form.terms);
  };
  return (
    <Dialog
      title={t(words.change)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button type="submit" look="main" working={change.isPending ? t(common.saving) : undefined}>
          {t(words.change)}
        </Button>
      }
    >
      <TermsFields form={form} error={change.error} wasTried={wasTried} />
      <p className="soft">{t(words.changeText)}</p>
      <Fault error={change.error} />
    </Dialog>
  );
}

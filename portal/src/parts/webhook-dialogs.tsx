import { useState } from 'react';
import type {
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WriteOptions,
} from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { asSeen, faultOf, useChange } from '../data/change.tsx';
import { startOfDay } from '../data/days.ts';
import { dayIn, number } from '../data/format.ts';
import { useHeld } from '../data/typed.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { webhooks as words } from '../words/webhooks.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Check, Field, Select } from './field.tsx';
import { Fault } from './show.tsx';

export type Kind = WebhookEndpoint['id'];
export const kinds: readonly Kind[] = ['payments', 'messages', 'customers'];

/** Types beside those that every endpoint for payments gets. */
const furtherTypes = [
  'payment.account_validating',
  'payment.account_validated',
  'payment.authorized',
  'payment.expired',
  'payment.capture_failed',
  'payment.voided',
  'payment.void_failed',
  'payment.refunded',
  'payment.refund_failed',
  'payment.reversed',
  'payment.reversal_failed',
  'dispute.inquired',
  'dispute.opened',
  'dispute.changed',
  'dispute.won',
  'dispute.lost',
];

/** The fields of an endpoint that people change: the state of its deliveries is none. */
const changeable = ['url', 'username', 'eventTypes', 'formerSecretUntil'];

/** Options of a change of an endpoint as it was shown. */
export function useVersionOfEndpoint(
  shown: WebhookEndpoint | undefined,
): (options: WriteOptions) => Promise<WriteOptions> {
  const { client } = useHere();
  return async (options) => {
    if (!shown) return options;
    const read = () => client.webhookEndpoints.retrieve(shown.id);
    return await asSeen(options, shown, read, changeable);
  };
}

type EditProps = {
  /** Left out: a new one is made. */
  endpoint?: WebhookEndpoint;
  free: readonly Kind[];
  onMade(made: WebhookEndpointWithSecret): void;
  onClose(): void;
};

export function WebhookForm({ endpoint: live, free, onMade, onClose }: EditProps) {
  const { client } = useHere();
  const [endpoint, hold] = useHeld(live);
  const asShown = useVersionOfEndpoint(endpoint);
  const [kind, setKind] = useState<Kind>(endpoint?.id ?? free[0] ?? 'payments');
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [username, setUsername] = useState(endpoint?.username ?? '');
  const [password, setPassword] = useState('');
  const [eventTypes, setEventTypes] = useState<readonly string[]>(endpoint?.eventTypes ?? []);
  const change = useChange<void, WebhookEndpoint | WebhookEndpointWithSecret>(
    async (_, options) => {
      const ofPayments = kind === 'payments';
      if (!endpoint) {
        const credentials = ofPayments && username !== '' ? { username, password } : {};
        const types = ofPayments && eventTypes.length > 0 ? { eventTypes } : {};
        return await client.webhookEndpoints.create(
          { kind, url, ...credentials, ...types },
          options,
        );
      }
      const hadNone = (endpoint.username ?? '') === '';
      const credentials =
        username === ''
          ? hadNone
            ? {}
            : { username: null, password: null }
          : { username, ...(password !== '' && { password }) };
      const changed = ofPayments ? { ...credentials, eventTypes } : {};
      const body = { url, ...changed };
      return await client.webhookEndpoints.update(endpoint.id, body, await asShown(options));
    },
    {
      ...(endpoint && { done: () => ({ text: t(words.saved(endpoint.id)) }) }),
      after(result) {
        if ('secret' in result) onMade(result);
        else onClose();
      },
      firstDone: (result) => endpoint && hold(result),
    },
  );
  const working = t(endpoint ? common.saving : words.creating);
  return (
    <Dialog
      title={t(endpoint ? words.editOne(endpoint.id) : words.newOne)}
      onClose={onClose}
      onSubmit={() => change.mutate()}
      foot={
        <Button type="submit" look="main" working={change.isPending ? working : undefined}>
          {t(endpoint ? common.save : words.create)}
        </Button>
      }
    >
      {!endpoint && (
        <Select
          label={t(common.kind)}
          hint={t(words.kindHint)}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
          options={free.map((one) => [one, t(words[one])])}
          fault={faultOf(change.error, 'kind')}
        />
      )}
      <Field
        label={t(words.address)}
        type="url"
        value={url}
        onChange={setUrl}
        hint={t(words.urlHint)}
        fault={faultOf(change.error, 'url')}
      />
      {kind === 'payments' && (
        <>
          <div className="pair-of-fields">
            <Field
              label={t(words.username)}
              autoComplete="off"
              value={username}
              onChange={setUsername}
              hint={t(words.credentialsHint)}
              fault={faultOf(change.error, 'username')}
            />
            <Field
              label={t(words.password)}
              type="password"
              autoComplete="new-password"
              value={password}
              onChange={setPassword}
              hint={endpoint?.username ? t(words.passwordKept) : undefined}
              fault={faultOf(change.error, 'password')}
            />
          </div>
          <fieldset className="checks">
            <legend className="label">{t(words.extraTypes)}</legend>
            {furtherTypes.map((type) => (
              <Check
                key={type}
                label={type}
                value={eventTypes.includes(type)}
                onChange={(isOn) =>
                  setEventTypes(
                    isOn ? [...eventTypes, type] : eventTypes.filter((one) => one !== type),
                  )
                }
              />
            ))}
          </fieldset>
        </>
      )}
      <Fault error={change.error} />
    </Dialog>
  );
}

/** Sends again what happened since a day. */
export function ReplayDialog({ name, onClose }: { name: Kind; onClose(): void }) {
  const { client, business, now } = useHere();
  const [since, setSince] = useState(dayIn(now(), business.timeZone));
  const [which, setWhich] = useState<'failed' | 'all'>('failed');
  const [fault, setFault] = useState<string>();
  const change = useChange(
    (_: undefined, options) =>
      client.webhookEndpoints.replay(
        name,
        { since: startOfDay(since, business.timeZone), which },
        options,
      ),
    {
      done: ({ deliveries }) => ({
        text: t(words.replayed(number(deliveries))),
        href: `/deliveries?endpointId=${name}&isReplay=true`,
      }),
      after: onClose,
    },
  );
  const submit = () => {
    if (/^\d{4}-\d\d-\d\d$/.test(since)) change.mutate(undefined);
    else setFault(t(words.badDay));
  };
  return (
    <Dialog
      title={t(words.replayRange(name))}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button
          type="submit"
          look="main"
          working={change.isPending ? t(words.replaying) : undefined}
        >
          {t(words.replay)}
        </Button>
      }
    >
      <p>{t(words.replayText)}</p>
      <Field
        label={t(words.replaySince)}
        type="date"
        value={since}
        onChange={(day) => {
          setFault(undefined);
          setSince(day);
        }}
        fault={fault ?? faultOf(change.error, 'since')}
      />
      <Select
        label={t(words.which)}
        value={which}
        onChange={(value) => setWhich(value === 'all' ? 'all' : 'failed')}
        options={[
          ['failed', t(words.whichFailed)],
          ['all', t(words.whichAll)],
        ]}
      />
      <Fault error={change.error} />
    </Dialog>
  );
}

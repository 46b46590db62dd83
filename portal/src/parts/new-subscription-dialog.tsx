import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Customer } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { money } from '../data/format.ts';
import { t } from '../words/language.ts';
import { subscriptions as words } from '../words/subscriptions.ts';
import { Button } from './button.tsx';
import { CustomerPicker } from './customer-parts.tsx';
import { Dialog } from './dialog.tsx';
import { Field, Select } from './field.tsx';
import { Fault, Note } from './show.tsx';
import { TermsFields, useTermsForm } from './terms-form.tsx';
import { expiryOf, SaveSourceLink, tokenName } from './token-list.tsx';

type Props = { customer?: Customer | undefined; onClose(): void };

/** Charges a saved card or account of a customer, by the terms of a plan or by its own. */
export function NewSubscriptionDialog({ customer: known, onClose }: Props) {
  const { business, client } = useHere();
  const [, go] = useLocation();
  const [customer, setCustomer] = useState(known);
  const [token, setToken] = useState('');
  const [planCode, setPlanCode] = useState('');
  const [startsOn, setStartsOn] = useState('');
  const [trialDays, setTrialDays] = useState('');
  const [periods, setPeriods] = useState('');
  const [wasTried, setTried] = useState(false);
  const form = useTermsForm(undefined, business.currency);
  const saved = useQuery({
    queryKey: [business.id, 'tokens', 'of customer', customer?.id],
    enabled: customer !== undefined,
    queryFn: async () => await client.tokens.list({ customerId: customer!.id, status: 'active' }),
  });
  const plans = useQuery({
    queryKey: [business.id, 'plans', 'to choose'],
    queryFn: async () => await client.plans.list({ limit: 100 }),
  });
  const tokens = saved.data?.data ?? [];
  const chosen = token || tokens[0]?.token;
  const plan = plans.data?.data.find(({ code }) => code === planCode);
  const start = useChange(
    (_: undefined, options) =>
      client.subscriptions.create(
        {
          token: chosen!,
          ...(planCode ? { planCode } : form.terms),
          ...(startsOn && { startsOn }),
          ...(trialDays.trim() !== '' && { trialDays: Number(trialDays) }),
          ...(periods.trim() !== '' && { periods: Number(periods) }),
        },
        options,
      ),
    {
      done: () => ({ text: t(words.started) }),
      after: ({ id }) => go(`/subscriptions/${id}`),
    },
  );
  const submit = () => {
    setTried(true);
    if (chosen && (planCode || form.terms) && !start.isPending) start.mutate(undefined);
  };
  const { amount, discount, tax } = plan ?? form.terms ?? { amount: 0, discount: 0, tax: 0 };
  const price = amount - Math.round((amount * discount) / 10_000) + tax;
  const isTried = trialDays.trim() === '' ? Boolean(plan?.trialDays) : Number(trialDays) > 0;
  const isChargedNow = !startsOn && !isTried && amount > 0;
  return (
    <Dialog
      title={t(words.newSubscription)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button
          type="submit"
          look="main"
          working={start.isPending ? t(words.start('')) : undefined}
        >
          {t(
            isChargedNow
              ? words.start(money(price, plan?.currency ?? business.currency))
              : words.startPlain,
          )}
        </Button>
      }
    >
      {!known && (
        <CustomerPicker
          value={customer}
          onChange={(one) => {
            setCustomer(one);
            setToken('');
          }}
        />
      )}
      {customer && saved.data && tokens.length === 0 && (
        <Note tone="wait" title={t(words.noSource)}>
          <SaveSourceLink customerId={customer.id} />
        </Note>
      )}
      {tokens.length > 0 && (
        <Select
          label={t(words.source)}
          value={chosen ?? ''}
          onChange={setToken}
          options={tokens.map((one) => [
            one.token,
            [tokenName(one), expiryOf(one)].filter(Boolean).join(', '),
          ])}
          fault={faultOf(start.error, 'token')}
        />
      )}
      <Select
        label={t(words.plan)}
        value={planCode}
        onChange={setPlanCode}
        options={[
          ['', t(words.noPlan)],
          ...(plans.data?.data ?? []).map(
            (one) =>
              [
                one.code,
                `${one.code} · ${money(one.amount, one.currency)} · ${t(words[one.interval])}`,
              ] as const,
          ),
        ]}
        fault={faultOf(start.error, 'planCode')}
      />
      {planCode === '' && <TermsFields form={form} error={start.error} wasTried={wasTried} />}
      <Field
        label={t(words.startsOn)}
        type="date"
        hint={t(words.startsOnHint)}
        value={startsOn}
        onChange={setStartsOn}
        fault={faultOf(start.error, 'startsOn')}
      />
      <div className="pair-of-fields">
        <Field
          label={t(words.trialDays)}
          type="number"
          min={0}
          hint={t(words.trialDaysHint)}
          value={trialDays}
          onChange={setTrialDays}
          fault={faultOf(start.error, 'trialDays')}
        />
        <Field
          label={t(words.periods)}
          type="number"
          min={1}
          hint={t(words.periodsHint)}
          value={periods}
          onChange={setPeriods}
          fault={faultOf(start.error, 'periods')}
        />
      </div>
      <p className="soft">{t(words.startText)}</p>
      {wasTried && !chosen && <Note tone="bad" title={t(words.chooseSource)} />}
      <Fault error={start.error} />
    </Dialog>
  );
}

import { useState } from 'react';
import type { NewPlan, Plan, PlansListQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { asSeen, faultOf, useChange } from '../data/change.tsx';
import { money } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { Button } from '../parts/button.tsx';
import { amountColumn, createdColumn } from '../parts/columns.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { type Column, ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { MoveMenu } from '../parts/move-menu.tsx';
import { Fault } from '../parts/show.tsx';
import { intervals } from '../parts/subscription-parts.tsx';
import { TermsFields, useTermsForm } from '../parts/terms-form.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { subscriptions as words } from '../words/subscriptions.ts';

const spec: ListSpec<Plan, PlansListQuery> = {
  name: 'plans',
  title: words.plans,
  icon: 'repeat',
  read: (client, query) => client.plans.list(query),
  id: ({ code }) => code,
  label: ({ code }) => code,
  search: words.searchPlans,
  columns: [
    { title: words.code, onPhone: 1, cell: ({ code }) => <b>{code}</b> },
    amountColumn(),
    { title: words.interval, onPhone: 3, cell: ({ interval }) => t(words[interval]) },
    {
      title: words.discount,
      isNumber: true,
      cell: ({ discount }) => discount > 0 && `${discount / 100}%`,
    },
    {
      title: words.tax,
      isNumber: true,
      cell: ({ tax, currency }) => tax > 0 && money(tax, currency),
    },
    {
      title: words.trialDays,
      isNumber: true,
      cell: ({ trialDays }) => trialDays > 0 && String(trialDays),
    },
    { title: words.periods, isNumber: true, cell: ({ periods }) => periods },
    createdColumn(),
  ],
  filters: [
    {
      kind: 'word',
      title: words.interval,
      name: 'interval',
      values: intervals.map((one) => [one, words[one]] as const),
    },
  ],
  empty: { title: words.noPlans, text: words.noPlansText },
};

export default function Plans() {
  const { may } = useHere();
  const [asked, setAsked] = useState<Plan | 'new'>();
  const mayMake = may('charge');
  useKeys(mayMake ? { N: () => setAsked('new') } : {});
  const action: Column<Plan> = {
    title: words.action,
    isNumber: true,
    onPhone: 4,
    cell: (plan) => (
      <Button small look="plain" onClick={() => setAsked(plan)}>
        {t(words.changePlan)}
      </Button>
    ),
  };
  return (
    <>
      <ListScreen
        spec={mayMake ? { ...spec, columns: [...spec.columns, action] } : spec}
        actions={
          <>
            <MoveMenu kind="plans" />
            {mayMake && (
              <Button look="main" icon="plus" hotkey="N" onClick={() => setAsked('new')}>
                {t(words.newPlan)}
              </Button>
            )}
          </>
        }
      />
      {asked && (
        <PlanDialog
          plan={asked === 'new' ? undefined : asked}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** Makes a plan, or changes one for subscriptions that are made from now on. */
function PlanDialog({ plan, onClose }: { plan: Plan | undefined; onClose(): void }) {
  const { business, client } = useHere();
  const currency = plan?.currency ?? business.currency;
  const form = useTermsForm(plan, currency);
  const [code, setCode] = useState(plan?.code ?? '');
  const [trialDays, setTrialDays] = useState(plan?.trialDays ? String(plan.trialDays) : '');
  const [periods, setPeriods] = useState(plan?.periods ? String(plan.periods) : '');
  const [wasTried, setTried] = useState(false);
  const save = useChange(
    async (terms: Omit<NewPlan, 'code' | 'currency'>, options) => {
      if (!plan) {
        const of = { code: code.trim(), currency: currency === 'CAD' ? 'CAD' : 'USD' } as const;
        return await client.plans.create({ ...terms, ...of }, options);
      }
      const ofPlan = await asSeen(options, plan, () => client.plans.retrieve(plan.code));
      return await client.plans.update(plan.code, terms, ofPlan);
    },
    { done: () => ({ text: t(plan ? words.planSaved : words.planMade) }), after: onClose },
  );
  const submit = () => {
    setTried(true);
    if (!form.terms || save.isPending) return;
    save.mutate({
      ...form.terms,
      trialDays: Number(trialDays || 0),
      periods: periods === '' ? null : Number(periods),
    });
  };
  return (
    <Dialog
      title={t(plan ? words.changePlan : words.newPlan)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button type="submit" look="main" working={save.isPending ? t(common.saving) : undefined}>
          {t(plan ? words.changePlan : words.makePlan)}
        </Button>
      }
    >
      {!plan && (
        <Field
          label={t(words.code)}
          value={code}
          onChange={setCode}
          autoComplete="off"
          fault={faultOf(save.error, 'code')}
        />
      )}
      <TermsFields form={form} error={save.error} wasTried={wasTried} />
      <div className="pair-of-fields">
        <Field
          label={t(words.trialDays)}
          type="number"
          min={0}
          value={trialDays}
          onChange={setTrialDays}
          fault={faultOf(save.error, 'trialDays')}
        />
        <Field
          label={t(words.periods)}
          type="number"
          min={1}
          hint={t(words.periodsHint)}
          value={periods}
          onChange={setPeriods}
          fault={faultOf(save.error, 'periods')}
        />
      </div>
      {plan && <p className="soft">{t(words.planText)}</p>}
      <Fault error={save.error} />
    </Dialog>
  );
}

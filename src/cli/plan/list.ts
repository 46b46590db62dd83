import { listPlans, type Plan } from '../../subscriptions/plan.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { rowsOf } from '../layout.ts';
import { dollars } from '../money.ts';
import { visible } from '../webhooks/visible.ts';
import { business, percentOf } from './words.ts';

export const planList = houseCommand({
  doc: 'Lists what subscriptions of a business are made from.',
  words: { business },
  async work({ db }, { business: name }) {
    const { id } = await businessNamed(db, name);
    const plans = await listPlans(db, id);
    const text = planTable(plans) || `Business ${id} has no plans.`;
    return { data: { business: id, plans }, text };
  },
});

export function planTable(plans: readonly Plan[]): string {
  const headings = ['plan', 'amount', 'interval', 'discount', 'tax', 'trial days', 'periods'];
  return rowsOf(headings, plans, (plan) => [
    visible(plan.code),
    dollars(plan.amountCents),
    plan.interval,
    percentOf(plan.discount),
    dollars(plan.taxCents),
    plan.trialDays,
    plan.periods ?? 'no end',
  ]);
}

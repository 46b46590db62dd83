import { handIn } from '../../applications/hand-in.ts';
import { readStandingApplication } from '../../applications/store.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { applicationForm, formOf } from '../../operations/application-form.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { needed, verbatim } from '../words.ts';
import { formFile, formWords, readForm } from './read-form.ts';

export const applicationSubmit = houseCommand({
  doc:
    'Hands in the application of a business that has none that is looked at or was approved; it goes the same road ' +
    `as one that comes with a new business. ${formWords}`,
  words: {
    business: needed('ID|USERNAME', verbatim(100)),
    file: needed('FILE', formFile),
  },
  async work(world, { business: name, file }, actor) {
    const business = await businessNamed(world.db, name);
    const own = atClockOf(world, business);
    const ask = await readForm(own, applicationForm, business, file);
    const data = await handIn(own, business, { ...formOf(ask), actor }).catch(async (error) => {
      if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
      throw new OperatorFault(await whyNot(world.db, business.id));
    });
    const { state } = await businessNamed(world.db, business.id);
    const application = `application ${data.businessId}/${data.id}`;
    const missing =
      data.requirements.length > 0 ? `; missing: ${data.requirements.join(', ')}` : '';
    const text = `The ${application} was handed in and is ${data.state}${missing}. Its business is ${state}.`;
    return { data, text };
  },
});

async function whyNot(sql: Sql, businessId: bigint): Promise<string> {
  const { state } = await businessNamed(sql, businessId);
  const standing = await readStandingApplication(sql, businessId);
  return standing
    ? `application ${businessId}/${standing.id} is ${standing.state}: its business hands in no other`
    : `business ${businessId} is ${state}: it hands in no application`;
}

import { atClockOf } from '../../businesses/clock.ts';
import { closeForm } from '../../leads/make-form.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { form, formNamed } from './words.ts';

export const leadFormClose = houseCommand({
  doc: 'Closes a lead form for good: its page says so. What came in through it stays.',
  words: { form },
  async work(world, { form: named }, actor) {
    const { businessId, id } = await formNamed(world.db, named);
    const owner = await businessNamed(world.db, businessId);
    const isClosed = await closeForm(atClockOf(world, owner), { businessId, id }, actor);
    if (!isClosed) throw new OperatorFault(`lead form ${businessId}/${id} is closed already`);
    const data = { business: businessId, form: id, state: 'closed' };
    return { data, text: `Lead form ${businessId}/${id} is closed.` };
  },
});

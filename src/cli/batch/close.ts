import { atClockOf } from '../../businesses/clock.ts';
import { closeBatch, closeBatches } from '../../settlement/close.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { needed, option, verbatim } from '../words.ts';
import { batchTable } from './list.ts';

export const batchClose = houseCommand({
  doc: 'Closes the open batch of a business now, at one processor or at all.',
  words: {
    business: needed('ID|USERNAME', verbatim(100)),
    processor: option('NAME', verbatim(50)),
  },
  async work(world, { business: name, processor }, actor) {
    const business = await businessNamed(world.db, name);
    const own = atClockOf(world, business);
    const { id } = business;
    if (processor !== undefined && !world.processors.has(processor)) {
      throw new OperatorFault(`there is no processor ${processor}`);
    }
    const data = processor
      ? await closeBatch(own, id, processor, actor)
      : await closeBatches(own, id, actor);
    const text = data.length === 0 ? `Nothing of business ${id} is open.` : batchTable(data);
    return { data, text };
  },
});

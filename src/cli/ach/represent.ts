import { parseAmountToPay } from '../../base/money.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { representByHand } from '../../clearing/represent-by-hand.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { idWithin, option, place } from '../words.ts';

export const achRepresent = houseCommand({
  doc: 'Sends a debit that came back once more: for want of funds as it was, or, where the bank wants it corrected, with --amount.',
  words: {
    entry: place('BUSINESS/ENTRY', idWithin),
    amount: option('AMOUNT', parseAmountToPay),
  },
  async work(world, { entry, amount: amountCents }, actor) {
    const own = atClockOf(world, await businessNamed(world.db, entry.businessId));
    const again = await representByHand(own, { ...entry, amountCents, actor });
    if ('refused' in again) {
      const { businessId, id } = entry;
      throw new OperatorFault(`entry ${businessId}/${id} is not sent again: ${again.refused}`);
    }
    const { id, presentment, nextAt } = again;
    const data = { entry: `${entry.businessId}/${id}`, presentment, nextAt };
    const at = nextAt.toISOString();
    return { data, text: `Entry ${data.entry} goes with the file that is made at ${at}.` };
  },
});

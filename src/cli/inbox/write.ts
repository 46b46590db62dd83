import { longestBody } from '../../conversations/body.ts';
import { findSender } from '../../conversations/own-number.ts';
import { receiveText } from '../../conversations/receive-text.ts';
import { recordAct } from '../../trail/trail.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { business, tenDigits } from '../message/words.ts';
import { place, verbatim } from '../words.ts';
import { sandboxNamed } from './sandbox.ts';

export const inboxWrite = houseCommand({
  doc: 'Writes to the number of a sandbox business as a payer would from their phone: STOP, HELP, or a question.',
  words: {
    business,
    from: place('PHONE', tenDigits),
    text: place('TEXT', verbatim(longestBody)),
  },
  async work(world, { business: name, from, text: body }, actor) {
    const { id: business } = await sandboxNamed(world.db, name);
    const { number: to } = await world.db.begin(async (tx) => {
      const at = world.now();
      const object = `business:${business}`;
      await recordAct(tx, {
        businessId: business,
        actor,
        act: 'inbox.written',
        object,
        facts: {},
        at,
      });
      return await findSender(world, tx, business);
    });
    const carrierId = world.uuid();
    const told = { to: to!, from, body, mediaCount: 0, carrier: 'sandbox', carrierId };
    const kept = await receiveText(world, told);
    if (!kept) throw new OperatorFault('it reached nobody');
    const data = { business, message: kept.id, from, to };
    return { data, text: `Text ${business}/${kept.id} reached the business at ${to}.` };
  },
});

import { atClockOf } from '../../businesses/clock.ts';
import { cancelTexts } from '../../conversations/cancel-texts.ts';
import { recordAct } from '../../trail/trail.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { idWithin, place } from '../words.ts';

export const messageCancel = houseCommand({
  doc: 'Takes back a text that still waits.',
  words: { message: place('BUSINESS/MESSAGE', idWithin) },
  async work(world, { message: { businessId, id } }, actor) {
    const at = atClockOf(world, await businessNamed(world.db, businessId)).now();
    await world.db.begin(async (tx) => {
      const canceled = await cancelTexts(tx, { businessId, id, at });
      if (canceled === 0) {
        throw new OperatorFault(`no text ${businessId}/${id} waits: it was sent, or never made`);
      }
      const object = `message:${id}`;
      await recordAct(tx, { businessId, actor, act: 'text.canceled', object, facts: {}, at });
    });
    const data = { business: businessId, message: id, state: 'canceled' };
    return { data, text: `Text ${businessId}/${id} is canceled.` };
  },
});

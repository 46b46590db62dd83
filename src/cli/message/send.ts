import { atClockOf } from '../../businesses/clock.ts';
import { longestBody } from '../../conversations/body.ts';
import { queueTexts } from '../../conversations/queue-texts.ts';
import { findByPhone } from '../../customers/by-phone.ts';
import { recordAct } from '../../trail/trail.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { line, place } from '../words.ts';
import { business, tenDigits } from './words.ts';

export const messageSend = houseCommand({
  doc:
    'Texts somebody in the name of a business. It goes out when a worker next looks, or in the morning; 1, and ' +
    'the reason, when it never will.',
  words: {
    business,
    phone: place('PHONE', tenDigits),
    text: place('TEXT', line(longestBody)),
  },
  async work(world, { business: name, phone, text: body }, actor) {
    const business = await businessNamed(world.db, name);
    const own = atClockOf(world, business);
    const { id: businessId } = business;
    const queued = await own.db.begin(async (tx) => {
      const customerId = await findByPhone(tx, businessId, phone);
      const draft = { businessId, kind: 'chat', phone, customerId, body } as const;
      const [text] = await queueTexts(own, tx, [draft]);
      await recordAct(tx, {
        businessId,
        actor,
        act: 'text.queued',
        object: `message:${text!.id}`,
        facts: { state: text!.state },
        at: own.now(),
      });
      return text!;
    });
    const { id, state, errorCode } = queued;
    const data = { business: businessId, message: id, state, errorCode };
    const says = `Text ${businessId}/${id} is ${state}${errorCode ? `: ${errorCode}` : ''}.`;
    return { data, text: says, code: state === 'blocked' ? 1 : 0 };
  },
});

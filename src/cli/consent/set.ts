import { atClockOf } from '../../businesses/clock.ts';
import { moveConsent } from '../../conversations/consent.ts';
import { openConversations } from '../../conversations/conversation-store.ts';
import { findSender } from '../../conversations/own-number.ts';
import { findByPhone } from '../../customers/by-phone.ts';
import { recordAct } from '../../trail/trail.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { business, tenDigits } from '../message/words.ts';
import { needed, oneOf, place, reason } from '../words.ts';

export const consentSet = houseCommand({
  doc: 'Writes down that somebody wants texts from a business, or wants none, when they said so otherwise than by text.',
  words: {
    business,
    phone: place('PHONE', tenDigits),
    consent: place('opted_in|opted_out', oneOf(['opted_in', 'opted_out'])),
    reason: needed('TEXT', reason),
  },
  async work(world, { business: name, phone, consent, reason: told }, actor) {
    const business = await businessNamed(world.db, name);
    const own = atClockOf(world, business);
    const { id: businessId } = business;
    const why = told.slice(0, 200);
    const hasMoved = await own.db.begin(async (tx) => {
      const { number: ownNumber } = await findSender(own, tx, businessId);
      if (ownNumber === undefined) {
        throw new OperatorFault(`business ${businessId} has no number to text from`);
      }
      const at = own.now();
      const customerId = await findByPhone(tx, businessId, phone);
      const nextId = () => own.ids.next(businessId);
      const between = { businessId, ownNumber };
      const opened = await openConversations(tx, between, [{ phone, customerId }], { at, nextId });
      const conversation = opened.get(phone)!;
      const move = { consent, actor, reason: why, messageId: undefined, at };
      if (!(await moveConsent(tx, conversation, move))) return false;
      await recordAct(tx, {
        businessId,
        actor,
        act: 'consent.set',
        object: `conversation:${conversation.id}`,
        facts: { consent, reason: why },
        at,
      });
      return true;
    });
    const data = { business: businessId, phone, consent, hasMoved };
    return { data, text: `${phone} is ${consent}${hasMoved ? '' : ', as before'}.` };
  },
});

import { moveConsent, readMoves } from '../notify/conversations/consent.ts';
import {
  conversationsWith,
  openConversations,
} from '../notify/conversations/conversation-store.ts';
import { ownNumberOf } from '../notify/conversations/own-number.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { findByPhone } from '../parties/customers/by-phone.ts';
import { recordAct } from '../records/audit-log.ts';
import { ExpectedError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { page, table } from './layout.ts';
import { ofBusiness } from './names.ts';
import { oneOf, reason, tenDigits } from './values.ts';
import { positional, required } from './words.ts';

export const consentCommands = {
  'consent show': dataCommand({
    doc: 'Shows whether a person consents to texts from a business, and every change of that.',
    words: { business: ofBusiness, phone: positional('PHONE', tenDigits) },
    async work({ db }, { business: { id: business }, phone }) {
      const found = await conversationsWith(db, business, phone);
      const conversations = await Promise.all(
        found.map(async ({ businessId, ...one }) => {
          return { ...one, moves: await readMoves(db, { businessId, id: one.id }) };
        }),
      );
      const pages = conversations.map(({ ownNumber, consent, heardAt, lastAt, moves }) =>
        page({
          '': { to: phone, from: ownNumber, consent, 'wrote last': heardAt, last: lastAt },
          moves: table(
            { n: 'n', at: 'movedAt', consent: 'consent', by: 'actor', why: 'reason' },
            moves,
          ),
        }),
      );
      const none = `Business ${business} and ${phone} never wrote to each other.`;
      return { data: { business, phone, conversations }, text: pages.join('\n\n') || none };
    },
  }),
  'consent set': dataCommand({
    doc: 'Records that a person consents to texts from a business, or opts out, where they said so in another way than by text.',
    words: {
      business: ofBusiness,
      phone: positional('PHONE', tenDigits),
      consent: positional('opted_in|opted_out', oneOf(['opted_in', 'opted_out'])),
      reason: required('TEXT', reason),
    },
    async work(world, { business, phone, consent, reason: given }, actor) {
      const own = atClockOf(world, business);
      const { id: businessId } = business;
      const why = given.slice(0, 200);
      const ownNumber = await ownNumberOf(own, businessId);
      if (ownNumber === undefined) {
        throw new ExpectedError(`business ${businessId} has no number to text from`);
      }
      const hasMoved = await own.db.begin(async (tx) => {
        const at = own.now();
        const customerId = await findByPhone(tx, businessId, phone);
        const nextId = () => own.ids.next(businessId);
        const between = { businessId, ownNumber };
        const opened = await openConversations(tx, between, [{ phone, customerId }], {
          at,
          nextId,
        });
        const conversation = opened.get(phone)!;
        const move = { consent, actor, reason: why, messageId: undefined, movedAt: at };
        if (!(await moveConsent(own, tx, conversation, move))) return false;
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
  }),
} as const;

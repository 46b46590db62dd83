import { longestBody } from '../notify/conversations/body.ts';
import { listMessages, readMessage } from '../notify/conversations/message-log.ts';
import { cancelTexts } from '../notify/conversations/message-moves.ts';
import { prepareTexts, queueTexts } from '../notify/conversations/queue-texts.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { findByPhone } from '../parties/customers/by-phone.ts';
import { recordAct } from '../records/audit-log.ts';
import { ExpectedError, printable } from './command.ts';
import { dataCommand, show } from './data-command.ts';
import { nameOf, ownedBy } from './layout.ts';
import { list } from './list.ts';
import { object, ofBusiness, worldOf } from './names.ts';
import { line, tenDigits } from './values.ts';
import { option, positional } from './words.ts';

const shownSigns = 60;

export const messageCommands = {
  'message list': list({
    doc: 'Lists the texts of a business, in and out',
    of: 'texts',
    filters: { business: ofBusiness, phone: option('PHONE', tenDigits) },
    async rows({ db }, { business, phone, before, limit }) {
      const filter = { phone, before: before?.id, limit };
      return ownedBy(business, await listMessages(db, business.id, filter));
    },
    columns: {
      message: (one) => nameOf(one),
      at: 'createdAt',
      '': 'direction',
      phone: 'phone',
      kind: 'kind',
      state: (one) => (one.errorCode ? `${one.state}: ${one.errorCode}` : one.state),
      due: 'dueAt',
      text: (one) => [...one.body].slice(0, shownSigns).join(''),
    },
    json: (messages, { business }) => ({ business: business.id, messages }),
  }),
  'message show': show({
    doc: 'Shows a text and its state. The address of a pay link in it is shown as [PBTLINK].',
    words: { message: object },
    async read({ db }, { message: { businessId, id } }) {
      const message = await readMessage(db, businessId, id);
      if (!message) throw new ExpectedError(`business ${businessId} has no text ${id}`);
      return { business: businessId, ...message };
    },
    parts: ({ business, ...message }) => ({
      '': {
        message: `${business}/${message.id}`,
        kind: message.kind,
        state: message.state,
        error: message.errorCode,
        from: message.direction === 'in' ? message.phone : message.ownNumber,
        to: message.direction === 'in' ? message.ownNumber : message.phone,
        customer: message.customerId,
        'written by': message.actor,
        'pay link': message.linkId,
        event: message.eventId,
        segments: message.segments,
        media: message.mediaCount || undefined,
        carrier: message.carrier,
        'name there': message.carrierId,
        tries: message.tries || undefined,
        made: message.createdAt,
        due: message.dueAt,
        sent: message.sentAt,
        ended: message.finishedAt,
      },
      text: printable(message.body),
    }),
  }),
  'message send': dataCommand({
    doc:
      'Sends a text in the name of a business, at the next run of a worker or when quiet hours end. When it is blocked, ' +
      'the exit code is 1 and the reason is shown.',
    words: {
      business: ofBusiness,
      phone: positional('PHONE', tenDigits),
      text: positional('TEXT', line(longestBody)),
    },
    async work(world, { business: owner, phone, text: body }, actor) {
      const { id: business } = owner;
      const own = atClockOf(world, owner);
      const types = await prepareTexts(own, business, [phone]);
      const { id, state, errorCode } = await own.db.begin(async (tx) => {
        const customerId = await findByPhone(tx, business, phone);
        const draft = {
          businessId: business,
          kind: 'chat',
          phone,
          customerId,
          body,
          actor,
        } as const;
        const [text] = await queueTexts(own, tx, [draft], types);
        await recordAct(tx, {
          businessId: business,
          actor,
          act: 'text.queued',
          object: `message:${text!.id}`,
          facts: { state: text!.state },
          at: own.now(),
        });
        return text!;
      });
      return {
        data: { business, message: id, state, errorCode },
        text: `Text ${business}/${id} is ${state}${errorCode ? `: ${errorCode}` : ''}.`,
        code: state === 'blocked' ? 1 : 0,
      };
    },
  }),
  'message cancel': dataCommand({
    doc: 'Cancels a text that was not sent yet.',
    words: { message: object },
    async work(world, { message: key }, actor) {
      const { businessId, id } = key;
      const at = (await worldOf(world, key)).now();
      await world.db.begin(async (tx) => {
        const canceled = await cancelTexts(world, tx, { businessId, id, at });
        if (canceled === 0) {
          throw new ExpectedError(`no text ${nameOf(key)} waits: it was sent, or never made`);
        }
        const object = `message:${id}`;
        await recordAct(tx, { businessId, actor, act: 'text.canceled', object, facts: {}, at });
      });
      return {
        data: { business: businessId, message: id, state: 'canceled' },
        text: `Text ${nameOf(key)} is canceled.`,
      };
    },
  }),
} as const;

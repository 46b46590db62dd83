import { readMessage } from '../../conversations/message-log.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { facts, sections } from '../layout.ts';
import { visible } from '../webhooks/visible.ts';
import { idWithin, place } from '../words.ts';

export const messageShow = houseCommand({
  doc: 'Shows a text and what became of it. Where the address of a pay link stood, it shows [PBTLINK].',
  words: { message: place('BUSINESS/MESSAGE', idWithin) },
  async work({ db }, { message: { businessId, id } }) {
    const message = await readMessage(db, businessId, id);
    if (!message) throw new OperatorFault(`business ${businessId} has no text ${id}`);
    const isIn = message.direction === 'in';
    const text = sections({
      '': facts({
        message: `${businessId}/${id}`,
        kind: message.kind,
        state: message.state,
        error: message.errorCode,
        from: isIn ? message.phone : message.ownNumber,
        to: isIn ? message.ownNumber : message.phone,
        customer: message.customerId,
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
      }),
      text: message.body.split('\n').map(visible).join('\n'),
    });
    return { data: { business: businessId, ...message }, text };
  },
});

import { createHash } from 'node:crypto';
import { Refusal } from '../../../kernel/refusal.ts';
import { ownNumberOf } from '../../../notify/conversations/own-number.ts';
import { receiveText } from '../../../notify/conversations/receive-text.ts';
import { atClockOf } from '../../../parties/businesses/clock.ts';
import { recordAct } from '../../../records/audit-log.ts';
import { freeText } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { field, object, wholePhone } from '../shape.ts';
import { messageNamed, messageShape } from './conversations.ts';

export const sandboxInboxEndpoints = [
  endpoint({
    id: 'sandbox.writeText',
    method: 'POST',
    path: '/v1/sandbox/inbox/texts',
    doc: 'Writes a text to the business, as the phone of a payer does: anything, or STOP, START or HELP.',
    right: 'charge',
    inSandboxOnly: true,
    body: object(
      {
        from: wholePhone('The phone of the payer: ten digits.'),
        body: field(freeText('What the payer writes.', 'smsText', { multiline: true })),
      },
      { name: 'PayerText' },
    ),
    answer: messageShape,
    status: 201,
    refuses: ['no_number_to_text_from', 'wrong_fields'],
    async handle(world, call) {
      const { business, actor, body: sent, idempotencyKey } = call;
      const to = await ownNumberOf(world, business.id);
      if (to === undefined) throw new Refusal('no_number_to_text_from');
      await world.db.begin(async (tx) => {
        const object = `business:${business.id}`;
        const act = { businessId: business.id, actor, act: 'inbox.written', object, facts: {} };
        await recordAct(tx, { ...act, at: world.now() });
      });
      // It takes the clock of the business by itself.
      const everybody = atClockOf(world, { clockAheadMs: -business.clockAheadMs });
      const received = await receiveText(everybody, {
        ...sent,
        to,
        mediaCount: 0,
        carrier: 'sandbox',
        // The same request is the same text, also after a crash between the text and its answer.
        carrierId: idempotencyKey ? nameOf(idempotencyKey.key) : world.uuid(),
      });
      if (!received) throw new Refusal('no_number_to_text_from');
      const id = String(received.id);
      const body = await messageNamed(world, call as unknown as V1Call, id);
      return { body, headers: { Location: `/v1/messages/${id}` } };
    },
  }),
];

/** Ids of carriers are shorter than keys may be. */
function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

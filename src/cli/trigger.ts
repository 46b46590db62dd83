import type { EventType } from '../notify/webhooks/event-types.ts';
import { type Triggered, trigger, triggered } from '../notify/webhooks/trigger.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { ExpectedError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { table } from './layout.ts';
import { ofBusiness } from './names.ts';
import { oneOf } from './values.ts';
import { positional } from './words.ts';

const all = 'all';
const types = [...triggered.keys()];

export const triggerCommand = dataCommand({
  doc:
    'Sends a sample of an event to the webhook of a sandbox business, or one of each that its webhooks get: signed, logged ' +
    'and repeated like every post, and marked as a test. Nothing happens to a payment. A running service posts it. ' +
    `EVENT is ${all} or one of: ${types.join(', ')}.`,
  words: {
    event: positional('EVENT', oneOf<typeof all | EventType>([all, ...types])),
    business: ofBusiness,
  },
  async work(world, { event, business }, actor) {
    const wanted = event === all ? types : [event];
    const made = await trigger(atClockOf(world, business), business, wanted, actor);
    if (made.length === 0) {
      throw new ExpectedError(
        `no webhook of business ${business.id} gets ${event === all ? 'anything' : event}: see webhooks set and webhooks set-events`,
      );
    }
    const columns = {
      event: 'type',
      delivery: (one: Triggered) => `${business.id}/${one.delivery}`,
    } as const;
    return {
      data: { business: business.id, deliveries: made },
      text: `${table(columns, made)}\n\nwebhooks show shows what becomes of a delivery.`,
    };
  },
});

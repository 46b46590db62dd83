import { Refusal } from '../../../kernel/refusal.ts';
import { readShownEndpoint } from '../../../notify/webhooks/endpoint-store.ts';
import { postTest } from '../../../notify/webhooks/post-test.ts';
import { replayGivenUp, replaySince } from '../../../notify/webhooks/replay.ts';
import { endpoint } from '../endpoint.ts';
import { bool, integer, maybe, moment, object, orNull, text, word } from '../shape.ts';
import { endpointView, kindNamed, kindShape } from './webhook-endpoint-view.ts';

const testResult = object(
  {
    isAccepted: bool('True if it was accepted: a status from 200 to 299.'),
    status: orNull(integer('Of the answer; null if none came.')),
    error: orNull(text('Why no answer came.')),
    answer: orNull(text('The beginning of the answer, masked.')),
  },
  { name: 'WebhookTest' },
);

const testOne = endpoint({
  id: 'webhookEndpoints.test',
  method: 'POST',
  path: '/v1/webhook-endpoints/{endpointId}/test',
  doc:
    'Posts EventType=webhook.test to the endpoint, signed like every post, and waits for the answer. It is no delivery, ' +
    'and is posted to a disabled endpoint too.',
  right: 'administer',
  params: { endpointId: kindShape },
  answer: testResult,
  refuses: ['not_found'],
  async handle(world, { business, params: { endpointId }, actor }) {
    const key = { businessId: business.id, kind: kindNamed(endpointId) };
    const found = await readShownEndpoint(world.db, key);
    if (!found) throw new Refusal('not_found');
    const reply = await postTest(world, business, found, actor);
    const isAnswered = reply.kind === 'answered';
    return {
      body: {
        isAccepted: isAnswered && reply.status >= 200 && reply.status < 300,
        status: isAnswered ? reply.status : null,
        error: isAnswered ? null : reply.reason,
        answer: isAnswered ? reply.text : null,
      },
    };
  },
});

const replayMany = endpoint({
  id: 'webhookEndpoints.replay',
  method: 'POST',
  path: '/v1/webhook-endpoints/{endpointId}/replay',
  doc: 'Sends events again that did not arrive, with the same webhook-id and body.',
  right: 'administer',
  params: { endpointId: kindShape },
  body: object({
    since: moment('Of what happened at this moment or later.'),
    which: maybe(
      word(
        'Failed, when left out: deliveries that were given up. All: every event, also those without a delivery.',
        ['failed', 'all'],
      ),
    ),
  }),
  answer: object({ deliveries: integer('How many were made.') }, { name: 'Replay' }),
  refuses: ['not_found'],
  async handle(world, { business, body, params: { endpointId }, actor }) {
    const kind = kindNamed(endpointId);
    await endpointView(world.db, business.id, kind);
    const filter = { since: new Date(body.since), kind };
    const deliveries =
      body.which === 'all'
        ? (await replaySince(world, business.id, filter, actor)).made
        : await replayGivenUp(world, business.id, filter, actor);
    return { body: { deliveries } };
  },
});

export const webhookEndpointActs = [testOne, replayMany];

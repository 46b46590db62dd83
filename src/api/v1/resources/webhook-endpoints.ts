import { flaw, type Parsed } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { Secret } from '../../../kernel/secret.ts';
import { isOwnMachine, parseWebhookAddress } from '../../../kernel/webhook-address.ts';
import {
  changeEndpoint,
  createEndpoint,
  enableEndpoint,
  type Match,
  removeEndpoint,
  rotateSecret,
} from '../../../notify/webhooks/change-endpoint.ts';
import type { WebhookKind } from '../../../parties/businesses/new-business.ts';
import { readAnyLive } from '../../../parties/businesses/reach.ts';
import type { World } from '../../../world.ts';
import { exactText, secret } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { listEndpoint } from '../list.ts';
import { field, integer, list, maybe, object, orNull, text } from '../shape.ts';
import { webhookEndpointActs } from './webhook-endpoint-acts.ts';
import {
  endpointListing,
  endpointShape,
  endpointView,
  kindNamed,
  kindShape,
  newEndpointShape,
  typesOf,
} from './webhook-endpoint-view.ts';

const params = { endpointId: kindShape };
const url = field(
  exactText('Where events are posted to: https://, in a sandbox also http://.', 'url'),
);
const username = field(exactText('For basic authentication; only for payments.', 'name'));
const password = field(secret(exactText('Beside the username.', 'password')));
const eventTypes = list(
  text('One of them.'),
  'Types to switch on, beside those that every endpoint of its kind gets.',
  100,
);

const ownMachine = flaw('not_public', 'must not lead to this machine while a business is live');
const notOfKind = flaw('not_one_of', 'must be types of events that an endpoint of this kind gets');
const onlyPayments = flaw('contradictory', 'is only for the endpoint of payments');
const noColon = flaw('malformed', 'must not contain a colon');
const taken = flaw('taken', 'has an endpoint already');
const needsBoth = flaw('required', 'must be sent together with username');

type Sent = {
  readonly url?: string | undefined;
  readonly username?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly eventTypes?: readonly string[] | undefined;
};

/** The sent fields, checked by the rules of the kind and environment; the address in its canonical form. */
async function judged(world: World, { business }: V1Call, kind: WebhookKind, sent: Sent) {
  const address: Parsed<string | undefined> =
    sent.url === undefined
      ? { ok: true, value: undefined }
      : parseWebhookAddress(sent.url, business.environment);
  const faults = [];
  if (!address.ok) faults.push(fieldFault('url', address));
  else if (address.value && isOwnMachine(address.value) && (await world.gather(readAnyLive, {}))) {
    faults.push(fieldFault('url', ownMachine));
  }
  if (kind !== 'payments') {
    if (sent.username) faults.push(fieldFault('username', onlyPayments));
    if (sent.password) faults.push(fieldFault('password', onlyPayments));
  }
  if (sent.username?.includes(':')) faults.push(fieldFault('username', noColon));
  const known = typesOf(kind);
  const types = sent.eventTypes && known.filter((type) => sent.eventTypes?.includes(type));
  if (types && types.length !== new Set(sent.eventTypes).size) {
    faults.push(fieldFault('eventTypes', notOfKind));
  }
  if (faults.length > 0 || !address.ok) throw new Refusal('wrong_fields', { details: faults });
  return { url: address.value, eventTypes: types };
}

const createOne = endpoint({
  id: 'webhookEndpoints.create',
  method: 'POST',
  path: '/v1/webhook-endpoints',
  doc: 'Makes the endpoint of a kind. The secret that signs its posts is shown only in this answer.',
  right: 'administer',
  body: object({
    kind: kindShape,
    url,
    username: maybe(username),
    password: maybe(password),
    eventTypes: maybe(eventTypes),
  }),
  answer: newEndpointShape,
  status: 201,
  showsSecret: true,
  isVersioned: true,
  async handle(world, call) {
    const { business, body, actor } = call;
    const { kind } = body;
    if ((body.username === undefined) !== (body.password === undefined)) {
      throw wrong('password', needsBoth);
    }
    const { url: address, eventTypes: types = [] } = await judged(world, call, kind, body);
    const credentials =
      body.username !== undefined && body.password !== undefined
        ? { username: body.username, password: new Secret(body.password) }
        : undefined;
    const made = await createEndpoint(
      world,
      { businessId: business.id, kind, url: address!, credentials, eventTypes: types },
      actor,
    );
    if (!made) throw wrong('kind', taken);
    return {
      body: { ...(await endpointView(world.db, business.id, kind)), secret: made.secret.reveal() },
      headers: { Location: `/v1/webhook-endpoints/${kind}` },
    };
  },
});

function wrong(at: string, fault: Parameters<typeof fieldFault>[1]): Refusal {
  return new Refusal('wrong_fields', { details: [fieldFault(at, fault)] });
}

/** Compares the endpoint with the one that the caller saw. */
function matchOf(
  { business, match }: Pick<V1Call, 'business' | 'match'>,
  kind: WebhookKind,
): Match {
  return async (tx) => match(await endpointView(tx, business.id, kind));
}

const updateOne = endpoint({
  id: 'webhookEndpoints.update',
  method: 'PATCH',
  path: '/v1/webhook-endpoints/{endpointId}',
  doc: 'Changes what is sent. Another address or other credentials also enable the endpoint.',
  right: 'administer',
  params,
  body: object({
    url: maybe(url),
    username: maybe(orNull(username)),
    password: maybe(orNull(password)),
    eventTypes: maybe(eventTypes),
  }),
  answer: endpointShape,
  refuses: ['not_found', 'changed_meanwhile'],
  isVersioned: true,
  async handle(world, call) {
    const { business, body, actor } = call;
    const kind = kindNamed(call.params.endpointId);
    const key = { businessId: business.id, kind };
    const change = {
      ...(await judged(world, call, kind, body)),
      username: body.username,
      password: typeof body.password === 'string' ? new Secret(body.password) : body.password,
    };
    const isThere = await changeEndpoint(world, key, change, {
      actor,
      match: matchOf(call, kind),
    });
    if (!isThere) throw new Refusal('not_found');
    return { body: await endpointView(world.db, business.id, kind) };
  },
});

const deleteOne = endpoint({
  id: 'webhookEndpoints.delete',
  method: 'DELETE',
  path: '/v1/webhook-endpoints/{endpointId}',
  doc: 'Removes an endpoint and its secret. Deliveries that wait for it are discarded.',
  right: 'administer',
  params,
  refuses: ['not_found'],
  isVersioned: true,
  async handle(world, call) {
    const { business, actor } = call;
    const kind = kindNamed(call.params.endpointId);
    const match = matchOf(call, kind);
    if (!(await removeEndpoint(world, { businessId: business.id, kind }, actor, match))) {
      throw new Refusal('not_found');
    }
    return undefined;
  },
});

const enableOne = endpoint({
  id: 'webhookEndpoints.enable',
  method: 'POST',
  path: '/v1/webhook-endpoints/{endpointId}/enable',
  doc: 'Enables a disabled endpoint. What it missed is sent by a replay.',
  right: 'administer',
  params,
  answer: endpointShape,
  refuses: ['not_found'],
  isVersioned: true,
  async handle(world, call) {
    const { business, actor } = call;
    const kind = kindNamed(call.params.endpointId);
    await enableEndpoint(world, { businessId: business.id, kind }, actor, matchOf(call, kind));
    return { body: await endpointView(world.db, business.id, kind) };
  },
});

const rotateOne = endpoint({
  id: 'webhookEndpoints.rotateSecret',
  method: 'POST',
  path: '/v1/webhook-endpoints/{endpointId}/rotate-secret',
  doc: 'Makes another secret. During a grace period posts are signed with both.',
  right: 'administer',
  params,
  body: object({
    graceSeconds: maybe(integer('A day when left out.', 0, 30 * 24 * 3600)),
  }),
  answer: newEndpointShape,
  refuses: ['not_found'],
  showsSecret: true,
  isVersioned: true,
  async handle(world, call) {
    const { business, body, actor } = call;
    const kind = kindNamed(call.params.endpointId);
    const graceMs = (body.graceSeconds ?? 24 * 3600) * 1000;
    const key = { businessId: business.id, kind };
    const match = matchOf(call, kind);
    const rotated = await rotateSecret(world, key, { actor, graceMs, match });
    if (!rotated) throw new Refusal('not_found');
    const view = await endpointView(world.db, business.id, kind);
    return { body: { ...view, secret: rotated.secret.reveal() } };
  },
});

export const webhookEndpointEndpoints = [
  createOne,
  listEndpoint(
    {
      id: 'webhookEndpoints.list',
      path: '/v1/webhook-endpoints',
      doc: 'Lists the webhook endpoints of the business, the newest first.',
    },
    endpointListing,
  ),
  endpoint({
    id: 'webhookEndpoints.retrieve',
    method: 'GET',
    path: '/v1/webhook-endpoints/{endpointId}',
    doc: 'Returns a webhook endpoint without its secret.',
    right: 'read',
    params,
    answer: endpointShape,
    refuses: ['not_found'],
    isVersioned: true,
    handle: async (world, { business, params: { endpointId } }) => ({
      body: await endpointView(world.db, business.id, endpointId),
    }),
  }),
  updateOne,
  deleteOne,
  enableOne,
  rotateOne,
  ...webhookEndpointActs,
];

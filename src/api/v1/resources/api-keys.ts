import { Refusal } from '../../../kernel/refusal.ts';
import {
  createKey,
  renameKey,
  revoke,
  rotateKey,
} from '../../../parties/businesses/change-keys.ts';
import { atClockOf } from '../../../parties/businesses/clock.ts';
import {
  isValidAt,
  type ListedKey,
  listedKeys,
  mayDo,
  readApiKey,
  rightsIn,
} from '../../../parties/businesses/keys.ts';
import { rightDocs, rights } from '../../../parties/businesses/rights.ts';
import type { World } from '../../../world.ts';
import { freeText } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { columnIs, createdBetween } from '../filters.ts';
import { checkGrant } from '../granting.ts';
import { filter, type Listing, listEndpoint } from '../list.ts';
import {
  bool,
  field,
  id,
  integer,
  list,
  maybe,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  word,
} from '../shape.ts';

const rightsDoc = rights.map((right) => `${right}: ${rightDocs[right]}`).join(' ');

const keyFields = {
  id: text('The key, for those who rotate or revoke it.'),
  name: orNull(text('What its owner calls it.')),
  rights: orNull(
    list(
      word(rightsDoc, rights),
      'What it may do. Null: everything, also in the interfaces beside /v1.',
    ),
  ),
  hint: text('Its first characters; empty for a key that its owner chose.'),
  status: word('Whether it is valid.', ['active', 'expired', 'revoked']),
  createdBy: orNull(
    text('The key, person or account that made it; null where that was not noted yet.'),
  ),
  createdAt: moment('When it was made.'),
  lastUsedAt: orNull(moment('When it was last shown, to the minute or so.')),
  expiresAt: orNull(moment('When it ends.')),
  revokedAt: orNull(moment('When it was revoked.')),
};
const keyShape = object(keyFields, { name: 'ApiKey' });
const newKeyShape = object(
  { ...keyFields, secret: text('The key itself. It is shown only in this answer.') },
  { name: 'NewApiKey' },
);

function keyWire(key: ListedKey, now: Date): TypeOf<typeof keyShape> {
  const { createdAt, lastUsedAt, expiresAt, revokedAt } = key;
  return {
    id: String(key.id),
    name: key.name ?? null,
    rights: rightsIn(key.rights) ?? null,
    hint: key.hint,
    status: revokedAt ? 'revoked' : isValidAt(key, now) ? 'active' : 'expired',
    createdBy: key.madeBy ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

/** Keys end by the clock of the service, which the time machine does not move. */
function atRealClock(world: World, { business }: Pick<V1Call, 'business'>): World {
  return atClockOf(world, { clockAheadMs: -business.clockAheadMs });
}

async function keyNamed(world: World, { business }: Pick<V1Call, 'business'>, keyId: string) {
  const key = await readApiKey(world.db, business.id, BigInt(keyId));
  if (!key) throw new Refusal('not_found');
  return key;
}

const listing: Listing<(typeof listedKeys)['fields'], TypeOf<typeof keyShape>> = {
  rows: listedKeys,
  select: listedKeys.of('k'),
  from: 'api_keys k',
  business: 'k.business_id',
  // Keys of earlier versions have no number.
  key: [
    { sql: 'k.id', type: 'int8' },
    { sql: 'k.created_at', type: 'timestamptz' },
  ],
  filters: {
    name: columnIs('k.name', text('Exactly this one.', { maxLength: 100 })),
    isRevoked: filter(bool('Whether it was revoked.'), (value) =>
      value ? 'k.revoked_at is not null' : 'k.revoked_at is null',
    ),
    ...createdBetween('k.created_at'),
  },
  search: {
    doc: 'the beginning of the key, its number, or a part of its name.',
    where: (q, $) => {
      const asText = $(q);
      const part = `position(lower(${asText}) in lower(k.name)) > 0`;
      return `${part} or (k.hint <> '' and starts_with(${asText}, k.hint)) or k.id::text = ${asText}`;
    },
  },
  item: keyShape,
  wire: (key, call, world) => keyWire(key, atRealClock(world, call).now()),
};

const params = { keyId: id('The key.') };
const keyName = field(freeText('What you call it.', 'name'));
const graceSeconds = 24 * 3600;

const createOne = endpoint({
  id: 'apiKeys.create',
  method: 'POST',
  path: '/v1/api-keys',
  doc: 'Makes an API key. A key can grant only rights that it has itself.',
  right: 'administer',
  body: object({
    name: keyName,
    rights: maybe(
      orNull(
        list(
          word(rightsDoc, rights),
          'What it may do; at least one right. Everything if it is null or left out.',
          rights.length,
        ),
      ),
    ),
  }),
  answer: newKeyShape,
  status: 201,
  refuses: ['right_missing', 'wrong_state'],
  showsSecret: true,
  whileSuspended: true,
  async handle(world, call) {
    const { name, rights: wanted } = call.body;
    if (wanted?.length === 0) {
      const rule = 'must name at least one right';
      throw new Refusal('wrong_fields', {
        details: [{ field: 'rights', code: 'required', message: `rights ${rule}.` }],
      });
    }
    const granted = wanted ? rights.filter((right) => wanted.includes(right)) : undefined;
    checkGrant(call, granted);
    const { business, actor, principal } = call;
    const made = await createKey(atRealClock(world, call), business, {
      actor,
      by: principal,
      name,
      rights: granted,
    });
    return await newKey(world, call, made);
  },
});

async function newKey(world: World, call: V1Call, made: { readonly id: bigint; apiKey: string }) {
  const key = await keyNamed(world, call, String(made.id));
  return {
    body: { ...keyWire(key, atRealClock(world, call).now()), secret: made.apiKey },
    status: 201,
    headers: { Location: `/v1/api-keys/${made.id}` },
  };
}

const rotateOne = endpoint({
  id: 'apiKeys.rotate',
  method: 'POST',
  path: '/v1/api-keys/{keyId}/rotate',
  doc:
    'Makes a key with the same name and rights in the place of this one, which ends after a grace period. ' +
    'Rotating a key needs all of its rights, since the answer shows the new one.',
  right: 'administer',
  params,
  body: object({
    graceSeconds: maybe(
      integer('For how long the former key stays valid; a day when left out.', 0, 30 * 24 * 3600),
    ),
  }),
  answer: newKeyShape,
  status: 201,
  refuses: ['not_found', 'right_missing', 'wrong_state'],
  showsSecret: true,
  whileSuspended: true,
  async handle(world, call) {
    const key = await keyNamed(world, call, call.params.keyId);
    checkGrant(call, rightsIn(key.rights));
    const graceMs = (call.body.graceSeconds ?? graceSeconds) * 1000;
    const { business, actor, principal: by } = call;
    const real = atRealClock(world, call);
    const made = await rotateKey(real, business, key.id, { actor, by, graceMs });
    return await newKey(world, call, made);
  },
});

const updateOne = endpoint({
  id: 'apiKeys.update',
  method: 'PATCH',
  path: '/v1/api-keys/{keyId}',
  doc: 'Calls a key otherwise. What it may do never changes: make another one for that.',
  right: 'administer',
  params,
  body: object({ name: keyName }),
  answer: keyShape,
  refuses: ['not_found'],
  whileSuspended: true,
  async handle(world, call) {
    const { id: keyId } = await keyNamed(world, call, call.params.keyId);
    const real = atRealClock(world, call);
    const { actor, business } = call;
    await renameKey(real, business.id, { actor, keyId, name: call.body.name });
    return { body: keyWire(await keyNamed(world, call, String(keyId)), real.now()) };
  },
});

const runsService =
  'This key may operate the service: only a key or a user with the right operate revokes it.';

const revokeOne = endpoint({
  id: 'apiKeys.revoke',
  method: 'POST',
  path: '/v1/api-keys/{keyId}/revoke',
  doc:
    'Revokes a key at once and for good, also one that may do more than the caller: nothing is gained by it. Only a ' +
    'key that may operate the service needs that right. Revoking it again changes nothing.',
  right: 'administer',
  params,
  answer: keyShape,
  refuses: ['not_found', 'right_missing'],
  whileSuspended: true,
  async handle(world, call) {
    const key = await keyNamed(world, call, call.params.keyId);
    const keyId = key.id;
    const mayOperate =
      call.business.ancestors.length === 0 && mayDo({ rights: rightsIn(key.rights) }, 'operate');
    if (mayOperate && !mayDo(call.key, 'operate')) {
      throw new Refusal('right_missing', { message: runsService });
    }
    const real = atRealClock(world, call);
    await revoke(real, call.business.id, { actor: call.actor, keyId });
    return { body: keyWire(await keyNamed(world, call, String(keyId)), real.now()) };
  },
});

export const apiKeyEndpoints = [
  createOne,
  listEndpoint(
    {
      id: 'apiKeys.list',
      path: '/v1/api-keys',
      doc:
        'Lists the API keys of the business, the newest first, without the keys themselves. A key that its owner ' +
        'chose is listed from its first use.',
    },
    listing,
  ),
  endpoint({
    id: 'apiKeys.retrieve',
    method: 'GET',
    path: '/v1/api-keys/{keyId}',
    doc: 'Returns an API key without the key itself.',
    right: 'read',
    params,
    answer: keyShape,
    refuses: ['not_found'],
    handle: async (world, call) => ({
      body: keyWire(await keyNamed(world, call, call.params.keyId), atRealClock(world, call).now()),
    }),
  }),
  updateOne,
  rotateOne,
  revokeOne,
];

import { usualCurrency } from '../../kernel/currency.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import { insertRecords, type SealedRecord } from '../../ports/vault/vault.ts';
import { recordFirstAct } from '../../records/audit-log.ts';
import { enqueue } from '../../runtime/jobs.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import {
  assignNumber,
  firstLookMs,
  type NumberWanted,
  numberWanted,
  patienceMs,
} from './assign-number.ts';
import type { Business } from './business.ts';
import { claimExternalId, claimMobileNumber, claimSandboxNumber, claimUsername } from './claims.ts';
import { type ExternalKey, hashExternalKey, insertExternalKey } from './external-keys.ts';
import { insertApiKey } from './keys.ts';
import { duplicateOf, keyFor, madeBefore, madeEarlier, parentIdOf } from './made-before.ts';
import { beginHistory } from './moves.ts';
import type { Duplicate, Made, NewBusiness, NewSecret } from './new-business.ts';
import { originsColumn } from './principal.ts';
import { insertProfile, webhookOwner } from './profile.ts';
import { claimRequest, dropRequest } from './site-requests.ts';
import { insertBusiness, takeSiteNumber } from './store.ts';
import { termsOfType } from './terms.ts';
import { readType, servicesOf } from './types.ts';

/** Written in the same transaction as the business. */
export type Together = (tx: Sql, business: Business) => Promise<void>;

/**
 * Makes a business, whole or not at all. The call that claims the ExternalID makes it; concurrent calls with the same
 * ExternalID are answered with the id of that business.
 */
export async function createBusiness(
  world: World,
  request: NewBusiness,
  together: Together = async () => {},
): Promise<Made | Duplicate> {
  const before = await madeBefore(world, request);
  if (before) return before;
  // Slow steps and reads of the vault come before the transaction, so that claims are held briefly.
  const id = await takeSiteNumber(world.db);
  const apiKey = keyFor(world, request, id);
  const [keyId, externalKey, records] = await Promise.all([
    world.ids.next(id),
    request.externalKey
      ? hashExternalKey(new Secret(request.externalKey), world.randomBytes)
      : undefined,
    sealAll(world, id, request),
  ]);
  const wanted = request.mobileNumber
    ? undefined
    : numberWanted(world, request.environment, id, request.businessPhone);
  const draft: Draft = { id, request, apiKey, keyId, externalKey, records, wanted };
  const made = await world.db.begin((tx) => write(world, tx, draft, together));
  if ('earlier' in made) return await madeEarlier(world, request, made.earlier);
  if ('duplicateOf' in made || !wanted) return made;
  // So that it is in the answer where that is quick; else the job that was written with the business gets one.
  const { number } = await assignNumber(world, id, wanted, patienceMs.caller);
  return { ...made, mobileNumber: number };
}

type Draft = {
  readonly id: bigint;
  readonly request: NewBusiness;
  readonly apiKey: string;
  readonly keyId: bigint;
  readonly externalKey: ExternalKey | undefined;
  readonly records: readonly SealedRecord[];
  /** A number that is to be bought for it. */
  readonly wanted: NumberWanted | undefined;
};

async function write(
  world: World,
  tx: Sql,
  draft: Draft,
  together: Together,
): Promise<Made | Duplicate | { readonly earlier: bigint }> {
  const { id, request, records } = draft;
  const { idempotencyKey, externalId, actor } = request;
  const at = world.now();
  const parentId = parentIdOf(request);
  if (idempotencyKey) {
    const earlier = await claimRequest(world, tx, idempotencyKey, id);
    if (earlier !== undefined) return { earlier };
  }
  const holder = externalId && (await claimExternalId(tx, parentId, externalId, id));
  if (holder) {
    if (idempotencyKey) await dropRequest(tx, idempotencyKey);
    return await duplicateOf(tx, holder);
  }
  const business = await businessOf(tx, draft);
  await insertBusiness(tx, business, at);
  const mobileNumber = await numberOf(world, tx, draft);
  await wantNumber(tx, draft, at);
  await insertProfile(tx, id, { ...request, mobileNumber }, request.webhooks, at);
  if (records.length > 0) await insertRecords(tx, records);
  await insertKey(world, tx, draft);
  await beginHistory(tx, business, { actor, reason: 'made', at });
  const facts = { parent: String(parentId), name: request.name, state: request.state };
  await recordFirstAct(tx, {
    businessId: id,
    actor,
    act: 'business.created',
    object: `business:${id}`,
    facts,
    at,
  });
  await together(tx, business);
  return { business, apiKey: draft.apiKey, mobileNumber };
}

async function businessOf(tx: Sql, { id, request }: Draft): Promise<Business> {
  const { parent, requestedUsername } = request;
  const type = await readType(tx, request.typeId);
  if (!type) throw new Error('a business of a type that is not there');
  const isFree =
    requestedUsername !== undefined && (await claimUsername(tx, requestedUsername, id));
  if (!isFree) await claimUsername(tx, String(id), id);
  return {
    id,
    username: isFree ? requestedUsername : String(id),
    name: request.name,
    environment: request.environment,
    state: request.state,
    timeZone: parent?.timeZone ?? usualTimeZone,
    ancestors: parent ? [...parent.ancestors, parent.id] : [],
    typeId: request.typeId,
    services: servicesOf(type),
    limited: request.environment === 'live',
    secretsInUrl: true,
    clockAheadMs: request.environment === 'sandbox' ? request.clockAheadMs : 0,
    currency: parent?.currency ?? usualCurrency,
    cardAccounts: {},
    fallbackAccounts: {},
    terms: termsOfType(type.features),
  };
}

/** The sandbox has numbers of its own; a carrier's numbers are bought after the commit. */
async function numberOf(
  world: World,
  tx: Sql,
  { id, request, wanted }: Draft,
): Promise<string | undefined> {
  const { mobileNumber, businessPhone, environment } = request;
  if (mobileNumber !== undefined) {
    if (await claimMobileNumber(tx, mobileNumber, id)) return mobileNumber;
    throw new Refusal('wrong_fields', { details: [numberTaken] });
  }
  if (wanted || environment === 'live') return undefined;
  return await claimSandboxNumber(tx, businessPhone, id, world.randomBytes);
}

async function wantNumber(tx: Sql, { id, wanted }: Draft, at: Date): Promise<void> {
  if (!wanted) return;
  const runAt = new Date(at.getTime() + firstLookMs);
  const job = {
    businessId: id,
    kind: 'number.assign',
    key: 'first',
    payload: wanted,
    runAt,
  } as const;
  await enqueue(tx, [job]);
}

const numberTaken = {
  field: 'MobileNumberAssigned',
  code: 'taken',
  message: 'MobileNumberAssigned belongs to another business.',
};

async function insertKey(
  { vault, now }: World,
  tx: Sql,
  { id, keyId, apiKey, externalKey, request: { actor, by } }: Draft,
): Promise<void> {
  const made = { madeBy: by?.name ?? actor, origins: originsColumn([by?.origins ?? []]) };
  if (externalKey) return await insertExternalKey(tx, id, keyId, externalKey, now(), made);
  const keyHash = vault.hashApiKey(new Secret(apiKey))[0]!;
  const hint = apiKey.slice(0, 12);
  await insertApiKey(tx, { keyHash, businessId: id, id: keyId, hint, createdAt: now(), ...made });
}

const usualTimeZone = 'America/New_York';

async function sealAll(
  { vault }: World,
  businessId: bigint,
  { secrets, webhooks }: NewBusiness,
): Promise<SealedRecord[]> {
  const passwords = webhooks.flatMap(({ kind, password: value }): NewSecret[] =>
    value ? [{ owner: webhookOwner(kind), field: 'webhook_password', value }] : [],
  );
  return await Promise.all(
    [...secrets, ...passwords].map(({ owner, field, value }) =>
      vault.seal({ businessId, owner, field }, value),
    ),
  );
}

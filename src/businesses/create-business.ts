import { enqueue } from '../base/jobs.ts';
import { Refusal } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import { recordFirstAct } from '../trail/trail.ts';
import { insertRecords, type SealedRecord } from '../vault/vault.ts';
import type { World } from '../world.ts';
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
import {
  checkSame,
  duplicateOf,
  keyFor,
  madeBefore,
  madeEarlier,
  parentIdOf,
} from './made-before.ts';
import { beginHistory } from './moves.ts';
import type { Duplicate, Made, NewBusiness, NewSecret } from './new-business.ts';
import { insertProfile, webhookOwner } from './profile.ts';
import { claimRequest, dropRequest } from './site-requests.ts';
import { insertBusiness, takeSiteNumber } from './store.ts';
import { usualTerms } from './terms.ts';

/** Written in the same transaction as the business. */
export type Together = (tx: Sql, business: Business) => Promise<void>;

/**
 * Makes a business, whole or not at all. Whoever claims the ExternalID makes it; of fifty that ask at once
 * forty-nine are told who has it.
 */
export async function createBusiness(
  world: World,
  wish: NewBusiness,
  together: Together = async () => {},
): Promise<Made | Duplicate> {
  const before = await madeBefore(world, wish);
  if (before) return before;
  // What costs time or a look into the vault comes before the transaction, so that claims are held briefly.
  const id = await takeSiteNumber(world.db);
  const apiKey = keyFor(world, wish, id);
  const [keyId, externalKey, records] = await Promise.all([
    world.ids.next(id),
    wish.externalKey ? hashExternalKey(new Secret(wish.externalKey), world.randomBytes) : undefined,
    sealAll(world, id, wish),
  ]);
  const wanted = wish.mobileNumber
    ? undefined
    : numberWanted(world, wish.environment, id, wish.businessPhone);
  const draft: Draft = { id, wish, apiKey, keyId, externalKey, records, wanted };
  const made = await world.db.begin((tx) => write(world, tx, draft, together));
  if ('earlier' in made) return await madeEarlier(world, wish, made.earlier);
  if ('duplicateOf' in made || !wanted) return made;
  // So that it is in the answer where that is quick; else the job that was written with the business gets one.
  const { number } = await assignNumber(world, id, wanted, patienceMs.caller);
  return { ...made, mobileNumber: number };
}

type Draft = {
  readonly id: bigint;
  readonly wish: NewBusiness;
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
  const { id, wish, records } = draft;
  const { retryKey, externalId, actor } = wish;
  const at = world.now();
  const parentId = parentIdOf(wish);
  if (retryKey) {
    const { callerId, key, content } = retryKey;
    const fingerprint = world.vault.fingerprint(content);
    const earlier = await claimRequest(tx, {
      callerId,
      key,
      businessId: id,
      fingerprint,
      at,
    });
    if (earlier) {
      checkSame(world, earlier.fingerprint, content);
      return { earlier: earlier.businessId };
    }
  }
  const holder = externalId && (await claimExternalId(tx, parentId, externalId, id));
  if (holder) {
    if (retryKey) await dropRequest(tx, retryKey.callerId, retryKey.key);
    return await duplicateOf(tx, holder);
  }
  const business = await businessOf(tx, draft);
  await insertBusiness(tx, business, at);
  const mobileNumber = await numberOf(world, tx, draft);
  await wantNumber(tx, draft, at);
  await insertProfile(tx, id, { ...wish, mobileNumber }, wish.webhooks, at);
  if (records.length > 0) await insertRecords(tx, records);
  await insertKey(world, tx, draft);
  await beginHistory(tx, business, { actor, reason: 'made', at });
  const facts = { parent: String(parentId), name: wish.name, state: wish.state };
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

async function businessOf(tx: Sql, { id, wish }: Draft): Promise<Business> {
  const { parent, wishedUsername } = wish;
  const isFree = wishedUsername !== undefined && (await claimUsername(tx, wishedUsername, id));
  if (!isFree) await claimUsername(tx, String(id), id);
  return {
    id,
    username: isFree ? wishedUsername : String(id),
    name: wish.name,
    environment: wish.environment,
    state: wish.state,
    timeZone: parent?.timeZone ?? usualTimeZone,
    ancestors: parent ? [...parent.ancestors, parent.id] : [],
    typeId: wish.typeId,
    limited: wish.environment === 'live',
    secretsInUrl: true,
    clockAheadMs: wish.environment === 'sandbox' ? wish.clockAheadMs : 0,
    terms: usualTerms,
  };
}

/** The sandbox has numbers of its own; those of a carrier are bought behind the commit. */
async function numberOf(
  world: World,
  tx: Sql,
  { id, wish, wanted }: Draft,
): Promise<string | undefined> {
  const { mobileNumber, businessPhone, environment } = wish;
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
  { id, keyId, apiKey, externalKey }: Draft,
): Promise<void> {
  if (externalKey) return await insertExternalKey(tx, id, keyId, externalKey, now());
  const keyHash = vault.hashApiKey(new Secret(apiKey))[0]!;
  const hint = apiKey.slice(0, 12);
  await insertApiKey(tx, { keyHash, businessId: id, id: keyId, hint }, now());
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

import { type Language, languages } from '../../kernel/language.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { recordAct } from '../../records/audit-log.ts';
import { int8, json, jsonOf, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, rowSet, shape, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import type { Business } from './business.ts';
import { type Details, detailKey, detailOf, profileDetail, withTold } from './details.ts';
import { type NewWebhook, type WebhookKind, webhookKinds } from './new-business.ts';
import { lockBusiness } from './store.ts';

export const businessProfiles = table('business_profiles', {
  businessId: int8,
  /** The contact's mail address. */
  email: text,
  phone: text,
  /** The messaging number. */
  mobileNumber: optional(text),
  /** Further parameters, by their names on the wire. */
  details: jsonOf<Details>(json),
  updatedAt: timestamptz,
  /** In which it speaks to payers whose own is not known. */
  language: optional(oneOf(languages)),
});
const profiles = businessProfiles.omit('businessId', 'updatedAt');
export type Profile = RowOf<typeof profiles>;
/** A new business has said no language yet. */
type NewProfile = Omit<Profile, 'language'>;

const endpoints = rowSet({ kind: text, url: text, username: text });
const input = businessProfiles.set(endpoints.nextParameter);

export async function insertProfile(
  sql: Sql,
  businessId: bigint,
  profile: NewProfile,
  webhooks: readonly NewWebhook[],
  updatedAt: Date,
): Promise<void> {
  const details = JSON.stringify(profile.details);
  const row = { ...profile, details, language: undefined, businessId, updatedAt };
  await sql.query(
    `with input as (select * from ${input.sql}),
     made as (
       insert into webhook_endpoints (business_id, kind, url, username, created_at)
       select i.business_id, r.kind, r.url, r.username, i.updated_at from ${endpoints.sql} cross join input i
     )
     insert into business_profiles (${businessProfiles.names}) select ${businessProfiles.names} from input`,
    [...endpoints.encode(webhooks), ...input.encode([row])],
  );
}

export async function readProfile(sql: Sql, businessId: bigint): Promise<Profile | undefined> {
  const text = `select ${profiles.columns} from business_profiles where business_id = $1`;
  return await profiles.readOne(sql, text, [businessId]);
}

/** An expression of SQL: the phone that calls are forwarded to, which is the contact's by default. */
export const forwardingPhone = `coalesce(${profileDetail('businessPhone')}, nullif(phone, ''))`;

export function forwardingPhoneOf({ phone, details }: Pick<Profile, 'phone' | 'details'>): string {
  return detailOf(details, 'businessPhone') ?? phone;
}

export function withForwardingPhone(details: Details, phone: string | undefined): Details {
  return phone === undefined ? details : { ...details, [detailKey('businessPhone')]: phone };
}

/** The caller holds the business locked. The business of the first start has no profile yet. */
export async function writeDetails(
  tx: Sql,
  businessId: bigint,
  details: Details,
  updatedAt: Date,
): Promise<void> {
  await businessProfiles.insert(
    tx,
    [{ businessId, email: '', phone: '', details: JSON.stringify(details), updatedAt }],
    'on conflict (business_id) do update set details = excluded.details, updated_at = excluded.updated_at',
  );
}

/** The owner of a webhook's password in the vault. */
export function webhookOwner(kind: WebhookKind): string {
  return `webhook:${kind}`;
}

const webhooks = shape({ kind: oneOf(webhookKinds), url: text, username: optional(text) });

export async function readWebhooks(
  sql: Sql,
  businessId: bigint,
): Promise<RowOf<typeof webhooks>[]> {
  return await webhooks.read(
    sql,
    'select kind, url, username from webhook_endpoints where business_id = $1 order by kind',
    [businessId],
  );
}

/** Sets the phone that a business shows, and to which calls to its messaging number are forwarded. */
export async function setBusinessPhone(
  { db, now }: Pick<World, 'db' | 'now'>,
  businessId: bigint,
  phone: string,
  actor: string,
): Promise<{ readonly business: Business; readonly mobileNumber: string | undefined }> {
  return await db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    if (business.state === 'closed') throw new Refusal('wrong_state');

    const profile = await readProfile(tx, businessId);
    const at = now();
    await writeDetails(tx, businessId, withForwardingPhone(profile?.details ?? {}, phone), at);
    const act = { actor, act: 'business.phone_set', object: `business:${businessId}` };
    await recordAct(tx, { businessId, ...act, facts: { phone }, at });
    return { business, mobileNumber: profile?.mobileNumber };
  });
}

const languagesOf = businessProfiles.pick('businessId', 'language').set();

/** The caller holds the business locked, and its profile is there. */
async function writeLanguage(
  tx: Sql,
  businessId: bigint,
  language: Language | undefined,
): Promise<void> {
  await tx.query(
    `update business_profiles p set language = r.language
     from ${languagesOf.sql} where p.business_id = r.business_id`,
    languagesOf.encode([{ businessId, language }]),
  );
}

type ProfileChange = {
  readonly actor: string;
  readonly match: (before: Profile) => void;
  /** Null: none any more. */
  readonly language?: Language | null | undefined;
};

/** Replaces the named details; an empty text removes one. `match` refuses a profile that changed meanwhile. */
export async function changeProfile(
  { db, now }: Pick<World, 'db' | 'now'>,
  businessId: bigint,
  changes: Details,
  { actor, match, language }: ProfileChange,
): Promise<void> {
  await db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    if (business.state === 'closed') throw new Refusal('wrong_state');

    const none = {
      email: '',
      phone: '',
      mobileNumber: undefined,
      details: {},
      language: undefined,
    };
    const before: Profile = (await readProfile(tx, businessId)) ?? none;
    match(before);
    const all = Object.entries(withTold(before.details, changes));
    const details = Object.fromEntries(all.filter(([, text]) => text !== ''));
    const fields = [...Object.keys(changes), ...(language === undefined ? [] : ['language'])];
    const at = now();
    await writeDetails(tx, businessId, details, at);
    if (language !== undefined) await writeLanguage(tx, businessId, language ?? undefined);
    const act = { actor, act: 'business.profile_changed', object: `business:${businessId}` };
    await recordAct(tx, { businessId, ...act, facts: { fields }, at });
  });
}

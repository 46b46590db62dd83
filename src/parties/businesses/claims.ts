import { hasGeographicArea, textable } from '../../kernel/phone.ts';
import type { Bought } from '../../ports/carriers/carrier.ts';
import { platform } from '../../records/audit-log.ts';
import { int8, optional, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet, table } from '../../runtime/table.ts';

/*
 * Names that are unique over all businesses, or over the children of one: the business that inserts the row has the name.
 */

const externalSites = table('external_sites', {
  parentId: int8,
  externalId: text,
  businessId: int8,
});
const siteOwners = externalSites.pick('businessId');

/** Undefined: claimed. Else the business that has it. */
export async function claimExternalId(
  sql: Sql,
  parentId: bigint,
  externalId: string,
  businessId: bigint,
): Promise<bigint | undefined> {
  const row = { parentId, externalId, businessId };
  const claimed = await externalSites.insert(sql, [row], 'on conflict do nothing');
  return claimed === 1 ? undefined : await readExternalId(sql, parentId, externalId);
}

export async function readExternalId(
  sql: Sql,
  parentId: bigint,
  externalId: string,
): Promise<bigint | undefined> {
  const row = await siteOwners.readOne(
    sql,
    `select ${siteOwners.columns} from external_sites where parent_id = $1 and external_id = $2`,
    [parentId, externalId],
  );
  return row?.businessId;
}

type Child = { readonly id: bigint; readonly parentId: bigint | undefined };
const ownIds = externalSites.pick('businessId', 'externalId');
const children = rowSet({ parentId: int8, businessId: int8 });

/** The ExternalIDs of businesses that have one, which never change. Scope: lookup. */
export async function readExternalIds(
  sql: Sql,
  businesses: readonly Child[],
): Promise<ReadonlyMap<bigint, string>> {
  if (businesses.length === 0) return new Map();
  const found = await ownIds.read(
    sql,
    `select ${ownIds.of('x')} from ${children.sql}
     join external_sites x on x.parent_id = r.parent_id and x.business_id = r.business_id`,
    // A business without a parent is below the platform itself.
    children.encode(
      businesses.map(({ id, parentId = platform }) => ({ parentId, businessId: id })),
    ),
  );
  return new Map(found.map(({ businessId, externalId }) => [businessId, externalId]));
}

const usernames = table('usernames', { username: text, businessId: int8 });

/** Digits alone are SalesSiteIDs, and HTTP Basic carries neither a colon nor, in old clients, other scripts. */
export function mayBeUsername(text: string): boolean {
  return /^[\x20-\x39\x3b-\x7e]{1,100}$/.test(text) && !/^\d+$/.test(text);
}

const nameOwners = usernames.pick('businessId');

/** The business that has this username, in whatever letter case. Scope: lookup. */
export async function ownerOfUsername(sql: Sql, username: string): Promise<bigint | undefined> {
  const text = `select ${nameOwners.columns} from usernames where username = lower($1)`;
  return (await nameOwners.readOne(sql, text, [username]))?.businessId;
}

/** Claims a username among all businesses, in whatever letter case; false when it is taken. */
export async function claimUsername(
  sql: Sql,
  username: string,
  businessId: bigint,
): Promise<boolean> {
  const row = { username: username.toLowerCase(), businessId };
  return (await usernames.insert(sql, [row], 'on conflict do nothing')) === 1;
}

export const mobileNumbers = table('mobile_numbers', {
  number: text,
  businessId: int8,
  carrier: optional(text),
  /** The number's name at the carrier. */
  carrierId: optional(text),
  /** The URL that the carrier asks about calls. */
  callsAt: optional(text),
});

type Purchase = Pick<Bought, 'carrierId' | 'callsAt'> & { readonly carrier: string };

/** False when another business has it. Claiming a number again is no error. */
export async function claimMobileNumber(
  sql: Sql,
  number: string,
  businessId: bigint,
  bought?: Purchase,
): Promise<boolean> {
  const again = `on conflict (number) do update set business_id = excluded.business_id
    where mobile_numbers.business_id = excluded.business_id`;
  return (await mobileNumbers.insert(sql, [{ ...bought, number, businessId }], again)) === 1;
}

const numberOwners = mobileNumbers.pick('businessId');

/** The business that has this number. Scope: lookup. */
export async function ownerOfNumber(sql: Sql, number: string): Promise<bigint | undefined> {
  const text = `select ${numberOwners.columns} from mobile_numbers where number = $1`;
  return (await numberOwners.readOne(sql, text, [number]))?.businessId;
}

/** The area code of a phone; New York's for a number without a geographic area. */
export function areaCodeOf(phone: string): string {
  return hasGeographicArea(phone) ? phone.slice(0, 3) : '212';
}

/**
 * A number of the sandbox in the area code of a phone, or in any when that is full. 555-0100 to 0199 are left
 * to the test numbers that callers know by heart. The same bytes find the number that the business has already.
 */
export async function claimSandboxNumber(
  sql: Sql,
  phone: string,
  businessId: bigint,
  randomBytes: (count: number) => Buffer,
): Promise<string> {
  const own = areaCodeOf(phone);
  const draw = (below: number) => randomBytes(4).readUInt32BE() % below;
  for (let tried = 0; ; tried += 1) {
    const areaCode = tried < 50 ? own : String(200 + draw(800));
    const number = `${areaCode}555${String(200 + draw(9800)).padStart(4, '0')}`;
    if (!hasGeographicArea(number) || !textable(number)) continue;
    if (await claimMobileNumber(sql, number, businessId)) return number;
  }
}

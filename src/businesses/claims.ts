import { hasGeographicArea, textable } from '../base/phone.ts';
import type { Sql } from '../base/sql.ts';

/** What is unique over all businesses, or over the children of one: whoever writes the row has it. */

/** Undefined: claimed. Else who has it. */
export async function claimExternalId(
  sql: Sql,
  parentId: bigint,
  externalId: string,
  businessId: bigint,
): Promise<bigint | undefined> {
  const claimed = await sql.query(
    `insert into external_sites (parent_id, external_id, business_id) values ($1, $2, $3)
     on conflict do nothing returning business_id`,
    [parentId, externalId, businessId],
  );
  return claimed.length === 1 ? undefined : await readExternalId(sql, parentId, externalId);
}

export async function readExternalId(
  sql: Sql,
  parentId: bigint,
  externalId: string,
): Promise<bigint | undefined> {
  const rows = await sql.query<{ business_id: bigint }>(
    'select business_id from external_sites where parent_id = $1 and external_id = $2',
    [parentId, externalId],
  );
  return rows[0]?.business_id;
}

/** Digits alone are SalesSiteIDs, and HTTP Basic carries neither a colon nor, in old clients, other scripts. */
export function mayBeUsername(text: string): boolean {
  return /^[\x20-\x39\x3b-\x7e]{1,100}$/.test(text) && !/^\d+$/.test(text);
}

/** Claims a username among all businesses, in whatever letter case; false when it is taken. */
export async function claimUsername(
  sql: Sql,
  username: string,
  businessId: bigint,
): Promise<boolean> {
  const rows = await sql.query(
    `insert into usernames (username, business_id) values ($1, $2)
     on conflict do nothing returning username`,
    [username.toLowerCase(), businessId],
  );
  return rows.length === 1;
}

/** Whom a number was bought from, and its name there. */
type Purchase = { readonly carrier: string; readonly carrierId: string };

export async function claimMobileNumber(
  sql: Sql,
  number: string,
  businessId: bigint,
  bought?: Purchase,
): Promise<boolean> {
  const rows = await sql.query(
    `insert into mobile_numbers (number, business_id, carrier, carrier_id) values ($1, $2, $3, $4)
     on conflict do nothing returning number`,
    [number, businessId, bought?.carrier, bought?.carrierId],
  );
  return rows.length === 1;
}

/** Where a business is reached that has this phone; New York for those of no place. */
export function areaCodeOf(phone: string): string {
  return hasGeographicArea(phone) ? phone.slice(0, 3) : '212';
}

/**
 * A number of the sandbox in the area code of a phone, or in any when that is full. 555-0100 to 0199 are left
 * to the test numbers that callers know by heart.
 */
export async function claimSandboxNumber(
  sql: Sql,
  phone: string,
  businessId: bigint,
  randomBytes: (count: number) => Buffer,
): Promise<string> {
  const wished = areaCodeOf(phone);
  const draw = (below: number) => randomBytes(4).readUInt32BE() % below;
  for (let tried = 0; ; tried += 1) {
    const areaCode = tried < 50 ? wished : String(200 + draw(800));
    const number = `${areaCode}555${String(200 + draw(9800)).padStart(4, '0')}`;
    if (!hasGeographicArea(number) || !textable(number)) continue;
    if (await claimMobileNumber(sql, number, businessId)) return number;
  }
}

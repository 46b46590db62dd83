import { parseEmail } from '../kernel/email.ts';
import { isLanguage, languages } from '../kernel/language.ts';
import { lengths } from '../kernel/lengths.ts';
import { flaw, parsed } from '../kernel/parsed.ts';
import { parsePhone } from '../kernel/phone.ts';
import {
  hasRegionCodes,
  parseAnyRegion,
  parseCountry,
  parseRegion,
  usualCountry,
} from '../kernel/places.ts';
import type { Contact } from '../parties/customers/customer.ts';
import { customers } from '../parties/customers/customer.ts';
import { contactColumns, contactRows, findOrMake } from '../parties/customers/find-or-make.ts';
import { bool, int8 } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { rowSet, shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { line, moment, optional, ownId, required, textsByName, type Valued } from './fields.ts';
import type { Kind, Written } from './import.ts';
import { nameCustomers } from './origins.ts';

const statuses = ['active', 'inactive', 'do_not_contact'] as const;
const notAStatus = flaw('not_one_of', `must be one of: ${statuses.join(', ')}`);

const notALanguage = flaw('not_one_of', `must be one of: ${languages.join(', ')}`);

const fields = {
  /** Becomes the external id. */
  id: required(ownId(lengths.externalId)),
  firstName: optional(line(lengths.name), ''),
  lastName: optional(line(lengths.name), ''),
  email: optional((text) => {
    const read = parseEmail(text);
    return read.ok ? parsed(read.value.toLowerCase()) : read;
  }, ''),
  phone: optional((text) => parsePhone(text.replace(/[ ().-]/g, '')), ''),
  address1: optional(line(lengths.address), ''),
  address2: optional(line(lengths.address), ''),
  city: optional(line(lengths.name), ''),
  stateCode: optional(parseAnyRegion, ''),
  postalCode: optional(line(lengths.postalCode), ''),
  countryCode: optional(parseCountry, usualCountry),
  status: optional((text) => {
    const found = statuses.find((status) => status === text);
    return found ? parsed(found) : notAStatus;
  }, 'active'),
  language: optional((text) => (isLanguage(text) ? parsed(text) : notALanguage), undefined),
  details: textsByName,
  createdAt: optional(moment, undefined),
};
type Row = Valued<typeof fields>;

export const customerKind: Kind<typeof fields> = {
  fields,
  passedOver: ['customerId', 'updatedAt'],
  async write(world, tx, { id: businessId }, rows) {
    const regions = rows.map((row) => regionOf(row));
    const good = rows.flatMap((row, i) => {
      const region = regions[i]!;
      return region.ok ? [{ ...row, stateCode: region.value }] : [];
    });
    const named = await nameCustomers(tx, businessId, good);
    const written = await findOrMakeAll(world, tx, businessId, good);
    for (const [name, id] of named) written.set(name, { outcome: 'joined', made: String(id) });
    return rows.map((row, i) => {
      const region = regions[i]!;
      if (!region.ok) return { outcome: 'refused', why: `stateCode ${region.rule}` };
      return written.get(row.id) ?? busy;
    });
  },
};

const busy: Written = {
  outcome: 'refused',
  why: 'another call made the same customer: import again',
};

/** A code of the country, if that has a list of them. */
function regionOf({ stateCode, countryCode }: Row) {
  const isCode = stateCode !== '' && hasRegionCodes(countryCode);
  return isCode ? parseRegion(stateCode, countryCode) : parsed(stateCode);
}

const input = rowSet(contactColumns);
const owners = shape({ id: int8, ownerId: int8, isFound: bool, isAdopted: bool });
const tries = 5;

async function findOrMakeAll(
  world: World,
  tx: Sql,
  businessId: bigint,
  rows: readonly Row[],
): Promise<Map<string, Written>> {
  const ids = await Promise.all(rows.map(() => world.ids.next(businessId)));
  const written = new Map<string, Written>();
  let left = rows.map((row, i) => ({ row, id: ids[i]! }));
  // A row is missing in the result if another transaction has just made the same customer: then it is found next time.
  for (let n = 1; n <= tries && left.length > 0; n += 1) {
    const asked = contactRows(left, ({ row, id }) => ({
      businessId,
      id,
      customerId: undefined,
      contact: contactOf(row),
      createdAt: earliest(row.createdAt, world.now()),
    }));
    const found = await owners.read(
      tx,
      `with input as (select * from ${input.sql}), ${findOrMake}
       select id, owner_id as "ownerId", found_id is not null as "isFound", adopted_id is not null as "isAdopted"
       from owned`,
      input.encode(asked),
    );
    const byId = new Map(found.map((one) => [one.id, one]));
    const made = left.filter(({ id }) => byId.get(id)?.isFound === false);
    await describeNew(tx, businessId, made);
    for (const { row, id } of left) {
      const one = byId.get(id);
      if (!one) continue;
      const outcome = one.isAdopted ? 'joined' : one.isFound ? 'exists' : 'created';
      written.set(row.id, { outcome, made: String(one.ownerId) });
    }
    left = left.filter(({ id }) => !byId.has(id));
  }
  return written;
}

function contactOf({
  id: externalId,
  status: _,
  details: __,
  createdAt: ___,
  language: ____,
  ...rest
}: Row): Contact {
  return { externalId, ...rest };
}

function earliest(given: Date | undefined, now: Date): Date {
  return given !== undefined && given < now ? given : now;
}

const described = customers.pick('id', 'status', 'details', 'language').set(2);

/** Writes the details that a payer never sends with a charge. */
async function describeNew(
  tx: Sql,
  businessId: bigint,
  made: readonly { readonly row: Row; readonly id: bigint }[],
): Promise<void> {
  const more = made.filter(({ row: { status, details, language } }) => {
    return status !== 'active' || language !== undefined || Object.keys(details).length > 0;
  });
  if (more.length === 0) return;
  await tx.query(
    `update customers c set status = r.status, details = r.details, language = r.language
     from ${described.sql} where c.business_id = $1 and c.id = r.id`,
    [
      businessId,
      ...described.encode(
        more.map(({ row, id }) => ({
          id,
          status: row.status,
          details: JSON.stringify(row.details),
          language: row.language,
        })),
      ),
    ],
  );
}

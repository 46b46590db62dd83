import { dayMs } from '../../kernel/duration.ts';
import { oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import {
  mayBeInService,
  type PhoneFacts,
  type PhoneType,
  phoneType,
  phoneTypes,
} from './phone-type.ts';

const phoneLookups = table('phone_lookups', {
  number: text,
  type: oneOf(phoneTypes),
  carrier: optional(text),
  source: text,
  lookedUpAt: timestamptz,
});
type PhoneLookup = RowOf<typeof phoneLookups>;

/** Numbers move to other lines and carriers, though seldom. */
const goodForMs = 30 * dayMs;

type Asker = { readonly environment: 'sandbox' | 'live'; readonly clockAheadMs: number };

/**
 * The type of a number: from the numbering plan where that is certain, else from a recent lookup, else from a new one.
 * `beforeAsking` may refuse, since a lookup costs money. A lookup without an answer is no error: the type is unknown.
 */
export async function lookUpPhone(
  { db, carriers, now }: Pick<World, 'db' | 'carriers' | 'now'>,
  { environment, clockAheadMs }: Asker,
  number: string,
  beforeAsking: () => void,
): Promise<PhoneFacts> {
  const planned = phoneType(number, environment);
  const carrier = carriers.texts[environment];
  if (planned.type !== 'unknown' || !carrier?.lookUp || !mayBeInService(number)) return planned;
  // Lookups are shared by all businesses, so they are dated by the common clock.
  const at = new Date(now().getTime() - clockAheadMs);
  const known = await readLookup(db, number);
  if (known && known.lookedUpAt.getTime() > at.getTime() - goodForMs) return factsOf(known);
  beforeAsking();
  const found = await carrier.lookUp(number);
  if (found.outcome === 'not_known') return known ? factsOf(known) : planned;

  await writeLookup(db, { ...found, number, source: carrier.name, lookedUpAt: at });
  return factsOf(found);
}

function factsOf({ type, carrier }: PhoneFacts): PhoneFacts {
  return { type, carrier };
}

async function readLookup(sql: Sql, number: string): Promise<PhoneLookup | undefined> {
  return await phoneLookups.readOne(
    sql,
    `select ${phoneLookups.columns} from phone_lookups where number = $1`,
    [number],
  );
}

const types = phoneLookups.pick('number', 'type');

/** The types that lookups found for numbers since a moment. */
export type LookedUpTypes = ReadonlyMap<string, PhoneType>;

/** Not in the transaction of a business: lookups are shared by all. Scope: lookup. */
export async function readLookedUp(
  sql: Sql,
  numbers: readonly string[],
  since: Date,
): Promise<LookedUpTypes> {
  const found = await types.read(
    sql,
    `select ${types.columns} from phone_lookups
     where number = any($1::text[]) and looked_up_at > $2`,
    [[...new Set(numbers)], since],
  );
  return new Map(found.map(({ number, type }) => [number, type]));
}

async function writeLookup(sql: Sql, lookup: PhoneLookup): Promise<void> {
  await phoneLookups.insert(
    sql,
    [lookup],
    `on conflict (number) do update set ${phoneLookups.omit('number').changesFrom('excluded')}
       where phone_lookups.looked_up_at < excluded.looked_up_at`,
  );
}

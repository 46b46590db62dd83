import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';
import { mayBeInService, type PhoneFacts, type PhoneType, phoneType } from './phone-type.ts';

/** Numbers move to other lines and carriers, though seldom. */
const goodForMs = 30 * 24 * 3_600_000;

type Asker = { readonly environment: 'sandbox' | 'live'; readonly clockAheadMs: number };

/**
 * What a number is: as the numbering plan says where that is certain, else as a lookup carrier said lately, else as
 * it says now. `beforeAsking` may refuse: asking costs money. What nobody can tell is unknown, and no reason to fail.
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
  // What is kept belongs to nobody, so it is dated by the clock of everybody.
  const at = new Date(now().getTime() - clockAheadMs);
  const kept = await readKept(db, number);
  if (kept && kept.looked_up_at.getTime() > at.getTime() - goodForMs) return factsOf(kept);
  beforeAsking();
  const found = await carrier.lookUp(number);
  if (found.outcome === 'not_known') return kept ? factsOf(kept) : planned;

  await keep(db, { ...found, number, source: carrier.name, at });
  return { type: found.type, carrier: found.carrier };
}

type Kept = {
  readonly type: PhoneType;
  readonly carrier: string | null;
  readonly looked_up_at: Date;
};

function factsOf({ type, carrier }: Kept): PhoneFacts {
  return { type, carrier: carrier ?? undefined };
}

async function readKept(sql: Sql, number: string): Promise<Kept | undefined> {
  const [row] = await sql.query<Kept>(
    'select type, carrier, looked_up_at from phone_lookups where number = $1',
    [number],
  );
  return row;
}

async function keep(
  sql: Sql,
  found: PhoneFacts & { readonly number: string; readonly source: string; readonly at: Date },
): Promise<void> {
  await sql.query(
    `insert into phone_lookups (number, type, carrier, source, looked_up_at) values ($1, $2, $3, $4, $5)
     on conflict (number) do update
       set type = $2, carrier = $3, source = $4, looked_up_at = $5
       where phone_lookups.looked_up_at < $5`,
    [found.number, found.type, found.carrier, found.source, found.at],
  );
}

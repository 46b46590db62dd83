import { Refusal } from '../../kernel/refusal.ts';
import { forgottenToken } from '../../payments/tokens/store.ts';
import type { OpenCase } from '../../records/case.ts';
import { listCases, openCase } from '../../records/case-store.ts';
import { propose } from '../../records/decide-case.ts';
import type { Person } from '../../records/person.ts';
import { int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

type Wanted = {
  readonly businessId: bigint;
  /** The fingerprint of the key for which the numbers are encrypted. */
  readonly fingerprint: string;
  /** The reason. */
  readonly note: string;
};

/** The first of two persons: opens the case, and makes the proposal that another person has to confirm. */
export async function proposeNumberExport(
  world: World,
  { businessId, fingerprint, note }: Wanted,
  person: Person,
): Promise<OpenCase> {
  const kind = 'number_export';
  const evidence = { fingerprint, ...(await countNumbers(world.db, businessId)) };
  const object = { kind: 'business', id: businessId } as const;
  await openCase(world, { businessId, kind, object, evidence });
  const [found] = await listCases(world.db, { businessId, kind, limit: 1 });
  if (!found) throw new Refusal('busy');
  if (found.evidence.fingerprint !== fingerprint) {
    throw new Refusal('wrong_state', {
      message: `Case ${found.id} is about another key: decide that one first.`,
    });
  }
  return await propose(world, found, person, { decision: 'export', note });
}

const counted = shape({ cards: int8, accounts: int8 });

/** How many there are to export. */
export async function countNumbers(
  sql: Sql,
  businessId: bigint,
): Promise<{ readonly cards: number; readonly accounts: number }> {
  const { cards, accounts } = await counted.readRow(
    sql,
    `select count(*) filter (where kind = 'card') as cards, count(*) filter (where kind = 'bank') as accounts
     from tokens where business_id = $1 and state in ('active', 'disabled') and not ${forgottenToken}`,
    [businessId],
  );
  return { cards: Number(cards), accounts: Number(accounts) };
}

import assert from 'node:assert/strict';
import { Secret } from '../../src/base/secret.ts';
import type { Business } from '../../src/businesses/business.ts';
import { type LedgerFinding, verifyLedger } from '../../src/ledger/verify.ts';
import type { BookLine } from '../../src/ledger/verify-book.ts';
import { type MemoryBook, memoryBook } from '../../src/processors/simulator/book.ts';
import { parseEntry } from '../../src/processors/simulator/entry.ts';
import type { Batch } from '../../src/settlement/batch.ts';
import { closeBatch } from '../../src/settlement/close.ts';
import { insertRecords } from '../../src/vault/vault.ts';
import type { World } from '../../src/world.ts';
import { openShop, type Shop } from '../followups/shop.ts';
import { type Caller, type House, makeHouse } from '../world.ts';

type Scope = { after(work: () => Promise<void>): void };

/** A shop whose open batch is closed in the evening. */
export type Till = Shop & {
  close(world?: World): Promise<Batch[]>;
  batches(): Promise<Stored[]>;
  /** Nothing in the ledger that is not explained, by our tables and by the bank's book. */
  audit(): Promise<void>;
};

export type Stored = {
  readonly id: bigint;
  readonly state: string;
  readonly items: number;
  readonly net: bigint;
  readonly fees: bigint;
};

/** A house of which the bank's book can be read. */
export async function makeBank(scope: Scope, settings = {}): Promise<House & { book: MemoryBook }> {
  const book = memoryBook();
  return { ...(await makeHouse(scope, { book, settings })), book };
}

export async function openTill(
  scope: Scope,
  { house, world }: { house?: House; world?: World } = {},
): Promise<Till> {
  const home = house ?? (await makeBank(scope));
  const shop = await openShop(scope, { house: home, ...(world && { world }) });
  const { id } = shop.caller.business;
  return {
    ...shop,
    close: async (by = shop.world) => await closeBatch(by, id, 'simulator', 'api:test'),
    batches: async () => await readBatches(home, shop.caller),
    async audit() {
      const found = await findings(home, id);
      assert.deepEqual(found, []);
    },
  };
}

async function readBatches({ db }: House, { business }: Caller): Promise<Stored[]> {
  return await db.query<Stored>(
    `select id, state, item_count as items, net_cents as net, fee_cents as fees
     from batches where business_id = $1 order by id`,
    [business.id],
  );
}

/** What was told of its batches, the first first. */
export async function kindsOf({ house, caller }: Shop): Promise<string[]> {
  const rows = await house.db.query<{ kind: string }>(
    `select kind from events where business_id = $1 and kind like 'batch.%' order by id`,
    [caller.business.id],
  );
  return rows.map(({ kind }) => kind);
}

export async function findings(
  { db, clock, book }: House,
  businessId?: bigint,
  extra: readonly BookLine[] = [],
): Promise<LedgerFinding[]> {
  const read = () => linesOf(book as MemoryBook, extra);
  return await Array.fromAsync(
    verifyLedger({
      sql: db,
      businessId,
      now: clock.now(),
      book: { processor: 'simulator', read },
    }),
  );
}

/** What the bank holds in the end, from the lines that its file would have. */
async function* linesOf(book: MemoryBook, extra: readonly BookLine[]): AsyncGenerator<BookLine> {
  const seen = new Set<string>();
  for (const line of book.text().split('\n')) {
    const entry = parseEntry(line);
    if (!entry || (entry.event !== 'approved' && entry.event !== 'declined')) continue;
    if (seen.has(entry.reference)) continue;
    seen.add(entry.reference);
    const { booked, canceled } = (await book.find(entry.reference))!;
    const isNet = booked?.event === 'approved' && !canceled;
    const { kind, reference, of, capture } = entry;
    yield { kind, reference, of, capture, netCents: isNet ? booked.cents : 0n };
  }
  yield* extra;
}

/** As onboarding leaves it: an application that was approved, and its account number in the vault. */
export async function giveBankAccount(house: House, { id }: Pick<Business, 'id'>): Promise<void> {
  const { db, clock } = house;
  const { vault, ids } = await house.open();
  const details = { RoutingNumber: '021000021', AccountName: 'Park Bakery LLC', DBA: 'Park' };
  await db.query(
    `insert into applications (business_id, id, state, version, email, details, requirements, outcome_codes,
       created_at)
     values ($1, $2, 'active', 1, 'ada@example.com', $3, '{}', '{}', $4)`,
    [id, await ids.next(id), JSON.stringify(details), clock.now()],
  );
  const record = { businessId: id, owner: 'application', field: 'account_number' } as const;
  await insertRecords(db, [await vault.seal(record, new Secret('9876543'))]);
}

import assert from 'node:assert/strict';
import { type MemoryBook, memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { parseEntry } from '../../packages/sandbox/src/processor/entry.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { Application } from '../../src/parties/applications/application.ts';
import { insertDraft } from '../../src/parties/applications/move-store.ts';
import type { Business } from '../../src/parties/businesses/business.ts';
import {
  type BookLine,
  type LedgerFinding,
  verifyLedger,
} from '../../src/payments/ledger/verify.ts';
import { insertRecords } from '../../src/ports/vault/vault.ts';
import type { Batch } from '../../src/settlement/batch.ts';
import { closeBatch } from '../../src/settlement/close.ts';
import type { World } from '../../src/world.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { openShop, type Shop } from '../followups/shop.ts';

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

/** A fixture of which the bank's book can be read. */
export async function makeBank(
  scope: Scope,
  settings = {},
): Promise<Fixture & { book: MemoryBook }> {
  const book = memoryBook();
  return { ...(await makeFixture(scope, { book, settings })), book };
}

export async function openTill(
  scope: Scope,
  { fixture, world }: { fixture?: Fixture; world?: World } = {},
): Promise<Till> {
  const home = fixture ?? (await makeBank(scope));
  const shop = await openShop(scope, { fixture: home, ...(world && { world }) });
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

async function readBatches({ db }: Fixture, { business }: Caller): Promise<Stored[]> {
  return await db.query<Stored>(
    `select id, state, item_count as items, net_cents as net, fee_cents as fees
     from batches where business_id = $1 order by id`,
    [business.id],
  );
}

/** What was told of its batches, the first first. */
export async function kindsOf({ fixture, caller }: Shop): Promise<string[]> {
  const rows = await fixture.db.query<{ kind: string }>(
    `select kind from events where business_id = $1 and kind like 'batch.%' order by id`,
    [caller.business.id],
  );
  return rows.map(({ kind }) => kind);
}

export async function findings(
  { db, clock, book }: Fixture,
  businessId?: bigint,
  extra: readonly BookLine[] = [],
): Promise<LedgerFinding[]> {
  const read = () => linesOf(book as MemoryBook, extra);
  return await Array.fromAsync(
    verifyLedger({
      db,
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
export async function giveBankAccount(
  fixture: Fixture,
  { id: businessId }: Pick<Business, 'id'>,
  more: Application['details'] = {},
): Promise<void> {
  const { db, clock } = fixture;
  const { vault, ids } = await fixture.open();
  const approved: Application = {
    businessId,
    id: await ids.next(businessId),
    state: 'active',
    version: 1,
    email: 'ada@example.com',
    details: {
      ...{ RoutingNumber: '021000021', AccountName: 'Park Bakery LLC', DBA: 'Park' },
      ...more,
    },
    requirements: [],
    outcomeCodes: [],
    expiresAt: undefined,
    createdAt: clock.now(),
  };
  await db.begin(async (tx) => await insertDraft(tx, approved, { actor: 'test', reason: 'made' }));
  const record = { businessId, owner: 'application', field: 'account_number' } as const;
  await insertRecords(db, [await vault.seal(record, new Secret('9876543'))]);
}

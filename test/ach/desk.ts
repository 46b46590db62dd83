import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../../src/ach/entry.ts';
import { listEntries } from '../../src/ach/entry-store.ts';
import type { ClearingFile } from '../../src/ach/files/file.ts';
import { listFiles } from '../../src/ach/files/file-store.ts';
import type { AchEntry, AchFile } from '../../src/ach/nacha/file.ts';
import { readAchFile } from '../../src/ach/nacha/read-file.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { bankFields, type Fields } from '../caller.ts';
import { type Fixture, makeFixture, type Visit } from '../fixture.ts';
import { openShop, type Shop } from '../followups/shop.ts';

type Scope = { after(work: () => Promise<void>): void };

/** A shop that is paid from bank accounts, with a look at what lies in the outbox. */
export type Desk = Shop & {
  debit(amount: string, more?: Fields): Promise<string>;
  /** Sets the clock and does whatever is due by then. */
  at(moment: string): Promise<void>;
  entries(): Promise<Entry[]>;
  files(scope?: bigint): Promise<ClearingFile[]>;
  /** As the bank would read it; a file with a fault fails the test. */
  sent(file: ClearingFile): AchFile;
};

/** Tuesday, ten in the morning in New York. */
export const tuesday = '2030-01-15T15:00:00Z';
export const tuesdayEvening = '2030-01-16T01:00:00Z';
export const wednesdayMorning = '2030-01-16T13:30:00Z';
/** When what settled on Wednesday has been held for two banking days. */
export const fridayEvening = '2030-01-18T23:00:00Z';

type DeskOptions = {
  readonly settings?: Readonly<Record<string, string>>;
  readonly startsAt?: string;
  readonly fixture?: Fixture;
};

export async function openDesk(
  scope: Scope,
  { settings = {}, startsAt = tuesday, fixture: given }: DeskOptions = {},
): Promise<Desk> {
  const fixture = given ?? (await makeFixture(scope, { settings, startsAt: new Date(startsAt) }));
  const shop = await openShop(scope, { fixture });
  const { business } = shop.caller;
  return {
    ...shop,
    async debit(amount, more = {}) {
      const paid = await shop.pay({ ...bankMethod, Amount: amount, ...more });
      assert.equal(paid.state, 'queued', paid.text);
      return paid.invoice;
    },
    async at(moment) {
      fixture.clock.setTo(new Date(moment));
      await workAll(fixture);
    },
    entries: async () =>
      (await listEntries(fixture.db, business.id, { limit: 10_000 })).toReversed(),
    files: async (of = business.id) => (await listFiles(fixture.db, of, 100)).reverse(),
    sent: (file) => {
      const { file: read, faults } = readAchFile(textOf(fixture, file));
      assert.deepEqual(faults, []);
      return read!;
    },
  };
}

/** In place of the card that the shop would else be paid with. */
const bankMethod = {
  ...bankFields,
  CCNumber: undefined,
  ExpirationMonth: undefined,
  ExpirationYear: undefined,
  CVV: undefined,
};

async function workAll(fixture: Fixture, visit?: Visit): Promise<void> {
  const world = await fixture.open(visit);
  while ((await workOnce(world)) > 0);
}

export function textOf({ config }: Fixture, { scope, name }: ClearingFile): string {
  const folder = scope === 0n ? 'live' : join('sandbox', String(scope));
  return readFileSync(join(config.achFolder, folder, 'outbox', name), 'latin1');
}

export function entriesOf(file: AchFile): AchEntry[] {
  return file.batches.flatMap(({ entries }) => entries);
}

export async function eventsOf({ fixture, caller }: Desk): Promise<string[]> {
  const rows = await fixture.db.query<{ kind: string }>(
    'select kind from events where business_id = $1 order by happened_at, id',
    [caller.business.id],
  );
  return rows.map(({ kind }) => kind);
}

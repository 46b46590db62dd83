import { entries } from '../../src/ach/entry.ts';
import { returnRule } from '../../src/ach/return-codes.ts';
import { returnPayout } from '../../src/ach/returns/apply-returned-other.ts';
import { transfers } from '../../src/payments/ledger/transfer.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import type { World } from '../../src/world.ts';
import type { Fixture } from '../fixture.ts';
import { giveBankAccount, openTill, type Till } from './till.ts';

export const why = { actor: 'operator:ada', reason: 'agreed' };
export const dayMs = 24 * 3_600_000;

/** Of a business that is paid out. */
export async function openPaidTill(
  t: Parameters<typeof openTill>[0],
  fixture: Fixture,
): Promise<Till> {
  const till = await openTill(t, { fixture });
  const { business } = till.caller;
  await giveBankAccount(fixture, business);
  await switchPayouts(till.world, business.id, true, why);
  return till;
}

/** The next one on which banks are open. */
export async function nextDay({ clock }: Fixture): Promise<void> {
  do clock.pass(dayMs);
  while ([0, 6].includes(clock.now().getUTCDay()) || isHoliday(clock.now()));
}

function isHoliday(at: Date): boolean {
  return at.toISOString().startsWith('2030-01-21');
}

/** Its first deposit, as the reader of returns does it. */
export async function comeBack(world: World, businessId: bigint): Promise<void> {
  const at = world.now();
  await world.db.begin(async (tx) => {
    const [entry] = await entries.read(
      tx,
      `update ach_entries set state = 'returned', returned_at = $2
       where business_id = $1 and id = (
         select min(id) from ach_entries where business_id = $1 and kind = 'deposit')
       returning ${entries.columns}`,
      [businessId, at],
    );
    await returnPayout(world, tx, entry!, returnRule('R03'));
  });
}

/** As it is done when its file is at the bank. */
export async function originate({ world, caller }: Till): Promise<void> {
  const { id: businessId } = caller.business;
  await world.db.begin(async (tx) => {
    const rows = await tx.query<{ id: bigint; cents: bigint }>(
      `update ach_entries set state = 'originated', next_at = null
       where business_id = $1 and kind = 'deposit' and state = 'queued'
       returning id, amount_cents as cents`,
      [businessId],
    );
    for (const { id: entryId, cents } of rows) {
      const id = await world.ids.next(businessId);
      const moved = { debit: 'bank', credit: 'clearing', cents } as const;
      await transfers.insert(tx, [
        { ...moved, currency: 'USD', businessId, id, entryId, madeAt: world.now() },
      ]);
    }
  });
}

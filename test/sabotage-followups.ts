import type { Processor } from '../src/ports/processors/processor.ts';
import type { Database, Sql } from '../src/runtime/sql.ts';
import type { World } from '../src/world.ts';

/*
 * Broken builds of what is done after the charge: each does one thing of which the design says that it must not
 * be done. They are broken at their statements and at the line to the bank.
 */
type Broken = {
  readonly breaks: (world: World) => World;
  /** The story that brings it to light, and the finding that must be among those it leads to. */
  readonly story: string;
  /** Undefined: our books are even, and it is the client that was served twice. */
  readonly found: string | undefined;
};

export const followUpSabotages: Readonly<Record<string, Broken>> = {
  'draws a fresh reference for a re-send': {
    breaks: (world) => withBank(world, (bank) => drawing(world, bank)),
    story: 'a refund of a part: timeout_after_booking',
    found: 'followup_unknown',
  },
  'takes an unknown refund for failed': {
    breaks: (world) => withBank(world, takeForFailed),
    story: 'a refund of a part: timeout_after_booking',
    found: 'done_unnoticed',
  },
  'writes the ledger in a commit of its own': {
    breaks: (world) => ({ ...world, db: apart(world.db) }),
    story: 'a void of a charge: approve',
    found: 'ledger_differs',
  },
  'tells of it in a commit of its own': {
    breaks: (world) => ({ ...world, db: apart(world.db, 'insert into events') }),
    story: 'a capture of a part: approve',
    found: 'event_count',
  },
  'forgets the Idempotency-Key': {
    breaks: (world) => ({ ...world, db: rewriting(world.db, forgetKey) }),
    story: 'a refund of a part: approve',
    found: undefined,
  },
};

/** Without the lock every owner of a refund sees the sums as they were: see the races. */
export function locksNothing(world: World): World {
  return {
    ...world,
    db: rewriting(world.db, (text, values) => ({
      text: text.replace('for update of p', ''),
      values,
    })),
  };
}

/** For this build no payment is in any batch: see the damages of `test/reconciliation/settlement.deep.ts`. */
export function forgetsBatches(world: World): World {
  return {
    ...world,
    db: rewriting(world.db, (text, values) => ({
      text: text.replace(
        'p.processor_id as "chargeId"',
        'null::bigint as "batchId", p.processor_id as "chargeId"',
      ),
      values,
    })),
  };
}

/** Jobs for late approvals are not written. */
export function reversesNothing(world: World): World {
  return {
    ...world,
    db: rewriting(world.db, (text, values) =>
      text.startsWith('insert into jobs') ? { text: 'select 1', values: [] } : { text, values },
    ),
  };
}

type Statement = { readonly text: string; readonly values: readonly unknown[] | undefined };
type Rewrite = (text: string, values: readonly unknown[] | undefined) => Statement;

function forgetKey(text: string, values: readonly unknown[] | undefined): Statement {
  if (!text.startsWith('insert into followups')) return { text, values };
  return { text, values: values!.map((value, i) => (i === 9 ? null : value)) };
}

function rewriting(db: Database, rewrite: Rewrite): Database {
  const over = (sql: Sql): Sql => ({
    query: (text, values) => {
      const statement = rewrite(text, values);
      return sql.query(statement.text, statement.values);
    },
  });
  return { ...db, ...over(db), begin: (work) => db.begin((tx) => work(over(tx))) };
}

/** What begins like this is left out of its transaction, and written when that is over. */
function apart(db: Database, beginning = 'insert into transfers'): Database {
  return {
    ...db,
    async begin(work) {
      const left: Statement[] = [];
      const result = await db.begin((tx) =>
        work({
          async query(text, values) {
            if (!text.startsWith(beginning)) return await tx.query(text, values);
            left.push({ text, values });
            return [];
          },
        }),
      );
      for (const { text, values } of left) await db.query(text, values);
      return result;
    },
  };
}

/** Where a bank cannot cancel, what it does not know of is sent again. */
function drawing({ randomBytes }: World, bank: Processor): Processor {
  return {
    ...bank,
    can: { ...bank.can, cancelByReference: false, lateWindowSeconds: 0 },
    inquire: async () => ({ outcome: 'not_found' }),
    async followUp(request) {
      const reference = randomBytes(8).toString('hex');
      const answer = await bank.followUp({ ...request, reference });
      return 'reference' in answer ? { ...answer, reference: request.reference } : answer;
    },
  };
}

function takeForFailed(bank: Processor): Processor {
  return {
    ...bank,
    async followUp(request) {
      const answer = await bank.followUp(request);
      return answer.outcome === 'unknown' ? { outcome: 'rejected', message: 'no' } : answer;
    },
  };
}

function withBank(world: World, change: (bank: Processor) => Processor): World {
  const bank = world.processors.get('simulator')!;
  return { ...world, processors: new Map([['simulator', change(bank)]]) };
}

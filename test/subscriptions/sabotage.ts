import { type Start, startCharges } from '../../src/payments/start-store.ts';
import type { Flush } from '../../src/runtime/gather.ts';
import type { Database, Sql } from '../../src/runtime/sql.ts';
import type { World } from '../../src/world.ts';

/*
 * Broken builds of subscriptions: each does one thing of which the design says that it must not be done. A crash test
 * counts only if it notices them.
 */
type Broken = {
  readonly breaks: (world: World) => World;
  /** The story that brings it to light. */
  readonly story: string;
  /** A message of the judge, or a finding of the reconciliation. */
  readonly found: RegExp;
};

export const sabotages: Readonly<Record<string, Broken>> = {
  'begins a period in a commit of its own': {
    breaks: (world) => ({ ...world, db: apart(world.db, 'insert into subscription_periods') }),
    story: 'a renewal that is approved',
    found: /periods|without its period/,
  },
  'charges a period under a fresh name every time': {
    breaks: forgetsNames,
    story: 'a renewal that is approved',
    found: /charged 2 times/,
  },
  'charges under another number what somebody charged under its own': {
    breaks: forgetsNames,
    story: 'a renewal whose order number somebody charged',
    found: /periods/,
  },
  'writes what follows in a commit of its own': {
    breaks: (world) => ({
      ...world,
      db: apart(world.db, 'update subscription_periods p set state', 2),
    }),
    story: 'a renewal that is declined',
    found: /tries|is open/,
  },
  'writes its history in a commit of its own': {
    breaks: (world) => ({ ...world, db: apart(world.db, 'insert into subscription_moves') }),
    story: 'a renewal that is declined',
    found: /went|history/,
  },
  'writes at which price a period stands in a commit of its own': {
    breaks: (world) => ({
      ...world,
      db: apart(world.db, 'update subscription_periods p set state', 2),
    }),
    story: 'a lower price, then another interval, and a higher price before anybody looks',
    found: /its periods cost: \[3100,5800\]/,
  },
  'takes unknown for declined': {
    breaks: takesForDeclined,
    story: 'a renewal that nobody answers',
    found: /tries|charged|went/,
  },
};

/**
 * What begins like this is left out of its transaction, and written when that is over. `ids`: the parameter with an
 * element for each row that the statement returns.
 */
function apart(db: Database, beginning: string, ids?: number): Database {
  return {
    ...db,
    async begin(work) {
      const left: { text: string; values: readonly unknown[] | undefined }[] = [];
      const result = await db.begin((tx) => {
        const without: Sql = {
          async query(text, values) {
            if (!text.startsWith(beginning)) return await tx.query(text, values);
            left.push({ text, values });
            if (ids === undefined) return [];
            return await tx.query('select 1 from unnest($1::int8[])', [values?.[ids]]);
          },
        };
        return work(without);
      });
      for (const { text, values } of left) await db.query(text, values);
      return result;
    },
  };
}

function forgetsNames(world: World): World {
  const go = (row: Start) => world.gather(startCharges, row);
  const broken = async ({ order, payment, ...start }: Start) => {
    const orderNumber = world.randomBytes(8).toString('hex');
    const { invoice: _, idempotencyKey: __, ...rest } = order;
    return await go({
      ...start,
      order: { ...rest, idempotencyKey: undefined } as Start['order'],
      payment: { ...payment, orderNumber, invoiceId: payment.id },
    });
  };
  return {
    ...world,
    gather: async <Row, Result>(flush: Flush<Row, Result>, row: Row) =>
      (flush as unknown) === startCharges
        ? ((await broken(row as never)) as never)
        : await world.gather(flush, row),
  };
}

function takesForDeclined(world: World): World {
  const bank = world.processors.get('simulator')!;
  const broken = {
    ...bank,
    async charge(request: Parameters<typeof bank.charge>[0]) {
      const answer = await bank.charge(request);
      return answer.outcome === 'unknown'
        ? ({ outcome: 'rejected', message: 'no' } as const)
        : answer;
    },
  };
  return { ...world, processors: new Map([['simulator', broken]]) };
}

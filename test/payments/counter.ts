import { startCharges } from '../../src/payments/start-store.ts';
import type {
  ChargeAnswer,
  ChargeRequest,
  Processor,
} from '../../src/ports/processors/processor.ts';
import type { Gather } from '../../src/runtime/gather.ts';
import type { World } from '../../src/world.ts';
import { cardFields, type Fields, type Reply } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { ask } from '../time-machine/sandbox.ts';

type Scope = { after(work: () => Promise<void>): void };

/** Where many are charged at once, and somebody sees who watches them. */
export type Counter = {
  readonly fixture: Fixture;
  readonly caller: Caller;
  readonly businessId: bigint;
  /** In one statement, each under the order number of its place: o-1, o-2. With so long between them. */
  payTogether(world: World, payments: readonly Fields[], apartMs?: number): Promise<Reply[]>;
  /** As "unknown: o-1", in their order. */
  watched(): Promise<string[]>;
  rows(): Promise<WatchRow[]>;
  /** By order number. */
  states(): Promise<Record<string, string>>;
  idOf(order: string): Promise<bigint>;
  times(kind: string): Promise<number>;
};

export type WatchRow = {
  readonly kind: string;
  readonly payment_ids: readonly bigint[];
  readonly asked_at: Date;
  readonly look_at: Date;
  readonly looks: number;
  /** Another one whenever somebody wrote the row. */
  readonly version: string;
};

export async function openCounter(scope: Scope): Promise<Counter> {
  return await counterOf(await makeFixture(scope));
}

/** For another business of the same fixture. */
export async function counterOf(fixture: Fixture): Promise<Counter> {
  const caller = await fixture.addBusiness();
  const { id: businessId } = caller.business;
  const rows = async () =>
    await fixture.db.query<WatchRow>(
      `select kind, payment_ids, asked_at, look_at, looks, xmin::text || ctid::text as version
       from payment_watches where business_id = $1 order by kind, id`,
      [businessId],
    );
  const payments = async () =>
    await fixture.db.query<{ id: bigint; order: string; state: string }>(
      `select id, order_number as order, state from payments where business_id = $1 order by order_number`,
      [businessId],
    );
  return {
    fixture,
    caller,
    businessId,
    rows,

    async payTogether(world, payments, apartMs = 0) {
      const { world: waiting, arrived } = together(world, payments.length);
      const replies: Promise<Reply>[] = [];
      for (const [i, payment] of payments.entries()) {
        if (i > 0) fixture.clock.pass(apartMs);
        const source = 'PaymentType' in payment ? {} : cardFields;
        const fields = { ...source, Amount: '1.00', OrderNumber: `o-${i + 1}`, ...payment };
        replies.push(ask(waiting, caller, fields));
        await arrived[i];
      }
      return await Promise.all(replies);
    },

    async watched() {
      const orders = new Map((await payments()).map(({ id, order }) => [id, order]));
      return (await rows())
        .map(({ kind, payment_ids: ids }) => `${kind}: ${ids.map((id) => orders.get(id)).sort()}`)
        .sort();
    },

    states: async () =>
      Object.fromEntries((await payments()).map(({ order, state }) => [order, state])),
    idOf: async (wanted) => (await payments()).find(({ order }) => order === wanted)!.id,

    async times(kind) {
      const events = await fixture.db.query(
        'select from events where business_id = $1 and kind = $2',
        [businessId, kind],
      );
      return events.length;
    },
  };
}

/** Nobody begins before all have come. */
function together(world: World, count: number): { world: World; arrived: Promise<void>[] } {
  const arrivals = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const arrived = arrivals.map(({ promise }) => promise);
  let come = 0;
  const gather: Gather = async (flush, row) => {
    if ((flush as unknown) === startCharges) {
      arrivals[come]?.resolve();
      come += 1;
      await Promise.all(arrived);
    }
    return await world.gather(flush, row);
  };
  return { world: { ...world, gather }, arrived };
}

type Changes = {
  charge?(request: ChargeRequest, really: () => Promise<ChargeAnswer>): Promise<ChargeAnswer>;
  /** Before it is asked about one. */
  inquires?(reference: string): Promise<void> | void;
};

/** The bank, as this process meets it. */
export function withBank(world: World, { charge, inquires }: Changes): World {
  const bank = world.processors.get('simulator')!;
  const changed: Processor = {
    ...bank,
    async charge(request) {
      const really = async () => await bank.charge(request);
      return charge ? await charge(request, really) : await really();
    },
    async inquire(reference) {
      await inquires?.(reference);
      return await bank.inquire(reference);
    },
  };
  return { ...world, processors: new Map([[bank.name, changed]]) };
}

/** Whose owner dies over a payment of two dollars before it has asked, and over one of three when it has. */
export function crashingOwner(world: World): World {
  return withBank(world, {
    async charge({ amountCents }, really) {
      if (amountCents === 200n) throw new Error('died before it asked');
      const answer = await really();
      if (amountCents === 300n) throw new Error('died when it had asked');
      return answer;
    },
  });
}

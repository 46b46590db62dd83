import { type Finish, finishCharges } from '../src/payments/finish-store.ts';
import { referenceOf } from '../src/payments/payment.ts';
import { type Start, startCharges } from '../src/payments/start-store.ts';
import { readPayments } from '../src/payments/store.ts';
import type { ChargeAnswer, ChargeRequest, Processor } from '../src/ports/processors/processor.ts';
import type { Flush } from '../src/runtime/gather.ts';
import type { World } from '../src/world.ts';

/**
 * Broken builds: each does one thing of which the design says that it must not be done. A test of what money
 * survives counts only if it notices them.
 */
type Broken = {
  /** Called once for an installation: what it remembers outlives processes. */
  readonly breaks: () => (world: World) => World;
  /** The story that brings it to light, and the finding that must be among those it leads to. */
  readonly story: string;
  readonly found: string;
};

export const sabotages: Readonly<Record<string, Broken>> = {
  'asks before it writes down': {
    breaks: () => asksFirst,
    story: 'approve',
    found: 'charge_unknown',
  },
  'draws a reference for every send': {
    breaks: () => (world) => withProcessors(world, drawReferences(world)),
    story: 'timeout_after_booking',
    found: 'charge_unknown',
  },
  'takes unknown for failed': {
    breaks: () => (world) => withProcessors(world, takeForFailed),
    story: 'late_booking',
    found: 'charged_unnoticed',
  },
  'writes the ledger in a commit of its own': {
    breaks: () => ledgerApart,
    story: 'approve',
    found: 'ledger_differs',
  },
  'does not keep the order number': {
    breaks: () => forgetsOrders,
    story: 'approve',
    found: 'wish_paid_twice',
  },
};

function asksFirst(world: World): World {
  const answers = new Map<string, ChargeAnswer>();
  const processor = world.processors.get('simulator')!;
  return {
    ...replacing(world, startCharges, async (start: Start, go) => {
      const request = requestOf(start);
      if (request) answers.set(request.reference, await processor.charge(request));
      return await go(start);
    }),
    processors: new Map([
      [
        'simulator',
        { ...processor, charge: async ({ reference }: ChargeRequest) => answers.get(reference)! },
      ],
    ]),
  };
}

function requestOf({ order, payment }: Start): ChargeRequest | undefined {
  if (order.source.method !== 'card') return undefined;
  return {
    reference: referenceOf(payment.businessId, payment.id, 1),
    amountCents: payment.amountCents,
    currency: payment.currency,
    capture: payment.capture,
    allowPartial: false,
    card: order.source.card,
    statementDescriptor: undefined,
  };
}

function drawReferences({ randomBytes }: World) {
  return (processor: Processor): Processor => ({
    ...processor,
    async charge(request) {
      const reference = randomBytes(8).toString('hex');
      const answer = await processor.charge({ ...request, reference });
      return 'reference' in answer ? { ...answer, reference: request.reference } : answer;
    },
  });
}

function takeForFailed(processor: Processor): Processor {
  return {
    ...processor,
    can: { ...processor.can, lateWindowSeconds: 0 },
    cancel: async (reference) => ({ outcome: 'canceled', reference }),
  };
}

function ledgerApart(world: World): World {
  return replacing(world, finishCharges, async (finish: Finish, go) => {
    const wasWritten = await go({ ...finish, transfers: [] });
    if (!wasWritten) return wasWritten;
    const { businessId, id: paymentId } = finish.payment;
    for (const { id, debit, credit, cents } of finish.transfers) {
      await world.db.query(
        `insert into transfers (business_id, id, payment_id, debit, credit, cents, made_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [businessId, id, paymentId, debit, credit, cents, finish.at],
      );
    }
    return wasWritten;
  });
}

function forgetsOrders(world: World): World {
  return replacing(world, startCharges, async (start: Start, go) => {
    const orderNumber = world.randomBytes(8).toString('hex');
    return await go({ ...start, payment: { ...start.payment, orderNumber } });
  });
}

/** Only two owners at once can show it: see `test/crash/two-owners.deep.ts`. */
export function ignoresEpochs(world: World): World {
  return replacing(world, finishCharges, async (finish: Finish, go) => {
    const { payment } = finish;
    const [current] = await readPayments(world.db, [payment]);
    return await go({ ...finish, payment: { ...payment, epoch: current?.epoch ?? payment.epoch } });
  });
}

function withProcessors(world: World, change: (processor: Processor) => Processor): World {
  const changed = [...world.processors].map(
    ([name, processor]) => [name, change(processor)] as const,
  );
  return { ...world, processors: new Map(changed) };
}

/** The world with something else in place of one of its statements over sets. */
function replacing<Row, Result>(
  world: World,
  statement: Flush<Row, Result>,
  instead: (row: Row, go: (row: Row) => Promise<Result>) => Promise<Result>,
): World {
  const go = (row: Row) => world.gather(statement, row);
  return {
    ...world,
    gather: async (flush, row) =>
      (flush as unknown) === statement
        ? ((await instead(row as never, go)) as never)
        : await world.gather(flush, row),
  };
}

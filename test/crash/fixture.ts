import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { readBookText } from '../../packages/sandbox/src/processor/book-view.ts';
import type { ClientLine } from '../../src/backoffice/reconciliation/client-log.ts';
import type { Finding } from '../../src/backoffice/reconciliation/finding.ts';
import { reconcile } from '../../src/backoffice/reconciliation/reconcile.ts';
import { type Terms, usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import type { BookedCharge } from '../../src/ports/processors/booked-charge.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { client, type Fields, gist, type Headers, openDoor, type Reply } from '../caller.ts';
import type { Life } from '../crash-world.ts';
import { type Caller, type Fixture, makeFixture, type Visit } from '../fixture.ts';
import { plannedOnce } from '../planned-once.ts';

type Scope = { after(work: () => Promise<void>): void };

/** What is broken in a build, so that a test may be seen to notice it. */
export type Sabotage = (world: World) => World;

/** A request for a payment, sent the same every time. */
export type PaymentRequest = {
  readonly name: string;
  readonly caller: Caller;
  readonly fields: Fields;
  readonly headers: Headers;
};

/** A fixture with clients that log what they send and what they are answered. */
export type Scenario = {
  readonly fixture: Fixture;
  readonly said: ClientLine[];
  /** What the bank's book holds besides, for those who tamper with it. */
  readonly slipped: BookedCharge[];
  /** A process that just started. */
  open(visit?: Visit): Promise<World>;
  /** The process that outlives all others. */
  survivor(): Promise<World>;
  /** Of a new business with these terms. */
  newRequest(fields: Fields, headers?: Headers, terms?: Partial<Terms>): Promise<PaymentRequest>;
  /** Undefined: no answer came. */
  ask(world: World, request: PaymentRequest, life?: Life): Promise<Reply | undefined>;
  /** Lets days pass, in which a worker does whatever comes due. */
  workOff(world: World): Promise<void>;
  /** What a business still waits for is nobody's work until the findings are asked for: later lives would meet it. */
  rest(caller: Caller): Promise<void>;
  /** Asked over `db`: the fixture's own plans each statement for as many rows as there are. */
  findings(db?: Database): Promise<Finding[]>;
};

const daysOfWork = 3;

/** What the bank is asked about again for a week, or for ever. */
const watched = [
  ['payment_watches', 'look_at'],
  ['followups', 'resolve_at'],
] as const;

export async function makeScenario(
  scope: Scope,
  sabotage: Sabotage = (world) => world,
  settings: Readonly<Record<string, string>> = {},
): Promise<Scenario> {
  const book = memoryBook();
  const fixture = await makeFixture(scope, { book, settings });
  const said: ClientLine[] = [];
  const slipped: BookedCharge[] = [];
  const resting = new Set<bigint>();
  let requests = 0;
  let survivor: World | undefined;
  const open = async (visit?: Visit) => sabotage(await fixture.open(visit));
  const outliving = async () => {
    survivor ??= await open();
    return survivor;
  };
  const putOff = async (businesses: readonly bigint[], by: string) => {
    for (const [table, at] of watched) {
      await fixture.db.query(
        `update ${table} set ${at} = ${at} + $2::interval where business_id = any($1)`,
        [businesses, by],
      );
    }
  };

  return {
    fixture,
    said,
    slipped,
    open,
    survivor: outliving,

    async newRequest(fields, headers = {}, terms) {
      requests += 1;
      const name = `request-${requests}`;
      const caller = await fixture.addBusiness();
      if (terms) {
        const agreed = { ...usualTerms, ...terms };
        await writeTerms(fixture.db, caller.business.id, agreed, fixture.clock.now());
      }
      return { name, caller, fields: { ...fields, ExternalID: name }, headers };
    },

    async ask(world, { name, caller, fields, headers }, life) {
      const line = {
        business: caller.username,
        request: name,
        ...(fields.OrderNumber !== undefined && { order: String(fields.OrderNumber) }),
        cents: String(Math.round(Number(fields.Amount) * 100)),
      };
      said.push({ did: 'sent', ...line });
      const door = await openDoor(world);
      const { call, close } = client(door.baseUrl, caller);
      try {
        const reply = await call('CreatePayment', fields, headers);
        if (life?.isOver) return undefined; // The dead say nothing.
        said.push({ did: 'heard', ...line, ...gist(reply) });
        return reply;
      } finally {
        close();
        await door.close();
      }
    },

    async workOff(world) {
      const until = new Date(fixture.clock.now().getTime() + daysOfWork * 24 * 3_600_000);
      for (;;) {
        while ((await workOnce(world)) > 0);
        const next = await nextDue(fixture);
        if (!next || next > until) return;
        fixture.clock.setTo(next);
      }
    },

    async rest({ business }) {
      resting.add(business.id);
      await putOff([business.id], '365 days');
    },

    async findings(db = plannedOnce(fixture.db)) {
      if (resting.size > 0) {
        await putOff([...resting], '-365 days');
        resting.clear();
        while ((await workOnce(await outliving())) > 0);
      }
      const { vault } = await fixture.open();
      return await Array.fromAsync(
        reconcile({
          db,
          vault,
          processor: 'simulator',
          readBook: () => booked(book.text(), slipped),
          readClientLog: () => stream(said),
          now: fixture.clock.now(),
        }),
      );
    },
  };
}

/** When somebody has to look at what was charged, or at what was done to it. */
async function nextDue({ db }: Fixture): Promise<Date | undefined> {
  const rows = await db.query<{ at: Date | null }>(
    `select min(at) as at from (
       select look_at as at from payment_watches
       union all select resolve_at from followups
       union all select resolve_at from batches
       union all select run_at from jobs where kind = 'payment.give_back'
     ) due`,
  );
  return rows[0]?.at ?? undefined;
}

/** What the bank holds in the end, from the lines that its file would have. */
async function* booked(
  text: string,
  slipped: readonly BookedCharge[],
): AsyncGenerator<BookedCharge> {
  yield* readBookText(text);
  yield* slipped;
}

async function* stream<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** Whether the statement was carried out is not known: at some moments it was, at others not. */
export function loseConnection(): never {
  throw new Error('Connection terminated unexpectedly');
}

/** The connection is lost where another process would die, and is there again at once. */
export function losing(span: Life): () => void {
  return () => {
    if (span.isOver) return;
    try {
      span.atMoment();
    } catch {
      loseConnection();
    }
  };
}

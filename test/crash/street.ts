import { audit } from '../../src/audit/auditor.ts';
import type { ClientLine } from '../../src/audit/client-log.ts';
import type { Finding } from '../../src/audit/finding.ts';
import { type Terms, usualTerms, writeTerms } from '../../src/businesses/terms.ts';
import { type BookedCharge, readBookText } from '../../src/processors/simulator/auditor-view.ts';
import { memoryBook } from '../../src/processors/simulator/book.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { client, type Fields, gist, type Headers, openDoor, type Reply } from '../caller.ts';
import type { Life } from '../mortal.ts';
import { type Caller, type House, makeHouse, type Visit } from '../world.ts';

type Scope = { after(work: () => Promise<void>): void };

/** What is broken in a build, so that a test may be seen to notice it. */
export type Sabotage = (world: World) => World;

/** One thing that a client wants, and how it says so every time it asks. */
export type Wish = {
  readonly name: string;
  readonly caller: Caller;
  readonly fields: Fields;
  readonly headers: Headers;
};

/** A house with clients before it, who write down what they send and what they are told. */
export type Street = {
  readonly house: House;
  readonly said: ClientLine[];
  /** What the bank's book holds besides, for those who tamper with it. */
  readonly slipped: BookedCharge[];
  /** A process that just started. */
  open(visit?: Visit): Promise<World>;
  /** The process that outlives all others. */
  survivor(): Promise<World>;
  /** Of a business of its own, with which these terms were agreed. */
  wish(fields: Fields, headers?: Headers, terms?: Partial<Terms>): Promise<Wish>;
  /** Undefined: no answer came. */
  ask(world: World, wish: Wish, life?: Life): Promise<Reply | undefined>;
  /** Lets days pass, in which a worker does whatever comes due. */
  workOff(world: World): Promise<void>;
  findings(): Promise<Finding[]>;
};

const daysOfWork = 3;

export async function makeStreet(
  scope: Scope,
  sabotage: Sabotage = (world) => world,
): Promise<Street> {
  const book = memoryBook();
  const house = await makeHouse(scope, { book });
  const said: ClientLine[] = [];
  const slipped: BookedCharge[] = [];
  let wishes = 0;
  let survivor: World | undefined;
  const open = async (visit?: Visit) => sabotage(await house.open(visit));

  return {
    house,
    said,
    slipped,
    open,
    async survivor() {
      survivor ??= await open();
      return survivor;
    },

    async wish(fields, headers = {}, terms) {
      wishes += 1;
      const name = `wish-${wishes}`;
      const caller = await house.addBusiness();
      if (terms) {
        const agreed = { ...usualTerms, ...terms };
        await writeTerms(house.db, caller.business.id, agreed, house.clock.now());
      }
      return { name, caller, fields: { ...fields, ExternalID: name }, headers };
    },

    async ask(world, { name, caller, fields, headers }, life) {
      const line = {
        business: caller.username,
        wish: name,
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
      const until = new Date(house.clock.now().getTime() + daysOfWork * 24 * 3_600_000);
      for (;;) {
        while ((await workOnce(world)) > 0);
        const next = await nextDue(house);
        if (!next || next > until) return;
        house.clock.setTo(next);
      }
    },

    async findings() {
      const { vault } = await house.open();
      return await Array.fromAsync(
        audit({
          sql: house.db,
          vault,
          processor: 'simulator',
          readBook: () => booked(book.text(), slipped),
          readClientLog: () => stream(said),
          now: house.clock.now(),
        }),
      );
    },
  };
}

/** When somebody has to look at what was charged, or at what was done to it. */
async function nextDue({ db }: House): Promise<Date | undefined> {
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

import assert from 'node:assert/strict';
import { confirmAndCarryOut } from '../../src/decisions/carry-out.ts';
import { followUpsOf } from '../../src/followups/store.ts';
import { readPayments } from '../../src/payments/store.ts';
import type { Processor } from '../../src/processors/processor.ts';
import { propose } from '../../src/questions/decide.ts';
import { listQuestions, type Question, readQuestion } from '../../src/questions/store.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import type { Fields } from '../caller.ts';
import { cardFields } from '../caller.ts';
import { ask } from '../time-machine/sandbox.ts';
import { type Caller, type House, makeHouse, type Visit } from '../world.ts';

type Scope = { after(work: () => Promise<void>): void };

export const ann = { name: 'operator:ann', account: 'operator:root' };
export const ben = { name: 'operator:ben', account: 'operator:root' };

/** How the bank is, at present. */
export type Mood = {
  /** Does what it is asked, and never says so. */
  loses: boolean;
  /** Does not find it when it is asked about it. */
  hides: boolean | 'what follows';
  /** Takes the same again for the same. */
  repeats: boolean;
  /** Never hears of a batch that is to be closed. */
  drops: boolean;
};

/** A house whose bank cannot cancel: what it does not tell, a person decides. */
export type Desk = {
  readonly house: House;
  readonly mood: Mood;
  open(visit?: Visit): Promise<World>;
  /** The card payment of a business of its own, in whatever state. */
  pay(fields?: Fields): Promise<Asked>;
  /** Looks whenever something is due, for so many days. */
  wait(days: number): Promise<void>;
  questionAbout(asked: Asked): Promise<Question>;
  reread(question: Question): Promise<Question>;
  payment(asked: Asked): Promise<Exclude<Awaited<ReturnType<typeof readPayments>>[0], undefined>>;
  followUps(asked: Asked): ReturnType<typeof followUpsOf>;
  /** How often that happened to it. */
  times(asked: Asked, kind: string): Promise<number>;
  /** By account: what was debited less what was credited. */
  ledger(asked: Asked): Promise<Record<string, bigint>>;
};

export type Asked = { readonly caller: Caller; readonly businessId: bigint; readonly id: bigint };

export async function makeDesk(scope: Scope): Promise<Desk> {
  const house = await makeHouse(scope);
  const mood: Mood = { loses: false, hides: false, repeats: true, drops: false };
  const open = async (visit?: Visit) => moody(await house.open(visit), mood);
  const world = await open();
  const { db, clock } = house;
  return {
    house,
    mood,
    open,

    async pay(fields = {}) {
      const caller = await house.addBusiness();
      const reply = await ask(world, caller, { ...cardFields, Amount: '12.50', ...fields });
      const id = reply.headers['x-payment-id'];
      assert.ok(id, reply.body);
      return { caller, businessId: caller.business.id, id: BigInt(String(id)) };
    },

    async wait(days) {
      const until = new Date(clock.now().getTime() + days * 24 * 3_600_000);
      for (;;) {
        for (let rounds = 0; (await workOnce(world)) > 0; rounds += 1) assert.ok(rounds < 100);
        const next = await nextDue(house);
        if (!next || next > until) break;
        clock.setTo(next);
      }
      clock.setTo(until);
    },

    async questionAbout({ businessId }) {
      const found = await listQuestions(db, { businessId, limit: 10 });
      assert.equal(found.length, 1, `${found.length} questions`);
      return found[0]!;
    },
    reread: async (question) => (await readQuestion(db, question))!,
    payment: async ({ businessId, id }) => (await readPayments(db, [{ businessId, id }]))[0]!,
    followUps: async ({ businessId, id }) => await followUpsOf(db, businessId, id),

    async times({ businessId, id }, kind) {
      const rows = await db.query(
        'select 1 from events where business_id = $1 and object_id = $2 and kind = $3',
        [businessId, id, kind],
      );
      return rows.length;
    },

    async ledger({ businessId, id }) {
      const rows = await db.query<{ account: string; cents: bigint }>(
        `select account, sum(cents)::int8 as cents from (
           select debit as account, cents from transfers where business_id = $1 and payment_id = $2
           union all
           select credit, -cents from transfers where business_id = $1 and payment_id = $2) t
         group by account having sum(cents) <> 0`,
        [businessId, id],
      );
      return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
    },
  };
}

function moody(world: World, mood: Mood): World {
  const bank = world.processors.get('simulator')!;
  const lost = { outcome: 'unknown', reason: 'no answer in time' } as const;
  const changed: Processor = {
    ...bank,
    get can() {
      const idempotency = mood.repeats ? bank.can.idempotency : 'none';
      return { ...bank.can, cancelByReference: false, idempotency };
    },
    async charge(request) {
      const answer = await bank.charge(request);
      return mood.loses ? lost : answer;
    },
    async followUp(request) {
      const answer = await bank.followUp(request);
      return mood.loses ? lost : answer;
    },
    async closeBatch(request) {
      if (mood.drops) return lost;
      const answer = await bank.closeBatch(request);
      return mood.loses ? lost : answer;
    },
    async inquireBatch(reference) {
      return mood.hides ? { outcome: 'not_found' } : await bank.inquireBatch(reference);
    },
    async inquire(reference) {
      const isHidden = mood.hides === true || (mood.hides && !reference.endsWith('-1'));
      return isHidden ? { outcome: 'not_found' } : await bank.inquire(reference);
    },
  };
  return { ...world, processors: new Map([[bank.name, changed]]) };
}

async function nextDue({ db }: House): Promise<Date | undefined> {
  const rows = await db.query<{ at: Date | null }>(
    `select min(at) as at from (
       select look_at as at from payment_watches union all select resolve_at from followups
       union all select resolve_at from batches
       union all select run_at from jobs) due`,
  );
  return rows[0]?.at ?? undefined;
}

/** The two steps, by two persons. */
export async function decide(world: World, question: Question, decision: string) {
  await propose(world, question, ann, { decision, note: 'asked the bank by phone' });
  return await confirmAndCarryOut(world, question, ben);
}

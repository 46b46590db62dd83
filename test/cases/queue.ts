import assert from 'node:assert/strict';
import { confirmAndCarryOut } from '../../src/backoffice/case-actions/carry-out.ts';
import { followUpsOf } from '../../src/payments/follow-ups/store.ts';
import { readPayments } from '../../src/payments/store.ts';
import type { Processor } from '../../src/ports/processors/processor.ts';
import type { OpenCase } from '../../src/records/case.ts';
import { listCases, readCase } from '../../src/records/case-store.ts';
import { propose } from '../../src/records/decide-case.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { cardFields, type Fields } from '../caller.ts';
import { type Caller, type Fixture, makeFixture, type Visit } from '../fixture.ts';
import { ask } from '../time-machine/sandbox.ts';

type Scope = { after(work: () => Promise<void>): void };

export const ann = { name: 'operator:ann', account: 'operator:root' };
export const ben = { name: 'operator:ben', account: 'operator:root' };

/** How the bank is, at present. */
export type Mood = {
  /** Does what it is asked, and never says so. */
  loses: boolean;
  /** Does not find it when it is asked about it. */
  hides: boolean | 'what follows';
  /** Shows every charge as undone by somebody. */
  undid: boolean;
  /** Answers no inquiry. */
  mute: boolean;
  /** Takes the same again for the same. */
  repeats: boolean;
  /** Declines what follows a charge. */
  refuses: boolean;
  /** Never hears of a batch that is to be closed. */
  drops: boolean;
  /** What it does not show for a day was never done. */
  proves: boolean;
};

/** A fixture whose bank cannot cancel: what it does not tell, a person decides. */
export type Desk = {
  readonly fixture: Fixture;
  readonly mood: Mood;
  open(visit?: Visit): Promise<World>;
  /** The card payment of a business of its own, in whatever state. */
  pay(fields?: Fields): Promise<Asked>;
  /** Looks whenever something is due, for so many days. */
  wait(days: number): Promise<void>;
  caseAbout(asked: Asked): Promise<OpenCase>;
  reread(opened: OpenCase): Promise<OpenCase>;
  payment(asked: Asked): Promise<Exclude<Awaited<ReturnType<typeof readPayments>>[0], undefined>>;
  followUps(asked: Asked): ReturnType<typeof followUpsOf>;
  /** How often that happened to it. */
  times(asked: Asked, kind: string): Promise<number>;
  /** By account: what was debited less what was credited. */
  ledger(asked: Asked): Promise<Record<string, bigint>>;
};

export type Asked = { readonly caller: Caller; readonly businessId: bigint; readonly id: bigint };

export async function makeDesk(scope: Scope): Promise<Desk> {
  const fixture = await makeFixture(scope);
  const mood: Mood = {
    loses: false,
    hides: false,
    undid: false,
    mute: false,
    repeats: true,
    drops: false,
    refuses: false,
    proves: false,
  };
  const open = async (visit?: Visit) => moody(await fixture.open(visit), mood);
  const world = await open();
  const { db, clock } = fixture;
  return {
    fixture,
    mood,
    open,

    async pay(fields = {}) {
      const caller = await fixture.addBusiness();
      const reply = await ask(world, caller, { ...cardFields, Amount: '12.50', ...fields });
      const id = reply.headers['x-payment-id'];
      assert.ok(id, reply.body);
      return { caller, businessId: caller.business.id, id: BigInt(String(id)) };
    },

    async wait(days) {
      const until = new Date(clock.now().getTime() + days * 24 * 3_600_000);
      for (;;) {
        for (let rounds = 0; (await workOnce(world)) > 0; rounds += 1) assert.ok(rounds < 100);
        const next = await nextDue(fixture);
        if (!next || next > until) break;
        clock.setTo(next);
      }
      clock.setTo(until);
    },

    async caseAbout({ businessId }) {
      const found = await listCases(db, { businessId, limit: 10 });
      assert.equal(found.length, 1, `${found.length} cases`);
      return found[0]!;
    },
    reread: async (opened) => (await readCase(db, opened))!,
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
    get can(): Processor['can'] {
      const replay = mood.repeats ? bank.can.replay : undefined;
      const absence = mood.proves ? 'after_a_day' : bank.can.absence;
      return { ...bank.can, cancelByReference: false, replay, absence };
    },
    async charge(request) {
      const answer = await bank.charge(request);
      return mood.loses ? lost : answer;
    },
    async followUp(request) {
      const { reference } = request;
      const declined = { outcome: 'declined', reference, processorId: '' } as const;
      if (mood.refuses) return { ...declined, code: 'card_declined', message: 'Declined.' };
      const answer = await bank.followUp(request);
      return mood.loses ? lost : answer;
    },
    async closeBatch(request) {
      if (mood.drops) return lost;
      const answer = await bank.closeBatch!(request);
      return mood.loses ? lost : answer;
    },
    async inquireBatch(request) {
      return mood.hides ? { outcome: 'not_found' } : await bank.inquireBatch!(request);
    },
    async inquire(reference) {
      if (mood.mute) return lost;
      if (mood.undid) return { outcome: 'canceled', reference };
      const isHidden = mood.hides === true || (mood.hides && !reference.endsWith('-1'));
      return isHidden ? { outcome: 'not_found' } : await bank.inquire(reference);
    },
  };
  return { ...world, processors: new Map([[bank.name, changed]]) };
}

async function nextDue({ db }: Fixture): Promise<Date | undefined> {
  const rows = await db.query<{ at: Date | null }>(
    `select min(at) as at from (
       select look_at as at from payment_watches union all select resolve_at from followups
       union all select resolve_at from batches
       union all select run_at from jobs) due`,
  );
  return rows[0]?.at ?? undefined;
}

/** The two steps, by two persons. */
export async function decide(world: World, opened: OpenCase, decision: string) {
  await propose(world, opened, ann, { decision, note: 'asked the bank by phone' });
  return await confirmAndCarryOut(world, opened, ben, { decision });
}

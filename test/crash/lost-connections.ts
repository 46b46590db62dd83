import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { World } from '../../src/world.ts';
import type { Reply } from '../caller.ts';
import { everyLife, type Life } from '../crash-world.ts';
import { type Campaign, type Size, sizeOf } from '../size.ts';
import { askUntilAnswered, type End } from './asking.ts';
import { losing, makeScenario, type PaymentRequest, type Scenario } from './fixture.ts';
import {
  askFollowUp,
  askFollowUpUntilAnswered,
  type FollowUpLife,
  newFollowUpRequest,
} from './following.ts';
import { followUpStories } from './followup-stories.ts';
import { judgeScenario } from './judge.ts';
import { judgeFollowUps } from './judge-followups.ts';
import { stories } from './stories.ts';
import { pick } from './survival.ts';

const few = {
  charges: ['approve', 'late_booking'],
  repeats: ['timeout_after_booking'],
  followUps: ['a refund of a part: approve'],
};

/**
 * What the bank says decides nothing about what comes before it is asked, nor about a statement that was not carried out:
 * usually one story of a kind loses those, the others only answers to what follows.
 */
const whole = [
  'approve',
  'late_booking',
  'ACH',
  'ACH, making a token',
  'a capture: approve',
  'a void of a charge: approve',
  'a refund of a part: approve',
];

const campaignOf = (story: string, size?: Size): Campaign => {
  const usual = whole.includes(story) ? 'full' : 'usual';
  return {
    name: 'crash/lost-connections',
    size: sizeOf({ gate: 'usual', usual, full: 'full' } as const, size),
  };
};
/** The last of two moments is the answer. */
const alike = 2;

/** A process that loses its connection there, and has it again at once. */
async function openLosing(
  scenario: Scenario,
  story: string,
  span: Life,
  size?: Size,
): Promise<World> {
  const lose = losing(span);
  let isLosing = campaignOf(story, size).size === 'full' || whole.includes(story);
  return await scenario.open({
    atMoment() {
      isLosing = true;
    },
    atStatement() {
      if (isLosing) lose();
    },
  });
}

/** A test for each story: whichever statement or commit of the charge it is that is lost, or its answer. */
export function testLostCharges(size?: Size): void {
  for (const story of pick(stories, few.charges, size)) {
    test(`a charge (${story.name}) survives a connection lost at any statement or commit`, async (t) => {
      const scenario = await makeScenario(t);
      const ends: End[] = [];
      const told = new Set<unknown>();
      let reply: Reply | undefined;
      await everyLife(campaignOf(story.name, size), {
        alike,
        open: (span) => openLosing(scenario, story.name, span, size),
        before: () => scenario.newRequest(story.fields, story.headers, story.terms),
        async act(world, request) {
          reply = await scenario.ask(world, request);
        },
        async others(request) {
          // What has begun is never called failed.
          if (reply?.status === 500) assert.equal(await countPayments(scenario, request), 0);
          if (reply && 'x-payment-state' in reply.headers)
            told.add(reply.headers['x-payment-state']);
          ends.push(await askUntilAnswered(scenario, request, reply));
        },
      });
      await judgeScenario(scenario, story, ends);
      // Where the bank answers at once, what was lost is made good before the caller hears of it.
      if (story.name.startsWith('approve')) assert.deepEqual([...told], ['captured']);
      // Every statement is safe to repeat: once is enough.
      assert.doesNotMatch(scenario.fixture.logged.join(''), /payment.finish_failed/);
    });
  }
}

/** A payer who has not heard how a charge ended asks for it again. */
export function testLostRepeats(size?: Size): void {
  const unheard = ['timeout_before_booking', 'timeout_after_booking', 'late_booking'];
  const all = stories.filter(({ name }) => unheard.includes(name));
  for (const story of pick(all, few.repeats, size)) {
    test(`a charge (${story.name}) that is asked for again survives a connection lost at any statement or commit`, async (t) => {
      const scenario = await makeScenario(t);
      const ends: End[] = [];
      let reply: Reply | undefined;
      await everyLife(campaignOf(story.name, size), {
        alike,
        open: (span) => scenario.open({ atStatement: losing(span) }),
        async before() {
          const request = await scenario.newRequest(story.fields);
          const first = await scenario.ask(await scenario.survivor(), request);
          assert.equal(first?.status, 202);
          return request;
        },
        async act(world, request) {
          reply = await scenario.ask(world, request);
        },
        async others(request) {
          assert.ok(reply && reply.status !== 500, 'what has begun is called failed');
          ends.push(await askUntilAnswered(scenario, request, reply));
        },
      });
      await judgeScenario(scenario, story, ends);
    });
  }
}

export function testLostFollowUps(size?: Size): void {
  for (const story of pick(followUpStories, few.followUps, size)) {
    test(`${story.name} survives a connection lost at any statement or commit`, async (t) => {
      const scenario = await makeScenario(t);
      const lives: FollowUpLife[] = [];
      const told = new Set<unknown>();
      let reply: Reply | undefined;
      await everyLife(campaignOf(story.name, size), {
        alike,
        open: (span) => openLosing(scenario, story.name, span, size),
        before: () => newFollowUpRequest(scenario, story),
        async act(world, request) {
          reply = await askFollowUp(scenario, world, request);
        },
        async others(request) {
          assert.doesNotMatch(reply?.body ?? '', /Internal error/);
          if (reply && 'x-followup-state' in reply.headers)
            told.add(reply.headers['x-followup-state']);
          const end = await askFollowUpUntilAnswered(scenario, request, reply);
          lives.push({ request, end });
        },
      });
      await judgeFollowUps(scenario, story, lives);
      if (story.bank === 'approve') assert.deepEqual([...told], [story.ends.state]);
    });
  }
}

async function countPayments({ fixture }: Scenario, { caller }: PaymentRequest): Promise<number> {
  const rows = await fixture.db.query('select from payments where business_id = $1', [
    caller.business.id,
  ]);
  return rows.length;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../caller.ts';
import { everyLife } from '../crash-world.ts';
import { askUntilAnswered, type End } from './asking.ts';
import {
  loseConnection,
  losing,
  makeScenario,
  type PaymentRequest,
  type Scenario,
} from './fixture.ts';
import { judgeScenario } from './judge.ts';
import { stories } from './stories.ts';

for (const story of stories) {
  test(`a charge (${story.name}) survives a connection lost at any statement or commit`, async (t) => {
    const scenario = await makeScenario(t);
    const ends: End[] = [];
    let reply: Reply | undefined;
    await everyLife(
      { name: 'crash/lost-answers' },
      {
        open: (span) => scenario.open({ atStatement: losing(span) }),
        before: () => scenario.newRequest(story.fields, story.headers, story.terms),
        async act(world, request) {
          reply = await scenario.ask(world, request);
        },
        async others(request) {
          // What has begun is never called failed.
          if (reply?.status === 500) assert.equal(await countPayments(scenario, request), 0);
          ends.push(await askUntilAnswered(scenario, request, reply));
        },
      },
    );
    await judgeScenario(scenario, story, ends);
    // Every statement is safe to repeat: once is enough.
    assert.doesNotMatch(scenario.fixture.logged.join(''), /payment.finish_failed/);
  });
}

test('while the database stays away after a yes, the outcome is not known, and found later', async (t) => {
  const story = stories.find(({ name }) => name === 'approve')!;
  const scenario = await makeScenario(t);
  const request = await scenario.newRequest(story.fields);
  let isAway = false;
  const world = await scenario.open({
    atStatement() {
      if (isAway) loseConnection();
    },
  });
  const bank = world.processors.get('simulator')!;
  const answering = {
    ...bank,
    charge: async (request: Parameters<typeof bank.charge>[0]) => {
      const answer = await bank.charge(request);
      isAway = true;
      return answer;
    },
  };
  const reply = await scenario.ask(
    { ...world, processors: new Map([['simulator', answering]]) },
    request,
  );
  assert.equal(reply?.status, 202);
  await judgeScenario(scenario, story, [await askUntilAnswered(scenario, request, reply)]);
});

async function countPayments({ fixture }: Scenario, { caller }: PaymentRequest): Promise<number> {
  const rows = await fixture.db.query('select from payments where business_id = $1', [
    caller.business.id,
  ]);
  return rows.length;
}

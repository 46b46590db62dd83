import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askUntilAnswered } from './asking.ts';
import { loseConnection, makeScenario } from './fixture.ts';
import { judgeScenario } from './judge.ts';
import { testLostCharges, testLostFollowUps, testLostRepeats } from './lost-connections.ts';
import { stories } from './stories.ts';

testLostCharges('gate');
testLostFollowUps('gate');
testLostRepeats('gate');

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

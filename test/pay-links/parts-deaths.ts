import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { makeScenario, type Scenario } from '../crash/fixture.ts';
import { noFindings } from '../crash/judge.ts';
import { everyLife, type Life } from '../crash-world.ts';
import type { Size } from '../size.ts';
import { opened } from './fixture.ts';
import { billInParts, booksOf, holds, payPart } from './parts-shop.ts';

const cards = {
  'is approved': '4242424242424242',
  'is declined': testCard('card_declined'),
  'is booked without an answer': testCard('timeout_after_booking'),
  'is not booked, and has no answer': testCard('timeout_before_booking'),
} as const;

/** A payer pays a part, at a process that dies at each of its moments; whoever survives finds out. */
export function testPartDeaths(size?: Size): void {
  for (const [name, card] of Object.entries(cards)) {
    test(`a part that ${name} is taken from its invoice or left to it, whoever dies at whatever moment`, async (t) => {
      const scenario = await makeScenario(t);
      const { lives, isWhole } = await everyPartDeath(scenario, card, size);
      if (isWhole) assert.ok(lives > 5, `only ${lives} lives`);
      await noFindings(scenario);
    });
  }
}

async function everyPartDeath(scenario: Scenario, number: string, size?: Size) {
  const { fixture } = scenario;
  return await everyLife(
    { name: 'pay-links/parts-deaths', size },
    {
      open: (span: Life) => scenario.open(span),
      async before() {
        const { business } = await fixture.addBusiness();
        return await billInParts(await scenario.survivor(), business, 'A-1');
      },
      async act(crashing, address) {
        return await payPart(crashing, await opened(crashing, address), 3000n, number);
      },
      async judge(address, n, hasDied) {
        const world = await scenario.survivor();
        await scenario.workOff(world);
        const books = await booksOf(fixture, await opened(world, address));
        holds(books);
        const [part, ...more] = books.parts;
        assert.deepEqual(more, [], `life ${n} paid twice`);
        if (!hasDied) assert.ok(part, 'who lived paid nothing');
        assert.equal(books.partsCents, part?.isHeld ? 3000n : 0n);
        // Nothing is left undecided.
        if (part) assert.match(part.state, /^(captured|declined|canceled)$/);
      },
    },
  );
}

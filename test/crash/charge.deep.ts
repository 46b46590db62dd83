import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { firstAttempt, referenceOf } from '../../src/payments/payment.ts';
import { life } from '../crash-world.ts';
import { sabotages } from '../sabotage.ts';
import { askCrashing, askSoon, askUntilAnswered, type End } from './asking.ts';
import { makeScenario, type Sabotage } from './fixture.ts';
import { judgeScenario } from './judge.ts';
import { type Story, stories } from './stories.ts';

type Scope = { after(work: () => Promise<void>): void };

for (const story of stories) {
  test(`a charge (${story.name}) survives death at every statement, commit and call`, async (t) => {
    const { scenario, ends } = await liveThrough(t, story);
    assert.ok(ends.length > 1, `only ${ends.length} lives`);
    await judgeScenario(scenario, story, ends);
  });
}

for (const story of stories.filter(({ name }) => ['approve', 'late_booking'].includes(name))) {
  test(`whoever finds out about a dead process's charge (${story.name}) may die as well`, async (t) => {
    const scenario = await makeScenario(t);
    const ends: End[] = [];
    for (const deathOfOwner of await deathsThatLeaveWork(t, story)) {
      for (let moments = 1, died = true; died && moments < 100; moments += 1) {
        const request = await scenario.newRequest(story.fields, story.headers, story.terms);
        await askCrashing(scenario, request, deathOfOwner);
        const worker = life(moments);
        const crashing = await scenario.open(worker);
        worker.begin();
        await scenario.workOff(crashing).catch(() => {});
        died = worker.isOver;
        ends.push(await askUntilAnswered(scenario, request, undefined));
      }
    }
    assert.ok(ends.length > 3, `only ${ends.length} lives`);
    await judgeScenario(scenario, story, ends);
  });
}

for (const [name, { breaks, story: wanted, found }] of Object.entries(sabotages)) {
  test(`a build that ${name} does not pass`, async (t) => {
    const story = stories.find((one) => one.name === wanted)!;
    const { scenario } = await liveThrough(t, story, breaks());
    const findings = await scenario.findings();
    const rules = findings.map(({ rule }) => rule);
    assert.ok(rules.includes(found), `not found; but ${findings.map(formatFinding).join('\n')}`);
  });
}

/** One story after the other, each in a process that lives one moment longer, until one survives. */
async function liveThrough(scope: Scope, story: Story, sabotage?: Sabotage) {
  const scenario = await makeScenario(scope, sabotage);
  const ends: End[] = [];
  for (let moments = 1; moments < 100; moments += 1) {
    const request = await scenario.newRequest(story.fields, story.headers, story.terms);
    const { reply, died } = await askCrashing(scenario, request, moments);
    // Every second client is impatient, and asks again before anybody looked after the payment.
    const first = died && moments % 2 === 0 ? await askSoon(scenario, request) : reply;
    ends.push(await askUntilAnswered(scenario, request, first));
    if (!died) return { scenario, ends };
  }
  throw new Error('it never survives');
}

/** The moments of death that leave something to find out: asked nobody yet, and asked already. */
async function deathsThatLeaveWork(scope: Scope, story: Story): Promise<number[]> {
  const scenario = await makeScenario(scope);
  const deaths = new Map<string, number>();
  for (let moments = 1; ; moments += 1) {
    const request = await scenario.newRequest(story.fields, story.headers, story.terms);
    const { died } = await askCrashing(scenario, request, moments);
    if (!died) return [...deaths.values()];
    const { id } = request.caller.business;
    const [left] = await scenario.fixture.db.query<{ id: bigint }>(
      `select p.id from payment_watches w
       join payments p on p.business_id = w.business_id and p.id = any (w.payment_ids)
       where w.business_id = $1 and p.state in ('processing', 'unknown')`,
      [id],
    );
    if (!left) continue;
    const booked = await scenario.fixture.book.find(referenceOf(id, left.id, firstAttempt));
    deaths.set(booked ? 'asked' : 'not asked', moments);
  }
}

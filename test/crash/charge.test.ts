import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFinding } from '../../src/audit/finding.ts';
import { firstAttempt, referenceOf } from '../../src/payments/payment.ts';
import { life } from '../mortal.ts';
import { sabotages } from '../sabotage.ts';
import { askMortal, askSoon, askUntilTold, type End } from './asking.ts';
import { judgeStreet } from './judge.ts';
import { type Story, stories } from './stories.ts';
import { makeStreet, type Sabotage } from './street.ts';

type Scope = { after(work: () => Promise<void>): void };

for (const story of stories) {
  test(`a charge (${story.name}) survives death at every statement, commit and call`, async (t) => {
    const { street, ends } = await liveThrough(t, story);
    assert.ok(ends.length > 10, `only ${ends.length} lives`);
    await judgeStreet(street, story, ends);
  });
}

for (const story of stories.filter(({ name }) => ['approve', 'late_booking'].includes(name))) {
  test(`whoever finds out about a dead process's charge (${story.name}) may die as well`, async (t) => {
    const street = await makeStreet(t);
    const ends: End[] = [];
    for (const deathOfOwner of await deathsThatLeaveWork(t, story)) {
      for (let moments = 1, died = true; died && moments < 100; moments += 1) {
        const wish = await street.wish(story.fields, story.headers, story.terms);
        await askMortal(street, wish, deathOfOwner);
        const worker = life(moments);
        const mortal = await street.open(worker);
        worker.begin();
        await street.workOff(mortal).catch(() => {});
        died = worker.isOver;
        ends.push(await askUntilTold(street, wish, undefined));
      }
    }
    assert.ok(ends.length > 20, `only ${ends.length} lives`);
    await judgeStreet(street, story, ends);
  });
}

for (const [name, { breaks, story: wanted, found }] of Object.entries(sabotages)) {
  test(`a build that ${name} does not pass`, async (t) => {
    const story = stories.find((one) => one.name === wanted)!;
    const { street } = await liveThrough(t, story, breaks());
    const findings = await street.findings();
    const rules = findings.map(({ rule }) => rule);
    assert.ok(rules.includes(found), `not found; but ${findings.map(formatFinding).join('\n')}`);
  });
}

/** One story after the other, each in a process that lives one moment longer, until one survives. */
async function liveThrough(scope: Scope, story: Story, sabotage?: Sabotage) {
  const street = await makeStreet(scope, sabotage);
  const ends: End[] = [];
  for (let moments = 1; moments < 100; moments += 1) {
    const wish = await street.wish(story.fields, story.headers, story.terms);
    const { reply, died } = await askMortal(street, wish, moments);
    // Every second client is impatient, and asks again before anybody looked after the payment.
    const told = died && moments % 2 === 0 ? await askSoon(street, wish) : reply;
    ends.push(await askUntilTold(street, wish, told));
    if (!died) return { street, ends };
  }
  throw new Error('it never survives');
}

/** The moments of death that leave something to find out: asked nobody yet, and asked already. */
async function deathsThatLeaveWork(scope: Scope, story: Story): Promise<number[]> {
  const street = await makeStreet(scope);
  const deaths = new Map<string, number>();
  for (let moments = 1; ; moments += 1) {
    const wish = await street.wish(story.fields, story.headers, story.terms);
    const { died } = await askMortal(street, wish, moments);
    if (!died) return [...deaths.values()];
    const { id } = wish.caller.business;
    const [left] = await street.house.db.query<{ id: bigint }>(
      `select p.id from payment_watches w
       join payments p on p.business_id = w.business_id and p.id = any (w.payment_ids)
       where w.business_id = $1 and p.state in ('processing', 'unknown')`,
      [id],
    );
    if (!left) continue;
    const booked = await street.house.book.find(referenceOf(id, left.id, firstAttempt));
    deaths.set(booked ? 'asked' : 'not asked', moments);
  }
}

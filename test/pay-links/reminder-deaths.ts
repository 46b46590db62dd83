import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { World } from '../../src/world.ts';
import { openDoor } from '../caller.ts';
import { everyLife, type Life } from '../crash-world.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import type { Size } from '../size.ts';

const body = {
  amount: 4200,
  customer: { phone: '2125550100' },
  dueOn: '2030-01-20',
  reminders: [{ daysAfterDue: -3 }, { daysAfterDue: 0 }, { daysAfterDue: 7 }],
  send: 'text',
};

export function testReminderDeaths(size?: Size): void {
  test('a link has its text and all of its reminders, whoever dies at whatever moment of it', async (t) => {
    const { lives, isWhole } = await everyDeath(await makeFixture(t), size);
    if (isWhole) assert.ok(lives > 8, `only ${lives} lives`);
  });
}

/** One process after the other makes the link under one key, each for a moment longer; then another asks again. */
export async function everyDeath(
  fixture: Fixture,
  size: Size | undefined,
  sabotage: (world: World) => World = (world) => world,
) {
  return await everyLife(
    { name: 'pay-links/reminder-deaths', size },
    {
      open: async (span: Life) => sabotage(await fixture.open(span)),
      before: () => fixture.addBusiness(),
      act: ask,
      judge: (caller) => judge(fixture, caller),
    },
  );
}

async function ask(world: World, caller: Caller, span?: Life): Promise<string | undefined> {
  const { baseUrl, close } = await openDoor(world);
  try {
    const told = await fetch(`${baseUrl}/v1/pay-links`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${caller.apiKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'once',
      },
      body: JSON.stringify(body),
    });
    const text = await told.text();
    if (span?.isOver) return undefined; // The dead say nothing.
    assert.equal(told.status, 201, text);
    return JSON.parse(text).id;
  } finally {
    await close();
  }
}

/** Before it is asked again a link is whole or not there; afterwards there is one. */
async function judge(fixture: Fixture, caller: Caller): Promise<void> {
  const { id: businessId } = caller.business;
  const left = async () =>
    await fixture.db.query<{ links: number; kinds: string }>(
      `select count(distinct l.id)::int as links, string_agg(m.kind, ' ' order by m.id) as kinds
       from pay_links l left join messages m on m.business_id = l.business_id and m.link_id = l.id
       where l.business_id = $1`,
      [businessId],
    );
  const whole = { links: 1, kinds: 'pay_link notice notice notice' };
  const [found] = await left();
  assert.deepEqual(found, found!.links === 0 ? { links: 0, kinds: null } : whole);
  const survivor = await fixture.open();
  const id = await ask(survivor, caller);
  assert.equal(await ask(survivor, caller), id);
  assert.deepEqual(await left(), [whole]);
}

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { recordProgress } from '../../src/notify/conversations/record-progress.ts';
import type { Sent } from '../../src/ports/carriers/carrier.ts';
import { openDesk, type Shop, withCarrier } from '../conversations/desk.ts';

const desk = await openDesk({ after });
const { fixture, world } = desk;
let shops = 0;

test('a text that nobody took until its last try is an error in the log, without its number', async () => {
  const { shop, name } = await textTo('2125550131');
  await workToTheEnd(shop, { outcome: 'not_sent', code: 'carrier_login_refused' });
  assert.deepEqual(told(), [`error text.failed ${name} carrier_login_refused`]);
  assert.doesNotMatch(fixture.logged.join(''), /2125550131|Your car is ready/);
});

for (const [code, level] of [
  ['sender_not_registered', 'error'],
  ['landline', 'info'],
] as const) {
  test(`how loudly a refusal is told goes by whose it is: ${code}`, async () => {
    const { shop, name } = await textTo('2125550132');
    await workToTheEnd(shop, { outcome: 'refused', code });
    assert.deepEqual(told(), [`${level} text.failed ${name} ${code}`]);
  });

  test(`so it does when the networks say it later, and once: ${code}`, async () => {
    const { shop, name } = await textTo('2125550133');
    const carrierId = `SM-${name}`;
    await workToTheEnd(shop, { outcome: 'accepted', carrierId });
    assert.deepEqual(told(), []);
    const news = { carrier: 'live', carrierId, reference: name, progress: 'undelivered' } as const;
    assert.equal(await recordProgress(world, { ...news, code }), true);
    assert.equal(await recordProgress(world, { ...news, code }), false);
    assert.deepEqual(told(), [`${level} text.failed ${name} ${code}`]);
  });
}

test('a live business whose texts nobody carries is an error in the log', async () => {
  const { name } = await textTo('2125550134');
  await desk.work();
  assert.deepEqual(told(), [`error text.failed ${name} no_carrier`]);
});

/** At noon, so that no text waits for the morning. */
async function textTo(phone: string): Promise<{ shop: Shop; name: string }> {
  fixture.logged.length = 0;
  shops += 1;
  fixture.clock.setTo(new Date(Date.UTC(2030, 1, shops, 17)));
  const shop = await desk.liveShop(`61755502${String(shops).padStart(2, '0')}`);
  const { id } = await shop.text({ phone });
  return { shop, name: `${shop.id}/${id}` };
}

async function workToTheEnd(shop: Shop, sent: Sent): Promise<void> {
  const there = withCarrier(world, async () => sent);
  for (let tries = 0; tries < 10; tries += 1) {
    await desk.work(there);
    const [row] = await shop.messages();
    if (!row?.due_at) return;
    assert.deepEqual(told(), []);
    fixture.clock.setTo(row.due_at);
  }
}

function told(): string[] {
  const lines = fixture.logged.flatMap((some) => some.trim().split('\n'));
  return lines
    .filter((line) => line.includes('text.failed'))
    .map((line) => {
      const { level, event, reference, code } = JSON.parse(line);
      return [level, event, reference, code].join(' ');
    });
}

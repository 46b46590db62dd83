import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listMails } from '../../src/notify/mail/store.ts';
import type { Sent } from '../../src/ports/carriers/carrier.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { minuteMs, openDesk } from './desk.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();

test('a mail that is given up for good is an error in the log, once, without its address', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.pay({ Email: 'lost.receipt@example.com', IsSMSReceipt: false });
  const away = withServer(world, { outcome: 'not_sent', code: 'carrier_unreachable' });
  for (let tries = 1; tries <= 7; tries += 1) {
    assert.deepEqual(told(), []);
    await desk.work(away);
    const [row] = await desk.rows();
    if (row?.due_at) fixture.clock.setTo(row.due_at);
  }
  await desk.work(away);
  const [row] = await desk.rows();
  assert.deepEqual(told(), [
    {
      level: 'error',
      event: 'mail.failed',
      businessId: String(desk.id),
      kind: 'payment.captured',
      reference: `${desk.id}/${row!.id}`,
      code: 'carrier_unreachable',
      attempt: 7,
    },
  ]);
  assert.doesNotMatch(lines().join(''), /lost\.receipt/);
  fixture.logged.length = 0;
});

for (const [what, sent, level] of [
  ['a mailbox that is not there', { outcome: 'refused', code: 'mailbox_refused' }, 'info'],
  ['a server that takes no such mail', { outcome: 'refused', code: 'message_refused' }, 'error'],
] as const) {
  test(`how loudly a refusal is told goes by whose it is: ${what}`, async (t) => {
    const desk = await openDesk(t, { fixture, world });
    await desk.pay({ IsSMSReceipt: false });
    await desk.work(withServer(world, sent));
    assert.deepEqual(
      told().map((one) => [one.level, one.event, one.code, one.attempt]),
      [[level, 'mail.failed', sent.code, 1]],
    );
    fixture.logged.length = 0;
  });
}

test('what fails in the mailboxes of the sandbox alarms nobody', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.pay({ Email: 'refused@example.com', IsSMSReceipt: false });
  await desk.work();
  assert.deepEqual(
    told().map((one) => [one.level, one.code]),
    [['info', 'refused_by_carrier']],
  );
  fixture.logged.length = 0;
});

test('the mails of a business are listed, the latest first, by state, mailbox and place', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  for (const Email of ['a@example.com', 'refused@example.com', 'b@example.com']) {
    await desk.pay({ Email, IsSMSReceipt: false });
    fixture.clock.pass(minuteMs);
  }
  await desk.work();
  await desk.pay({ Email: 'a@example.com', IsSMSReceipt: false });
  await desk.work(withServer(world, { outcome: 'not_sent', code: 'tls_failed' }));
  const list = async (filter: Partial<Parameters<typeof listMails>[2]>) => {
    const mails = await listMails(fixture.db, desk.id, { limit: 10, ...filter });
    return mails.map(({ recipient, state, errorCode }) => [recipient, state, errorCode]);
  };
  const all = [
    ['a@example.com', 'queued', 'tls_failed'],
    ['b@example.com', 'sent', undefined],
    ['refused@example.com', 'failed', 'refused_by_carrier'],
    ['a@example.com', 'sent', undefined],
  ];
  assert.deepEqual(await list({}), all);
  assert.deepEqual(await list({ state: 'failed' }), [all[2]]);
  assert.deepEqual(await list({ to: 'A@Example.com' }), [all[0], all[3]]);
  assert.deepEqual(await list({ limit: 2 }), all.slice(0, 2));
  const [, second] = await listMails(fixture.db, desk.id, { limit: 2 });
  assert.deepEqual(await list({ before: second!.id }), all.slice(2));
  const other = await openDesk(t, { fixture, world });
  assert.deepEqual(await listMails(fixture.db, other.id, { limit: 10 }), []);
});

function lines(): string[] {
  return fixture.logged.flatMap((some) => some.trim().split('\n'));
}

/** What the log says of mails that came to nothing, without its moments. */
function told(): Record<string, unknown>[] {
  return lines()
    .filter((line) => line.includes('mail.failed'))
    .map((line) => {
      const { at: _, ...facts } = JSON.parse(line);
      return facts;
    });
}

/** As that world is with a mail server that answers so. */
function withServer(over: World, sent: Sent): World {
  const sandbox = { name: 'smtp', send: async () => sent };
  return { ...over, carriers: { ...over.carriers, mails: { sandbox, live: undefined } } };
}

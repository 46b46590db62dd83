import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import { makeFixture } from '../fixture.ts';
import { type Desk, openDesk } from './desk.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();

test('hundreds of receipts share their statements, and two workers tell each once', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const { invoice } = await desk.pay({ IsSMSReceipt: false });
  assert.ok(invoice);
  await repeatReceipt(desk, 499);
  let statements = 0;
  const counting = await fixture.open({
    atStatement() {
      statements += 1;
    },
  });
  statements = 0;
  const told = await Promise.all([notifyPeople(counting), notifyPeople(world)]);
  let rest = 0;
  for (let more = await notifyPeople(world); more > 0; more = await notifyPeople(world))
    rest += more;
  assert.equal(told[0]! + told[1]! + rest, 500);
  // Each statement has a moment before it and one after it.
  assert.ok(statements < 60, `${statements / 2} statements`);
  while ((await Promise.all([sendMails(world), sendMails(world)])).some((sent) => sent > 0));
  const mails = await desk.mails();
  assert.equal(mails.length, 500);
  assert.equal(new Set(mails.map(({ reference }) => reference)).size, 500);
});

test('a business with hundreds of due mails does not delay the mail of another', async (t) => {
  const [great, small] = [
    await openDesk(t, { fixture, world }),
    await openDesk(t, { fixture, world }),
  ];
  await great.pay({ IsSMSReceipt: false });
  await repeatReceipt(great, 299);
  while ((await notifyPeople(world)) > 0);
  fixture.clock.pass(1000);
  await small.pay({ IsSMSReceipt: false });
  await notifyPeople(world);
  assert.equal(await sendMails(world), 51);
  assert.equal((await small.mails()).length, 1);
  assert.equal((await great.mails()).length, 50);
  while ((await sendMails(world)) > 0);
  assert.equal((await great.mails()).length, 300);
});

test('a business whose events cannot be told keeps no other from being told', async (t) => {
  const [broken, whole] = [
    await openDesk(t, { fixture, world }),
    await openDesk(t, { fixture, world }),
  ];
  for (const desk of [broken, whole]) await desk.pay();
  // Its mail is too long for the table, whatever is tried.
  await fixture.db.query(
    `update events set data = (data::jsonb || jsonb_build_object('email', repeat('x', 300)))::json
     where business_id = $1`,
    [broken.id],
  );
  await notifyPeople(world);
  assert.equal((await whole.rows()).length, 1);
  assert.ok(fixture.logged.some((line) => line.includes('mail.not_queued')));
  await fixture.db.query(`update events set untold = '{}' where business_id = $1`, [broken.id]);
});

/** So many more events like that of its payment. */
async function repeatReceipt(desk: Desk, count: number): Promise<void> {
  await fixture.db.query(
    `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
     select e.business_id, ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, e.kind, e.object_id,
       e.happened_at, e.data, e.untold
     from events e, generate_series(1, $2) n where e.business_id = $1 and e.kind = 'payment.captured'`,
    [desk.id, count],
  );
}

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sendMails } from '../../src/letters/send-mails.ts';
import { tellPeople } from '../../src/letters/tell-people.ts';
import { makeHouse } from '../world.ts';
import { openDesk } from './desk.ts';

const house = await makeHouse({ after });
const world = await house.open();

test('hundreds of receipts share their statements, and two workers tell each once', async (t) => {
  const desk = await openDesk(t, { house, world });
  const { invoice } = await desk.pay({ IsSMSReceipt: false });
  assert.ok(invoice);
  await house.db.query(
    `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
     select e.business_id, ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, e.kind, e.object_id,
       e.happened_at, e.data, e.untold
     from events e, generate_series(1, 499) n where e.business_id = $1 and e.kind = 'payment.captured'`,
    [desk.id],
  );
  let statements = 0;
  const counting = await house.open({
    atStatement() {
      statements += 1;
    },
  });
  statements = 0;
  const told = await Promise.all([tellPeople(counting), tellPeople(world)]);
  let rest = 0;
  for (let more = await tellPeople(world); more > 0; more = await tellPeople(world)) rest += more;
  assert.equal(told[0]! + told[1]! + rest, 500);
  // Each statement has a moment before it and one after it.
  assert.ok(statements < 60, `${statements / 2} statements`);
  while ((await Promise.all([sendMails(world), sendMails(world)])).some((sent) => sent > 0));
  const mails = await desk.mails();
  assert.equal(mails.length, 500);
  assert.equal(new Set(mails.map(({ reference }) => reference)).size, 500);
});

test('a business whose events cannot be told keeps no other from being told', async (t) => {
  const [broken, whole] = [
    await openDesk(t, { house, world }),
    await openDesk(t, { house, world }),
  ];
  for (const desk of [broken, whole]) await desk.pay();
  // Its mail is too long for the table, whatever is tried.
  await house.db.query(
    `update events set data = (data::jsonb || jsonb_build_object('email', repeat('x', 300)))::json
     where business_id = $1`,
    [broken.id],
  );
  await tellPeople(world);
  assert.equal((await whole.rows()).length, 1);
  assert.ok(house.logged.some((line) => line.includes('letter.not_queued')));
  await house.db.query(`update events set untold = '{}' where business_id = $1`, [broken.id]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { moveEntry } from '../../src/ach/entry-moves.ts';
import { readEntry } from '../../src/ach/entry-store.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { entriesOf, openDesk, tuesdayEvening, wednesdayMorning } from './desk.ts';

const why = { actor: 'operator:ann', reason: 'the bank did not know the company' };

test('what was in a file that the bank refused goes out anew, and its books are as before', async (t) => {
  const desk = await openDesk(t);
  const invoice = await desk.debit('10.00');
  await desk.at(tuesdayEvening);
  const [file] = await desk.files();
  await rejectFile(await desk.fixture.open(), file!, why);
  assert.equal((await desk.payment(invoice)).state, 'queued');
  assert.deepEqual(await desk.ledger(), {});
  const [entry] = await desk.entries();
  assert.deepEqual([entry?.fileId, entry?.traceNumber], [undefined, undefined]);

  await desk.at(wednesdayMorning);
  assert.equal((await desk.payment(invoice)).state, 'queued');
  await desk.at('2030-01-17T01:00:00Z');
  assert.equal((await desk.payment(invoice)).state, 'originated');
  assert.deepEqual(
    (await desk.files()).map(({ name, state }) => [name, state]),
    [
      ['20300115-A.ach', 'rejected'],
      ['20300116-A.ach', 'delivered'],
    ],
  );
  const acts = await desk.fixture.db.query<{ act: string; actor: string; facts: object }>(
    'select act, actor, facts from audit_trail where business_id = $1 order by n',
    [desk.caller.business.id],
  );
  assert.deepEqual(
    acts.map(({ act, actor }) => [act, actor]),
    [
      ['number.opened', 'system'],
      ['ach_file.rejected', why.actor],
      ['number.opened', 'system'],
    ],
  );
});

test('a file that the bank refused is not answered', async (t) => {
  const desk = await openDesk(t);
  const AccountNumber = simulatedNumber('return_always', 'R03');
  await desk.debit('10.00', { AccountNumber });
  await desk.at(tuesdayEvening);
  const world = await desk.fixture.open();
  const { scheduled } = world.mailboxes;
  const { id } = desk.caller.business;
  await scheduled!.add(id, { dueAt: world.now(), name: 'another.ach', text: 'stays' });
  assert.equal((await scheduled!.list(id)).length, 2);
  const [file] = await desk.files();
  await rejectFile(world, file!, why);
  assert.deepEqual(
    (await scheduled!.list(id)).map(({ name }) => name),
    ['another.ach'],
  );
});

test('a payment of a queued entry may be voided again after its file was refused', async (t) => {
  const desk = await openDesk(t);
  const invoice = await desk.debit('10.00');
  await desk.at(tuesdayEvening);
  const early = await desk.refund({ RefundType: 'Full', PaymentID: invoice });
  assert.notEqual(early.state, 'succeeded', early.text);
  const [file] = await desk.files();
  await rejectFile(await desk.fixture.open(), file!, why);
  await desk.refund({ RefundType: 'Full', PaymentID: invoice });
  assert.equal((await desk.payment(invoice)).state, 'voided');
});

test('a file of which something has settled was not refused', async (t) => {
  const desk = await openDesk(t);
  const invoice = await desk.debit('10.00');
  await desk.at(tuesdayEvening);
  await desk.at(wednesdayMorning);
  const [file] = await desk.files();
  await assert.rejects(
    rejectFile(await desk.fixture.open(), file!, why),
    (error) => error instanceof Refusal && error.code === 'wrong_state',
  );
  assert.equal((await desk.payment(invoice)).state, 'settled');
});

test('what is presented again is called so, and has come back again when its file is refused', async (t) => {
  const desk = await openDesk(t);
  const invoice = await desk.debit('10.00');
  await desk.at(tuesdayEvening);
  await desk.at(wednesdayMorning);
  await comeBackAndQueueAgain(desk);
  await desk.at('2030-01-17T01:00:00Z');
  const again = (await desk.files())[1]!;
  assert.equal(desk.sent(again).batches[0]?.description, 'RETRY PYMT');
  assert.equal(entriesOf(desk.sent(again)).length, 1);
  assert.equal((await desk.payment(invoice)).state, 'originated');
  const underWay = { 'receivable:ach': 1000n, sales: -1000n };
  assert.deepEqual(await desk.ledger(), underWay);

  await rejectFile(await desk.fixture.open(), again, why);
  assert.equal((await desk.payment(invoice)).state, 'returned');
  assert.deepEqual(await desk.ledger(), { returns: 1000n, sales: -1000n });
  await desk.at('2030-01-18T01:00:00Z');
  assert.deepEqual(await desk.ledger(), underWay);
  await desk.at('2030-01-18T13:30:00Z');
  assert.equal((await desk.payment(invoice)).state, 'settled');
});

/** As the reader of returns does it. */
async function comeBackAndQueueAgain({ fixture, entries }: Awaited<ReturnType<typeof openDesk>>) {
  const [entry] = await entries();
  const { businessId } = entry!;
  const world = await fixture.open();
  const id = await world.ids.next(businessId);
  await fixture.db.begin(async (tx) => {
    await moveEntry(tx, (await readEntry(tx, entry!))!, 'returned', {
      nextAt: undefined,
      returnCode: 'R01',
      returnedAt: world.now(),
    });
    await tx.query(`update payments set state = 'returned' where business_id = $1`, [businessId]);
    await tx.query(
      `insert into transfers (business_id, id, payment_id, debit, credit, cents, made_at)
       values ($1, $2, $3, 'returns', 'held', 1000, $4)`,
      [businessId, await world.ids.next(businessId), entry!.paymentId, world.now()],
    );
    await tx.query(
      `insert into ach_entries (business_id, id, kind, state, amount_cents, payment_id, sec_code, account_kind,
         routing_number, last4, holder, number_owner, is_same_day, presentment, represents_id, next_at, created_at)
       select business_id, $3, kind, 'queued', amount_cents, payment_id, sec_code, account_kind,
         routing_number, last4, holder, number_owner, false, 2, id, $4, $5
       from ach_entries where business_id = $1 and id = $2`,
      [businessId, entry!.id, id, new Date('2030-01-17T01:00:00Z'), world.now()],
    );
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advance } from '../../src/time-machine/advance.ts';
import { nextDue, readTimers } from '../../src/time-machine/due.ts';
import { reset } from '../../src/time-machine/reset.ts';
import { bankFields, cardFields } from '../caller.ts';
import { apply } from '../onboarding/applicant.ts';
import { actor, ask, dayMs, makeSandbox, type Sandbox } from './sandbox.ts';

const authorized = { ChargeType: 'Authorize' };

test('what was due in two days is due in two days when the clock goes back', async (t) => {
  const sandbox = await makeSandbox(t);
  const paid = await sandbox.pay(authorized);
  await sandbox.advance(5);
  const { from, to, timers } = await reset(sandbox.world, sandbox.id, actor);
  assert.equal(from.getTime() - to.getTime(), 5 * dayMs);
  assert.deepEqual(to, sandbox.fixture.clock.now());
  assert.deepEqual(await sandbox.now(), to);
  assert.equal(timers, 2, 'the end of the authorization, and the next batch');

  const { happened } = await sandbox.advance(3);
  assert.deepEqual(
    happened
      .filter(({ kind }) => kind.startsWith('payment'))
      .map(({ kind, object, at }) => [kind, object, at.getTime() - to.getTime()]),
    [['payment.expired', `payment ${paid.paymentId}`, 2 * dayMs]],
  );
});

test('an order number and a key that came free before a reset are free after it', async (t) => {
  const sandbox = await makeSandbox(t);
  const { fixture, world, id } = sandbox;
  await sandbox.advance(5);
  fixture.bank.script({ next: 1 }, 'card_declined');
  assert.equal((await sandbox.pay({ OrderNumber: 'A-1' })).state, 'declined');
  const key = { 'Idempotency-Key': 'key-1' };
  const fields = { ...cardFields, Amount: '12.50', OrderNumber: 'A-2' };
  fixture.bank.script({ next: 1 }, 'connection_refused');
  assert.equal((await ask(world, sandbox.caller, fields, key)).status, 503);
  await reset(world, id, actor);
  assert.equal((await sandbox.pay({ OrderNumber: 'A-1' })).state, 'captured');
  assert.equal((await ask(world, sandbox.caller, fields, key)).status, 200);
});

test('every timer there is goes back by the same span, and those of others do not', async (t) => {
  const sandbox = await makeSandbox(t);
  const { fixture, world, id } = sandbox;
  const { business: other } = await apply(world, sandbox.caller.business, {
    email: 'ann+outcome-needs-information@example.com',
  });
  await sandbox.advance(6);
  await fill(sandbox);
  const before = await distances(sandbox);
  const kinds = new Set(before.map(([name]) => name.split(' ')[0]));
  assert.deepEqual([...kinds].sort(), [
    'ach_entry',
    'ach_file',
    'ach_file_part',
    'application',
    'batch',
    'followup',
    'job',
    'mail',
    'payment',
  ]);
  const otherBefore = await readTimers(world, other.id, 100);
  await reset(world, id, actor);
  assert.deepEqual(await distances(sandbox), before);
  assert.deepEqual(await readTimers(world, other.id, 100), otherBefore);

  const now = fixture.clock.now();
  const held = await fixture.db.query<{ lease: Date; sent: Date; look: Date }>(
    `select p.lease_until as lease, w.asked_at as sent, w.look_at as look from payments p
     join payment_watches w on w.business_id = p.business_id and p.id = any (w.payment_ids)
     where p.business_id = $1 and p.state = 'unknown'`,
    [id],
  );
  assert.equal(held.length, 2, 'it is watched by itself, and among those that began with it');
  for (const { lease, sent, look } of held) {
    assert.ok(lease <= now && sent <= now && look.getTime() - now.getTime() < dayMs);
  }
});

test('a payment whose outcome is not known is found out on time after a reset', async (t) => {
  const sandbox = await makeSandbox(t);
  await sandbox.advance(30);
  sandbox.fixture.bank.script({ next: 1 }, 'timeout_before_booking');
  const lost = await sandbox.pay();
  await reset(sandbox.world, sandbox.id, actor);
  const { happened } = await advance(sandbox.world, sandbox.id, { byMs: 3_600_000 }, actor);
  // The late window is counted from when it was sent, by the clock as it is now.
  assert.deepEqual(
    happened.map(({ kind, object }) => [kind, object]),
    [['payment.canceled', `payment ${lost.paymentId}`]],
  );
});

test('a clock that was never moved stays where it is, and that of a live business is refused', async (t) => {
  const sandbox = await makeSandbox(t);
  await sandbox.pay(authorized);
  const before = await readTimers(sandbox.world, sandbox.id, 10);
  assert.equal((await reset(sandbox.world, sandbox.id, actor)).timers, 0);
  assert.deepEqual(await readTimers(sandbox.world, sandbox.id, 10), before);
  const live = await sandbox.fixture.addBusiness({ environment: 'live' });
  await assert.rejects(reset(sandbox.world, live.business.id, actor), { code: 'wrong_state' });
});

test('the earliest timer is next, whatever it is of', async (t) => {
  const sandbox = await makeSandbox(t);
  await fill(sandbox);
  const timers = await readTimers(sandbox.world, sandbox.id, 100);
  let after = new Date(0);
  const until = new Date(sandbox.fixture.clock.now().getTime() + 400 * dayMs);
  const met: Date[] = [];
  for (;;) {
    const due = await nextDue(sandbox.world, sandbox.id, { after, until, but: [] });
    if (!due) break;
    met.push(due.at);
    after = due.at;
  }
  const moments = [...new Set(timers.map(({ at }) => at.getTime()))];
  assert.deepEqual(
    met.map((at) => at.getTime()),
    moments,
  );
});

/** One timer of every kind. */
async function fill(sandbox: Sandbox): Promise<void> {
  const { fixture, id } = sandbox;
  await sandbox.pay(authorized);
  const bank = await sandbox.pay(bankFields);
  fixture.bank.script({ next: 1 }, 'timeout_after_booking');
  const lost = await sandbox.pay();
  const now = await sandbox.now();
  const at = (days: number) => new Date(now.getTime() + days * dayMs);
  await fixture.db.query(
    `insert into mails (business_id, id, kind, event_id, recipient, state, due_at, created_at)
     values ($1, 9001, 'payment.captured', $2, 'ada@example.com', 'queued', $3, $4)`,
    [id, sandbox.world.uuid(), at(1), now],
  );
  await fixture.db.query(
    `insert into followups (business_id, id, payment_id, n, kind, state, amount_cents, reference,
       processor, actor, epoch, lease_until, resolve_at, created_at, sent_at)
     values ($1, 9001, $2, 2, 'refund', 'unknown', 100, 'r', 'simulator', 'system', 1, $3, $4, $3, $3)`,
    [id, lost.paymentId, now, at(11)],
  );
  await fixture.db.query(
    `insert into batches (business_id, id, processor, state, reference, first_payment_id,
       last_payment_id, item_count, net_cents, fee_cents, actor, epoch, lease_until, resolve_at,
       created_at, sent_at)
     values ($1, 9002, 'simulator', 'unknown', 'b', 1, 1, 0, 0, 0, 'system', 1, $2, $3, $2, $2)`,
    [id, now, at(12)],
  );
  await fixture.db.query(
    `insert into ach_files (business_id, id, direction, state, name, file_on, number, environment,
       cutoff_at, resolve_at, created_at)
     values ($1, 9003, 'out', 'written', 'f', '2030-01-16', 1, 'sandbox', $2, $3, $2)`,
    [id, now, at(13)],
  );
  await fixture.db.query(
    `insert into ach_file_parts (business_id, scope, file_id, round, state, look_at)
     values ($1, $1, 9003, 1, 'filed', $2)`,
    [id, at(15)],
  );
  await fixture.db.query(
    `insert into applications (business_id, id, state, version, email, details, requirements,
       outcome_codes, expires_at, created_at)
     values ($1, 9004, 'needs_information', 1, 'a@example.com', '{}', '{}', '{}', $2, $3)`,
    [id, at(14), now],
  );
  assert.ok(bank.paymentId);
}

/** How far off each timer is, by the clock of the business. */
async function distances(sandbox: Sandbox): Promise<[string, number][]> {
  const now = (await sandbox.now()).getTime();
  const timers = await readTimers(sandbox.world, sandbox.id, 100);
  return timers.map(({ name, at }) => [name, at.getTime() - now]);
}

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { beginDue } from '../../src/invoicing/subscriptions/begin-due.ts';
import { attemptKeyOf } from '../../src/invoicing/subscriptions/subscription.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { storeKey } from '../../src/runtime/idempotency.ts';
import { goodCard, momentOf, openMember } from './club.ts';
import { payPeriod, periodsOf, storyOf, triesOf } from './member.ts';

/* To the bank, a payer who uses the link with the card of the subscription asks for the same as the scheduler. */

/** A renewal that has begun, and that its payer pays by link with that card: the bank declines, and nobody hears it. */
async function paidByLink(t: TestContext) {
  const { club, id } = await openMember(t, { number: goodCard });
  await club.until('2030-02-28 08:59');
  club.fixture.clock.setTo(momentOf(club, '2030-02-28 09:00'));
  assert.equal(await beginDue(club.world), 1);
  club.fixture.bank.script({ next: 1 }, 'timeout_after_decline');
  const byLink = await payPeriod(club, id, 1, goodCard);
  assert.equal(byLink.state, 'unknown');
  return { club, id, byLink };
}

type Member = Awaited<ReturnType<typeof paidByLink>>;

async function isCharged({ club, id }: Member): Promise<void> {
  await club.until('2030-02-28 14:00');
  const [, ...tries] = (await triesOf(club, id)).map((line) => line.split(' ').at(-1));
  assert.deepEqual(tries, ['declined', 'captured']);
  const [, period] = await periodsOf(club, id);
  assert.deepEqual([period?.state, period?.tries], ['paid', 0]);
  assert.equal(await storyOf(club, id), 'scheduled incomplete active');
  assert.deepEqual(await club.findings(), []);
}

test('a renewal is charged when the payment by link with its own card, which stood in its way, was declined', async (t) => {
  const member = await paidByLink(t);
  await member.club.work();
  await isCharged(member);
});

test('a renewal whose attempt was taken for a declined payment by link long ago is charged', async (t) => {
  const member = await paidByLink(t);
  const { club, id, byLink } = member;
  const key = attemptKeyOf(id, 1, 0);
  const made = { businessId: club.id, kind: 'payment', id: byLink.id } as const;
  await storeKey(club.world, club.world.db, made, { key, content: new Secret(key) });
  await club.fixture.db.query(
    `update subscription_periods set due_at = '2030-02-28 16:00Z' where business_id = $1 and n = 1`,
    [club.id],
  );
  await club.until('2030-02-28 10:59');
  assert.equal((await triesOf(club, id)).at(-1), '02-28 09:00 1000 declined');
  await isCharged(member);
});

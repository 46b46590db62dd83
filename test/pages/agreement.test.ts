import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Caller } from '../fixture.ts';
import { agreementOn, bank, card, openCounter, paymentsOf, textOf } from './counter.ts';

/** What is agreed to for a debit: kept as it was read, or asked for anew. */
const counter = await openCounter({ after });
const { fixture, world, get, post, addLink } = counter;

type Change = (shop: Caller) => Promise<unknown>;
const changes: readonly (readonly [string, Change])[] = [
  ['a day has passed', async () => fixture.clock.pass(86_400_000)],
  [
    'the business has another name',
    ({ business }) =>
      fixture.db.query(`update businesses set name = 'Rose House' where business_id = $1`, [
        business.id,
      ]),
  ],
];
for (const [what, change] of changes) {
  test(`where ${what} since the page was read, the debit is agreed to anew`, async () => {
    const owner = await counter.addBusiness();
    const own = await addLink(owner);
    const agreement = agreementOn(await get(own.path))!;
    await change(owner);
    const typed = { ...bank, agreement, email: 'bo@example.com' };
    const seen = await post(own.path, typed);
    assert.equal(seen.status, 422);
    assert.match(
      seen.body,
      /id="authorized-fault">The wording has changed: please read it again and agree\./,
    );
    assert.match(textOf(seen), /Please check one thing/);
    assert.match(seen.body, /value="bo@example\.com"/);
    assert.match(seen.body, /id="method-bank" [^>]*checked/);
    assert.doesNotMatch(seen.body, /id="authorized" [^>]*checked/);
    assert.deepEqual(await paymentsOf(counter, own), []);
    const anew = agreementOn(seen)!;
    assert.notEqual(anew, agreement);
    assert.equal((await post(own.path, { ...typed, agreement: anew })).status, 303);
    assert.deepEqual(await paymentsOf(counter, own), ['queued']);
  });
}

test('a debit is not agreed to by a form that names no text', async () => {
  const { path } = await addLink(await counter.addBusiness());
  const { status, body } = await post(path, { ...bank, agreement: '' });
  assert.equal(status, 422);
  assert.match(body, /id="authorized-fault">The wording has changed/);
});

test('what was agreed to is kept with the invoice, word for word; for a card there is nothing', async () => {
  const owner = await counter.addBusiness();
  const byBank = await addLink(owner);
  const byCard = await addLink(owner);
  const form = textOf(await get(byBank.path));
  await post(byBank.path, bank);
  await post(byCard.path, card);
  const rows = await fixture.db.query<{ text: string | null; at: string | null }>(
    `select details->'agreement'->>'text' as text, details->'agreement'->>'at' as at from invoices
     where business_id = $1 order by id`,
    [owner.business.id],
  );
  assert.equal(rows.length, 2);
  assert.match(rows[0]!.text ?? '', /^I authorize Lee Flowers .* debit of \$12\.50 /);
  assert.ok(form.includes(rows[0]!.text!.slice(0, 60)));
  assert.equal(rows[0]!.at, world.now().toISOString());
  assert.deepEqual(rows[1], { text: null, at: null });
});

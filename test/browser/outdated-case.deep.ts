import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { listCases, openCase } from '../../src/records/case-store.ts';
import { aPayment } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { heard, missing } from './chromium.ts';
import { openDesk, press } from './losing.ts';

describe('a case in the portal', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const other = await signIn(v1, v1.caller, 'approver');

  test('one that somebody else changed is loaded again, and says so', async (t) => {
    const world = await v1.open();
    const businessId = v1.caller.business.id;
    await openCase(world, {
      ...{ businessId, kind: 'ach_return', evidence: {} },
      object: { kind: 'ach_entry', id: 7n },
    });
    const [opened] = await listCases(world.db, { businessId, limit: 1 });
    const page = await enter(t);
    // Nobody looks at it: it is not asked for again.
    await page.addInitScript(
      "Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })",
    );
    await page.goto(`${base}/cases/${opened!.id}`);
    await page.getByRole('radio').first().check({ force: true });
    await page.getByLabel('Your note').fill('mine');
    const body = { decision: 'noted', note: 'theirs' };
    const path = `/v1/cases/${opened!.id}`;
    const theirs = await v1.call('POST', `${path}/propose`, { body, as: other });
    assert.equal(theirs.status, 200, theirs.text);
    await press(page, /^Propose/);
    await page.getByText('It is loaded again').waitFor();
    await page.getByText('theirs').first().waitFor();
    await heard(page);

    // The proposal that was looked at is not the one that stands.
    const rejected = await v1.call('POST', `${path}/reject`, { body: { note: 'no' }, as: other });
    assert.equal(rejected.status, 200, rejected.text);
    await v1.call('POST', `${path}/propose`, { body: { ...body, note: 'third' }, as: other });
    await press(page, /^Confirm/);
    await page.getByText('third').first().waitFor();
    assert.equal((await v1.call('GET', path)).body.status, 'proposed');
  });

  test('one about an amount names what was asked for, what was taken, and the difference', async (t) => {
    const world = await v1.open();
    const businessId = v1.caller.business.id;
    const { body: paid } = await v1.call('POST', '/v1/payments', { body: aPayment });
    await openCase(world, {
      ...{ businessId, kind: 'amount_differs' },
      evidence: { currency: 'USD', askedCents: '8900', foundCents: '9000' },
      object: { kind: 'payment', id: BigInt(paid.id) },
    });
    const [opened] = await listCases(world.db, { businessId, kind: 'amount_differs', limit: 1 });
    const body = { decision: 'refund_difference', note: 'The receipt says 89.00.' };
    const told = await v1.call('POST', `/v1/cases/${opened!.id}/propose`, { body, as: other });
    assert.equal(told.status, 200, told.text);

    const page = await enter(t);
    // Sums stand in the list where there is room for them.
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.goto(`${base}/cases`);
    const row = page.getByRole('row').filter({ hasText: 'Another amount was taken' });
    await row.getByText('$90.00 instead of $89.00').waitFor();
    await row.getByText('Refund $1.00').waitFor();

    await page.goto(`${base}/cases/${opened!.id}`);
    const known = page.getByRole('region').filter({ has: page.locator('.sum') });
    await known.locator('.sum').getByText('$90.00').waitFor();
    await known.getByText('$89.00 asked for, $90.00 taken: $1.00 too much').waitFor();
    await known.locator('.choices').getByText('$1.00 is refunded: $90.00 was taken').waitFor();
    await page.getByRole('heading', { name: 'Proposed: Refund $1.00' }).waitFor();
    await page.getByRole('button', { name: 'Confirm: Refund $1.00' }).waitFor();
    await page.locator('.lines').getByText(': Refund $1.00').waitFor();
  });
});

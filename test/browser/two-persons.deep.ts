import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listCases, openCase } from '../../src/records/case-store.ts';
import { aPayment, card } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { heard, missing } from './chromium.ts';
import { openDesk } from './losing.ts';

describe('the two persons of a case in the portal', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const world = await v1.open();
  const businessId = v1.caller.business.id;
  // Both are called alike.
  const namesake = await signIn(v1, v1.caller, 'approver', 'manager');
  const first = `user:manager-of-${businessId}@example.com`;

  async function openNew(objectId: bigint): Promise<string> {
    await openCase(world, {
      ...{ businessId, kind: 'ach_return', evidence: { why: ['a test'] } },
      object: { kind: 'ach_entry', id: objectId },
    });
    const [opened] = await listCases(world.db, { businessId, limit: 1 });
    return String(opened!.id);
  }

  async function hands(page: Page): Promise<string[]> {
    const all = await page.locator('.hand').allInnerTexts();
    return all.map((text) => text.replaceAll(/\s+/g, ' '));
  }

  test('who proposed it is told apart from somebody of the same name, who confirms with a note', async (t) => {
    const id = await openNew(7n);
    const one = await enter(t);
    await one.goto(`${base}/cases/${id}`);
    await one.getByRole('radio').first().check({ force: true });
    await one.getByLabel('Your note').fill('their desk has it');
    await one.keyboard.press('Control+Enter');
    await one.getByText('You proposed this, so you may not confirm it').waitFor();
    // Until names are read, the address of the mails stands there.
    await heard(one);
    const [mine, theirs] = await hands(one);
    assert.match(mine!, /^1 Proposed MA? ?manager That is you .*their desk has it$/);
    assert.doesNotMatch(theirs!, /That is you/);
    assert.equal(await one.getByRole('button', { name: /^Confirm/ }).count(), 0);

    const two = await enter(t, namesake);
    await two.goto(`${base}/cases/${id}`);
    await two.getByRole('button', { name: /^Confirm: Noted/ }).waitFor();
    const [other, own] = await hands(two);
    assert.match(other!, /^1 Proposed MA? ?manager/);
    assert.doesNotMatch(other!, /That is you/);
    assert.match(own!, /That is you/);
    assert.equal(await two.locator('main').getByText(first).count(), 0);
    await two.getByLabel('Your note').fill('asked there, too');
    await two.getByRole('heading', { level: 1 }).click();
    await two.keyboard.press('Control+Enter');
    await two.locator('.decide').getByText('is closed').waitFor();
    await two.getByText('asked there, too').waitFor();
    const stored = await v1.call('GET', `/v1/cases/${id}`);
    assert.deepEqual([stored.body.status, stored.body.proposedBy], ['closed', first]);
  });

  test('keys of what is open before the case do not decide it', async (t) => {
    const id = await openNew(8n);
    const body = { decision: 'noted', note: 'seen' };
    const proposed = await v1.call('POST', `/v1/cases/${id}/propose`, { body, as: namesake });
    assert.equal(proposed.status, 200, proposed.text);
    const page = await enter(t);
    await page.goto(`${base}/cases/${id}`);
    await page.getByRole('button', { name: /^Confirm: Noted/ }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    const stored = await v1.call('GET', `/v1/cases/${id}`);
    assert.equal(stored.body.status, 'proposed');
  });

  test('the conversation with the bank stands beside the decision', async (t) => {
    const source = { card: { ...card, number: '4000009990000112' } };
    const body = { ...aPayment, orderNumber: 'TALK-1', source };
    const paid = (await v1.call('POST', '/v1/payments', { body })).body;
    const { data } = (await v1.call('GET', `/v1/payments/${paid.id}/attempts`)).body;
    const [{ reference }] = data;
    await openCase(world, {
      ...{ businessId, kind: 'outcome_unknown', evidence: { reference, askedCents: '1250' } },
      object: { kind: 'payment', id: BigInt(paid.id) },
    });
    const [opened] = await listCases(world.db, { businessId, limit: 1 });
    const page = await enter(t);
    await page.goto(`${base}/cases/${opened!.id}`);
    const talk = page.locator('.three > section').nth(1);
    await talk.getByText('Nothing came back').waitFor();
    await talk.getByText('Next inquiry').waitFor();
    await talk.getByText('•••• •••• •••• 0112').waitFor();
  });
});

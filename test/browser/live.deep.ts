import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import { listCases, openCase } from '../../src/records/case-store.ts';
import { aPayment } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing } from './chromium.ts';
import { openDesk } from './losing.ts';

/* What changes without an event is asked for again, as long as somebody is at the page. */

const pollMs = 10_000;
const awayMs = 60_000;

describe('screens that stay open', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const world = await v1.open();
  const businessId = v1.caller.business.id;
  const other = await signIn(v1, v1.caller, 'approver');
  let cases = 6n;

  async function openNew(): Promise<string> {
    cases += 1n;
    await openCase(world, {
      ...{ businessId, kind: 'ach_return', evidence: { why: ['a test'] } },
      object: { kind: 'ach_entry', id: cases },
    });
    const [opened] = await listCases(world.db, { businessId, limit: 1 });
    return String(opened!.id);
  }

  async function propose(id: string, note: string): Promise<void> {
    const body = { decision: 'noted', note };
    const proposed = await v1.call('POST', `/v1/cases/${id}/propose`, { body, as: other });
    assert.equal(proposed.status, 200, proposed.text);
  }

  async function goTo(page: Page, path: string): Promise<void> {
    await page.clock.install();
    await page.goto(base + path);
  }

  test('a case that somebody opens or proposes shows in the list, the case and the tasks of the home', async (t) => {
    const list = await enter(t);
    await goTo(list, '/cases');
    await list.getByText('Nothing to decide').waitFor();
    const home = await enter(t);
    await goTo(home, '/');
    await home.getByRole('heading', { level: 1 }).waitFor();
    const id = await openNew();
    await list.clock.fastForward(pollMs);
    await list.getByText('Return without a rule').first().waitFor();
    await home.clock.fastForward(pollMs);
    await home.getByText('Return without a rule').first().waitFor();

    const one = await enter(t);
    await goTo(one, `/cases/${id}`);
    await one.getByRole('radio').first().waitFor();
    await propose(id, 'from elsewhere');
    await one.clock.fastForward(pollMs);
    await one.getByText('from elsewhere').first().waitFor();
    await one.getByRole('button', { name: /^Confirm: Noted/ }).waitFor();
  });

  test('the inspector of a payment shows a message once it is written', async (t) => {
    const paid = await v1.call('POST', '/v1/payments', {
      body: { ...aPayment, orderNumber: 'LIVE-1' },
    });
    const page = await enter(t);
    await goTo(page, `/payments/${paid.body.id}?part=messages`);
    await page.getByRole('heading', { level: 1, name: 'LIVE-1' }).waitFor();
    while ((await notifyPeople(world)) + (await sendMails(world)) > 0);
    await page.clock.fastForward(pollMs);
    await page.getByText('E-mail to ada@example.com').waitFor();
  });

  test('what a page asks while nobody is at it says so, so that its session ends', async (t) => {
    const id = await openNew();
    const page = await enter(t);
    await goTo(page, `/cases/${id}`);
    await page.getByRole('radio').first().waitFor();
    const mark = async () => {
      const asked = page.waitForRequest(`**/v1/cases/${id}`);
      await page.clock.fastForward(pollMs);
      return await (await asked).headerValue('quittance-unattended');
    };
    await page.mouse.move(100, 100);
    assert.equal(await mark(), null);
    await page.clock.fastForward(awayMs);
    assert.equal(await mark(), 'true');
    await page.mouse.move(200, 200);
    assert.equal(await mark(), null);
  });
});

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import type { Scope } from '../scope.ts';
import { aPayment, card, serveV1 } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { heard, missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf } from './flaws.ts';
import { copied } from './screens.ts';

/* The inspector of a payment: what was said to the bank, what is known, what was sent, where the money is. */

const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;
const phone = {
  viewport: { width: 360, height: 780 },
  colorScheme: 'dark',
  hasTouch: true,
} as const;

describe('the inspector of a payment in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const v1 = await serveV1({ after });
  const { business } = v1.caller;
  const world = await v1.open();
  await changeTerms(world, business.id, { cardFeeBps: 290, cardFeeCents: 30 }, 'operator');
  const person = await signIn(v1, v1.caller, 'manager');
  const base = `${v1.baseUrl}/b/${business.id}`;
  let orders = 0;

  async function pay(changes: object = {}) {
    orders += 1;
    // Each is a moment older than the next one.
    v1.clock.pass(1000);
    const body = { ...aPayment, orderNumber: `I-${orders}`, ...changes };
    return (await v1.call('POST', '/v1/payments', { body })).body as {
      id: string;
      orderNumber: string;
    };
  }

  async function enter(t: Scope, looks: Parameters<typeof visit>[2] = desk) {
    const visitor = await visit(t, browser, looks);
    const [name, value] = person.headers.Cookie!.split('=');
    await visitor.context.addCookies([{ name: name!, value: value!, url: v1.baseUrl }]);
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    return visitor;
  }

  async function open(page: Page, id: string): Promise<void> {
    await page.goto(`${base}/payments/${id}`);
    await page.locator('.tl').waitFor();
  }

  for (const [name, looks] of Object.entries({ desk, phone })) {
    test(`its parts stand on a ${name}: both sides of the charge, masked; money; messages; no flaw`, async (t) => {
      const lines = [
        { name: 'Subtotal', amount: 1148, kind: 'subtotal' },
        { name: 'Sales tax', amount: 102, kind: 'tax' },
      ];
      const paid = await pay({ lines, statementDescriptor: 'OURS' });
      while ((await notifyPeople(world)) + (await sendMails(world)) > 0);
      const { page, complaints } = await enter(t, looks);
      await open(page, paid.id);
      const talk = page.locator('.talk').first();
      await talk.getByText('•••• •••• •••• 4242').waitFor();
      await talk.getByText('not kept').waitFor();
      await talk.locator('header').getByText('Approved').waitFor();
      assert.doesNotMatch(await page.content(), /4242424242424242|\b937\b/);

      const money = page.locator('aside section').first();
      const facts = (await money.innerText()).replaceAll(/\s+/g, ' ');
      assert.match(facts, /Sales tax \$1\.02/);
      assert.match(facts, /Fee, expected −\$0\.66 Net \$11\.84/);
      await page.locator('aside').getByText('Batch closes').waitFor();

      for (const part of ['Bank', 'Messages', 'Ledger', 'Webhooks', 'JSON']) {
        await page.locator('.tabs').getByRole('button', { name: part }).click();
        assert.deepEqual(await axeFlawsOf(page), [], part);
        const isWide = await page.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        assert.equal(isWide, false, `${part} scrolls sideways`);
      }
      await page.locator('.tabs').getByRole('button', { name: 'Messages' }).click();
      await page.getByText('E-mail to ada@example.com').waitFor();
      assert.deepEqual(complaints, []);
    });
  }

  test('of an unknown one it says since when, what was asked, and what the next inquiry would change', async (t) => {
    const lost = await pay({ source: { card: { ...card, number: '4000009990000112' } } });
    const { page } = await enter(t);
    await open(page, lost.id);
    const note = page.locator('.note[data-tone="doubt"]');
    await note.getByText('Nobody knows yet whether this was charged.').waitFor();
    const facts = (await note.innerText()).replaceAll(/\s+/g, ' ');
    assert.match(facts, /Asked so far not yet/);
    assert.match(facts, /If the bank has it, the payment becomes “Captured”/);
    assert.match(facts, /nothing of it, it is canceled: no money moved/);
    await page.locator('.talk').getByText('Nothing came back').waitFor();

    v1.clock.pass(3_000);
    await resolveDue(world);
    await page.reload();
    await page.locator('.tl').getByText('Inquiry 1').waitFor();
    const why = async (text: string) =>
      await page.locator('.tl .ev').filter({ hasText: text }).locator('.why').first().innerText();
    // The charge itself was not answered: that it is approved was told by the inquiry.
    assert.match(await why('Written down as'), /No answer$/);
    assert.match(await why('Inquiry 1'), /Approved/);
  });

  test('a refund in its story names who asked for it, and why', async (t) => {
    const paid = await pay();
    const body = { amount: 250, reason: 'Asked for by the customer: one was broken' };
    const asked = { body, as: person };
    const refund = await v1.call('POST', `/v1/payments/${paid.id}/refunds`, asked);
    assert.equal(refund.status, 201, refund.text);
    const { page } = await enter(t);
    await open(page, paid.id);
    const said = /Asked for by the customer: one was broken · by \S+.* · Written down as/;
    const step = page.locator('.tl .ev').filter({ hasText: 'one was broken' });
    assert.match(await step.locator('.why').first().innerText(), said);
    await page.locator('.tabs').getByRole('button', { name: 'Refunds' }).click();
    await page.getByRole('cell', { name: /one was broken · by \S/ }).waitFor();
  });

  test('of more than a hundred of a kind it says that it shows the latest, and leads to all', async (t) => {
    const paid = await pay({ amount: 50_000 });
    const path = `/v1/payments/${paid.id}/refunds`;
    for (let amount = 1; amount <= 101; amount += 1)
      assert.equal((await v1.call('POST', path, { body: { amount } })).status, 201);
    const { page } = await enter(t);
    await open(page, paid.id);
    const note = page.locator('.note', { hasText: 'Only the latest 100 are shown' });
    for (const name of ['Events', 'Refunds', 'Ledger'])
      await note.getByRole('link', { name }).waitFor();
    await page.locator('.tabs').getByRole('button', { name: 'Messages' }).click();
    await note.waitFor({ state: 'detached' });
    await page.locator('.tabs').getByRole('button', { name: 'Refunds' }).click();
    await note.getByRole('link', { name: 'Refunds' }).click();
    await page.waitForURL(`${base}/refunds?paymentId=${paid.id}`);
    await page.locator('tbody tr').first().waitFor();
  });

  test('J and K go along the list that it was opened from, with its filter and beyond its page, and back to it', async (t) => {
    const made = [];
    for (let i = 0; i < 53; i += 1) made.push(await pay({ amount: 777 }));
    await pay();
    const newestFirst = made.toReversed();
    const { page } = await enter(t);
    const list = `${base}/payments?amountFrom=777&amountTo=777`;
    await page.goto(list);
    await page.locator('tbody tr').first().waitFor();
    await page.locator('tbody tr').nth(48).click();
    const shown = async (i: number) => {
      await page.getByRole('heading', { level: 1, name: newestFirst[i]!.orderNumber }).waitFor();
      await page.locator('.tl').waitFor();
    };
    await shown(48);
    await page.keyboard.press('j');
    await shown(49);
    // The last of its page: the next page was read meanwhile.
    await page.locator('button[aria-label="Older payment (J)"]:not([aria-disabled])').waitFor();
    await page.keyboard.press('j');
    await shown(50);
    await page.keyboard.press('k');
    await shown(49);
    await page.locator('.crumb').click();
    await page.waitForURL(list);
  });

  test('the copied command of a refund is the request that its button sends, with a placeholder for the key', async (t) => {
    const paid = await pay();
    const { page, context } = await enter(t);
    await open(page, paid.id);
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Half' }).click();
    await dialog.getByLabel('Note').fill("as the guest's bill says");
    await dialog.getByRole('button', { name: 'Copy as curl' }).click();
    const command = await copied(page, 'curl ');
    const sent = context.waitForEvent('request', (one) => one.url().endsWith('/refunds'));
    await page.keyboard.press('Control+Enter');
    const request = await sent;
    const [, body] = /-d '(.*)'$/s.exec(command)!;
    assert.deepEqual(JSON.parse(body!.replaceAll(String.raw`'\''`, "'")), request.postDataJSON());
    assert.ok(command.startsWith(`curl '${request.url()}'`), command);
    assert.match(command, /Bearer \$QUITTANCE_KEY"/);
    assert.match(command, /"Idempotency-Key: \$\(uuidgen\)"/);
    await dialog.waitFor({ state: 'detached' });
  });

  test('the keyboard alone finds a payment, refunds half of it and resends its receipt', async (t) => {
    const paid = await pay({ orderNumber: 'by keys' });
    const { page } = await enter(t);
    await page.goto(`${base}/payments`);
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('by keys');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=by/);
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/payments\/\d+/);
    await page.locator('.tl').waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await pressOn(page, 'Half');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('−$6.25 refunded').first().waitFor();
    await pressOn(page, 'Resend receipt');
    await dialog.waitFor();
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    const { body } = await v1.call('GET', `/v1/payments/${paid.id}/messages`);
    const templates = body.data.map(({ template }: { template: string }) => template);
    assert.ok(templates.includes('payment.receipt_requested'), String(templates));
  });

  /** Goes to a button by Tab, and presses it. */
  async function pressOn(page: Page, name: string): Promise<void> {
    const isThere = `document.activeElement.tagName === 'BUTTON' && document.activeElement.innerText.startsWith('${name}')`;
    for (let i = 0; i < 80; i += 1) {
      if (await page.evaluate(isThere)) return await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
    }
    assert.fail(`no button ${name} was reached`);
  }

  test('the list of refunds names payer and order, and its filters stand in the address', async (t) => {
    const paid = await pay({ orderNumber: 'returned goods' });
    const path = `/v1/payments/${paid.id}/refunds`;
    await v1.call('POST', path, { body: { amount: 321 } });
    const { page } = await enter(t);
    await page.goto(`${base}/refunds?paymentId=${paid.id}`);
    const row = page.locator('tbody tr').first();
    await row.waitFor();
    await heard(page);
    const text = (await row.innerText()).replaceAll(/\s+/g, ' ');
    assert.match(text, /\$3\.21 .*Succeeded.* Ada Byron returned goods Visa •••• 4242/);
    assert.equal(await page.locator('tbody tr').count(), 1);
  });
});

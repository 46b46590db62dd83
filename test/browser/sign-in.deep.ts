import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeLink } from '../../src/parties/sign-in/link.ts';
import { codeAt } from '../../src/ports/vault/one-time-codes.ts';
import { serveV1 } from '../v1/serve.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf, darkFlawsOf } from './flaws.ts';

const password = 'a long enough secret';
const email = 'ann@example.com';

describe('signing in with Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true };

  test('an invited person chooses a password, sets up an app, signs in with it, and calls the interface', async (t) => {
    const v1 = await serveV1(t);
    const { baseUrl, call, caller, clock } = v1;
    const world = await v1.open();
    const body = { email, name: 'Ann', role: 'manager' };
    const { id } = (await call('POST', '/v1/users', { body })).body;
    const { id: businessId } = caller.business;
    const invitation = { kind: 'invitation', email, businessId, userId: BigInt(id) } as const;
    const token = await makeLink(world.db, world, world.uuid(), invitation);

    const { page, asked, complaints } = await visit(t, browser, phone);
    await page.goto(`${baseUrl}/sign-in/link#${token}`);
    await page.getByText('You are invited').waitFor();
    assert.ok(!page.url().includes(token), 'the link does not stay in the address bar');
    await judge(page);
    await page.fill('#new-password', password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('as manager').waitFor();
    await judge(page);

    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.locator('#app').waitFor();
    const secret = (await page.locator('#app-secret').textContent())!.replaceAll(' ', '');
    const codeNow = () => codeAt(secret, BigInt(Math.floor(clock.now().getTime() / 30_000)));
    await page.fill('#app-code', codeNow());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Keep these codes').waitFor();
    assert.equal(await page.locator('#recovery-codes li').count(), 10);

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You are signed out').waitFor();
    clock.pass(30_000);
    await page.fill('#email', email);
    await page.fill('#password', password);
    await page.keyboard.press('Enter');
    await page.getByText('Enter the code of your app').waitFor();
    await page.fill('#code-value', codeNow());
    await page.keyboard.press('Enter');
    await page.getByText('as manager').waitFor();

    await page.goto(`${baseUrl}/reference/payments`);
    await page.getByText(`You are signed in as ${email}`).waitFor();
    const part = page.locator('[id="payments.create"]');
    await part.getByText('Send this request').click();
    await part.getByRole('button', { name: 'Send' }).click();
    await part.locator('.told').getByText('"status": "captured"').waitFor();

    const foreign = asked.filter((url) => !url.startsWith(`${baseUrl}/`));
    assert.deepEqual([foreign, complaints], [[], []]);
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    assert.equal(kept, '[{"signed-in":"yes"},{}]');
  });

  test('whoever came by a link chooses a password before codes, and reads why there is no passkey', async (t) => {
    const v1 = await serveV1(t);
    const world = await v1.open();
    const body = { email, name: 'Ann', role: 'operator' };
    const { id } = (await v1.call('POST', '/v1/users', { body })).body;
    const { id: businessId } = v1.caller.business;
    const login = { kind: 'login', email, businessId, userId: BigInt(id) } as const;
    const token = await makeLink(world.db, world, world.uuid(), login);
    const { page } = await visit(t, browser, phone);
    await page.goto(`${v1.baseUrl}/sign-in/link#${token}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/b\/\d+\//);

    await page.goto(`${v1.baseUrl}/sign-in`);
    await page.getByText('Passkeys need an address with a name').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Set up an app' }).count(), 0);
    await judge(page);
    await page.fill('#chosen', password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Set up an app' }).waitFor();
    assert.equal(await page.locator('#choose').isVisible(), false);
    await page.getByText('your password alone signs you in').waitFor();
  });

  test('a wrong password is said, and the form fits on a phone by day and by night', async (t) => {
    const { baseUrl } = await serveV1(t);
    const { page } = await visit(t, browser, phone);
    await page.goto(`${baseUrl}/sign-in`);
    await judge(page);
    await page.fill('#email', email);
    await page.fill('#password', 'not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('This is not the right password').waitFor();
    assert.ok(await page.locator('#fault:focus').isVisible());
    await judge(page);
  });

  test('without an answer the page says that nobody knows, and what to do', async (t) => {
    const v1 = await serveV1(t);
    const world = await v1.open();
    const body = { email, name: 'Ann', role: 'manager' };
    const { id } = (await v1.call('POST', '/v1/users', { body })).body;
    const { id: businessId } = v1.caller.business;
    const invitation = { kind: 'invitation', email, businessId, userId: BigInt(id) } as const;
    const token = await makeLink(world.db, world, world.uuid(), invitation);
    const { page } = await visit(t, browser, phone);
    const alert = page.getByRole('alert');
    const without = async (path: string, work: () => Promise<unknown>) => {
      await page.route(`${v1.baseUrl}/v1/session${path}`, async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await work();
      await alert.getByText('The service did not answer').waitFor();
      await page.unroute(`${v1.baseUrl}/v1/session${path}`);
      return await alert.textContent();
    };
    const link = `${v1.baseUrl}/sign-in/link#${token}`;
    const looked = await without('/link/look', () => page.goto(link));
    assert.match(looked!, /was not used: open it again/);

    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('You are invited').waitFor();
    await page.fill('#new-password', password);
    const next = page.getByRole('button', { name: 'Continue' });
    const used = await without('/link', () => next.click());
    assert.match(used!, /not known whether the link was used.* sign in with your password/);

    // It was: the password that was typed signs in.
    await page.context().clearCookies();
    await page.goto(`${v1.baseUrl}/sign-in`);
    await page.fill('#email', email);
    await page.fill('#password', password);
    const signed = await without('', () => page.keyboard.press('Enter'));
    assert.match(signed!, /not known whether this was done. Load this page again/);
    await judge(page);
  });
});

async function judge(page: Page): Promise<void> {
  assert.deepEqual([...(await axeFlawsOf(page)), ...(await darkFlawsOf(page))], []);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(Number(width) <= 360, `the page is ${width} pixels wide`);
}

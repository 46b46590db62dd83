import assert from 'node:assert/strict';
import { after, describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeLink } from '../../src/parties/sign-in/link.ts';
import { codeAt } from '../../src/ports/vault/one-time-codes.ts';
import { openDoor } from '../caller.ts';
import { atEnd, type Scope } from '../scope.ts';
import { serveV1, type V1 } from '../v1/serve.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf } from './flaws.ts';

const password = 'a long enough secret';
const email = 'ann@example.com';
const desk = { viewport: { width: 1440, height: 1000 } };
const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true };

describe('the own account with Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });

  test('a passkey is added, signs in, proves, and when it is removed it is refused', async (t) => {
    const v1 = await serveV1(t);
    const origin = v1.baseUrl.replace('127.0.0.1', 'localhost');
    const home = `${origin}/b/${v1.caller.business.id}`;
    const { page, complaints } = await visit(t, browser, desk);
    await withAuthenticator(t, page);
    await join(v1, page, origin);

    await page.goto(`${home}/account`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name', { exact: true }).last().fill('Laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('They are not shown again').waitFor();
    assert.equal(await page.locator('.recovery li').count(), 10);
    await judge(page);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('Laptop', { exact: true }).waitFor();
    await page.getByText('10 left').waitFor();
    await judge(page);

    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    // From here it may go on to the portal by itself.
    await page.locator('#sign-in').waitFor({ state: 'hidden' });

    await page.goto(`${home}/api-keys`);
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    v1.clock.pass(11 * 60_000);
    await page.getByRole('button', { name: 'New API key' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('till');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('Prove who you are').waitFor();
    await judge(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Secret of the key').waitFor();

    await page.goto(`${home}/account`);
    await page.getByRole('button', { name: 'More for Laptop' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The passkey is removed').waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').getByText('This is not the right password').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('an app is set up by its QR code, the password is changed, and sessions are ended, on a phone', async (t) => {
    const v1 = await serveV1(t);
    const { page, complaints } = await visit(t, browser, phone);
    const elsewhere = await visit(t, browser, desk);
    await join(v1, page, v1.baseUrl);
    await elsewhere.page.goto(`${v1.baseUrl}/sign-in`);
    await elsewhere.page.fill('#email', email);
    await elsewhere.page.fill('#password', password);
    await elsewhere.page.keyboard.press('Enter');
    await elsewhere.page.getByText('as administrator').waitFor();

    const account = `${v1.baseUrl}/b/${v1.caller.business.id}/account`;
    await page.goto(account);
    await page.getByText('Passkeys need an address with a name').first().waitFor();
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('img', { name: 'QR code for the app' }).waitFor();
    await judge(page);
    const secret = (await page.locator('.scan code').textContent())!.replaceAll(' ', '');
    const now = v1.clock.now().getTime();
    await page
      .getByLabel('The code that it shows')
      .fill(codeAt(secret, BigInt(Math.floor(now / 30_000))));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('Asked for after the password').waitFor();

    await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
    await page.getByText('The session has ended').waitFor();
    await elsewhere.page.goto(account);
    await elsewhere.page.waitForURL(/\/sign-in\?back=/);

    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByLabel('New password').fill('another long secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed').waitFor();
    await judge(page);
    assert.deepEqual(complaints, []);
  });

  /** Somebody whose login link has proved who it is, eleven minutes ago. */
  async function comeByLink(t: TestContext) {
    const v1 = await serveV1(t);
    const linkFor = await invite(v1);
    const address = async () => `${v1.baseUrl}/sign-in/link#${await linkFor('login')}`;
    const { page, complaints } = await visit(t, browser, phone);
    await page.goto(await address());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/b\//);
    v1.clock.pass(11 * 60_000);
    return { v1, page, complaints, address };
  }

  test('who came by a login link is asked for another one before it chooses a password at the sign-in', async (t) => {
    const { v1, page, complaints, address } = await comeByLink(t);
    await page.goto(`${v1.baseUrl}/sign-in`);
    await page.fill('#chosen', password);
    await page.keyboard.press('Enter');
    await page.getByText('Print a new link at the machine').waitFor();
    await judge(page);
    await page.getByLabel('Login link').fill(await address());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Set up an app' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('who came by a login link is asked for another one in the portal, and for the password that it chooses then', async (t) => {
    const { v1, page, complaints, address } = await comeByLink(t);
    await page.goto(`${v1.baseUrl}/b/${v1.caller.business.id}/account`);
    const choose = page.getByRole('button', { name: 'Choose a password' });
    await choose.first().click();
    await page.getByLabel('New password').fill(password);
    await choose.last().click();
    await page.getByText(`user login-link --business ${v1.caller.business.id} --email`).waitFor();
    await judge(page);
    await page.getByLabel('Login link').fill('nonsense');
    await page.keyboard.press('Enter');
    await page.getByText('This link was used already').waitFor();
    await page.getByLabel('Login link').fill(await address());
    await page.keyboard.press('Enter');
    await page.getByText('The password is changed').waitFor();

    v1.clock.pass(11 * 60_000);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByLabel('New password').fill('another long secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Change the password' }).click();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    // What was told the first time may still stand there; the dialog closes once it is done.
    await page.getByLabel('New password').waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });

  test('where a second factor must be set first, its recovery codes are seen before the way leads on', async (t) => {
    const v1 = await serveV1(t);
    const { page } = await visit(t, browser, desk);
    await withAuthenticator(t, page);
    await join(v1, page, v1.baseUrl);
    const world = await v1.open();
    const live = await openDoor({ ...world, config: { ...world.config, mode: 'live' } });
    t.after(live.close);
    const origin = live.baseUrl.replace('127.0.0.1', 'localhost');
    await page.goto(`${origin}/sign-in?back=%2Fdocs`);
    await page.fill('#email', email);
    await page.fill('#password', password);
    await page.keyboard.press('Enter');
    await page.getByText('This service takes real money').waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Keep these codes').waitFor();
    assert.equal(await page.locator('#recovery-codes li').count(), 10);
    await judge(page);
  });
});

/** Makes links for Ann, who is invited. */
async function invite(v1: V1): Promise<(kind: 'invitation' | 'login') => Promise<string>> {
  const world = await v1.open();
  const body = { email, name: 'Ann', role: 'administrator' };
  const { id } = (await v1.call('POST', '/v1/users', { body })).body;
  const named = { email, businessId: v1.caller.business.id, userId: BigInt(id) };
  return async (kind) => await makeLink(world.db, world, world.uuid(), { ...named, kind });
}

async function join(v1: V1, page: Page, origin: string): Promise<void> {
  const token = await (await invite(v1))('invitation');
  await page.goto(`${origin}/sign-in/link#${token}`);
  await page.fill('#new-password', password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('as administrator').waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Ann/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
}

/** An authenticator that verifies whoever is asked, as a laptop with a fingerprint reader. */
async function withAuthenticator(scope: Scope, page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  atEnd(scope, async () => await devtools.detach().catch(() => {}));
}

async function judge(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await axeFlawsOf(page), [], colorScheme);
  }
}

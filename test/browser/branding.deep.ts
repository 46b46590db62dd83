import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { brand } from '../brand.ts';
import { jpegWith, png, segment, svg } from '../images.ts';
import { card, declinedCard, openCounter } from '../pages/counter.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing, visit } from './chromium.ts';
import { darkFlawsOf, flawsOf } from './flaws.ts';
import { openDesk } from './losing.ts';

/* The logo and the color of a business: what payers see of them, and how they are chosen in the portal. */

const phone = { width: 360, height: 760 };
const name = `Lee ${'Flowers'.repeat(8)} <img src=x onerror=alert(1)>`;

describe('logo and color of a business', { skip: missing }, async () => {
  if (missing) return;
  const counter = await openCounter({ after });
  const { baseUrl, world } = counter;
  const { v1, base, browser, enter } = await openDesk({ after });
  const { page, complaints, asked } = await visit({ after }, browser);
  await page.emulateMedia({ reducedMotion: 'reduce' });

  for (const accentColor of ['#ffcc00', '#000000', '#ffffff', '#0a1a3a', '#7fff00', '#e2007a']) {
    test(`axe finds nothing wrong with ${accentColor}, by day or night, on a desk or a phone`, async () => {
      const shop = await counter.addBusiness({ name });
      await brand(world, shop.business.id, { accentColor, logo: png({ kind: 6, width: 600 }) });
      const paid = await counter.addLink(shop);
      await counter.post(paid.path, card);
      const open = await counter.addLink(shop);
      const declined = await counter.post((await counter.addLink(shop)).path, declinedCard);
      for (const path of [open.path, paid.path, declined.headers.get('location')!]) {
        await page.goto(baseUrl + path);
        const shown = await page.evaluate('document.querySelector("img.logo").naturalWidth');
        assert.equal(shown, 600);
        for (const size of [{ width: 1280, height: 900 }, phone]) {
          await page.setViewportSize(size);
          assert.deepEqual([...(await flawsOf(page)), ...(await darkFlawsOf(page))], [], path);
        }
      }
      assert.deepEqual(complaints, []);
      assert.ok(asked.every((url) => url.startsWith(baseUrl)));
    });
  }

  test('a button has the color itself, also where the mark is the letter of the name', async () => {
    const shop = await counter.addBusiness();
    await brand(world, shop.business.id, { accentColor: '#ffcc00' });
    await page.goto(baseUrl + (await counter.addLink(shop)).path);
    for (const part of ['.business .mark', 'form.pay > button']) {
      const look = await page.evaluate(
        `(() => { const s = getComputedStyle(document.querySelector('${part}')); return [s.backgroundColor, s.color]; })()`,
      );
      assert.deepEqual(look, ['rgb(255, 204, 0)', 'rgb(0, 0, 0)'], part);
    }
  });

  const administrator = await signIn(v1, v1.caller, 'administrator');
  const branding = async () =>
    (await v1.call('GET', `/v1/businesses/${v1.caller.business.id}/branding`)).body;

  async function settings(t: Parameters<typeof enter>[0]): Promise<Page> {
    const page = await enter(t, administrator);
    await page.goto(`${base}/settings`);
    await page.getByRole('heading', { name: 'Logo and color' }).waitFor();
    return page;
  }
  const choose = async (page: Page, file: string, mimeType: string, buffer: Buffer) =>
    await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: file, mimeType, buffer });
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save logo and color' }).click();
    await page.getByText('Logo and color are saved').first().waitFor();
  };

  test('a logo and a color are seen before they are saved, and go back to what is usual', async (t) => {
    const page = await settings(t);
    const button = page.getByRole('button', { name: 'Save logo and color' });
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    const photo = jpegWith(segment(0xe1, 'Exif\0\0taken at home'));
    await choose(page, 'logo.jpg', 'image/jpeg', photo);
    await page.locator('.payer-page.light img').waitFor();
    await page.getByLabel('Color', { exact: true }).fill('#FFCC00');
    await page.getByText('Links on light pages are #836900').first().waitFor();
    const look = `getComputedStyle(document.querySelector('.payer-page.dark .payer-button')).backgroundColor`;
    assert.equal(await page.evaluate(look), 'rgb(255, 204, 0)');
    assert.equal((await branding()).logo, null);
    assert.deepEqual([...(await flawsOf(page)), ...(await darkFlawsOf(page))], []);
    await page.setViewportSize(phone);
    assert.deepEqual(await flawsOf(page), []);
    await page.setViewportSize({ width: 1280, height: 900 });

    await save(page);
    const { accentColor, logo } = await branding();
    assert.deepEqual([accentColor, logo.width, logo.height], ['#ffcc00', 32, 24]);
    await page.reload();
    await page.locator('.payer-page.light img').waitFor();

    await page.getByRole('button', { name: 'Remove the logo' }).click();
    await page.getByRole('button', { name: 'Back to the usual color' }).click();
    await page.locator('.payer-page.light .payer-mark').waitFor();
    assert.equal((await branding()).accentColor, '#ffcc00');
    await save(page);
    assert.deepEqual(await branding(), { accentColor: null, shown: null, logo: null });
  });

  test('a large image is made smaller before it is sent, and what is no image is not sent', async (t) => {
    const page = await settings(t);
    await choose(page, 'logo.png', 'image/png', png({ width: 4000, height: 1000, kind: 6 }));
    await page.locator('.payer-page.light img').waitFor();
    await save(page);
    const { logo } = await branding();
    assert.deepEqual([logo.width, logo.height], [640, 160]);
    // Each fault is another one than that before, which still stands.
    for (const [file, type, bytes, fault] of [
      ['logo.svg', 'image/svg+xml', svg, 'This file is no PNG or JPEG image.'],
      ['logo.png', 'image/png', png({ width: 1, height: 1 }), 'This image is too small'],
      ['logo.png', 'image/png', svg, 'This file is no PNG or JPEG image.'],
    ] as const) {
      await choose(page, file, type, bytes);
      await page.getByText(fault).waitFor();
    }
    assert.deepEqual((await branding()).logo, logo);
  });

  test('what somebody else changed meanwhile is not overwritten', async (t) => {
    const page = await settings(t);
    await page.getByLabel('Color', { exact: true }).fill('#123456');
    const path = `/v1/businesses/${v1.caller.business.id}/branding`;
    assert.equal((await v1.call('PATCH', path, { body: { accentColor: '#00aa55' } })).status, 200);
    await page.getByRole('button', { name: 'Save logo and color' }).click();
    await page.getByText('Somebody else changed this meanwhile').waitFor();
    assert.equal((await branding()).accentColor, '#00aa55');
    await page.getByRole('button', { name: 'Show what stands now' }).click();
    await page.waitForFunction(`document.querySelector('.color-field input').value === '#00aa55'`);
  });

  test('whoever may not administer sees no such settings', async (t) => {
    const page = await enter(t, await signIn(v1, v1.caller, 'viewer'));
    await page.goto(`${base}/settings`);
    await page.getByRole('heading', { name: 'Terms' }).waitFor();
    assert.equal(await page.getByText('Logo and color').count(), 0);
  });
});

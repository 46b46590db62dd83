import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { shopName } from '../../src/demo/catalogue.ts';
import { fillOne } from '../demo/filling.ts';
import { card, openCounter } from '../pages/counter.ts';
import { serveV1 } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing, startBrowser, visit } from './chromium.ts';

/*
 * Takes the pictures in docs/pictures: of the portal with the demonstration business, and of the pages that payers see. The
 * clocks of service and browser stand still and the seed is fixed, so the same pages show the same.
 * `UPDATE=1 npm run t pictures` stores them; without it they are only taken.
 */
const folder = join(import.meta.dirname, '../../docs/pictures');

const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;
const dark = { ...desk, colorScheme: 'dark' } as const;
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  colorScheme: 'dark',
  hasTouch: true,
} as const;
const page = { viewport: { width: 1200, height: 860 } } as const;
const smallPage = { viewport: phone.viewport, deviceScaleFactor: 2, isMobile: true } as const;

/** On Linux the system font is whatever fontconfig says; the first of these that is there looks like that of other systems. */
const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  ${['system-ui', 'sans-serif', 'sans']
    .map(
      (family) => `<match target="pattern"><test name="family"><string>${family}</string></test>
    <edit name="family" mode="prepend" binding="strong">
      <string>Inter</string><string>Roboto</string><string>Liberation Sans</string>
    </edit></match>`,
    )
    .join('\n  ')}
</fontconfig>`;

type Shot = {
  readonly name: string;
  readonly path: string;
  readonly looks: BrowserContextOptions;
  readonly isWhole?: boolean;
  /** What somebody does before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
};

describe('pictures for the documentation', { skip: missing }, async () => {
  if (missing) return;
  const settings = mkdtempSync(join(tmpdir(), 'quittance-fonts-'));
  after(async () => await rm(settings, { recursive: true }));
  const file = join(settings, 'fonts.conf');
  writeFileSync(file, fonts);
  const browser = await startBrowser({ after }, { FONTCONFIG_FILE: file });

  /** Takes them one after the other, each by somebody with a browser of their own. */
  async function take(
    shots: readonly Shot[],
    { baseUrl, now, cookies = [] }: { baseUrl: string; now: Date; cookies?: readonly Cookie[] },
  ): Promise<void> {
    for (const { name, path, looks, isWhole = false, act } of shots) {
      const { context, page, complaints } = await visit({ after }, browser, looks);
      const waiting = new Set<Request>();
      context.on('request', (request) => waiting.add(request));
      // The stream of events answers and never ends.
      context.on('response', (response) => waiting.delete(response.request()));
      context.on('requestfailed', (request) => waiting.delete(request));
      await context.clock.setFixedTime(now);
      await context.addCookies(cookies.map((one) => ({ ...one, url: baseUrl })));
      await page.goto(baseUrl + path);
      await page.locator('h1').first().waitFor();
      await act?.(page);
      const picture = await whenStill(page, isWhole, () => waiting.size === 0);
      await context.close();
      assert.deepEqual(complaints, [], name);
      const at = join(folder, `${name}.png`);
      if (process.env.UPDATE) writeFileSync(at, picture);
      assert.ok(existsSync(at), `UPDATE=1 npm run t pictures: ${name} is missing`);
    }
  }

  test('the portal', async () => {
    // A Tuesday afternoon in summer, when a bike shop sells.
    const startsAt = new Date('2030-06-18T20:34:00Z');
    const v1 = await serveV1({ after }, { startsAt });
    const shop = await v1.addBusiness({ name: shopName, ancestors: [v1.caller.business.id] });
    await fillOne(v1, shop.business.id, { days: 70 });
    const person = await signIn(v1, v1.caller, 'operator', 'Mara Lee');
    const [name, value] = person.headers.Cookie!.split('=') as [string, string];
    const read = async (path: string) => (await v1.call('GET', `/v1/${path}`, { as: shop })).body;
    const first = async (list: string) => (await read(list)).data[0].id;
    const paid = await first('payments?status=settled&method=card&amountFrom=15000&limit=1');
    const asked = await first('cases?status=proposed&limit=1');
    const { paymentId: returned } = (await read('refunds?status=succeeded&kind=refund&limit=1'))
      .data[0];
    // Who has been a member for months has paid more than once.
    const payer = (await read('subscriptions?limit=100')).data.at(-1).customerId;
    const own = `/b/${shop.business.id}`;
    const portal: readonly Shot[] = [
      {
        name: 'portal-home',
        path: '/',
        looks: desk,
        act: async (page) => await page.locator('.chart .c1').nth(3).waitFor(),
      },
      { name: 'portal-payments', path: '/payments', looks: desk },
      { name: 'portal-payment', path: `/payments/${returned}`, looks: desk },
      {
        name: 'portal-refund',
        path: `/payments/${paid}`,
        looks: dark,
        act: async (page) => {
          await page.getByRole('button', { name: 'Refund R' }).waitFor();
          await page.keyboard.press('r');
          await page.getByRole('dialog').waitFor();
        },
      },
      { name: 'portal-customer', path: `/customers/${payer}`, looks: desk },
      {
        name: 'portal-conversations',
        path: '/conversations',
        looks: desk,
        act: async (page) => {
          await page.getByText('11 it is.').first().click();
          await page.getByText('Can we make it 11?').waitFor();
        },
      },
      { name: 'portal-subscriptions', path: '/subscriptions', looks: dark },
      {
        name: 'portal-case',
        path: `/cases/${asked}`,
        looks: desk,
        act: async (page) => await page.getByText('Answer a dispute').waitFor(),
      },
      { name: 'portal-ledger', path: '/ledger', looks: desk },
      {
        name: 'portal-phone',
        path: '/',
        looks: phone,
        act: async (page) => await page.locator('.chart .c1').nth(3).waitFor(),
      },
    ];
    await take(
      portal.map((shot) => ({ ...shot, path: own + shot.path })),
      { baseUrl: v1.baseUrl, now: startsAt, cookies: [{ name, value }] },
    );
  });

  test('pages of payers', async () => {
    const counter = await openCounter({ after });
    const shop = await counter.addBusiness();
    const open = await counter.addLink(shop, { bill, orderNumber: '2030-0117' });
    const paid = await counter.addLink(shop, { bill, orderNumber: '2030-0118' });
    await counter.post(paid.path, card);
    const pages: readonly Shot[] = [
      { name: 'pay-page-desktop', path: open.path, looks: page, isWhole: true },
      { name: 'pay-page-phone', path: open.path, looks: smallPage },
      { name: 'receipt', path: paid.path, looks: page, isWhole: true },
    ];
    await take(pages, { baseUrl: counter.baseUrl, now: counter.world.now() });
  });
});

/** Two pictures in a row are the same, and nothing is asked for any more. */
async function whenStill(page: Page, fullPage: boolean, isQuiet: () => boolean): Promise<Buffer> {
  for (let last: Buffer = Buffer.alloc(0); ; ) {
    const wasQuiet = isQuiet();
    const next = await page.screenshot({ fullPage, animations: 'disabled' });
    if (wasQuiet && isQuiet() && next.equals(last)) return next;
    last = next;
  }
}

type Cookie = { readonly name: string; readonly value: string };

const bill = {
  business: {
    address1: '1 Main Street',
    city: 'New York',
    stateCode: 'NY',
    postalCode: '10001',
    phone: '2125550124',
  },
  accountNumber: 'C-20417',
  statementOn: '2030-01-10',
  expiresOn: '2030-02-10',
};

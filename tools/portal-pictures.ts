import type { Page } from 'playwright-core';
import { shopName } from '../src/demo/catalogue.ts';
import { startBrowser, visit } from '../test/browser/chromium.ts';
import { fillOne } from '../test/demo/filling.ts';
import { serveV1 } from '../test/v1/serve.ts';
import { signIn } from '../test/v1/signed-in.ts';

type Scope = { after(work: () => Promise<void>): void };

const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;
const dark = { ...desk, colorScheme: 'dark' } as const;
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  colorScheme: 'dark',
  hasTouch: true,
} as const;

type Shot = {
  readonly name: string;
  readonly path: string;
  readonly looks?: typeof desk | typeof dark | typeof phone;
  /** What somebody does before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
};

/** The pictures in docs/pictures of the portal, from the demonstration business with a standing clock. */
export async function takePortalPictures(
  scope: Scope,
  keep: (path: string, picture: Buffer) => void,
): Promise<void> {
  const v1 = await serveV1(scope);
  const shop = await v1.addBusiness({ name: shopName, ancestors: [v1.caller.business.id] });
  const { business } = shop;
  await fillOne(v1, business.id, { days: 60 });
  const person = await signIn(v1, v1.caller, 'operator', 'Mara Lee');
  const [name, value] = person.headers.Cookie!.split('=') as [string, string];
  const read = async (path: string) => (await v1.call('GET', `/v1/${path}`, { as: shop })).body;
  const first = async (list: string) => (await read(list)).data[0].id;
  const paid = await first('payments?status=settled&method=card&amountFrom=15000&limit=1');
  const asked = await first('cases?status=open&limit=1');
  const payer = (await read(`payments/${paid}`)).customerId;

  const shots: readonly Shot[] = [
    { name: 'home', path: '/' },
    { name: 'payments', path: '/payments' },
    { name: 'payment', path: `/payments/${paid}` },
    {
      name: 'refund',
      path: `/payments/${paid}`,
      looks: dark,
      act: async (page) => {
        await page.keyboard.press('r');
        await page.getByRole('dialog').waitFor();
      },
    },
    { name: 'customer', path: `/customers/${payer}` },
    {
      name: 'conversations',
      path: '/conversations',
      act: async (page) => {
        await page.getByText('11 it is.').first().click();
        await page.getByText('Can we make it 11?').waitFor();
      },
    },
    { name: 'subscriptions', path: '/subscriptions', looks: dark },
    { name: 'case', path: `/cases/${asked}` },
    { name: 'ledger', path: '/ledger' },
    { name: 'phone', path: '/', looks: phone },
  ];
  const browser = await startBrowser(scope);
  for (const { name: of, path, looks = desk, act } of shots) {
    const { context, page } = await visit(scope, browser, looks);
    await context.addCookies([{ name, value, url: v1.baseUrl }]);
    await page.goto(`${v1.baseUrl}/b/${business.id}${path}`);
    await page.locator('h1').first().waitFor();
    await page.locator('.bone').first().waitFor({ state: 'detached' });
    await act?.(page);
    keep(`docs/pictures/portal-${of}.png`, await page.screenshot());
  }
}

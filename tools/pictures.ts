import { startBrowser, visit } from '../test/browser/chromium.ts';
import { card, openCounter } from '../test/pages/counter.ts';

type Scope = { after(work: () => Promise<void>): void };

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

const desktop = { viewport: { width: 1200, height: 860 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };

/** The pictures in docs/pictures of the pages that payers see, from a fixture with a standing clock. */
export async function takePictures(
  scope: Scope,
  keep: (path: string, picture: Buffer) => void,
): Promise<void> {
  const counter = await openCounter(scope);
  const shop = await counter.addBusiness();
  const browser = await startBrowser(scope);
  const open = await counter.addLink(shop, { bill, orderNumber: '2030-0117' });
  const paid = await counter.addLink(shop, { bill, orderNumber: '2030-0118' });
  await counter.post(paid.path, card);
  const shots = [
    { name: 'pay-page-desktop', path: open.path, looks: desktop, fullPage: true },
    { name: 'pay-page-phone', path: open.path, looks: phone, fullPage: false },
    { name: 'receipt', path: paid.path, looks: desktop, fullPage: true },
  ];
  for (const { name, path, looks, fullPage } of shots) {
    const { page } = await visit(scope, browser, looks);
    await page.goto(counter.baseUrl + path);
    keep(`docs/pictures/${name}.png`, await page.screenshot({ fullPage }));
  }
}

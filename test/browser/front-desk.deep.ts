import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { workOnce } from '../../src/worker/worker.ts';
import { card } from '../pages/counter.ts';
import type { Scope } from '../scope.ts';
import { findingsIn } from '../subscriptions/club.ts';
import { signIn } from '../v1/signed-in.ts';
import { heard, missing } from './chromium.ts';
import { fill } from './fill.ts';
import { isTooWide } from './flaws.ts';
import { openDesk, press } from './losing.ts';

const asks = [
  'Is my car ready?',
  'Do you open on Sunday?',
  'What do I owe for the tires?',
  'Can I pay for the clutch?',
  'How much is the oil change?',
  'Please leave me alone.',
  'Where do I park?',
  'Do you have winter tires?',
  'Thank you!',
  'Can you call me back?',
];
const phoneOf = (n: number) => `617555010${n}`;
const memberName = { firstName: 'Cal', lastName: 'Reed' };
/** Who asked what is owed, and what the clerk answers. */
const owing = [
  { n: 2, firstName: 'Bea', lastName: 'Stone', amount: '120.00', description: 'Tires', email: '' },
  { n: 3, ...memberName, amount: '86.50', description: 'Clutch', email: 'cal@example.com' },
  {
    n: 4,
    firstName: 'Dot',
    lastName: 'Lane',
    amount: '39.00',
    description: 'Oil change',
    email: '',
  },
];

const areas = [201, 202, 203, 205, 206, 207, 208, 209, 210, 212, 213, 214, 215, 216, 217, 218, 219];
const members = [...areas, 303, 304, 305].flatMap((area) =>
  Array.from({ length: 10 }, (_, i) => `${area}555010${i}`),
);
/** The dues of 200 members, from 10.00 to 209.00, and those of somebody who wants no texts. */
const dues = [
  'Total,Cell,Member',
  ...[...members, phoneOf(5)].map((phone, i) => `${10 + i}.00,${phone},Member ${i}`),
].join('\n');

/* A day at the counter of a sandbox, with the screens alone: what is done without one is what others do. */
describe('a front desk in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });
  const world = await v1.open();
  const clerk = await signIn(v1, v1.caller, 'cashier', 'Mara Lee');
  const owner = await signIn(v1, v1.caller, 'administrator', 'Olga');

  /** As a worker of the service does, beside it. */
  async function work(): Promise<void> {
    while ((await workOnce(world)) > 0);
  }

  async function open(t: Scope, path: string, who = clerk): Promise<Page> {
    const page = await enter(t, who);
    await page.goto(base + path);
    return page;
  }

  /** Somebody with a phone, who is not signed in. */
  async function payer(t: Scope, address: string): Promise<Page> {
    const page = await enter(t, { headers: { Cookie: 'none=none' } });
    await page.setViewportSize({ width: 360, height: 780 });
    // The service of a test has an address of its own.
    await page.goto(v1.baseUrl + new URL(address).pathname);
    assert.equal(await isTooWide(page), false);
    return page;
  }

  async function write(inbox: Page, from: string, said: string): Promise<void> {
    await press(inbox, 'Write as a payer');
    const dialog = inbox.getByRole('dialog');
    await dialog.getByLabel('Phone of the payer').fill(from);
    await dialog.getByLabel('What the payer writes').fill(said);
    await dialog.getByRole('button', { name: 'Write', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** An address in what arrived last at a phone or mailbox, as the inbox shows it. */
  async function addressTo(inbox: Page, recipient: string, words: string, path = '/pay/') {
    await inbox.goto(`${base}/inbox?recipient=${encodeURIComponent(recipient)}`);
    await inbox.locator('tbody tr', { hasText: words }).locator('a.whole').first().click();
    const link = inbox.locator('aside a', { hasText: path }).first();
    return (await link.getAttribute('href'))!;
  }

  const area = (page: Page) => page.getByRole('textbox', { name: /^Text to/ });
  const bubble = (page: Page, said: string) => page.locator('.bubble').getByText(said);

  /** Opens a conversation by what the list shows of it, and waits for the text. */
  async function choose(desk: Page, said: string, shown = said): Promise<void> {
    await desk.locator('.convo', { hasText: shown }).click();
    await bubble(desk, said).waitFor();
    await area(desk).waitFor();
  }

  test('a day is done without a terminal: everybody is answered, and pays once', async (t) => {
    const desk = await open(t, '/text-templates');
    await press(desk, /^New template/);
    const made = desk.getByRole('dialog');
    await made.getByLabel('Name').fill('Ready');
    await made.getByLabel('Text').fill('Hi {firstName}, it is ready. Yours, {business}');
    await press(desk, 'Make the template');
    await desk.getByText('The template is made').waitFor();

    await desk.goto(`${base}/customers`);
    await press(desk, /^New customer/);
    const regular = desk.getByRole('dialog');
    await regular.getByLabel('First name').first().fill('Ada');
    await regular.getByLabel('Last name').first().fill('Park');
    await regular.getByLabel('Mobile').first().fill(phoneOf(0));
    await regular.getByLabel('E-mail').first().fill('ada@example.com');
    await regular.locator('footer button[type=submit]').click();
    await regular.waitFor({ state: 'detached' });

    // Ten write while the desk looks on.
    await desk.goto(`${base}/conversations`);
    const inbox = await open(t, '/inbox', owner);
    for (const [n, said] of asks.entries()) await write(inbox, phoneOf(n), said);
    await desk.locator('.convo').nth(9).waitFor();
    await desk.locator('.convo', { hasText: 'Ada Park' }).getByText(asks[0]!).waitFor();

    // An answer from a template, one that is taken with a note, and others.
    await choose(desk, asks[0]!);
    await press(desk, 'Template');
    await desk.getByRole('menuitem', { name: 'Ready' }).click();
    assert.equal(await area(desk).inputValue(), 'Hi Ada, it is ready. Yours, Test');
    await area(desk).press('Control+Enter');
    await bubble(desk, 'Hi Ada, it is ready').waitFor();
    await choose(desk, asks[1]!);
    await press(desk, 'Assign');
    await desk.getByRole('menuitemradio', { name: 'Mara Lee' }).click();
    await desk.getByRole('button', { name: 'Assigned to Mara Lee' }).waitFor();
    await press(desk, 'Note');
    await desk.getByRole('textbox', { name: 'Note for colleagues' }).fill('Asks every week.');
    await press(desk, /^Add note/);
    await bubble(desk, 'Asks every week.').waitFor();
    await press(desk, 'Text');
    for (const n of [1, 6, 7, 8, 9]) {
      await choose(desk, asks[n]!);
      await area(desk).fill(`Answer ${n}`);
      await area(desk).press('Control+Enter');
      await bubble(desk, `Answer ${n}`).waitFor();
    }

    for (const { n, firstName, lastName, email, amount, description } of owing) {
      await choose(desk, asks[n]!);
      await press(desk, 'Pay link');
      const dialog = desk.getByRole('dialog');
      await dialog.getByLabel('Amount to pay').fill(amount);
      await dialog.getByLabel('First name').fill(firstName);
      await dialog.getByLabel('Last name').fill(lastName);
      await dialog.getByLabel('E-mail').fill(email);
      await dialog.getByLabel('Description').fill(description);
      await dialog.getByRole('button', { name: `Text a pay link of $${amount}` }).click();
      await dialog.getByText('The pay link is made').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await desk.locator('.link-card').getByText(`$${amount}`).waitFor();
    }

    // While an answer is half written, its payer says STOP.
    await choose(desk, asks[5]!);
    await area(desk).fill('We only wanted');
    await write(inbox, phoneOf(5), 'STOP');
    await desk.getByText('answered STOP.').waitFor();
    assert.equal(await area(desk).count(), 0);
    await work();

    // Two of the three pay on their phones, and the clerk sees it where the link stands.
    for (const { n, amount, firstName, email } of owing.slice(0, 2)) {
      await choose(desk, asks[n]!, firstName);
      await desk.locator('.told.from').getByText('Delivered').first().waitFor();
      const page = await payer(t, await addressTo(inbox, phoneOf(n), '/pay/'));
      await fill(page, card);
      if (email) await page.getByLabel(/^Save this card/).check();
      else await page.fill('#email', 'refused@example.com');
      await page.dblclick('form.pay > button');
      await page.getByRole('heading', { name: 'Paid' }).waitFor();
      await desk
        .locator('.link-card', { hasText: `$${amount}` })
        .getByText('Paid')
        .waitFor();
    }

    await billMembers(desk);
    await work();
    await desk.goto(base);
    await desk.getByRole('link', { name: /1 mail did not arrive.*refused@example.com/ }).click();
    await desk.waitForURL(/mails\/\d+$/);
    await desk.getByText('Failed').first().waitFor();
    await chargeMember(t, desk, inbox);
    await work();
    await checkBooks(desk);
  });

  /** 200 invoices of a file, and another round of the same file. */
  async function billMembers(desk: Page): Promise<void> {
    for (const isFirst of [true, false]) {
      await desk.goto(`${base}/pay-links`);
      await press(desk, 'Many from a file');
      const dialog = desk.getByRole('dialog');
      const file = { name: 'dues.csv', mimeType: 'text/csv', buffer: Buffer.from(dues) };
      await dialog.locator('input[type=file]').setInputFiles(file);
      await dialog.getByLabel('Member', { exact: true }).selectOption('lastName');
      await dialog.getByLabel('Text each payer who has a phone').check();
      await dialog.getByRole('button', { name: 'Check 201 rows' }).click();
      if (isFirst) {
        await dialog.getByRole('button', { name: 'Make 200 invoices of $21,900.00' }).click();
        await dialog.getByText('200 invoices are made.').waitFor();
      } else await dialog.getByText('200 of 201 were made before').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
    }
  }

  /** A weekly charge is declined, and its payer gives another card. */
  async function chargeMember(t: Scope, desk: Page, inbox: Page): Promise<void> {
    await desk.goto(`${base}/subscriptions`);
    await press(desk, /^New subscription/);
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Customer').fill('Cal');
    await dialog.locator('.pick').getByText('Cal Reed').click();
    await dialog.getByLabel('Amount of each period').fill('15.00');
    await dialog.getByLabel('Interval').selectOption({ label: 'Weekly' });
    await dialog.getByRole('button', { name: 'Start and charge $15.00' }).click();
    await desk.waitForURL(/subscriptions\/\d+$/);
    const subscription = desk.url();
    await work();

    const machine = await open(t, '/sandbox', owner);
    await machine.getByLabel('What the bank does').selectOption('lost_card');
    await press(machine, 'Add the script');
    await machine.getByText('The bank will do so').waitFor();
    for (const step of ['1 week', '1 day']) {
      await press(machine, step);
      await heard(machine);
    }
    await desk.goto(subscription);
    await desk.getByText('Past due').first().waitFor();

    const words = 'did not go through';
    const address = await addressTo(inbox, 'cal@example.com', words, '/subscription/');
    const page = await payer(t, address);
    await page.getByText('$15.00 is owed', { exact: true }).waitFor();
    const number = { 'card-number': '5555555555554444', expiry: '1239' };
    const other = { ...number, name: 'Cal Reed', 'postal-code': '10001' };
    for (const [field, text] of Object.entries(other)) await page.fill(`#${field}`, text);
    await page.dblclick('form.pay > button');
    await page.getByText('From now on Mastercard ending 4444 is charged.').waitFor();
    await work();
    await desk.reload();
    await desk.getByText('Active').first().waitFor();
    // The mail has an address for that bill alone, too.
    const bill = await payer(t, await addressTo(inbox, 'cal@example.com', words));
    await bill.getByRole('heading', { name: 'Paid' }).waitFor();
  }

  /** What was sent, what was paid and by whom, and that nobody was asked twice. */
  async function checkBooks(desk: Page): Promise<void> {
    await desk.goto(`${base}/payments`);
    const rows = desk.locator('tbody tr');
    await rows.getByText('Bea Stone').waitFor();
    const told = await rows.filter({ hasText: '$' }).allTextContents();
    const paid = [
      ['Cal Reed', '$15.00', '4444'],
      ['Cal Reed', '$15.00', '4242', 'Declined'],
      ['Cal Reed', '$15.00', '4242'],
      ['Cal Reed', '$86.50', '4242'],
      ['Bea Stone', '$120.00', '4242'],
    ];
    assert.equal(told.length, paid.length);
    for (const [i, words] of paid.entries())
      for (const word of words) assert.ok(told[i]!.includes(word), `${word} in ${told[i]}`);

    const texts = await v1.db.query<{ recipient: string; body: string }>(
      `select recipient, body from sandbox_inbox where channel = 'text' order by id`,
    );
    const asked = texts.filter(({ body }) => body.includes('/pay/'));
    const phones = asked.map(({ recipient }) => recipient).toSorted();
    // Cal Reed was asked for the clutch, and for the period that was declined.
    const wanted = [...members, ...owing.map(({ n }) => phoneOf(n)), phoneOf(3)].toSorted();
    assert.deepEqual(phones, wanted);
    const addresses = asked.map(({ body }) => /\/pay\/[\w-]+/.exec(body)![0]);
    assert.equal(new Set(addresses).size, asked.length);
    assert.equal(texts.filter(({ body }) => /^Answer \d$/.test(body)).length, 5);
    assert.ok(!texts.some(({ body }) => body.includes('every week')));
    assert.deepEqual(await findingsIn(v1), []);
  }
});

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { rightsFor } from '../../src/api/v1/endpoint.ts';
import { endpoints } from '../../src/api/v1/endpoints.ts';
import { ownNumberOf } from '../../src/notify/conversations/own-number.ts';
import { receiveText } from '../../src/notify/conversations/receive-text.ts';
import type { Right } from '../../src/parties/businesses/rights.ts';
import { roles } from '../../src/parties/users/roles.ts';
import type { Caller } from '../fixture.ts';
import { serveV1, type V1 } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf } from './flaws.ts';
import { enter, fillBusiness, follow, screensOf, shown, still } from './screens.ts';

/*
 * Every screen as each role sees it: the service refuses nothing of what it asks for, and no button stands there in vain.
 */

/** One role for each right. */
const toured = ['viewer', 'cashier', 'support', 'approver', 'administrator', 'operator'] as const;

/** What buttons and entries of menus call. One name that calls several stands behind the first part of its address. */
const acts: Readonly<Record<string, string>> = {
  Refund: 'payments.refund',
  'Resend receipt': 'payments.resendReceipt',
  'customers Edit': 'customers.update',
  'New customer': 'customers.create',
  'Forget customer': 'customers.forget',
  'Merge with another': 'customers.merge',
  'Save a card or account': 'tokens.create',
  'Import from a file': 'imports.create',
  'Export for an import': 'exports.rows',
  'invoices Void': 'invoices.void',
  PDF: 'invoices.pdf',
  'New pay link': 'payLinks.create',
  'Pay link': 'payLinks.create',
  'Many from a file': 'payLinks.createMany',
  Address: 'payLinks.showAddress',
  Remind: 'payLinks.remind',
  'pay-links Revoke': 'payLinks.revoke',
  'New template': 'textTemplates.create',
  'text-templates Change': 'textTemplates.update',
  'text-templates Delete': 'textTemplates.delete',
  'Back to the usual words': 'mailTemplates.delete',
  'New plan': 'plans.create',
  'Change plan': 'plans.update',
  'New subscription': 'subscriptions.create',
  'Change price': 'subscriptions.update',
  'Another card': 'subscriptions.changeSource',
  "Payer's page": 'subscriptions.showAddress',
  Pause: 'subscriptions.pause',
  'Cancel subscription': 'subscriptions.cancel',
  'New text': 'messages.create',
  Send: 'messages.create',
  'Cancel this text': 'messages.cancel',
  'Mark read': 'conversations.markRead',
  'Assigned to zebra grace': 'conversations.update',
  Text: 'messages.create',
  Note: 'conversations.addNote',
  Acknowledge: 'leads.acknowledge',
  'New form': 'leadForms.create',
  'Close form': 'leadForms.close',
  Propose: 'cases.propose',
  'New webhook': 'webhookEndpoints.create',
  'webhooks Edit': 'webhookEndpoints.update',
  'Send a test event': 'webhookEndpoints.test',
  'Rotate the secret': 'webhookEndpoints.rotateSecret',
  Delete: 'webhookEndpoints.delete',
  Replay: 'deliveries.replay',
  'New API key': 'apiKeys.create',
  Rename: 'apiKeys.update',
  Rotate: 'apiKeys.rotate',
  'api-keys Revoke': 'apiKeys.revoke',
  'Invite a person': 'users.create',
  'Mail the invitation again': 'users.invite',
  'Show the link': 'users.showInvitation',
  'team Change': 'users.update',
  'Sign out everywhere': 'users.endSessions',
  Disable: 'users.disable',
  Enable: 'users.enable',
  'Withdraw the invitation': 'users.disable',
  'Connect account': 'processorAccounts.connect',
  'Give another key': 'processorAccounts.connect',
  Check: 'processorAccounts.check',
  Stop: 'processorAccounts.stop',
  'Close now': 'batches.close',
  'Verify the books': 'ledger.verify',
  'Verify the log': 'auditLog.verify',
  '1 hour': 'sandbox.advance',
  '1 day': 'sandbox.advance',
  '1 week': 'sandbox.advance',
  'To the next thing due': 'sandbox.advance',
  'Write as a payer': 'sandbox.writeText',
  'Add the script': 'bankScripts.create',
  'Delete the script lost_card': 'bankScripts.delete',
  Suspend: 'businesses.suspend',
  'Close for good': 'businesses.close',
};

/** What changes nothing, or what is one's own. */
const free = new RegExp(
  `^(?:${[
    ...[
      'Filter',
      'Export CSV',
      'Density',
      'Columns',
      'Copy.*',
      'More.*',
      'Show .*',
      '(?:Newer|Older) .*',
    ],
    // Tabs, some with a count, and what is chosen.
    ...[
      'All.*',
      '(?:Bank|Events|Messages|Refunds|Ledger|Webhooks)\\d*',
      'JSON',
      'Payments',
      'Invoices',
      'Texts',
      'Mails',
    ],
    ...[
      'Subscriptions',
      'Saved cards and accounts',
      'Opted out',
      'Waiting.*',
      'Mine',
      // What it puts in the field is not sent yet.
      'Template',
      'zebra (?:ready|old).*',
      // What stands for a value in the words of a mail, and as what the mail is shown.
      ...['first name', 'last name', 'your business', 'sum', 'order number', 'card or account'],
      ...['date', 'Light', 'Dark', 'Plain text'],
      'Today',
      '\\d+ days',
      'payments',
      'messages',
    ],
    ...['Card', 'Bank account', 'Fill in .*', '(?:payment|message)\\.\\w+', 'Look at it'],
    // Of the own account.
    ...['Change the password', 'Set up an app', 'Español', ''],
    'What the roles may do',
  ].join('|')})$`,
);

describe('the portal by role in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const v1 = await serveV1({ after });
  const filled = await fillBusiness({ after }, v1);
  await hearText(v1, filled.owner);
  const rightsOf = new Map(endpoints.map((one) => [one.id, rightsFor(one)]));
  const home = `/b/${filled.owner.business.id}/`;

  for (const role of toured) {
    test(`whoever is ${role} is refused nothing on any screen, and finds no button in vain`, async (t) => {
      const rights: readonly Right[] = roles[role].rights;
      const person = role === 'operator' ? filled.person : await signIn(v1, filled.owner, role);
      const { context, page, complaints } = await visit(t, browser, still);
      const refused: string[] = [];
      context.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
      });
      await enter(context, person, v1);
      await page.goto(v1.baseUrl + home);
      await shown(page);
      const offered = await page.evaluate<string[]>(
        "[...document.querySelectorAll('.side nav a')].map(({ pathname }) => pathname)",
      );
      const screens = screensOf(filled, rights);
      assert.ok(offered.length > 15);
      assert.deepEqual(
        offered.filter((path) => !screens.includes(path)),
        [],
      );

      const flaws: string[] = [];
      const seen = new Set<string>();
      // The application is of a business below, which its address would have to name.
      for (const screen of screens.filter((one) => !one.includes('/applications/'))) {
        const from = [complaints.length, refused.length] as const;
        await follow(page, screen);
        // The others see less or more of what was judged elsewhere.
        const found = role === 'viewer' ? await axeFlawsOf(page) : [];
        found.push(...complaints.slice(from[0]), ...refused.slice(from[1]));
        const part = screen.split(/[/?]/)[3]!;
        for (const name of await buttonsOf(page)) {
          const key = [`${part} ${name}`, name].find((one) => acts[one] !== undefined);
          if (key === undefined) {
            if (!free.test(name)) found.push(`nobody says who may press “${name}”`);
            continue;
          }
          seen.add(key);
          const needed = rightsOf.get(acts[key]!);
          assert.ok(needed, `there is no ${acts[key]}`);
          if (!needed.some((right) => rights.includes(right))) {
            found.push(`“${name}” needs ${needed.join(' or ')}`);
          }
        }
        flaws.push(...found.map((flaw) => `${screen}: ${flaw}`));
      }
      if (role === 'operator')
        flaws.push(
          ...Object.keys(acts)
            .filter((key) => !seen.has(key))
            .map((key) => `no screen has “${key}”`),
        );
      assert.deepEqual(flaws, []);
    });
  }
});

/** A payer writes to the business. */
async function hearText(v1: V1, { business: { id } }: Caller): Promise<void> {
  const world = await v1.open();
  const to = (await ownNumberOf(world, id))!;
  const text = { to, from: '6175550123', body: 'When do you open?', mediaCount: 0 };
  await receiveText(world, { ...text, carrier: 'sandbox', carrierId: 'in-1' });
}

/** Names of the buttons that can be pressed, and of the entries of menus. */
async function buttonsOf(page: Page): Promise<readonly string[]> {
  // The page itself opens its menus: that a person can is judged by every dialog and menu.
  const names = await page.evaluate<string[]>(`(async () => {
    const pressable = (what) => [...document.querySelectorAll(what)]
      .filter((one) => one.checkVisibility() && !one.disabled && one.ariaDisabled !== 'true');
    // Without the key that does the same, which is written on a button.
    const nameOf = (one) => one.ariaLabel ?? [...one.childNodes]
      .filter(({ nodeName }) => nodeName !== 'KBD').map(({ textContent }) => textContent).join('').trim();
    const isOpen = () => document.querySelector('[role="menu"]') !== null;
    const toggle = async (button) => {
      const before = isOpen();
      button.click();
      while (isOpen() === before) await new Promise((resolve) => setTimeout(resolve));
    };
    const names = pressable('main button').map(nameOf);
    for (const button of pressable('main button[aria-haspopup="menu"]')) {
      await toggle(button);
      names.push(...pressable('[role="menuitem"]').map(nameOf));
      await toggle(button);
    }
    return names;
  })()`);
  return [...new Set(names)];
}

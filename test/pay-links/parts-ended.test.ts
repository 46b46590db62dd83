import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { representByHand } from '../../src/ach/returns/represent-by-hand.ts';
import { expireLink, revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { contactWithPhone } from '../../src/parties/customers/by-phone.ts';
import { freeInvoice } from '../../src/payments/open-invoice.ts';
import type { Sql } from '../../src/runtime/sql.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { makeScenario } from '../crash/fixture.ts';
import { noFindings } from '../crash/judge.ts';
import type { Scope } from '../scope.ts';
import { opened, payByCard } from './fixture.ts';
import { billInParts, booksOf, debitPart, holds, isChanged, payPart } from './parts-shop.ts';

/* What becomes of parts whose invoice ends, or has ended. */

const hourMs = 3_600_000;
const noFunds = simulatedNumber('return_always', 'R01', 1);
const contact = contactWithPhone('2125550100', { email: 'ada@example.com' });
const mailed = { contact, emailReceipt: true };

/** A business whose debits are presented again by hand only. */
async function openShop(t: Scope) {
  const scenario = await makeScenario(t);
  const { fixture } = scenario;
  const { business } = await fixture.addBusiness();
  await writeTerms(
    fixture.db,
    business.id,
    { ...usualTerms, represents: false },
    fixture.clock.now(),
  );
  const world = await scenario.survivor();
  return {
    fixture,
    world,
    inAnHour: () => new Date(fixture.clock.now().getTime() + hourMs),
    bill: async (number: string, more = {}) => await billInParts(world, business, number, more),
    async stands(address: string) {
      const books = await booksOf(fixture, await opened(world, address));
      holds(books);
      return [books.state, books.partsCents];
    },
    async pass(days: number) {
      for (let quarter = 0; quarter < 4 * days; quarter += 1) {
        fixture.clock.pass(6 * hourMs);
        while ((await workOnce(world)) > 0);
      }
    },
    async lastMail() {
      const inbox = await readInbox(fixture.db, business.id, { most: 100 });
      const [mail] = inbox.filter(({ channel }) => channel === 'mail');
      assert.match(mail!.body, /Please pay Test in another way\./);
      return mail!.body;
    },
    /** The debit of so much, as an operator sends it once more. */
    async again(cents: bigint) {
      const [entry] = await fixture.db.query<{ id: bigint }>(
        `select id from ach_entries where business_id = $1 and kind = 'debit' and amount_cents = $2`,
        [business.id, cents],
      );
      const asked = { businessId: business.id, amountCents: undefined, actor: 'operator:ann' };
      const done = await representByHand(world, { ...asked, id: entry!.id });
      return 'refused' in done ? done.refused : 'sent';
    },
    noFindings: async () => await noFindings(scenario),
  };
}

const payAddress = /http:\S+\/pay\/[\w-]{22}/;

test('the mail about a part that came back leads to the link of its invoice', async (t) => {
  const { world, bill, pass, lastMail } = await openShop(t);
  const address = await bill('A-1');
  await debitPart(world, await opened(world, address), 3000n, noFunds, mailed);
  await pass(4);
  assert.equal(payAddress.exec(await lastMail())?.[0], address);
});

test('an invoice that expired opens again when a part comes back, and its payer gets a new link', async (t) => {
  const { world, bill, pass, lastMail, stands, inAnHour, noFindings } = await openShop(t);
  const address = await bill('A-1', { expiresAt: inAnHour() });
  await debitPart(world, await opened(world, address), 3000n, noFunds, mailed);
  await pass(1);
  assert.deepEqual(await stands(address), ['expired', 3000n]);
  await pass(4);
  assert.deepEqual(await stands(address), ['open', 0n]);
  const anew = payAddress.exec(await lastMail())?.[0];
  assert.ok(anew && anew !== address);
  await payPart(world, await opened(world, anew), 2000n);
  await payPart(world, await opened(world, anew), 8000n);
  assert.deepEqual(await stands(address), ['covered', 10_000n]);
  await noFindings();
});

test('one of which a part is under way keeps its number, and one that was taken back stays void', async (t) => {
  const { world, bill, pass, lastMail, stands, inAnHour, noFindings } = await openShop(t);
  const expired = await bill('A-1', { expiresAt: inAnHour() });
  const revoked = await bill('A-2');
  await debitPart(world, await opened(world, expired), 3000n, noFunds, mailed);
  await pass(1);
  await assert.rejects(bill('A-1', { amountCents: 7000n }), { code: 'order_number_reused' });
  await debitPart(world, await opened(world, revoked), 3000n, noFunds, mailed);
  await revokeLink(world, (await opened(world, revoked)).link, 'operator:ann');
  await pass(5);
  assert.deepEqual(await stands(revoked), ['void', 0n]);
  assert.doesNotMatch(await lastMail(), payAddress);
  await noFindings();
});

test('a part of an invoice that has ended is presented again by hand, and the invoice stays ended', async (t) => {
  const { world, bill, pass, stands, again, noFindings } = await openShop(t);
  const address = await bill('A-1');
  for (const cents of [3000n, 2000n, 1500n]) {
    await debitPart(world, await opened(world, address), cents, noFunds);
  }
  await pass(5);
  await payPart(world, await opened(world, address), 5000n);
  await revokeLink(world, (await opened(world, address)).link, 'operator:ann');
  assert.equal(await again(3000n), 'sent');
  assert.deepEqual(await stands(address), ['void', 8000n]);
  // All that is left was taken back, and nothing more than that is left.
  assert.equal(await again(2000n), 'its invoice was taken back, or has expired');
  assert.equal(await again(1500n), 'sent');
  assert.equal(await again(2000n), 'its order or its invoice is being paid otherwise');
  await pass(5);
  assert.deepEqual(await stands(address), ['void', 5000n]);
  await noFindings();
});

test('who pays a part while another pays the whole is told that it has changed', async (t) => {
  const { world, bill } = await openShop(t);
  const address = await bill('A-1');
  const seen = await opened(world, address);
  await payByCard(world, address);
  await assert.rejects(payPart(world, seen, 3000n), isChanged);
});

test('an invoice that opens again while its link expires ends with it', async (t) => {
  const { fixture, world, bill, stands, inAnHour } = await openShop(t);
  const address = await bill('A-1', { expiresAt: inAnHour() });
  await payPart(world, await opened(world, address), 7000n);
  const last = await debitPart(world, await opened(world, address), 3000n, noFunds);
  assert.deepEqual(await stands(address), ['covered', 10_000n]);
  fixture.clock.pass(2 * hourMs);
  const { link } = await opened(world, address);
  let isFreed = false;
  await fixture.db.begin(async (tx) => {
    const query: Sql['query'] = async <Row>(text: string, values?: readonly unknown[]) => {
      const rows = await tx.query<Row>(text, values);
      if (!isFreed && text.startsWith('update invoices')) {
        isFreed = true;
        await freeInvoice(fixture.db, last);
      }
      return rows;
    };
    assert.equal(await expireLink(world, { query }, link), true);
  });
  const { state } = (await opened(world, address)).invoice;
  assert.deepEqual([isFreed, state], [true, 'expired']);
});

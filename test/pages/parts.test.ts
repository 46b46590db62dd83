import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireLinks, revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import type { LinkRequest } from '../../src/invoicing/pay-links/send-link.ts';
import { freeInvoice } from '../../src/payments/open-invoice.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { openDoor } from '../caller.ts';
import type { Caller } from '../fixture.ts';
import { bank, type Counter, card, chrome, declinedCard, openCounter, textOf } from './counter.ts';

const bill = { business: {}, statementOn: '2030-01-10', inParts: { leastCents: '1000' } };

async function openInParts(counter: Counter, changes: Partial<LinkRequest> = {}) {
  const caller: Caller = await counter.addBusiness();
  return await counter.addLink(caller, { amountCents: 10_000n, bill, ...changes });
}

/** As the form that is shown is posted. */
async function pay(
  counter: Counter,
  path: string,
  { query = '', fields = card }: { query?: string; fields?: Readonly<Record<string, string>> } = {},
) {
  const { body } = await counter.get(path + query);
  return await counter.post(path, { ...fields, ...hiddenIn(body) });
}

function hiddenIn(body: string): Record<string, string> {
  const found = body.matchAll(
    /<input type="hidden" name="(amount|paid|agreement)" value="([^"]*)">/g,
  );
  return Object.fromEntries([...found].map(([, name, value]) => [name!, value!]));
}

async function paidCents({ fixture }: Counter): Promise<string[]> {
  const rows = await fixture.db.query<{ cents: bigint }>(
    'select captured_cents as cents from payments where captured_cents > 0 order by id',
  );
  return rows.map(({ cents }) => String(cents));
}

test('an invoice that is paid whole has no other page than before', async (t) => {
  const counter = await openCounter(t);
  const link = await counter.addLink(await counter.addBusiness());
  const { body } = await counter.get(`${link.path}?amount=3.00`);
  assert.doesNotMatch(body, /name="amount"|name="paid"|<details/);
  assert.match(textOf({ body }), /Pay \$12\.50/);
});

test('a payer pays a part, sees what is left, and pays that', async (t) => {
  const counter = await openCounter(t);
  const { path } = await openInParts(counter);
  const before = textOf(await counter.get(path));
  assert.match(before, /You can pay all of \$100\.00, or a part from \$10\.00 to \$90\.00\./);
  assert.match(before, /Pay \$100\.00/);
  const chosen = textOf(await counter.get(`${path}?amount=30`));
  assert.match(chosen, /You pay \$30\.00 of \$100\.00\./);
  assert.match(chosen, /Pay \$30\.00/);
  const paid = await pay(counter, path, { query: '?amount=30' });
  assert.equal(paid.status, 303);
  const after = textOf(await counter.get(paid.headers.get('location')!));
  assert.match(after, /Thank you: \$30\.00 was paid\. \$70\.00 is left to pay\./);
  assert.match(after, /Paid on January 15, 2030 -\$30\.00 Left to pay \$70\.00/);
  assert.match(after, /Pay \$70\.00/);
  assert.equal((await pay(counter, path)).status, 303);
  assert.deepEqual(await paidCents(counter), ['3000', '7000']);
  const end = textOf(await counter.get(path));
  assert.match(end, /Paid \$100\.00 It was paid in parts\./);
  assert.doesNotMatch(end, /4242/);
});

test('each rule of a part is named by the page that refuses it, in the language of the payer', async (t) => {
  const counter = await openCounter(t);
  const { path } = await openInParts(counter);
  const rules = {
    '9.99': /The smallest part is \$10\.00\./,
    '95': /What is left afterwards must be at least \$10\.00: pay at most \$90\.00, or all of it\./,
    '100.01': /That is more than is left: at most \$100\.00\./,
    '<b>x': /Type an amount, such as 25\.00\./,
    '0': /Type an amount/,
  };
  for (const [typed, rule] of Object.entries(rules)) {
    const seen = await counter.get(`${path}?amount=${encodeURIComponent(typed)}`);
    assert.equal(seen.status, 422);
    assert.match(textOf(seen), rule);
    assert.doesNotMatch(seen.body, /form class="pay"|<b>x/);
  }
  const spanish = textOf(await counter.get(`${path}?amount=9&lang=es`));
  assert.match(spanish, /La parte más pequeña es/);
  const french = textOf(await counter.get(`${path}?amount=25,50&lang=fr`));
  assert.match(french, /Vous payez 25,50/);
  assert.equal((await counter.get(`${path}?amount=`)).status, 422);
});

test('a page that is posted twice pays once, and so do two payers who saw the same', async (t) => {
  const counter = await openCounter(t);
  const { path } = await openInParts(counter);
  const { body } = await counter.get(`${path}?amount=30`);
  const fields = { ...card, ...hiddenIn(body) };
  const ends = await Promise.all([
    counter.post(path, fields),
    counter.post(path, { ...fields, 'card-number': '5555 5555 5555 4444', amount: '50.00' }),
  ]);
  const late = await counter.post(path, fields);
  assert.equal(late.status, 303);
  const told = textOf(await counter.get(late.headers.get('location')!));
  assert.match(
    told,
    /Something was paid meanwhile This time nothing was charged to you\. What was paid stands above; pay only if something is left/,
  );
  const at = late.headers.get('location')!;
  assert.match(textOf(await counter.get(`${at}&lang=es`)), /Esta vez no se le cobró nada\./);
  assert.match(
    textOf(await counter.get(`${at}&lang=fr`)),
    /Cette fois, rien ne vous a été prélevé/,
  );
  assert.deepEqual([...new Set(ends.map(({ status }) => status))], [303]);
  assert.equal((await paidCents(counter)).length, 1);
});

test('a form that names too much, too little or nothing pays nothing', async (t) => {
  const counter = await openCounter(t);
  const { path } = await openInParts(counter);
  const changed = /Something was paid meanwhile/;
  for (const [more, told] of [
    [{}, changed],
    [{ amount: '30.00' }, changed],
    [{ amount: '30.00', paid: '1.00' }, changed],
    [{ amount: '5.00', paid: '0.00' }, /The smallest part is \$10\.00\./],
    [{ amount: '95.00', paid: '0.00' }, /pay at most \$90\.00, or all of it/],
    [{ amount: '100.01', paid: '0.00' }, /That is more than is left/],
    [{ amount: '-30&changed', paid: '0.00' }, /Type an amount/],
    [{ paid: '0.00' }, /Type an amount/],
  ] as const) {
    const { status, headers } = await counter.post(path, { ...card, ...more });
    assert.equal(status, 303);
    const seen = textOf(await counter.get(headers.get('location')!));
    assert.match(seen, told);
    if (told !== changed) assert.doesNotMatch(seen, changed);
  }
  assert.deepEqual(await paidCents(counter), []);
});

test('a part that was declined leaves all as it was, and the page keeps the amount', async (t) => {
  const counter = await openCounter(t);
  const { path } = await openInParts(counter);
  const declined = await pay(counter, path, { query: '?amount=30', fields: declinedCard });
  const seen = textOf(await counter.get(declined.headers.get('location')!));
  assert.match(seen, /Your payment was declined/);
  assert.match(seen, /Pay \$30\.00/);
  assert.doesNotMatch(seen, /Left to pay/);
});

test('who pays a part from a bank account agrees to a debit of that', async (t) => {
  const counter = await openCounter(t);
  const { path } = await openInParts(counter);
  const { body } = await counter.get(`${path}?amount=30`);
  assert.match(textOf({ body }), /one-time electronic debit of \$30\.00/);
  const paid = await pay(counter, path, { query: '?amount=30', fields: bank });
  const seen = textOf(await counter.get(paid.headers.get('location')!));
  assert.match(
    seen,
    /Thank you: \$30\.00 is on its way from your bank\. \$70\.00 is left to pay\./,
  );
});

test('what is left of a link that is revoked or has expired ends, and what was paid stays paid', async (t) => {
  const counter = await openCounter(t);
  const { world, fixture } = counter;
  const revoked = await openInParts(counter);
  const expiring = await openInParts(counter, { expiresAt: new Date('2030-01-20T05:00:00Z') });
  for (const { path } of [revoked, expiring]) await pay(counter, path, { query: '?amount=30' });
  await revokeLink(world, revoked, 'operator:ann');
  fixture.clock.setTo(new Date('2030-01-21T05:00:00Z'));
  await expireLinks(world);
  for (const { path } of [revoked, expiring]) {
    const seen = await counter.get(path);
    assert.equal(seen.status, 410);
    assert.match(
      textOf(seen),
      /\$30\.00 of it was paid, and that stays so\. Nothing else is charged\./,
    );
    assert.equal((await counter.get(`${path}/invoice.pdf`)).status, 404);
  }
});

test('an invoice of which so little is left that no part remains is paid to its end', async (t) => {
  const counter = await openCounter(t);
  const { path } = await openInParts(counter);
  await pay(counter, path, { query: '?amount=85' });
  const seen = await counter.get(path);
  assert.doesNotMatch(seen.body, /<details/);
  await pay(counter, path);
  assert.deepEqual(await paidCents(counter), ['8500', '1500']);
});

test('a part that ends while the page is read lets the page look again', async (t) => {
  const counter = await openCounter(t);
  const { fixture, get } = counter;
  const { path } = await openInParts(counter);
  await pay(counter, path, { query: '?amount=30' });
  await pay(counter, path, { fields: bank });
  assert.match(
    textOf(await get(path)),
    /Payment accepted .* Under way since January 15, 2030 -\$70/,
  );
  let hasEnded = false;
  const over = (db: Database): Database => ({
    ...db,
    async query<R>(text: string, ...more: never[]): Promise<R[]> {
      if (!hasEnded && text.includes('v.part_of = $2')) {
        hasEnded = true;
        await endDebit();
      }
      return await db.query<R>(text, ...more);
    },
  });
  const door = await openDoor(await fixture.open({ over }));
  t.after(door.close);
  const headers = { 'User-Agent': chrome, Connection: 'close' };
  const seen = await fetch(door.baseUrl + path, { headers });
  assert.deepEqual([seen.status, hasEnded], [200, true]);
  assert.match(seen.headers.get('refresh') ?? '', /^4; /);
  assert.match(textOf({ body: await seen.text() }), /This invoice is being paid \$100\.00/);
  assert.match(textOf(await get(path)), /Paid on January 15, 2030 -\$30\.00 Left to pay \$70\.00/);

  /** As when it is returned for good. */
  async function endDebit(): Promise<void> {
    const [debit] = await fixture.db.query<{ businessId: bigint; id: bigint; invoiceId: bigint }>(
      `update payments set state = 'returned', holds_order = false where method = 'bank'
       returning business_id as "businessId", id, invoice_id as "invoiceId"`,
    );
    await freeInvoice(fixture.db, debit!);
  }
});
